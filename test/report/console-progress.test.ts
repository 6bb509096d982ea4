import { expect } from 'chai'
import { describe, it } from 'mocha'
import {
  columnsFor,
  formatBeginning as beginning,
  formatMoving,
  formatOutlook,
  formatProfiled,
  formatRun,
  formatStep,
  sharesOf
} from '../../plugin/report/console/progress.ts'
import { plainLook, widthOf } from '../../plugin/report/console/layout.ts'
import { itFinds } from '../support/cases.ts'
import { aRound, kill, reload } from '../support/losses.ts'
import { aRun, aWorker, latencies } from '../support/runs.ts'
import { aSearch } from '../support/searches.ts'
import { aProfile } from '../support/profiles.ts'
import { aPlan, someSettings } from '../support/settings.ts'
import type { Settings } from '../../plugin/concepts/settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const formatBeginning = (scenario: string, settings: Settings) => beginning(scenario, settings, plainLook)

describe('the line that opens a scenario', () => {
  const {
    variants: [single, clustered]
  } = someSettings()
  const variants = [clustered, single, { ...clustered, name: 'one', workers: 1 }]
  const levels = ['primes', 'io'].flatMap((of) =>
    [0.5, 1, 2].map((factor) => ({
      ...aPlan(),
      name: `${of} at ${factor}x load`,
      level: { of, factor, isLeast: factor === 0.5 }
    }))
  )
  const underLoads = someSettings({ scenarios: [{ ...aPlan(), name: 'plain' }, ...levels] })
  const warmed = underLoads.scenarios.filter(({ name }) =>
    formatBeginning(name, underLoads).endsWith(', after a short warm-up')
  )

  itFinds({
    'names the variants and the rounds': [
      [
        formatBeginning('primes', someSettings()),
        'speedup  primes: clustered (2 workers) against single, 3 to 10 rounds, after a short warm-up'
      ]
    ],
    'names a fixed number of rounds, one worker, and several candidates': [
      [
        formatBeginning('io', someSettings({ variants, baseline: 'clustered', rounds: { min: 5, max: 5 } })),
        'speedup  io: single, one (1 worker) against clustered, 5 rounds, after a short warm-up'
      ]
    ],
    'says how long it takes, shared by all scenarios, and that each run has an Artillery of its own': [
      [
        formatBeginning('io', someSettings({ time: { seconds: 60, isGiven: true } })),
        'speedup  io: clustered (2 workers) against single, as many rounds as fit in 1 min, after a short warm-up'
      ],
      [
        formatBeginning(
          'io',
          someSettings({ time: { seconds: 120, isGiven: true }, scenarios: [aPlan(), aPlan()], generatorPerRun: true })
        ),
        'speedup  io: clustered (2 workers) against single, as many rounds as fit in 1 min, its share of 2 min, after a short warm-up, ' +
          'with a new Artillery for each run, because the script has a before or after section'
      ]
    ],
    'says that they take turns': [
      [
        formatBeginning('io', someSettings({ alternate: 'slices' })),
        'speedup  io: clustered (2 workers) against single, 3 to 10 rounds, loaded in turns, after a short warm-up'
      ]
    ],
    'says what happens to the app in each run': [
      [
        formatBeginning('io', someSettings({ disturb: [kill, reload] })),
        'speedup  io: clustered (2 workers) against single, 3 to 10 rounds, after a short warm-up; in each run: a worker killed at 4 s and reload at 10 s'
      ]
    ],
    'says what is searched for': [
      [
        formatBeginning(
          'primes',
          someSettings({
            scenarios: [{ ...aPlan(), loop: null, capacity: { limits: { p95: 100, errorRate: 0.01 }, wanted: null } }]
          })
        ),
        'speedup  primes: clustered (2 workers) against single, the most users per second with p95 ≤ 100 ms and errors ≤ 1 %; 3 to 10 rounds, after a short warm-up'
      ]
    ],
    'speaks of a warm-up under the first of several loads only': [
      [warmed.map(({ name }) => name), ['plain', 'primes at 0.5x load', 'io at 0.5x load']],
      [
        formatBeginning('io at 2x load', underLoads),
        'speedup  io at 2x load: clustered (2 workers) against single, 3 to 10 rounds'
      ]
    ]
  })
})

