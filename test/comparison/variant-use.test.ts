import { expect } from 'chai'
import { variantUse, demand, responseTime } from '../../plugin/comparison/variant-use.ts'
import { itFinds } from '../support/cases.ts'
import { compared } from '../support/compared.ts'
import { aMachine, aRun, aWorker, runsWithSpeedups, aUsage, latencies } from '../support/runs.ts'
import { aVariant, someSettings } from '../support/settings.ts'
import { itWarns } from '../support/warnings.ts'
import type { WorkerUsage, GeneratorUse, Run } from '../../plugin/concepts/run.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'
import type { Variant } from '../../plugin/concepts/settings.ts'

const variant = { name: 'clustered', workers: 2 }

/** @param usages of the workers of a run */
const workers = (...usages: Partial<WorkerUsage>[]) => ({
  workers: usages.map((usage, i) => aWorker(`${i}`, {}, usage))
})
const silent = { workers: [aWorker('0', { usage: null })] }

describe('the use of a variant', () => {
  it('is the mean over its workers and rounds', () => {
    const runs = [
      aRun(workers({ utilization: 0.6, cpu: 0.5, rssMegabytes: 80 }, { utilization: 0.2, cpu: 0.1, rssMegabytes: 60 })),
      aRun(workers({ utilization: 0.8, cpu: 0.7, rssMegabytes: 100 }, { utilization: 0.4, cpu: 0.3, rssMegabytes: 80 }))
    ]
    const { name, workers: count, utilization, busiest, cpu, workerMegabytes } = variantUse(variant, runs)
    expect({ name, workers: count }).to.eql(variant)
    expect([utilization, busiest, cpu, workerMegabytes].map((value) => Number(value).toFixed(3))).to.eql([
      '0.500',
      '0.700',
      '0.800',
      '80.000'
    ])
  })

  const gcOf = (...usages: Partial<WorkerUsage>[]) => variantUse(variant, [aRun(workers(...usages))]).gc?.toFixed(9)
  const partly = variantUse(variant, [
    aRun({ workers: [aWorker('0', {}, { utilization: 0.4, cpu: 0.3 }), aWorker('1', { usage: null })] }),
    aRun(silent)
  ])
  const none = variantUse(variant, [aRun(silent)])

  itFinds({
    'takes garbage collection as a share of the busy time': [
      [gcOf({ utilization: 0.5, gc: 0.2 }, { utilization: 0.3, gc: 0.12 }), '0.400000000'],
      [gcOf({ utilization: 0, gc: 0 }), '0.000000000']
    ],
    'takes workers that told nothing for like the others, and is unknown where all are silent': [
      [
        [partly.utilization, partly.busiest, partly.cpu],
        [0.4, 0.4, 0.6]
      ],
      [
        [none.utilization, none.busiest, none.cpu, none.gc, none.workerMegabytes],
        [null, null, null, null, null]
      ]
    ]
  })

  it('takes the mean of the machine and of the load generator, as far as they told, without digits that come from binary numbers', () => {
    const machines = [
      aMachine({ cores: 0.8, app: 1, others: 0 }),
      null,
      aMachine({ cores: 0.8, app: 1.4, others: 0.5 }),
      aMachine({ cores: 0.8, app: 1.2, others: 0.1 })
    ]
    const runs = [0.2, null, 0.4, 0.3].map((utilization, i) =>
      aRun({ machine: machines[i], generator: { utilization } })
    )
    expect(variantUse(variant, runs)).to.deep.include({
      machine: aMachine({ cores: 0.8, app: 1.2, others: 0.2 }),
      generatorUtilization: 0.3
    })
    expect(variantUse(variant, [runs[1]])).to.include({ machine: null, generatorUtilization: null })
  })

  it('counts errors over all requests, and connections in the median round', () => {
    const runs = [12, 14, 40].map((connections, i) =>
      aRun({
        workers: [aWorker('0', { connections: connections - 2 }), aWorker('1', { connections: 2 })],
        requests: 100,
        failures: 3 * i
      })
    )
    expect(variantUse(variant, runs)).to.include({ errorRate: 0.03, connections: 14 })
  })
})

const [single, clustered] = someSettings().variants

