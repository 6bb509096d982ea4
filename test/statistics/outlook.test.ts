import { expect } from 'chai'
import { describe, it } from 'mocha'
import { decide, isHopeless, judge, roundsThatWouldDecide, timesLonger, type Judgement, type Looks } from '../../plugin/statistics/sequential-rule.ts'
import { itFinds } from '../support/cases.ts'
import { seededNormal } from '../support/random.ts'

const usual: Looks = { min: 3, max: 10, confidence: 0.95 }

const aJudgement = (overrides: Partial<Judgement>): Judgement => ({ rounds: 10, centre: 0, spread: 0.1, halfWidth: 0.1, clipped: [], ...overrides })

describe('the hopeless stop', () => {
  const stops = (rounds: number, centre: number) => isHopeless(aJudgement({ rounds, centre }), 1, usual)

  // After 6 of 10 rounds the border lies where sqrt(10) d + 1.64 sqrt(4 / 6) = 1.00 sqrt(10): d = 0.58 spreads.
  itFinds({
    'comes when the speedup is too near the threshold for the rounds left': [[stops(6, 0.055), true], [stops(6, -0.055), true]],
    'does not come while the rounds left may decide': [[stops(6, 0.061), false]],
    'comes nearer to the last round for what was not hopeless before': [[stops(9, 0.061), true]],
    'never comes before the sixth round, nor at the last': [[stops(5, 0), false], [stops(10, 0), false]]
  })
})

describe('rounds that would decide', () => {
  const needed = (centre: number, rounds = 10, looks = usual) => roundsThatWouldDecide(aJudgement({ rounds, centre }), 1, looks)

  // Fewest N with distance >= h(N) + 0.84 / sqrt(N): 0.697 at 30; 0.910 at 18, 0.884 at 19; 1.139 at 12, 1.089 at 13.
  itFinds({
    'are the fewest with which the speedup is far enough from the threshold for its spread': [[[0.07, 0.09, 0.11].map((centre) => needed(centre)), [30, 19, 13]]],
    'are as many on either side of the threshold': [[needed(-0.09), 19]],
    'may be as many as were allowed when it was stopped before, else more': [
      [needed(0.13, 3), 10], [needed(0.13, 10), 11],
      [needed(0.07, 29, { ...usual, max: 30 }), 30], [needed(0.07, 30, { ...usual, max: 30 }), undefined]
    ],
    'are none when even 30 would not do': [[needed(0.03), undefined]]
  })
})

describe('longer runs', () => {
  const times = (centre: number, threshold = 1) => timesLonger(aJudgement({ centre }), threshold, usual)

  itFinds({
    // After 10 rounds, the interval reaches 1.00 spreads, and 0.84 / sqrt(10) = 0.27 more decide 7 times in 10.
    'are as many times as long as the square of how much too great the spread is': [
      [[0.127, 0.0635, 0.0127].map((centre) => times(centre).toFixed(1)), ['1.0', '4.0', '99.5']]
    ],
    'are never shorter': [[times(1), 1]],
    'are infinite when the speedup is the threshold itself': [[times(0), Infinity]]
  })

  it('are as many on either side of the threshold', () => expect(times(0.25, Math.exp(0.2))).to.be.closeTo(times(0.15, Math.exp(0.2)), 1e-9))
})

describe('longer runs and more rounds, simulated', () => {
  const trials = 3000
  const centre = 0.05

  /** @returns how often experiments decide, from 0 to 1 */
  function decided(spread: number, looks: Looks): number {
    const normal = seededNormal(7)
    const decisions = Array.from({ length: trials }, () => decides(() => centre + spread * normal(), looks))
    return decisions.filter(Boolean).length / trials
  }

  it('decide about 7 times in 10, where fewer and shorter ones decide hardly 2', () => {
    const tooFew = aJudgement({ centre, spread: 0.1 })
    expect(decided(0.1, usual)).to.be.below(0.2)
    expect(decided(0.1 / Math.sqrt(timesLonger(tooFew, 1, usual)), usual)).to.be.within(0.68, 0.85)
    const max = Number(roundsThatWouldDecide({ ...tooFew, spread: 0.06 }, 1, usual))
    expect(decided(0.06, { ...usual, max })).to.be.within(0.68, 0.85)
  }).timeout(20_000)
})

function decides(measureRound: () => number, looks: Looks) {
  const logRatios = Array.from({ length: looks.min }, measureRound)
  for (;;) {
    const judgement = judge(logRatios, looks)
    if (decide(judgement, 1) !== 'inconclusive') return true
    if (judgement.rounds === looks.max || isHopeless(judgement, 1, looks)) return false
    logRatios.push(measureRound())
  }
}
