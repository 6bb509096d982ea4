import { expect } from 'chai'
import { compareWithEarlier, mayHaveFallen } from '../../plugin/comparison/regression.ts'
import { aCandidate, anEstimate } from '../support/results.ts'
import { aLoad, anEarlierResult } from '../support/settings.ts'
import { itFinds } from '../support/cases.ts'
import { overRounds, type Rule } from '../../plugin/comparison/estimate.ts'
import { seededNormal } from '../support/random.ts'
import type { EarlierResult } from '../../plugin/concepts/settings.ts'
import type { Estimate } from '../../plugin/concepts/comparison.ts'

const place = { scenario: 'primes', candidate: 'clustered', workers: 2, client: 'artillery' as const }
const reach = { alone: { least: 1, most: 1 }, bound: null, ever: 2 }
const earlier = { speedup: 2, interval: [1.8, 2.2] as [number, number] }
const { estimates: all } = anEarlierResult()
const otherCores = anEarlierResult({ cores: 4 })
const otherWorkers = anEarlierResult({ estimates: all.map((one) => ({ ...one, workers: 4 })) })
const otherCpu = anEarlierResult({ cpu: 'Intel Xeon' })
const otherVersion = anEarlierResult({ leanClient: '1', estimates: all.map((one) => ({ ...one, client: 'lean' })) })
const byLean = { ...place, client: 'lean' as const }
const otherClient = anEarlierResult({ estimates: all.map((one) => ({ ...one, client: 'lean' })) })
const [phase] = aLoad().phases
const [flow] = aLoad().flows
const usersOf = (users: number, now: number) => {
  const here = { ...anEarlierResult().here, load: aLoad({ flows: [{ ...flow, users: now }] }) }
  return anEarlierResult({ load: aLoad({ flows: [{ ...flow, users }], phases: [] }), here })
}
const sameUsers = usersOf(20, 20)
const longer = anEarlierResult({
  load: aLoad({ phases: [{ ...phase, seconds: 2 * phase.seconds, arrivalCount: 2 * Number(phase.arrivalCount) }] })
})
const quicker = anEarlierResult({
  load: aLoad({ phases: [{ ...phase, arrivalCount: 2 * Number(phase.arrivalCount) }] })
})
const others = [otherCores, otherCpu, otherWorkers, otherClient, usersOf(20, 40), quicker]
const withoutP95 = anEarlierResult({ estimates: all.filter(({ metric }) => metric !== 'p95') })

const since = (
  interval: [number, number],
  rest: Partial<Estimate> = {},
  compareWith: EarlierResult | null = anEarlierResult(),
  where: Omit<Parameters<typeof compareWithEarlier>[1], 'reach'> = place
) => {
  const [estimate] = compareWithEarlier([anEstimate({ interval, ...rest })], { ...where, reach }, compareWith).estimates
  return { earlier: estimate.earlier, regression: estimate.regression }
}

const usual: Rule = { rounds: { min: 3, max: 10 }, confidence: 0.95, generator: null }

