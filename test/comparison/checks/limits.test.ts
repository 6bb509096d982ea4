import { checkCores, checkLimits, checkWorkers } from '../../../plugin/comparison/warnings/limits.ts'
import { anInstanceUse, aRun, aWorker, latencies, type RunPart } from '../../support/runs.ts'
import { aCandidate, anEstimate, aVariantUse } from '../../support/results.ts'
import { aVariant } from '../../support/settings.ts'
import { itWarns } from '../../support/warnings.ts'

type Shaped = { cpus?: number | null; memoryBytes?: number | null; workers?: number | null }

/** @param shape of each of two instances; runs: what they did, round by round */
const check = ({ cpus = null, memoryBytes = null, workers = 1 }: Shaped, ...runs: RunPart[]) =>
  checkLimits(
    runs.map((run, i) => aRun({ round: i + 1, ...run })),
    [aVariant({ mode: 'ports', instances: 2, workers: workers && 2 * workers, resources: { cpus, memoryBytes } })]
  )
const killed = (...kills: number[]) => ({ instances: kills.map((oomKills) => anInstanceUse({ oomKills })) })
const lastReport = { rssMegabytes: 240, heapMegabytes: 190.5 }
const memoryBytes = 256 * 2 ** 20

/** @param share of the periods in which the quota was used up, and of the time for which an instance stood still */
const throttled = (share: number, cpu: number): RunPart => ({
  instances: [
    anInstanceUse({ throttledPeriods: share, throttledTime: share / 2, cpu }),
    anInstanceUse({ throttledPeriods: share, cpu })
  ],
  latencyMs: latencies(210)
})
/** That all of the quota was used. @returns the sentence about p99 */
const p99Of = (cpus: number, workers: number) =>
  check({ cpus, workers }, throttled(0.9, cpus))
    .filter(({ code }) => code === 'throttled')
    .map(({ message, ...rest }) => ({ ...rest, message: String(/of the time\. (.*?)\. The app/.exec(message)?.[1]) }))
const waits = (ms: number) =>
  `note throttled single 1: A request that meets this waits up to ${ms} ms for the next period (p99 was 210 ms)`

/** @param intervals of the speedup over one worker, of 2, 3 ... workers in each of two instances; null: no verdict */
const measured = (cpus: (number | null)[], ...intervals: ([number, number] | null)[]) => {
  const names = ['1', ...intervals.map((_, i) => `${i + 2}`)]
  return checkWorkers(
    names.map((variant) => aRun({ variant, coresSeen: 2 })),
    names.map((name, i) => {
      const shape = { instances: 2, workers: null, cpus: cpus[i % cpus.length], memoryBytes: null, ...anInstanceUse() }
      return aVariantUse({ name, workers: 2 * Number(name), shape })
    }),
    intervals.map((interval, i) => {
      const last = interval === null ? { reason: 'errors' as const } : { interval }
      return aCandidate({ name: `${i + 2}`, estimates: [anEstimate(), anEstimate({ metric: 'throughput', ...last })] })
    })
  )
}
const said = 'availableParallelism() said 2 under a quota of 0.5 cores'

const four = ['1', '2', '3', '4'].map((pid) => aWorker(pid))
const shared =
  'single: 2 workers share a quota of 0.5 cores, which 1 worker can use up; each further one took 90 MB of memory.'

/**
 * @param shares of the periods in which a quota of 2 cores around all was used up, round by round; null: there is none
 */
const inQuota = (...shares: (number | null)[]) =>
  checkCores(
    shares.map((share, i) => aRun({ round: i + 1, machine: share === null ? {} : { throttled: share } })),
    [aVariantUse()]
  )
const onThreads = (cores: number, physicalCores: number | null, ...workers: number[]) =>
  checkCores(
    [],
    workers.map((count) =>
      aVariantUse({
        name: `of${count}`,
        workers: count,
        machine: { cores, ...(physicalCores === null ? {} : { physicalCores }) }
      })
    )
  )
const cure = 'own shows what more workers gain there.'

