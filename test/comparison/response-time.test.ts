import { expect } from 'chai'
import { describe, it } from 'mocha'
import { demand, responseTime } from '../../plugin/comparison/variant-use.ts'
import { aGenerator, aRun, aUsage, aWorker, latencies } from '../support/runs.ts'
import type { GeneratorUse, Run, TimeInApp, WorkerUsage } from '../../plugin/concepts/run.ts'

/**
 * A run of 10 s in which one process answered a thousand requests.
 *
 * @param of.computingMs for each response
 * @param of.cpuMs of all threads for each response; as much when left out
 */
function aRunOf({ latencyMs, inAppMs, idleMs, computingMs, cpuMs = computingMs, generator = {} }: { latencyMs: number, inAppMs: number, idleMs: number, computingMs: number, cpuMs?: number, generator?: Partial<GeneratorUse> }): Run {
  const usage = { utilization: computingMs / 10, cpu: cpuMs / 10, inApp: inApp(inAppMs, idleMs) }
  const idle = { utilization: 0.02, utilizations: [0.02], users: 20, arrivalSeconds: 0 }
  return aRun({ loadSeconds: 10, requests: 1000, throughputPerSecond: 100, latencyMs: latencies(latencyMs), generator: aGenerator({ ...idle, ...generator }), workers: [aWorker('1', { requests: 1000 }, usage)] })
}

const inApp = (meanMs: number, idleMs: number): TimeInApp => ({ responses: 1000, meanMs, idleMs, p50Ms: meanMs, p95Ms: meanMs })

/** @returns each part, to a hundredth of a ms */
const partsOf = (...runs: Run[]): Record<string, number> => Object.fromEntries(Object.entries(responseTime(runs) ?? {}).map(([key, ms]) =>
  [key, Number(Number(ms).toFixed(2))]))