describe('compared with an earlier result', () => {
  const low: [number, number] = [0.1, 0.2]
  const slower = anEarlierResult({ estimates: [{ ...place, metric: 'p95', speedup: 0.9, interval: [0.85, 0.95] }] })
  const none = { earlier, regression: false }
  const nothing = { earlier: null, regression: false }
  const judge = (estimates: Partial<Estimate>[], compareWith: EarlierResult | null = anEarlierResult()) =>
    compareWithEarlier(
      estimates.map((one) => anEstimate({ interval: [1.9, 2.1], ...one })),
      { ...place, reach },
      compareWith
    ).againstEarlier
  const voided = { reason: 'baseline-saturated' } as const
  const may = (estimate: Partial<Estimate>, againstEarlier = 'pass' as 'pass' | 'inconclusive' | null) =>
    mayHaveFallen(
      aCandidate({
        estimates: [anEstimate({ earlier, speedup: 1.7, interval: [1.4, 2.06], ratios: [1.6, 1.7, 1.8], ...estimate })],
        againstEarlier
      }),
      usual
    )
  const near = [1.5, 2.15, 1.6, 2.1, 1.75, 1.79]

  itFinds({
    'a regression is an interval wholly below the earlier one, below 1 as well': [
      [since([1.2, 1.7]), { earlier, regression: true }],
      [since([0.5, 0.6], {}, slower).regression, true]
    ],
    'a regression is none while the two overlap, however little, or touch': [
      [since([1.2, 1.81]).regression, false],
      [since([1.2, 1.8]).regression, false],
      [since([1.2, 1.8 - 1e-9]).regression, true]
    ],
    'a regression is none when the speedup grew': [[since([2.5, 3]), none]],
    'a regression is never claimed where the measurement carries no verdict, or with another machine, load, client or number of workers':
      [
        [since([1.2, 1.7], { reason: 'generator-saturated' }), none],
        ...others.map((other): [object, object] => [since([1.2, 1.7], {}, other), none]),
        [since([1.2, 1.7], {}, otherVersion, byLean), none],
        [since([1.2, 1.7], {}, { ...otherVersion, leanClient: '2' }, byLean), { earlier, regression: true }]
      ],
    'a regression needs the same scenario, candidate and metric': [
      [since(low, {}, undefined, { ...place, scenario: 'io' }), nothing],
      [since(low, {}, undefined, { ...place, candidate: 'four' }), nothing],
      [since(low, {}, withoutP95), nothing],
      [since(low, {}, null), nothing]
    ],
    'the verdict against an earlier result is pass when nothing fell': [[judge([{}, { metric: 'p99.9' }]), 'pass']],
    'the verdict against an earlier result is fail when one metric fell': [
      [judge([{}, { metric: 'p50', interval: [1, 1.1] }]), 'fail']
    ],
    'the verdict against an earlier result is none where nothing is known from before': [
      [judge([{}], withoutP95), null],
      [judge([{}], null), null]
    ],
    'the verdict against an earlier result is inconclusive where a metric is lower, but may be wrong, whatever others say':
      [
        [judge([{ reason: 'cores-taken', interval: [1.21, 1.3] }, { metric: 'p50' }]), 'inconclusive'],
        [judge([{ side: 'at most', interval: [1.21, 1.3] }, { metric: 'p50' }]), 'inconclusive'],
        [
          judge([
            { reason: 'cores-taken', interval: [1.21, 1.3] },
            { metric: 'p50', interval: [1, 1.1] }
          ]),
          'fail'
        ]
      ],
    'the verdict against an earlier result passes by the metrics that carry a verdict, and by those alone': [
      [judge([voided, { metric: 'p50' }]), 'pass'],
      [judge([voided, { metric: 'p99.9' }]), 'inconclusive']
    ],
    'the verdict against an earlier result is inconclusive of another machine, load, client or number of workers, whatever was measured':
      [
        ...others.map((other): [unknown, string] => [judge([{}], other), 'inconclusive']),
        [judge([{ metric: 'p99.9' }], otherWorkers), null],
        [judge([{}], sameUsers), 'pass'],
        [judge([{}], longer), 'pass']
      ],
    'a speedup that may have fallen lies below the earlier interval, but its own interval does not yet': [
      [may({}), true]
    ],
    'a speedup that may have fallen has no lower speedup than the earlier interval': [
      [may({ speedup: 1.8 }), false],
      [may({ speedup: 2.5 }), false]
    ],
    'a speedup that may have fallen carries a verdict, and is known from before': [
      [may({ reason: 'errors' }), false],
      [may({ earlier: null }), false]
    ],
    'a speedup that may have fallen can be compared at all': [
      [may({}, 'inconclusive'), false],
      [may({}, null), false]
    ],
    'a speedup that may have fallen is given up when the rounds left would hardly tell': [
      [may({ speedup: 1.79, ratios: near }), false],
      [may({ speedup: 1.79, ratios: near.slice(0, 5) }), true]
    ]
  })
})

