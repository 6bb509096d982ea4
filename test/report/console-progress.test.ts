import { describe } from 'mocha'
import { formatBeginning, formatOutlook, formatRun } from '../../plugin/report/console/progress.ts'
import { itFinds } from '../support/cases.ts'
import { aRound, kill, reload } from '../support/losses.ts'
import { aRun, aWorker, latencies } from '../support/runs.ts'
import { aPlan, someSettings } from '../support/settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'

describe('the line that opens a scenario', () => {
  const { variants: [single, clustered] } = someSettings()
  const variants = [clustered, single, { ...clustered, name: 'one', workers: 1 }]
  const levels = ['primes', 'io'].flatMap((of) => [0.5, 1, 2].map((factor) => ({ ...aPlan(), name: `${of} at ${factor}x load`, level: { of, factor } })))
  const underLoads = someSettings({ scenarios: [{ ...aPlan(), name: 'plain' }, ...levels] })
  const warmed = underLoads.scenarios.filter(({ name }) => formatBeginning(name, underLoads).endsWith(', after a short warm-up of each'))

  itFinds({
    'names the variants and the rounds': [
      [formatBeginning('primes', someSettings()), 'speedup  primes: clustered (2 workers) against single, 3 to 10 rounds, after a short warm-up of each']
    ],
    'names a fixed number of rounds, one worker, and several candidates': [
      [formatBeginning('io', someSettings({ variants, baseline: 'clustered', rounds: { min: 5, max: 5 } })),
        'speedup  io: single, one (1 worker) against clustered, 5 rounds, after a short warm-up of each']
    ],
    'says how long it takes, shared by all scenarios, and that each run has an Artillery of its own': [
      [formatBeginning('io', someSettings({ time: { seconds: 60, isGiven: true } })),
        'speedup  io: clustered (2 workers) against single, as many rounds as tell most in 1 min, after a short warm-up of each'],
      [formatBeginning('io', someSettings({ time: { seconds: 120, isGiven: true }, scenarios: [aPlan(), aPlan()], generatorPerRun: true })),
        'speedup  io: clustered (2 workers) against single, as many rounds as tell most in 1 min, a share of 2 min, after a short warm-up of each, ' +
          'an Artillery for each run, as the script has a section before or after']
    ],
    'says what happens to the app in each run': [
      [formatBeginning('io', someSettings({ disturb: { disturbances: [kill, reload] } })),
        'speedup  io: clustered (2 workers) against single, 3 to 10 rounds, after a short warm-up of each; in each run a worker killed at 4 s and reload at 10 s']
    ],
    'speaks of a warm-up under the first of several loads only': [
      [warmed.map(({ name }) => name), ['plain', 'primes at 0.5x load', 'io at 0.5x load']],
      [formatBeginning('io at 2x load', underLoads), 'speedup  io at 2x load: clustered (2 workers) against single, 3 to 10 rounds']
    ]
  })
})

describe('the line of a run', () => {
  const line = (overrides?: Partial<Run>, secondsLeft: [number, number] = [30, 90], isLast = true) =>
    formatRun(aRun(overrides), { nameWidth: 9, secondsLeft, isLast })
  const clustered = line({ variant: 'clustered', round: 10, requests: 98, latencyMs: latencies(4.321) })
  const workers = [5, 4, 3, 2, 1].map((requests, i) => aWorker(`${100 + i}`, { requests }))

  itFinds({
    'stays in its columns': ['requests', 'p99'].map((word) => [clustered.indexOf(word), line().indexOf(word)]),
    'tells the round, the variant, requests, latencies, errors, workers and the time left': [
      [line({ latencyMs: { ...latencies(0), p50: 69.24, p95: 102.5, p99: 1526.4 } }),
        '  round  1  single       1,200 requests  p50  69.2  p95   103  p99  1526 ms  0 errors  [100: 1,200]  30 s to 1 min 30 s left']
    ],
    'shows four workers, and counts the others': [
      [line({ workers }), /\[100: 5, 101: 4, 102: 3, 103: 2, 1 more\]/], [line({ workers: workers.slice(0, 4) }), /\[100: 5, 101: 4, 102: 3, 103: 2\]/]
    ],
    'says what each disturbance did, where the app was disturbed': [
      [line({ disturbances: [aRound({ reset: 7 }), aRound({ ...reload, recoverySeconds: null }), aRound({ problem: 'no worker was found to disturb' })] }),
        '  round  1  single       1,200 requests  kill: 7 lost, back in 0.5 s; reload: 0 lost, not back to normal; kill: no worker was found to disturb  30 s to 1 min 30 s left']
    ],
    'counts responses that nobody owns': [[line({ unattributed: 1234 }), /\[100: 1,200, no PID: 1,234\]/]],
    'writes no latency where there was none': [[line({ latencyMs: null }), /p50 +- +p95 +- +p99 +- ms/]],
    'words the time left': [
      [line({}, [12, 12]), / {2}about 12 s left$/], [line({}, [0, 61]), / {2}at most 1 min 1 s left$/],
      [line({}, [14.6, 88]), / {2}15 s to 1 min 28 s left$/], [line({}, [0, 0]), /\]$/]
    ],
    'says what the rounds are expected to tell': [
      [formatOutlook({ rounds: 7, intervals: [{ metric: 'p95', factor: 1.123 }, { metric: 'throughput', factor: 1.05 }] }),
        '  expected after 7 rounds: p95 to ±12 % and throughput to ±5.0 %']
    ],
    'says that the time is that of this scenario alone when others come after it': [[line({}, [12, 12], false), /about 12 s left of this scenario$/]]
  })
})
