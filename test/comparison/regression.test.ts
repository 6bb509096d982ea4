import { expect } from 'chai'
import { describe, it } from 'mocha'
import { judgeAgainstEarlier, mayHaveFallen, sinceEarlier } from '../../plugin/comparison/regression.ts'
import { aCandidate, anEstimate } from '../support/results.ts'
import { anEarlierResult } from '../support/settings.ts'
import { itFinds } from '../support/cases.ts'
import { judge, type Looks } from '../../plugin/statistics/sequential-rule.ts'
import { seededNormal } from '../support/random.ts'
import type { EarlierResult } from '../../plugin/concepts/settings.ts'
import type { Estimate } from '../../plugin/concepts/comparison.ts'

const place = { scenario: 'primes', candidate: 'clustered', workers: 2, client: 'artillery' as const }
const earlier = { speedup: 2, interval: [1.8, 2.2] as [number, number] }
const otherCores = anEarlierResult({ cores: 4 })
const otherWorkers = anEarlierResult({ estimates: anEarlierResult().estimates.map((one) => ({ ...one, workers: 4 })) })
const otherCpu = anEarlierResult({ cpu: 'Intel Xeon' })

const since = (interval: [number, number], rest?: Partial<Estimate>, compareWith = anEarlierResult()) =>
  sinceEarlier(anEstimate({ interval, ...rest }), place, compareWith)

describe('a regression', () => {
  itFinds({
    'is an interval wholly below the earlier one': [[since([1.2, 1.7]), { earlier, regression: true }]],
    'is none while the two overlap, however little, or touch': [
      [since([1.2, 1.81]).regression, false], [since([1.2, 1.8]).regression, false], [since([1.2, 1.8 - 1e-9]).regression, true]
    ],
    'is none when the speedup grew': [[since([2.5, 3]), { earlier, regression: false }]]
  })

  it('is a fall below 1, too', () => {
    const compareWith = anEarlierResult({ estimates: [{ ...place, metric: 'p95', speedup: 0.9, interval: [0.85, 0.95] }] })
    expect(since([0.5, 0.6], {}, compareWith).regression).to.equal(true)
  })

  it('is never claimed where the measurement carries no verdict', () =>
    expect(since([1.2, 1.7], { reason: 'generator-saturated' })).to.eql({ earlier, regression: false }))
  it('is never claimed with another number of cores', () =>
    expect(since([1.2, 1.7], {}, otherCores)).to.eql({ earlier, regression: false }))
  it('is never claimed of another number of workers', () =>
    expect(since([1.2, 1.7], {}, otherWorkers)).to.eql({ earlier, regression: false }))
  it('is claimed on another CPU with as many cores', () => expect(since([1.2, 1.7], {}, otherCpu).regression).to.equal(true))

  it('needs the same scenario, candidate and metric', () => {
    const nothing = { earlier: null, regression: false }
    const low = anEstimate({ interval: [0.1, 0.2] })
    expect(sinceEarlier(low, { ...place, scenario: 'io' }, anEarlierResult())).to.eql(nothing)
    expect(sinceEarlier(low, { ...place, candidate: 'four' }, anEarlierResult())).to.eql(nothing)
    const withoutP95 = anEarlierResult({ estimates: anEarlierResult().estimates.filter(({ metric }) => metric !== 'p95') })
    expect(sinceEarlier(low, place, withoutP95)).to.eql(nothing)
    expect(sinceEarlier(low, place, null)).to.eql(nothing)
  })
})

describe('the verdict against an earlier result', () => {
  const judge = (estimates: Partial<Estimate>[], compareWith: EarlierResult | null = anEarlierResult()) =>
    judgeAgainstEarlier(estimates.map(anEstimate), place, compareWith)

  itFinds({
    'is pass when nothing fell': [[judge([{ earlier }, { earlier: null }]), 'pass']],
    'is fail when one metric fell': [[judge([{ earlier }, { earlier, regression: true }]), 'fail']],
    'is none where nothing is known from before': [[judge([{}, {}]), null], [judge([{ earlier }], null), null]],
    'passes by the metrics that carry a verdict, and by those alone': [
      [judge([{ earlier, reason: 'baseline-saturated' }, { earlier }]), 'pass'],
      [judge([{ earlier, reason: 'baseline-saturated' }, { earlier: null }]), 'inconclusive']
    ],
    'is inconclusive of another number of workers, whatever was measured': [
      [judge([{ earlier }], otherWorkers), 'inconclusive'], [judge([{}], otherWorkers), null]
    ],
    'is inconclusive with another number of cores, whatever was measured': [
      [judge([{ earlier }], otherCores), 'inconclusive'], [judge([{ earlier }], otherCpu), 'pass']
    ]
  })
})

