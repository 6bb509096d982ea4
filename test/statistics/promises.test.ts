// What the rule promises, kept: whole experiments are simulated and their verdicts counted. The random numbers are
// seeded, so a run of this file can't fail by bad luck, only because the rule or the promise was changed.
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { decide, isHopeless, logInterval, roundsThatWouldDecide, tailPerLook, timesLonger, type Looks } from '../../plugin/statistics/sequential-rule.ts'
import { seededNormal } from '../support/random.ts'

const usual: Looks = { min: 3, max: 10, confidence: 0.95 }
const threshold = 1.3

// A share p counted in n trials has the binomial standard error sqrt(p (1 - p) / n); four of them are allowed,
// and half of the last digit that is promised: with 2.3 +- 0.05 %, that makes 0.72 percentage points.
const tolerance = (share: number, halfDigit = 0.0005) => 4 * Math.sqrt((share * (1 - share)) / 8000) + halfDigit

// Rounds lie between 3 and 10, so their standard deviation is at most 3.5: likewise four standard errors.
const roundsTolerance = (4 * 3.5) / Math.sqrt(8000) + 0.05

interface Promised {
  theta: number // distance of the true speedup from the threshold, in standard deviations between rounds
  pass: number
  fail?: number
  inconclusive?: number
  rounds?: number // mean, without the hopeless stop
}

const table: Promised[] = [
  { theta: -0.5, pass: 0.0019 },
  { theta: 0, pass: 0.023, fail: 0.024, inconclusive: 0.953, rounds: 9.8 },
  { theta: 1, pass: 0.61, fail: 0.0002, inconclusive: 0.39, rounds: 8.1 },
  { theta: 2, pass: 0.996, fail: 0, inconclusive: 0.004, rounds: 5.3 },
  { theta: 4, pass: 1, fail: 0, inconclusive: 0, rounds: 3.7 }
]

describe('the sequential rule, simulated', () => {
  for (const promised of table) {
    it(`keeps its promise at ${promised.theta} standard deviations from the threshold`, () => {
      const [early, toTheEnd] = [true, false].map((stopsHopeless) => simulate({ theta: promised.theta, stopsHopeless }))
      for (const seen of [early, toTheEnd]) {
        for (const verdict of ['pass', 'fail', 'inconclusive'] as const) {
          const share = promised[verdict]
          if (share !== undefined) expect(seen[verdict], verdict).to.be.closeTo(share, tolerance(share))
        }
        // The interval stays valid although the experiment may stop early.
        expect(seen.coverage, 'coverage').to.be.above(0.95 - tolerance(0.95))
      }
      if (promised.rounds !== undefined) expect(toTheEnd.rounds).to.be.closeTo(promised.rounds, roundsTolerance)
      if (promised.theta === 0) expect(early.rounds, 'with the hopeless stop').to.be.closeTo(6.3, roundsTolerance)
    }).timeout(20_000)
  }

  for (const confidence of [0.9, 0.99] as const) {
    it(`errs in ${((1 - confidence) * 50).toFixed(1)} % a side at most with confidence ${confidence}`, () => {
      const alpha = (1 - confidence) / 2
      const { pass, fail, coverage } = simulate({ looks: { ...usual, confidence } })
      expect(Math.max(pass, fail)).to.be.below(alpha + tolerance(alpha))
      expect(coverage).to.be.above(confidence - tolerance(confidence))
    }).timeout(20_000)
  }

  it('decides about 7 times in 10 with as many rounds, or as much longer runs, as it says, where fewer decide hardly 2', () => {
    const [theta, trials] = [0.5, 3000]
    const decided = (spread: number, looks = usual) => 1 - simulate({ theta: (theta * 0.1) / spread, spread, looks, trials, seed: 7 }).inconclusive
    const tooFew = { rounds: 10, centre: Math.log(threshold) + theta * 0.1, spread: 0.1, halfWidth: 0.1, clipped: [] }
    expect(decided(0.1)).to.be.below(0.2)
    expect(decided(0.1 / Math.sqrt(timesLonger(tooFew, threshold, usual)))).to.be.within(0.68, 0.85)
    const max = Number(roundsThatWouldDecide({ ...tooFew, spread: 0.06 }, threshold, usual))
    expect(decided(0.06, { ...usual, max })).to.be.within(0.68, 0.85)
  }).timeout(20_000)
})

type Simulated = { theta?: number, looks?: Looks, stopsHopeless?: boolean, spread?: number, trials?: number, seed?: number }

function simulate({ theta = 0, looks = usual, stopsHopeless = true, spread = 0.1, trials = 8000, seed = 20260 + 10 * theta }: Simulated) {
  const normal = seededNormal(seed)
  const truth = Math.log(threshold) + theta * spread
  const seen = { pass: 0, fail: 0, inconclusive: 0, rounds: 0, coverage: 0 }
  for (let trial = 0; trial < trials; trial++) {
    const { verdict, interval } = experiment(() => truth + spread * normal(), looks, stopsHopeless)
    seen[verdict] += 1 / trials
    seen.rounds += interval.rounds / trials
    if (Math.abs(interval.centre - truth) <= interval.halfWidth) seen.coverage += 1 / trials
  }
  return seen
}

function experiment(measureRound: () => number, looks: Looks, stopsHopeless: boolean) {
  const logRatios = Array.from({ length: looks.min }, measureRound)
  for (;;) {
    const interval = logInterval(logRatios, tailPerLook(looks))
    const verdict = decide(interval, threshold)
    const isOver = verdict !== 'inconclusive' || logRatios.length === looks.max
    if (isOver || (stopsHopeless && isHopeless(interval, threshold, looks))) return { verdict, interval }
    logRatios.push(measureRound())
  }
}