describe('a variant whose number of workers is not known before', () => {
  /** @param requests of each worker, in each of three rounds */
  const servedBy = (requests: number[][], other: Partial<Variant>, thresholds?: Thresholds) => {
    const runs = runsWithSpeedups([1.98, 2, 2.02]).map((run) =>
      run.variant === 'single'
        ? run
        : { ...run, workers: requests[run.round - 1].map((count, i) => aWorker(String(100 + i), { requests: count })) }
    )
    const {
      candidates: [
        {
          workers: count,
          shares,
          limits: [fairness],
          verdict
        }
      ],
      variants,
      warnings
    } = compared(runs, thresholds, { variants: [single, { ...clustered, workers: null, ...other }] })
    return {
      seen: { workers: count, shares: shares.length, uses: variants.map((use) => use.workers) },
      fairness: { value: fairness.value, verdict: fairness.verdict, whole: verdict },
      told: warnings.filter(({ code }) => code === 'uneven-distribution')
    }
  }
  const even = (counts: number[]) => counts.map((count) => Array(count).fill(1200 / count))
  const alike = (...requests: number[]) => [requests, requests, requests]
  const outside = (['url', 'command'] as const).map((mode) => servedBy(alike(1200), { mode }, { fairness: 0.9 }))
  const wayOut =
    'warning uneven-distribution clustered: ' +
    "clustered: 1 worker answered all of the requests. Idle workers can't be seen, so the fairness is unknown. Set the number of workers in " +
    'plugins.speedup.variants.clustered.workers.'

  itFinds({
    'has as many as were asked for, whoever was seen': [
      [variantUse(aVariant({ workers: 2 }), [aRun(workers({}, {}, {}))]).workers, 2]
    ],
    'has the most that were seen in one run, one where none was seen': [
      [servedBy(even([2, 4, 3]), { mode: 'pm2' }).seen, { workers: 4, shares: 4, uses: [1, 4] }],
      [servedBy(even([0, 0, 0]), { mode: 'pm2' }).seen, { workers: 1, shares: 1, uses: [1, 1] }]
    ],
    'has no fairness when only those who answer are seen': outside.map(({ fairness }) => [
      fairness,
      { value: null, verdict: 'inconclusive', whole: 'inconclusive' }
    ]),
    'has a fairness where somebody tells how many there are, us or our own files': [
      [
        servedBy(alike(1200), { mode: 'url', workers: 4 }, { fairness: 0.9 }).fairness,
        { value: 0.25, verdict: 'fail', whole: 'fail' }
      ],
      [servedBy(alike(1200), { mode: 'pm2' }).fairness.value, 1]
    ]
  })

  itWarns({
    'is told with the way out; only noted where no fairness is required; not at all where nobody answered by name': [
      ...outside.map(({ told }): [typeof told, string] => [told, wayOut]),
      [
        servedBy(alike(900, 300), { mode: 'url' }).told,
        /^note .*: clustered: 2 workers answered, the busiest of them 75 % of the requests. Idle workers can't be seen/
      ],
      [servedBy(alike(), { mode: 'url' }).told]
    ]
  })
})

const inApp = (meanMs: number, idleMs: number) => ({ responses: 1000, meanMs, idleMs })

type Parts = [latencyMs: number, inAppMs: number, idleMs: number, computingMs: number]
type Rest = { cpuMs?: number; generator?: Partial<GeneratorUse> }

/**
 * A run of 10 s in which one process answered a thousand requests.
 *
 * @param parts computingMs: for each response
 * @param rest cpuMs: of all threads for each response, as much when left out
 */
function aRunOf([latencyMs, inAppMs, idleMs, computingMs]: Parts, { cpuMs = computingMs, generator }: Rest = {}): Run {
  const usage = { utilization: computingMs / 10, cpu: cpuMs / 10, inApp: inApp(inAppMs, idleMs) }
  const idle = { utilization: 0.02, utilizations: [0.02], users: 20, arrivalSeconds: 0 }
  return aRun({
    loadSeconds: 10,
    requests: 1000,
    throughputPerSecond: 100,
    latencyMs: latencies(latencyMs),
    generator: { ...idle, ...generator },
    workers: [aWorker('1', { requests: 1000 }, usage)]
  })
}

/** Each part to a hundredth of a ms: generator, queue, waiting, computing. */
const partsOf = (...runs: Run[]) => {
  const time = responseTime(runs)
  return (
    time &&
    [time.generatorMs, time.queueMs, time.waitingMs, time.computingMs].map((ms) =>
      ms === null ? null : Number(ms.toFixed(2))
    )
  )
}
const parts = (...[latencyMs, inAppMs, idleMs, computingMs, rest]: [...Parts, rest?: Rest]) =>
  partsOf(aRunOf([latencyMs, inAppMs, idleMs, computingMs], rest))

