import { expect } from 'chai'
import { describe, it } from 'mocha'
import { decide, isHopeless, judge, roundsThatWouldDecide, timesLonger, type Judgement, type Looks } from '../../plugin/statistics/sequential-rule.ts'
import { seededNormal } from '../support/random.ts'

const usual: Looks = { min: 3, max: 10, confidence: 0.95 }

const aJudgement = (overrides: Partial<Judgement>): Judgement => ({ rounds: 10, centre: 0, spread: 0.1, halfWidth: 0.1, clipped: [], ...overrides })

describe('the hopeless stop', () => {
  // After 6 of 10 rounds the border lies where sqrt(10) d + 1.64 sqrt(4 / 6) = 1.00 sqrt(10): d = 0.58 spreads.
  it('comes when the speedup is too near the threshold for the rounds left', () => {
    expect(isHopeless(aJudgement({ rounds: 6, centre: 0.055 }), 1, usual)).to.equal(true)
    expect(isHopeless(aJudgement({ rounds: 6, centre: -0.055 }), 1, usual)).to.equal(true)
  })

  it('does not come while the rounds left may decide', () =>
    expect(isHopeless(aJudgement({ rounds: 6, centre: 0.061 }), 1, usual)).to.equal(false))
  it('comes nearer to the last round for what was not hopeless before', () =>
    expect(isHopeless(aJudgement({ rounds: 9, centre: 0.061 }), 1, usual)).to.equal(true))
  it('never comes before the sixth round, nor at the last', () =>
    expect([5, 10].map((rounds) => isHopeless(aJudgement({ rounds }), 1, usual))).to.eql([false, false]))
})

describe('rounds that would decide', () => {
  // Fewest N with distance >= h(N) + 0.84 / sqrt(N): 0.697 at 30; 0.910 at 18, 0.884 at 19; 1.139 at 12, 1.089 at 13.
  it('are the fewest with which the speedup is far enough from the threshold for its spread', () => {
    const found = [0.7, 0.9, 1.1].map((distance) => roundsThatWouldDecide(aJudgement({ centre: 0.1 * distance }), 1, usual))
    expect(found).to.eql([30, 19, 13])
  })

  it('are as many on either side of the threshold', () => {
    const [above, below] = [0.09, -0.09].map((centre) => roundsThatWouldDecide(aJudgement({ centre }), 1, usual))
    expect(above).to.equal(below)
  })

  it('may be as many as were allowed when it was stopped before, else more', () => {
    const found = [3, 10].map((rounds) => roundsThatWouldDecide(aJudgement({ rounds, centre: 0.13 }), 1, usual))
    expect(found).to.eql([10, 11])
    expect(roundsThatWouldDecide(aJudgement({ rounds: 29, centre: 0.07 }), 1, { ...usual, max: 30 })).to.equal(30)
    expect(roundsThatWouldDecide(aJudgement({ rounds: 30, centre: 0.07 }), 1, { ...usual, max: 30 })).to.equal(undefined)
  })

  it('are none when even 30 would not do', () => expect(roundsThatWouldDecide(aJudgement({ centre: 0.03 }), 1, usual)).to.equal(undefined))
})

describe('longer runs', () => {
  // After 10 rounds, the interval reaches 1.00 spreads, and 0.84 / sqrt(10) = 0.27 more decide 7 times in 10.
  it('are as many times as long as the square of how much too great the spread is', () => {
    const found = [1.27, 0.635, 0.127].map((distance) => timesLonger(aJudgement({ centre: 0.1 * distance }), 1, usual))
    expect(found.map((times) => times.toFixed(1))).to.eql(['1.0', '4.0', '99.5'])
  })

  it('are as many on either side of the threshold', () => {
    const [above, below] = [0.25, 0.15].map((centre) => timesLonger(aJudgement({ centre }), Math.exp(0.2), usual))
    expect(above).to.be.closeTo(below, 1e-9)
  })

  it('are never shorter', () => expect(timesLonger(aJudgement({ centre: 1 }), 1, usual)).to.equal(1))
  it('are infinite when the speedup is the threshold itself', () =>
    expect(timesLonger(aJudgement({ centre: 0 }), 1, usual)).to.equal(Infinity))
})

describe('longer runs and more rounds, simulated', () => {
  const trials = 3000
  const centre = 0.05

  /**
   * @param spread between rounds
   * @returns how often experiments decide, from 0 to 1
   */
  function decided(spread: number, looks: Looks): number {
    const normal = seededNormal(7)
    let count = 0
    for (let trial = 0; trial < trials; trial++) if (decides(() => centre + spread * normal(), looks)) count++
    return count / trials
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