describe('a speedup that may have fallen', () => {
  const looks = { min: 3, max: 10, confidence: 0.95 as const }
  const may = (estimate: Partial<Estimate>, againstEarlier = 'pass' as 'pass' | 'inconclusive' | null) =>
    mayHaveFallen(aCandidate({ estimates: [anEstimate({ earlier, speedup: 1.7, interval: [1.4, 2.06], ratios: [1.6, 1.7, 1.8], ...estimate })], againstEarlier }), looks)

  itFinds({
    'lies below the earlier interval, but its own interval does not yet': [[may({}), true]],
    'has no lower speedup than the earlier interval': [[may({ speedup: 1.8 }), false], [may({ speedup: 2.5 }), false]],
    'carries a verdict, and is known from before': [[may({ reason: 'errors' }), false], [may({ earlier: null }), false]],
    'can be compared at all': [[may({}, 'inconclusive'), false], [may({}, null), false]]
  })

  it('is given up when the rounds left would hardly tell', () => {
    const near = [1.5, 2.15, 1.6, 2.1, 1.75, 1.79]
    expect(may({ speedup: 1.79, ratios: near })).to.equal(false)
    expect(may({ speedup: 1.79, ratios: near.slice(0, 5) })).to.equal(true)
  })
})

// Pairs of comparisons are simulated from seeded numbers, and the falls that are claimed are counted. A share p of n
// trials has the standard error sqrt(p (1 - p) / n); four of them are allowed.
const trials = 6000
const spread = 0.1
const tolerance = (share: number) => 4 * Math.sqrt((share * (1 - share)) / trials)

const usual: Looks = { min: 3, max: 10, confidence: 0.95 }
const fixed = (rounds: number) => ({ ...usual, min: rounds, max: rounds })

describe('the promise about regressions, simulated', () => {
  const unchanged: [string, Parameters<typeof simulate>[0]][] = [
    ['three rounds before, and a look after each round now', { earlierRounds: 3 }],
    ['ten rounds before, and a look after each round now', { earlierRounds: 10 }],
    ['ten rounds before, and as many now whatever they show', { earlierRounds: 10, endsEarly: false }],
    ['a fixed number of rounds', { earlierRounds: 8, looks: fixed(8) }],
    ['rounds that are three times as noisy now', { earlierRounds: 10, noise: 3, endsEarly: false }]
  ]
  for (const [what, how] of unchanged) {
    it(`is claimed in less than 1 % of the comparisons when nothing changed: ${what}`, () => {
      expect(simulate(how).falls).to.be.below(0.01)
    }).timeout(20_000)
  }

  it('takes hardly more than the fewest rounds when nothing changed', () => {
    expect(simulate({ earlierRounds: 10 }).rounds).to.be.below(3.3)
  }).timeout(20_000)

  it('finds a fall by three spreads when the earlier result has ten rounds, and seldom when it has three', () => {
    expect(simulate({ earlierRounds: 10, fall: 3 }).falls).to.be.closeTo(0.98, tolerance(0.98) + 0.005)
    expect(simulate({ earlierRounds: 3, fall: 3 }).falls).to.be.closeTo(0.16, tolerance(0.16) + 0.005)
  }).timeout(20_000)

  it('finds as many when it ends early as when it goes on to the last round', () => {
    const [early, late] = [true, false].map((endsEarly) => simulate({ earlierRounds: 10, fall: 2, endsEarly }))
    expect(early.falls).to.be.closeTo(late.falls, 2 * tolerance(0.6))
    expect(early.rounds).to.be.below(late.rounds - 1)
  }).timeout(20_000)
})

/** @param how fall: of the true speedup, in spreads between rounds */
function simulate({ earlierRounds, looks = usual, fall = 0, noise = 1, endsEarly = true }: { earlierRounds: number, looks?: Looks, fall?: number, noise?: number, endsEarly?: boolean }) {
  const normal = seededNormal(4711)
  const seen = { falls: 0, rounds: 0 }
  for (let trial = 0; trial < trials; trial++) {
    const before = estimateOf(Array.from({ length: earlierRounds }, () => spread * normal()), looks)
    const { speedup, interval } = before
    const compareWith = anEarlierResult({ estimates: [{ ...place, metric: 'p95', speedup, interval }] })
    const logRatios = Array.from({ length: looks.min }, () => spread * (noise * normal() - fall))
    for (;;) {
      const found = estimateOf(logRatios, looks)
      const now = { ...found, ...sinceEarlier(found, place, compareWith) }
      const isOver = endsEarly && !mayHaveFallen(aCandidate({ estimates: [now], againstEarlier: 'pass' }), looks)
      if (now.regression || isOver || logRatios.length === looks.max) {
        seen.falls += Number(now.regression) / trials
        seen.rounds += logRatios.length / trials
        break
      }
      logRatios.push(spread * (noise * normal() - fall))
    }
  }
  return seen
}

function estimateOf(logRatios: number[], looks: Looks) {
  const { centre, halfWidth } = judge(logRatios, looks)
  return anEstimate({ speedup: Math.exp(centre), interval: [Math.exp(centre - halfWidth), Math.exp(centre + halfWidth)], ratios: logRatios.map(Math.exp) })
}