describe('the line of a run', () => {
  const usual = columnsFor(['single', 'clustered'], 100)
  const line = (overrides?: Partial<Run>, secondsLeft = 62, columns = usual) =>
    formatRun(aRun(overrides), secondsLeft, columns)
  const workers = (...requests: number[]) => requests.map((count, i) => aWorker(`${100 + i}`, { requests: count }))
  const clustered = line({ variant: 'clustered', round: 10, latencyMs: latencies(4.321) })
  const exact = { ...latencies(0), p50: 69.24, p95: 102.5, p99: 1526.4 }

  itFinds({
    'stays in its columns': ['/s', 'p99'].map((word) => [clustered.indexOf(word), line().indexOf(word)]),
    'has the round, the variant, throughput, latencies, and about how long the whole comparison still takes': [
      [
        line({ throughputPerSecond: 244.8, latencyMs: exact }),
        '  round  1  single        245/s  p50  69.2  p95   103  p99  1526 ms  about 1 min left'
      ]
    ],
    'has errors only where there were any, and shares of the workers instead of their PIDs': [
      [line({ failures: 1, workers: workers(490, 510) }), /p95 .* ms {2}1 error {2}51\/49 % {2}about 1 min left$/],
      [line({ failures: 1200 }), / 1,200 errors {2}/],
      [sharesOf({ workers: workers(5, 4, 3, 2, 1), unattributed: 0 }), '5 workers: 33 to 7 %'],
      [sharesOf({ workers: workers(5), unattributed: 0 }), ''],
      [sharesOf({ workers: workers(49, 50), unattributed: 1 }), '50/49 %, 1.0 % without PID'],
      [sharesOf({ workers: [], unattributed: 0 }), '']
    ],
    'says what each disturbance did, where the app was disturbed': [
      [
        line({ disturbances: [aRound({ reset: 7 }), aRound({ ...reload, recoverySeconds: null })] }, 0),
        '  round  1  single     kill: 7 lost, back in 0.5 s; reload: 0 lost, not back to normal'
      ]
    ],
    'says of a load of a search what was asked for, and what came of it': (() => {
      const { runs } = aSearch()
      const step = (run: Run) => formatStep({ run, limits: { p95: 100, errorRate: 0.01 } }, 0, usual)
      const late = { p50: 1, p95: 10, p99: 30, 'p99.9': 40, max: 50 }
      const missed = { ...runs[0], latencyMs: latencies(120) }
      return [
        [step(runs[0]), '  search    single     at 45.0/s    p95  40.0 ms  keeps it'],
        [step(missed), /^ {2}search .* p95 {3}120 ms {2}misses it$/],
        [step({ ...missed, generator: { ...missed.generator, lateMs: late } }), /void: users arrived 30.0 ms late$/],
        [
          step({ ...missed, latencyMs: latencies(190), generator: { ...missed.generator, lateMs: late } }),
          /misses it$/
        ],
        [step({ ...missed, round: 2, latencyMs: null }), /^ {2}round {2}2 .* p95 +- ms {2}misses it$/]
      ]
    })(),
    'writes no latency where there was none': [[line({ latencyMs: null }), /p50 +- +p95 +- +p99 +- ms/]],
    'rounds the time left as an estimate, and leaves it out at the end': [
      [
        [0, 1, 12, 61, 88, 170, 4000].map((seconds) => /about.*/.exec(line({}, seconds))?.[0]),
        [
          undefined,
          'about 5 s left',
          'about 10 s left',
          'about 1 min left',
          'about 1 min 30 s left',
          'about 3 min left',
          'about 67 min left'
        ]
      ]
    ],
    'says what the rounds are expected to tell': [
      [
        formatOutlook({
          rounds: 7,
          intervals: [
            { metric: 'p95', factor: 1.123 },
            { metric: 'throughput', factor: 1.05 }
          ]
        }),
        '  7 rounds planned: expect p95 within ±12 % and throughput within ±5.0 %'
      ]
    ]
  })

  const names = [
    'single',
    'a variant with a name that is far too long for a column',
    '名前の長い変種名前の長い変種名前の長い変種'
  ]
  for (const columns of [100, 40]) {
    it(`fits ${columns} columns, however long the names are and however many workers there are`, () => {
      for (const variant of names) {
        const told = {
          variant,
          round: 12,
          failures: 123_456,
          throughputPerSecond: 123_456,
          latencyMs: exact,
          workers: workers(...Array(32).fill(7)),
          unattributed: 3
        }
        const text = line(told, 3599, columnsFor(names, columns))
        expect(widthOf(text), text).to.be.at.most(columns)
        expect(text).to.match(/^ {2}round 12 {2}\S/)
        const moving = formatMoving(
          { round: 12, variant },
          { seconds: 3599, requests: 123_456_789, secondsLeft: 3599 },
          columnsFor(names, columns)
        )
        expect(widthOf(moving), moving).to.be.at.most(columns)
      }
    })
  }

  itFinds({
    'leaves out on a narrow terminal what matters least': [
      [
        formatRun(aRun({ throughputPerSecond: 245, latencyMs: exact }), 62, columnsFor(['single'], 40)),
        '  round  1  single     245/s  p95   103'
      ]
    ],
    'says which file a profile is in, of how many processes, or why there is none': [
      [
        formatProfiled(
          { variant: 'single', profile: aProfile({ file: 'profiles/single.cpuprofile' }), problem: null },
          usual
        ),
        '  profile   single     profiles/single.cpuprofile, 1 process'
      ],
      [
        formatProfiled({ variant: 'single', profile: null, problem: 'It ended.' }, usual),
        '  profile   single     none: It ended.'
      ]
    ],
    'moves with seconds and requests so far, about, and what is left': [
      [
        formatMoving({ round: 3, variant: 'single' }, { seconds: 4.9, requests: 1234, secondsLeft: 58 }, usual),
        '  round  3  single       4 s  ~1,230 requests  about 1 min left'
      ],
      [
        formatMoving({ round: 3, variant: 'single' }, { seconds: 4.9, requests: null, secondsLeft: -3 }, usual),
        '  round  3  single       4 s  about 5 s left'
      ],
      [
        formatMoving({ round: 0, variant: 'single' }, { seconds: 4.9, requests: 1234, secondsLeft: 9 }, usual),
        '  search    single       4 s  ~1,230 requests  about 10 s left'
      ],
      [
        formatMoving({ round: 'profile', variant: 'single' }, { seconds: 4.9, requests: 1234, secondsLeft: 9 }, usual),
        '  profile   single       4 s  ~1,230 requests  about 10 s left'
      ],
      [
        formatMoving({ round: null, variant: '' }, { seconds: 12, requests: null, secondsLeft: null }, usual),
        '  warming up   12 s'
      ]
    ]
  })
})