describe('what the runs of a variant show', () => {
  const busy = { generator: { utilization: 0.5, utilizations: [0.5] } }
  const quick = aWorker('1', { requests: 900 }, { utilization: 0.09, cpu: 0, inApp: inApp(10, 9) })
  const slow = aWorker('2', { requests: 100 }, { utilization: 0.01, cpu: 0, inApp: inApp(20, 19) })
  const ofTwo = { ...aRunOf([12, 0, 0, 0]), workers: [quick, slow, aWorker('3', { requests: 0, usage: null })] }
  const run = aRunOf([20, 19, 18, 1])
  const partlySilent = { ...run, workers: [...run.workers, aWorker('2', { requests: 5, usage: null })] }
  const usageOf = (usage: Partial<WorkerUsage>) => ({ ...run, workers: [aWorker('1', { usage: aUsage(usage) })] })
  const demandOf = (generator: Partial<GeneratorUse>) => demand([aRunOf([100, 5, 0, 4], { cpuMs: 4.5, generator })])

  it('where the time of a response goes adds up, whatever was measured', () => {
    for (let i = 0; i < 200; i++) {
      const random = (most: number) => (((i * 7919 + most * 104_729) % 997) / 997) * most
      const time = responseTime([aRunOf([random(31), random(37), random(29), random(9)], { cpuMs: random(9.7) })])
      if (time === null) return expect.fail('It is unknown.')
      const all = [Number(time.generatorMs), time.queueMs, time.waitingMs, time.computingMs]
      expect(Math.min(...all)).to.be.at.least(0)
      expect(all.reduce((sum, part) => sum + part, 0)).to.be.closeTo(time.latencyMs, 0.001)
    }
  })

  itFinds({
    'where the time of a response goes is waiting inside for a timer, as long as nobody else is computed meanwhile, or in a queue of the app itself':
      [
        [parts(20.6, 20.2, 20, 0.2), [0.1, 0.3, 20, 0.2]],
        [parts(100.3, 100.1, 99.8, 0.1), [0.1, 0.3, 99.8, 0.1]]
      ],
    'where the time of a response goes is computing for a loop that one user asks for, and waiting for its turn where twenty do':
      [
        [parts(5.2, 5, 0, 5), [0.1, 0.1, 0, 5]],
        [parts(100.1, 5, 0, 5), [0.1, 95, 0, 5]]
      ],
    // Two users: the timer of one runs while the other is computed, for a quarter of its time.
    'where the time of a response goes is both for an app that does both, and its turn where others are computed during its timer':
      [
        [parts(25.2, 25, 20, 5), [0.1, 0.1, 20, 5]],
        [parts(25.2, 25, 15, 5), [0.1, 5.1, 15, 5]]
      ],
    // 5 ms of its time a request: half of that, and a queue as long as that half.
    'where the time of a response goes is the load generator where that is busy, but no more than what passes outside of the app':
      [
        [parts(30.2, 20.2, 20, 0.2, busy), [5, 5, 20, 0.2]],
        [parts(22.2, 20.2, 20, 0.2, busy), [2, 0, 20, 0.2]],
        [parts(60.2, 20.2, 20, 0.2, { generator: { utilization: 1, utilizations: [1] } }), [40, 0, 20, 0.2]]
      ],
    'where the time of a response goes leaves out what the app computes for nobody, and takes the CPU of other threads for computing':
      [
        [parts(20.6, 20.2, 20, 8), [0.1, 0, 20, 0.5]],
        [parts(20.6, 20.2, 20, 0.2, { cpuMs: 19.2 }), [0.1, 0.3, 1, 19.2]]
      ],
    'where the time of a response goes is the mean over workers by their requests, and over the runs': [
      [partsOf(ofTwo)?.slice(2), [10, 1]],
      [partsOf(ofTwo, aRunOf([14, 13, 12, 1]))?.slice(2), [11, 1]]
    ],
    'where the time of a response goes has no part of a load generator that tells nothing': [
      [
        parts(20.6, 20.2, 20, 0.2, { generator: { utilization: null, utilizations: [], threads: 0 } }),
        [null, 0.4, 20, 0.2]
      ]
    ],
    'where the time of a response goes is unknown where a worker that answered tells nothing, or no time inside, or nothing counted':
      [
        [
          [[partlySilent], [{ ...run, latencyMs: null }], [usageOf({ inApp: null })], []].map((runs) =>
            responseTime(runs)
          ),
          [null, null, null, null]
        ],
        [partsOf(partlySilent, run), partsOf(run)]
      ],
    'the demand of a request is what load threads and workers were active for, and the cycle of a user who stays': [
      [
        demandOf({ threads: 2, utilizations: [0.1, 0.3], utilization: 0.3 }),
        { users: 20, threads: 2, responsesPerSecond: 100, cycleMs: 200, generatorMs: 4, computingMs: 4.5 }
      ]
    ],
    'the demand of a request counts users as far as they had come': [
      [[18, 10].map((meanUsers) => demandOf({ meanUsers })?.cycleMs), [180, 100]]
    ],
    'the demand of a request is unknown where either tells nothing': [
      [demandOf({ utilizations: [null], utilization: null }), null],
      [demand([aRun({ workers: [aWorker('1', { usage: null })] })]), null]
    ]
  })
})
