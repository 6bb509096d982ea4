import { expect } from 'chai'
import { describe, it } from 'mocha'
import { decide, isHopeless, judge } from '../../plugin/statistics/sequential-rule.js'
import { seededNormal } from '../support/random.js'
/** @import { Looks } from '../../plugin/statistics/sequential-rule.js' */

// What the rule promises, kept: whole experiments are simulated and their verdicts counted. The random numbers are
// seeded, so a run of this file can't fail by bad luck, only because the rule or the promise was changed.
const trials = 8000

// A share p counted in n trials has the binomial standard error sqrt(p (1 - p) / n); four of them are allowed,
// and half of the last digit that is promised: with 2.3 +- 0.05 %, that makes 0.72 percentage points.
/** @param {number} share */
const tolerance = (share, halfDigit = 0.0005) => 4 * Math.sqrt((share * (1 - share)) / trials) + halfDigit

// Rounds lie between 3 and 10, so their standard deviation is at most 3.5: likewise four standard errors.
const roundsTolerance = (4 * 3.5) / Math.sqrt(trials) + 0.05

const threshold = 1.3
const spread = 0.1

/**
 * @typedef {object} Promised
 * @property {number} theta distance of the true speedup from the threshold, in standard deviations between rounds
 * @property {number} pass
 * @property {number} [fail]
 * @property {number} [inconclusive]
 * @property {number} [rounds] mean, without the hopeless stop
 */

/** @type {Promised[]} */
const table = [
  { theta: -0.5, pass: 0.0019 },
  { theta: 0, pass: 0.023, fail: 0.024, inconclusive: 0.953, rounds: 9.8 },
  { theta: 1, pass: 0.61, fail: 0.0002, inconclusive: 0.39, rounds: 8.1 },
  { theta: 2, pass: 0.996, fail: 0, inconclusive: 0.004, rounds: 5.3 },
  { theta: 4, pass: 1, fail: 0, inconclusive: 0, rounds: 3.7 }
]

describe('the sequential rule, simulated', () => {
  for (const promised of table) {
    it(`keeps its promise at ${promised.theta} standard deviations from the threshold`, () => {
      const usual = simulate(promised.theta)
      expectShares(usual, promised)
      const toTheEnd = simulate(promised.theta, { stopsHopeless: false })
      expectShares(toTheEnd, promised)
      if (promised.rounds !== undefined) expect(toTheEnd.rounds).to.be.closeTo(promised.rounds, roundsTolerance)
    }).timeout(20_000)
  }

  it('stops after 6.3 rounds on average when the speedup is exactly the threshold', () => {
    expect(simulate(0).rounds).to.be.closeTo(6.3, roundsTolerance)
  }).timeout(20_000)

  for (const confidence of /** @type {const} */ ([0.9, 0.99])) {
    it(`errs in ${((1 - confidence) * 50).toFixed(1)} % a side at most with confidence ${confidence}`, () => {
      const alpha = (1 - confidence) / 2
      const { pass, fail, coverage } = simulate(0, { confidence })
      expect(pass).to.be.below(alpha + tolerance(alpha))
      expect(fail).to.be.below(alpha + tolerance(alpha))
      expect(coverage).to.be.above(confidence - tolerance(confidence))
    }).timeout(20_000)
  }
})

/**
 * @param {ReturnType<typeof simulate>} seen
 * @param {Promised} promised
 */
function expectShares(seen, promised) {
  for (const verdict of /** @type {const} */ (['pass', 'fail', 'inconclusive'])) {
    const share = promised[verdict]
    if (share !== undefined) expect(seen[verdict], verdict).to.be.closeTo(share, tolerance(share))
  }
  // The interval stays valid although the experiment may stop early.
  expect(seen.coverage, 'coverage').to.be.above(0.95 - tolerance(0.95))
}

/**
 * @param {number} theta
 * @param {{ confidence?: Looks['confidence'], stopsHopeless?: boolean }} [how]
 */
function simulate(theta, { confidence = 0.95, stopsHopeless = true } = {}) {
  const normal = seededNormal(20260 + 10 * theta)
  /** @type {Looks} */
  const looks = { min: 3, max: 10, confidence }
  const truth = Math.log(threshold) + theta * spread
  const seen = { pass: 0, fail: 0, inconclusive: 0, rounds: 0, coverage: 0 }
  for (let trial = 0; trial < trials; trial++) {
    const { verdict, judgement } = experiment(() => truth + spread * normal(), looks, stopsHopeless)
    seen[verdict] += 1 / trials
    seen.rounds += judgement.rounds / trials
    if (Math.abs(judgement.centre - truth) <= judgement.halfWidth) seen.coverage += 1 / trials
  }
  return seen
}

/**
 * @param {() => number} measureRound
 * @param {Looks} looks
 * @param {boolean} stopsHopeless
 */
function experiment(measureRound, looks, stopsHopeless) {
  const logRatios = Array.from({ length: looks.min }, measureRound)
  for (;;) {
    const judgement = judge(logRatios, looks)
    const verdict = decide(judgement, threshold)
    const isOver = verdict !== 'inconclusive' || logRatios.length === looks.max
    if (isOver || (stopsHopeless && isHopeless(judgement, threshold, looks))) return { verdict, judgement }
    logRatios.push(measureRound())
  }
}
