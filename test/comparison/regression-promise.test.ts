// Pairs of comparisons are simulated from seeded numbers, and the falls that are claimed are counted. A share p of n
// trials has the standard error sqrt(p (1 - p) / n); four of them are allowed.
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { mayHaveFallen, sinceEarlier } from '../../plugin/comparison/regression.ts'
import { judge, type Looks } from '../../plugin/statistics/sequential-rule.ts'
import { seededNormal } from '../support/random.ts'
import { aCandidate, anEstimate } from '../support/results.ts'
import { anEarlierResult } from '../support/settings.ts'

const trials = 6000
const spread = 0.1
const tolerance = (share: number) => 4 * Math.sqrt((share * (1 - share)) / trials)
const place = { scenario: 'primes', candidate: 'clustered', workers: 2, client: 'artillery' as const }

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