describe('warnings about limits', () => {
  itWarns({
    'processes that the kernel killed are counted, with the last report of one where there is one': [
      [check({ memoryBytes }, killed(0, 0))],
      [
        check({ memoryBytes }, killed(0, 1)),
        'warning out-of-memory single 1: single, round 1: the kernel killed 1 process, because an instance needed more memory than its limit of 256 MiB. ' +
          'Raise memory, or keep the heap smaller (nodeArgs: [--max-old-space-size=...]).'
      ],
      [
        check({ memoryBytes: 2 ** 30, workers: 2 }, { ...killed(1, 2), lastReport: null }, killed(0, 0), {
          ...killed(1, 0),
          lastReport
        }),
        'warning out-of-memory single 1,3: single, rounds 1 and 3: the kernel killed 4 processes, because an instance needed more memory than its limit of ' +
          '1 GiB. The last report of one of them: 240 MB resident, 190.5 MB of it in V8’s heap. ' +
          'Raise memory, run fewer workers in an instance, or keep the heap smaller (nodeArgs: [--max-old-space-size=...]).'
      ],
      [
        check({ cpus: 1 }, killed(1, 0)),
        /1 process, because the machine, or .*, had no memory left\. Run fewer instances, or keep/
      ]
    ],
    'a quota that is used up is a note where the app needs more, and a warning where its work comes in bursts; of the worst round':
      [
        [check({ cpus: 0.5 }, throttled(0.1, 0.1))],
        [check({ memoryBytes }, throttled(0.9, 0.5))],
        [
          check({ cpus: 0.5 }, throttled(0.8, 0.3), throttled(0.96, 0.49)),
          'note throttled single 1,2: single, rounds 1 and 2: the CPU quota of 0.5 cores was used up in 96 % of its periods of 100 ms: the app stood still for ' +
            '24 % of the time. A request that meets this waits up to 50 ms for the next period (p99 was 210 ms). ' +
            'The app needs more than its quota: a larger one, or more instances, would answer more.'
        ],
        [
          check({ cpus: 1 }, throttled(0.11, 0.7)),
          'warning throttled single 1: single, round 1: the CPU quota of 1 core was used up in 11 % of its periods of 100 ms: the app stood still for 2.8 % of ' +
            'the time. P99 was 210 ms. It used only 0.70 cores on average, so its work comes in bursts: a larger quota would shorten its latencies.'
        ],
        [
          check({ cpus: 2, workers: 2 }, throttled(0.2, 1), { ...throttled(0.3, 1), latencyMs: null }),
          /30 % of its periods .* of the time\. It used only 1\.00 cores on average, .*: fewer workers, or a larger quota/
        ]
      ],
    'a request waits for the rest of a period, which is longer where more workers use up the quota': [
      [p99Of(0.25, 1), waits(75)],
      [p99Of(0.25, 2), waits(88)],
      [p99Of(0.5, 1), waits(50)],
      [p99Of(0.5, 2), waits(75)],
      [p99Of(1, 1), 'note throttled single 1: P99 was 210 ms'],
      [p99Of(1, 2), waits(50)]
    ],
    'a quota around app and load generator that is used up is told with its worst round': [
      [inQuota(null, 0, 0.1)],
      [
        inQuota(0.34, 0, 0.5),
        'warning quota-throttled single 1,3: single, rounds 1 and 3: our own CPU quota of 2 cores throttled app and load generator while measuring: ' +
          'it was used up in 50 % of its periods, in which both stood still until the next. Raise the quota of this container or cgroup, or lower the load.'
      ]
    ],
    'hyperthreads are told where more workers than cores share them, with what they give': [
      [onThreads(2, null, 1, 2)],
      [onThreads(8, 4, 1, 4)],
      [
        onThreads(2, 1, 1, 2),
        `note hyperthreads of2: of2: 2 hyperthreads of 1 core: 1.2 to 1.4x is what they give of one core’s work. A machine with 2 cores of its ${cure}`
      ],
      [
        onThreads(8, 4, 4, 6),
        `note hyperthreads of6: of6: 8 hyperthreads of 4 cores: 4.8 to 5.6x is what they give of one core’s work. A machine with 8 cores of its ${cure}`
      ]
    ],
    'more workers than the quota has cores are told, with what each cost, and what the app was told': [
      [check({ cpus: 1.5, workers: 2 }, { workers: four })],
      [check({ cpus: 0.5, workers: 2 }, { workers: four, coresSeen: 1 }), `note oversubscribed single: ${shared}`],
      [
        check({ cpus: 0.5, workers: null }, { workers: four, coresSeen: 2 }),
        `note oversubscribed single: ${shared} os.availableParallelism() told the app 2, the cores of the machine, not of its quota: ` +
          'set the number of workers by hand.'
      ],
      [
        check({ cpus: 0.5, workers: 2 }, { workers: [aWorker('1', { usage: null })] }),
        'note oversubscribed single: single: 2 workers share a quota of 0.5 cores, which 1 worker can use up.'
      ]
    ],
    'the number of workers that carries the most is told beside what the app was told, where that is decided': [
      [measured([0.5], [0.7, 0.9]), `note workers-measured 1: ${said}; 1 worker carried the most here.`],
      [measured([0.5], [1.1, 1.3], [1.4, 1.6]), `note workers-measured 3: ${said}; 3 workers carried the most here.`],
      [measured([0.5], [0.7, 1])],
      [measured([0.5], [0.7, 0.9], [0.8, 1.1])],
      [measured([0.5], [1.2, 1.5], [1.4, 1.6])],
      [measured([0.5], [1.2, 1.5], null)],
      [measured([0.5, 1], [1.2, 1.5])],
      [measured([null], [1.2, 1.5])],
      [measured([0.5])]
    ],
    'a variant without limits has none': [
      [check({ workers: 2 }, { ...throttled(0.9, 1), workers: four })],
      [checkLimits([aRun(throttled(0.9, 1))], [aVariant()])],
      [checkLimits([], [aVariant({ mode: 'ports', workers: 2, resources: { cpus: 0.5, memoryBytes } })])]
    ]
  })
})
