import { expect } from 'chai'
import { describe, it } from 'mocha'
import { demand, responseTime } from '../../plugin/comparison/variant-use.ts'
import { itFinds } from '../support/cases.ts'
import { aGenerator, aRun, aUsage, aWorker, latencies } from '../support/runs.ts'
import type { GeneratorUse, Run, WorkerUsage } from '../../plugin/concepts/run.ts'

type Times = { latencyMs: number, inAppMs: number, idleMs: number, computingMs: number, cpuMs?: number, generator?: Partial<GeneratorUse> }

const inApp = (meanMs: number, idleMs: number) => ({ responses: 1000, meanMs, idleMs, p50Ms: meanMs, p95Ms: meanMs })

/**
 * A run of 10 s in which one process answered a thousand requests.
 *
 * @param times computingMs: for each response; cpuMs: of all threads for each response, as much when left out
 */
function aRunOf({ latencyMs, inAppMs, idleMs, computingMs, cpuMs = computingMs, generator }: Times): Run {
  const usage = { utilization: computingMs / 10, cpu: cpuMs / 10, inApp: inApp(inAppMs, idleMs) }
  const idle = { utilization: 0.02, utilizations: [0.02], users: 20, arrivalSeconds: 0 }
  return aRun({
    loadSeconds: 10, requests: 1000, throughputPerSecond: 100, latencyMs: latencies(latencyMs), generator: aGenerator({ ...idle, ...generator }),
    workers: [aWorker('1', { requests: 1000 }, usage)]
  })
}

/** Each part to a hundredth of a ms: generator, queue, waiting, computing. */
const partsOf = (...runs: Run[]) => {
  const time = responseTime(runs)
  return time && [time.generatorMs, time.queueMs, time.waitingMs, time.computingMs].map((ms) => (ms === null ? null : Number(ms.toFixed(2))))
}
const parts = (latencyMs: number, inAppMs: number, idleMs: number, computingMs: number, rest: Partial<Times> = {}) =>
  partsOf(aRunOf({ latencyMs, inAppMs, idleMs, computingMs, ...rest }))

describe('where the time of a response goes', () => {
  const busy = { generator: { utilization: 0.5, utilizations: [0.5] } }
  const quick = aWorker('1', { requests: 900 }, { utilization: 0.09, cpu: 0, inApp: inApp(10, 9) })
  const slow = aWorker('2', { requests: 100 }, { utilization: 0.01, cpu: 0, inApp: inApp(20, 19) })
  const ofTwo = { ...aRunOf({ latencyMs: 12, inAppMs: 0, idleMs: 0, computingMs: 0 }), workers: [quick, slow, aWorker('3', { requests: 0, usage: null })] }
  const run = aRunOf({ latencyMs: 20, inAppMs: 19, idleMs: 18, computingMs: 1 })
  const silent = { ...run, workers: [...run.workers, aWorker('2', { requests: 5, usage: null })] }
  const usageOf = (usage: Partial<WorkerUsage>) => ({ ...run, workers: [aWorker('1', { usage: aUsage(usage) })] })

  itFinds({
    'is waiting inside for a timer, as long as nobody else is computed meanwhile, or in a queue of the app itself': [
      [parts(20.6, 20.2, 20, 0.2), [0.1, 0.3, 20, 0.2]], [parts(100.3, 100.1, 99.8, 0.1), [0.1, 0.3, 99.8, 0.1]]
    ],
    'is computing for a loop that one user asks for, and waiting for its turn where twenty do': [
      [parts(5.2, 5, 0, 5), [0.1, 0.1, 0, 5]], [parts(100.1, 5, 0, 5), [0.1, 95, 0, 5]]
    ],
    // Two users: the timer of one runs while the other is computed, for a quarter of its time.
    'is both for an app that does both, and its turn where others are computed during its timer': [
      [parts(25.2, 25, 20, 5), [0.1, 0.1, 20, 5]], [parts(25.2, 25, 15, 5), [0.1, 5.1, 15, 5]]
    ],
    // 5 ms of its time a request: half of that, and a queue as long as that half.
    'is the load generator where that is busy, but no more than what passes outside of the app': [
      [parts(30.2, 20.2, 20, 0.2, busy), [5, 5, 20, 0.2]], [parts(22.2, 20.2, 20, 0.2, busy), [2, 0, 20, 0.2]],
      [parts(60.2, 20.2, 20, 0.2, { generator: { utilization: 1, utilizations: [1] } }), [40, 0, 20, 0.2]]
    ],
    'leaves out what the app computes for nobody, and takes the CPU of other threads for computing': [
      [parts(20.6, 20.2, 20, 8), [0.1, 0, 20, 0.5]], [parts(20.6, 20.2, 20, 0.2, { cpuMs: 19.2 }), [0.1, 0.3, 1, 19.2]]
    ],
    'is the mean over workers by their requests, and over the runs': [
      [partsOf(ofTwo)?.slice(2), [10, 1]], [partsOf(ofTwo, aRunOf({ latencyMs: 14, inAppMs: 13, idleMs: 12, computingMs: 1 }))?.slice(2), [11, 1]]
    ],
    'has no part of a load generator that tells nothing': [
      [parts(20.6, 20.2, 20, 0.2, { generator: { utilization: null, utilizations: [], threads: 0 } }), [null, 0.4, 20, 0.2]]
    ],
    'is unknown where a worker that answered tells nothing, or no time inside, or nothing counted': [
      [[[silent], [{ ...run, latencyMs: null }], [usageOf({ inApp: null })], []].map((runs) => responseTime(runs)), [null, null, null, null]],
      [partsOf(silent, run), partsOf(run)]
    ]
  })

  it('adds up, whatever was measured', () => {
    for (let i = 0; i < 200; i++) {
      const random = (most: number) => ((i * 7919 + most * 104_729) % 997) / 997 * most
      const time = responseTime([aRunOf({ latencyMs: random(31), inAppMs: random(37), idleMs: random(29), computingMs: random(9), cpuMs: random(9.7) })])
      if (time === null) return expect.fail('It is unknown.')
      const all = [Number(time.generatorMs), time.queueMs, time.waitingMs, time.computingMs]
      expect(Math.min(...all)).to.be.at.least(0)
      expect(all.reduce((sum, part) => sum + part, 0)).to.be.closeTo(time.latencyMs, 0.001)
    }
  })
})

describe('the demand of a request', () => {
  const demandOf = (generator: Partial<GeneratorUse>) => demand([aRunOf({ latencyMs: 100, inAppMs: 5, idleMs: 0, computingMs: 4, cpuMs: 4.5, generator })])

  itFinds({
    'is what load threads and workers were active for, and the cycle of a user who stays': [
      [demandOf({ threads: 2, utilizations: [0.1, 0.3], utilization: 0.3 }), { users: 20, threads: 2, responsesPerSecond: 100, cycleMs: 200, generatorMs: 4, computingMs: 4.5 }]
    ],
    'counts users by half while they come': [[[2, 11].map((arrivalSeconds) => demandOf({ arrivalSeconds })?.cycleMs), [180, 100]]],
    'is unknown where either tells nothing': [
      [demandOf({ utilizations: [null], utilization: null }), null], [demand([aRun({ workers: [aWorker('1', { usage: null })] })]), null]
    ]
  })
})
