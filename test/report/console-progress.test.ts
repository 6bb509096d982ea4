import { expect } from 'chai'
import {
  columnsFor,
  formatBeginning,
  formatBeside,
  formatMoving,
  formatOutlook,
  formatPlan,
  formatRun,
  formatSoFar,
  sharesOf
} from '../../plugin/report/console/progress.ts'
import { plainLayout, widthOf } from '../../plugin/report/console/layout.ts'
import { expectGolden } from '../support/golden.ts'
import { aRun, aWorker, latencies } from '../support/runs.ts'
import { aProfile } from '../support/profiles.ts'
import { anEstimate } from '../support/results.ts'
import { aPlan, aVariant, someSettings } from '../support/settings.ts'
import type { Profiled } from '../../plugin/questions/profile/concepts.ts'
import type { Settings } from '../../plugin/concepts/settings.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const usual = columnsFor(['single', 'clustered'], 100)
const exact = { ...latencies(0), p50: 69.24, p95: 102.5, p99: 1526.4 }
const workers = (...requests: number[]) => requests.map((count, i) => aWorker(`${100 + i}`, { requests: count }))
const line = (overrides?: Partial<Run>, secondsLeft = 62, columns = usual) =>
  formatRun(aRun(overrides), aPlan(), secondsLeft, columns)