// Pairs of comparisons are simulated from seeded numbers, and the falls that are claimed are counted. A share p of n
// trials has the standard error sqrt(p (1 - p) / n); four of them are allowed.
const trials = 6000
const spread = 0.1
const tolerance = (share: number) => 4 * Math.sqrt((share * (1 - share)) / trials)

describe('the promise about regressions, simulated', () => {
  const unchanged: Record<string, Parameters<typeof simulate>[0]> = {
    'three rounds before, and a look after each round now': { earlierRounds: 3 },
    'ten rounds before, and a look after each round now': { earlierRounds: 10 },
    'ten rounds before, and as many now whatever they show': { earlierRounds: 10, endsEarly: false },
    'a fixed number of rounds': { earlierRounds: 8, rule: { ...usual, rounds: { min: 8, max: 8 } } },
    'rounds that are three times as noisy now': { earlierRounds: 10, noise: 3, endsEarly: false }
  }

  it('is claimed in less than 1 % of the comparisons when nothing changed, and takes hardly more than the fewest rounds then', () => {
    for (const [what, plan] of Object.entries(unchanged)) expect(simulate(plan).falls, what).to.be.below(0.01)
    expect(simulate({ earlierRounds: 10 }).rounds).to.be.below(3.3)
  })

  it('finds a fall by three spreads when the earlier result has ten rounds, and seldom when it has three', () => {
    for (const [earlierRounds, share] of [
      [10, 0.98],
      [3, 0.08]
    ]) {
      expect(simulate({ earlierRounds, fall: 3 }).falls).to.be.closeTo(share, tolerance(share) + 0.005)
    }
  })

  it('finds as many when it ends early as when it goes on to the last round', () => {
    const [early, late] = [true, false].map((endsEarly) => simulate({ earlierRounds: 10, fall: 2, endsEarly }))
    expect(early.falls).to.be.closeTo(late.falls, 2 * tolerance(0.6))
    // Early looks get less of the error than late ones, so it ends a little later than by one level for all.
    expect(early.rounds).to.be.below(late.rounds - 0.8)
  })
})

/** @param plan fall: of the true speedup, in spreads between rounds */
function simulate({
  earlierRounds,
  rule = usual,
  fall = 0,
  noise = 1,
  endsEarly = true
}: {
  earlierRounds: number
  rule?: Rule
  fall?: number
  noise?: number
  endsEarly?: boolean
}) {
  const normal = seededNormal(4711)
  const seen = { falls: 0, rounds: 0 }
  for (let trial = 0; trial < trials; trial++) {
    const { speedup, interval } = estimated(
      Array.from({ length: earlierRounds }, () => spread * normal()),
      rule
    )
    const compareWith = anEarlierResult({ estimates: [{ ...place, metric: 'p95', speedup, interval }] })
    const logRatios = Array.from({ length: rule.rounds.min }, () => spread * (noise * normal() - fall))
    for (;;) {
      const { estimates } = compareWithEarlier([estimated(logRatios, rule)], { ...place, reach }, compareWith)
      const isOver = endsEarly && !mayHaveFallen({ estimates, againstEarlier: 'pass' }, rule)
      if (estimates[0].regression || isOver || logRatios.length === rule.rounds.max) {
        seen.falls += Number(estimates[0].regression) / trials
        seen.rounds += logRatios.length / trials
        break
      }
      logRatios.push(spread * (noise * normal() - fall))
    }
  }
  return seen
}

function estimated(logRatios: number[], rule: Rule) {
  const { value, interval } = overRounds(logRatios, 'p95', rule)
  return anEstimate({ speedup: value, interval, ratios: logRatios.map(Math.exp) })
}