describe('where the time of a response goes', () => {
  it('is waiting inside for a timer, as long as nobody else is computed meanwhile', () => {
    const timer = aRunOf({ latencyMs: 20.6, inAppMs: 20.2, idleMs: 20, computingMs: 0.2 })
    expect(partsOf(timer)).to.eql({ latencyMs: 20.6, generatorMs: 0.1, queueMs: 0.3, waitingMs: 20, computingMs: 0.2 })
  })

  it('is computing for a loop that one user asks for, and waiting for its turn where twenty do', () => {
    expect(partsOf(aRunOf({ latencyMs: 5.2, inAppMs: 5, idleMs: 0, computingMs: 5 }))).to.include({ queueMs: 0.1, waitingMs: 0, computingMs: 5 })
    expect(partsOf(aRunOf({ latencyMs: 100.1, inAppMs: 5, idleMs: 0, computingMs: 5 }))).to.include({ queueMs: 95, waitingMs: 0, computingMs: 5 })
  })

  it('is both for an app that does both, and its turn where others are computed during its timer', () => {
    expect(partsOf(aRunOf({ latencyMs: 25.2, inAppMs: 25, idleMs: 20, computingMs: 5 }))).to.include({ queueMs: 0.1, waitingMs: 20, computingMs: 5 })
    // Two users: the timer of one runs while the other is computed, for a quarter of its time.
    expect(partsOf(aRunOf({ latencyMs: 25.2, inAppMs: 25, idleMs: 15, computingMs: 5 }))).to.include({ queueMs: 5.1, waitingMs: 15, computingMs: 5 })
  })

  it('is waiting inside in a queue of the app itself', () =>
    expect(partsOf(aRunOf({ latencyMs: 100.3, inAppMs: 100.1, idleMs: 99.8, computingMs: 0.1 }))).to.include({ waitingMs: 99.8, computingMs: 0.1 }))

  it('is the load generator where that is busy, but no more than what passes outside of the app', () => {
    const busy = { utilization: 0.5, utilizations: [0.5] }
    // 5 ms of its time a request: half of that, and a queue as long as that half.
    expect(partsOf(aRunOf({ latencyMs: 30.2, inAppMs: 20.2, idleMs: 20, computingMs: 0.2, generator: busy }))).to.include({ generatorMs: 5, queueMs: 5 })
    expect(partsOf(aRunOf({ latencyMs: 22.2, inAppMs: 20.2, idleMs: 20, computingMs: 0.2, generator: busy })))
      .to.include({ generatorMs: 2, queueMs: 0, waitingMs: 20 })
    expect(partsOf(aRunOf({ latencyMs: 60.2, inAppMs: 20.2, idleMs: 20, computingMs: 0.2, generator: { utilization: 1, utilizations: [1] } })))
      .to.include({ generatorMs: 40, queueMs: 0 })
  })

  it('is the same with time to think, when the app is idle although nobody waits', () => {
    const thinking = aRunOf({ latencyMs: 5.3, inAppMs: 5, idleMs: 0, computingMs: 5 })
    expect(partsOf(thinking)).to.include({ waitingMs: 0, computingMs: 5 })
    const background = aRunOf({ latencyMs: 20.6, inAppMs: 20.2, idleMs: 20, computingMs: 8 })
    expect(partsOf(background), 'what the app computes for nobody').to.include({ queueMs: 0, waitingMs: 20, computingMs: 0.5 })
  })

  it('takes the CPU of other threads for computing, which the event loop only waits for', () =>
    expect(partsOf(aRunOf({ latencyMs: 20.6, inAppMs: 20.2, idleMs: 20, computingMs: 0.2, cpuMs: 19.2 }))).to.include({ waitingMs: 1, computingMs: 19.2 }))

  it('adds up, whatever was measured', () => {
    for (let i = 0; i < 200; i++) {
      const random = (most: number) => ((i * 7919 + most * 104_729) % 997) / 997 * most
      const time = responseTime([aRunOf({ latencyMs: random(31), inAppMs: random(37), idleMs: random(29), computingMs: random(9), cpuMs: random(9.7) })])
      if (time === null) return expect.fail('It is unknown.')
      const parts = [Number(time.generatorMs), time.queueMs, time.waitingMs, time.computingMs]
      expect(Math.min(...parts)).to.be.at.least(0)
      expect(parts.reduce((sum, part) => sum + part, 0)).to.be.closeTo(time.latencyMs, 0.001)
    }
  })

  it('is the mean over workers by their requests, and over the runs', () => {
    const [quick, slow] = [aWorker('1', { requests: 900 }, { utilization: 0.09, cpu: 0, inApp: inApp(10, 9) }), aWorker('2', { requests: 100 }, { utilization: 0.01, cpu: 0, inApp: inApp(20, 19) })]
    const run = { ...aRunOf({ latencyMs: 12, inAppMs: 0, idleMs: 0, computingMs: 0 }), workers: [quick, slow, aWorker('3', { requests: 0, usage: null })] }
    expect(partsOf(run)).to.include({ waitingMs: 10, computingMs: 1 })
    expect(partsOf(run, aRunOf({ latencyMs: 14, inAppMs: 13, idleMs: 12, computingMs: 1 }))).to.include({ latencyMs: 13, waitingMs: 11, computingMs: 1 })
  })

  it('has no part of a load generator that tells nothing', () => {
    const silent = { utilization: null, utilizations: [], threads: 0 }
    expect(responseTime([aRunOf({ latencyMs: 20.6, inAppMs: 20.2, idleMs: 20, computingMs: 0.2, generator: silent })]))
      .to.include({ generatorMs: null, queueMs: 0.4 })
  })

  it('is unknown where a worker that answered tells nothing, or no time inside, or nothing counted', () => {
    const run = aRunOf({ latencyMs: 20, inAppMs: 19, idleMs: 18, computingMs: 1 })
    const tells = (usage: Partial<WorkerUsage> | null) => ({ ...run, workers: [...run.workers, aWorker('2', { requests: 5, usage: usage && aUsage(usage) })] })
    expect(responseTime([tells(null)])).to.equal(null)
    expect(responseTime([{ ...run, latencyMs: null }])).to.equal(null)
    expect(responseTime([{ ...run, workers: [aWorker('1', {}, { inApp: null })] }])).to.equal(null)
    expect(responseTime([])).to.equal(null)
    expect(responseTime([tells(null), run])).not.to.equal(null)
  })
})

describe('the demand of a request', () => {
  it('is what load threads and workers were active for, and the cycle of a user who stays', () => {
    const threads = { threads: 2, utilizations: [0.1, 0.3], utilization: 0.3 }
    expect(demand([aRunOf({ latencyMs: 100, inAppMs: 5, idleMs: 0, computingMs: 4, cpuMs: 4.5, generator: threads })])).to.eql({
      users: 20, threads: 2, responsesPerSecond: 100, cycleMs: 200, generatorMs: 4, computingMs: 4.5
    })
  })

  it('counts users by half while they come', () => {
    expect(demand([aRunOf({ latencyMs: 100, inAppMs: 5, idleMs: 0, computingMs: 5, generator: { arrivalSeconds: 2 } })])?.cycleMs).to.equal(180)
    expect(demand([aRunOf({ latencyMs: 100, inAppMs: 5, idleMs: 0, computingMs: 5, generator: { arrivalSeconds: 11 } })])?.cycleMs).to.equal(100)
  })

  it('is unknown where either tells nothing', () => {
    expect(demand([aRunOf({ latencyMs: 100, inAppMs: 5, idleMs: 0, computingMs: 5, generator: { utilizations: [null], utilization: null } })])).to.equal(null)
    expect(demand([aRun({ workers: [aWorker('1', { usage: null })] })])).to.equal(null)
  })
})