describe('what is printed while it is measured', () => {
  const {
    variants: [single, clustered]
  } = someSettings()
  const levels = ['primes', 'io'].flatMap((of) =>
    [0.5, 1, 2].map((factor) => ({
      ...aPlan(),
      name: `${of} at ${factor}x load`,
      level: { of, factor, isLeast: factor === 0.5 }
    }))
  )
  const settings: Record<string, Partial<Settings>> = {
    'the variants': {},
    'one worker, and several candidates': {
      variants: [clustered, single, { ...clustered, name: 'one', workers: 1 }],
      baseline: 'clustered'
    },
    'that each run has an Artillery of its own': { generatorPerRun: true },
    'what instances may use': {
      variants: ['single', 'clustered'].map((name) =>
        aVariant({ name, mode: 'ports', workers: 2, resources: { cpus: 0.5, memoryBytes: null } })
      )
    },
    'that they take turns': { alternate: 'slices' },
    'of several loads, a warm-up under the first one only': { scenarios: [{ ...aPlan(), name: 'plain' }, ...levels] }
  }
  const beginnings = Object.entries(settings).map(([title, own]): [string, string[]] => {
    const all = someSettings(own)
    return [`begins with ${title}`, [...new Set(all.scenarios.map((plan) => formatBeginning(plan, all, plainLayout)))]]
  })

  const moving = (
    round: Parameters<typeof formatMoving>[0]['round'],
    share: number,
    secondsLeft: number,
    { soFar = [], columns = usual }: { soFar?: string[]; columns?: typeof usual } = {}
  ) =>
    formatMoving(
      { round, variant: round === null ? '' : 'single' },
      { seconds: 4.9, share, secondsLeft, soFar },
      columns
    )
  const leader = { name: 'clustered', estimate: anEstimate({ speedup: 1.7, interval: [1.31, 2.2] }) }
  const soFar = formatSoFar(leader, false)
  const plans: Record<string, Partial<Settings>> = {
    'how long it takes if the first look decides, and the last one': {},
    'of one count of rounds': {
      rounds: { min: 3, max: 3 },
      expected: { seconds: [20, 20], roundSeconds: 6, isOfPhases: false }
    },
    'of a time, several loads and profiles': {
      time: { seconds: 300, isGiven: true },
      scenarios: levels,
      profile: true,
      expected: { seconds: [300, 300], roundSeconds: null, isOfPhases: false }
    },
    'what makes it shorter where phases are long': {
      expected: { seconds: [1900, 6300], roundSeconds: 620, isOfPhases: true }
    }
  }

  const profiled = (own: Profiled) => formatBeside({ profiled: [own] }, usual) ?? ''
  const lines: Record<string, string[]> = {
    'a run: the round, the variant, throughput, latencies, and about how long the whole comparison still takes': [
      line({ throughputPerSecond: 244.8, latencyMs: exact }),
      line({ variant: 'clustered', round: 10, latencyMs: latencies(4.321) })
    ],
    'errors only where there were any, and shares of the workers instead of their PIDs': [
      line({ failures: 1, workers: workers(490, 510) }),
      line({ failures: 1200, workers: workers(5, 4, 3, 2, 1) }),
      line({ workers: workers(49, 50), unattributed: 1 })
    ],
    'no latency where there was none': [line({ latencyMs: null })],
    'on a narrow terminal not what matters least': [
      formatRun(aRun({ throughputPerSecond: 245, latencyMs: exact }), aPlan(), 62, columnsFor(['single'], 40))
    ],
    'the time left, as an estimate': [0, 1, 12, 61, 88, 170, 4000].map((seconds) => line({}, seconds)),
    'which file a profile is in, of how many processes, or why there is none': [
      profiled({ variant: 'single', profile: aProfile({ file: 'profiles/single.cpuprofile' }), problem: null }),
      profiled({
        variant: 'single',
        profile: null,
        problem: 'None of its processes answered a request with node:http or node:http2 while it was profiled.'
      })
    ],
    'in the line that moves, a bar, what is left, and what is known so far': [
      moving(null, 0, 64),
      moving(3, 0.19, 58),
      moving(4, 0.5, 58, { soFar }),
      moving(12, 0.999, -3, { soFar, columns: columnsFor(['single'], 60) }),
      moving(0, 0.3, 9),
      moving('profile', 1, 9)
    ],
    'how much is known so far, of whom where there are several': [false, true].map((isNamed) =>
      formatSoFar(leader, isNamed).join(' ')
    ),
    ...Object.fromEntries(
      Object.entries(plans).map(([title, own]) => [
        `before anything is started, ${title}`,
        [formatPlan(someSettings(own), plainLayout)]
      ])
    ),
    'what the rounds are expected to tell': [
      formatOutlook({
        rounds: 7,
        intervals: [
          { metric: 'p95', factor: 1.123 },
          { metric: 'throughput', factor: 1.05 }
        ]
      })
    ]
  }

  it('is as golden/progress.txt has it', () => {
    const told = [...beginnings, ...Object.entries(lines)].map(([title, own]) => `# ${title}\n${own.join('\n')}\n`)
    expectGolden('progress.txt', told.join('\n'))
  })

  it('says nothing of what is not known so far', () => expect(formatSoFar(null, false)).to.eql([]))

  it('has no shares where one worker, or none, is known', () =>
    expect(
      [{ workers: workers(5) }, { workers: [] }, { workers: workers(0, 0), unattributed: 9 }].map((run) =>
        sharesOf({ unattributed: 0, ...run })
      )
    ).to.eql(['', '', '100 % without PID']))

  const names = [
    'single',
    'a variant with a name that is far too long for a column',
    '名前の長い変種名前の長い変種名前の長い変種'
  ]
  it('keeps the estimate so far at 80 columns, and what is left at 40', () => {
    const [wide, narrow] = [80, 40].map((columns) =>
      formatMoving(
        { round: 4, variant: 'clustered' },
        { seconds: 4.9, share: 0.5, secondsLeft: 58, soFar: [soFar[0], 'in throughput'] },
        columnsFor(['single', 'clustered'], columns)
      )
    )
    expect(wide).to.equal('  round  4  clustered  █████░░░░░  1 min left  so far 1.70x [1.31, 2.20]')
    expect(narrow).to.equal('  round  4  clustered  1 min left')
  })

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
        const next = formatMoving(
          { round: 12, variant },
          { seconds: 3599, share: 0.5, secondsLeft: 3599, soFar },
          columnsFor(names, columns)
        )
        expect(widthOf(next), next).to.be.at.most(columns)
      }
    })
  }
})
