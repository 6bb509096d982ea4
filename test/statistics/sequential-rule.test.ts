import { expect } from 'chai'
import { describe, it } from 'mocha'
import { decide, differsFromOne, judge, levelPerLook, sketchSpreadFloor, type Judgement, type Looks, isHopeless, roundsThatWouldDecide, timesLonger } from '../../plugin/statistics/sequential-rule.ts'
import { itFinds } from '../support/cases.ts'
import { seededNormal } from '../support/random.ts'

const usual: Looks = { min: 3, max: 10, confidence: 0.95 }

const aJudgement = (overrides: Partial<Judgement>): Judgement => ({ rounds: 10, centre: 0, spread: 0.1, halfWidth: 0.1, clipped: [], ...overrides })

describe('the level of each look', () => {
  for (const [confidence, level] of [[0.9, 0.01349], [0.95, 0.00601], [0.99, 0.00099]] as const) {
    it(`is ${level} for 3 to 10 rounds with confidence ${confidence}`, () =>
      expect(levelPerLook({ ...usual, confidence })).to.be.closeTo(level, 5e-6))
  }

  it('is all of alpha when there is one look only', () =>
    expect(levelPerLook({ min: 8, max: 8, confidence: 0.95 })).to.be.closeTo(0.025, 1e-12))
  it('stays the same when the first look comes later', () => expect(levelPerLook({ ...usual, min: 6 })).to.equal(levelPerLook(usual)))
})

describe('the interval', () => {
  const halfWidths = [5.22, 2.73, 2.15, 1.63, 1.38, 1.23, 1.1, 1]
  for (const [i, expected] of halfWidths.entries()) {
    it(`reaches ${expected} spreads to each side after ${i + 3} rounds`, () => {
      const { halfWidth, spread } = judge(Array.from({ length: i + 3 }, (_, round) => round), usual)
      expect(halfWidth / spread).to.be.closeTo(expected, 0.005)
    })
  }

  it('is Student’s own when the number of rounds is fixed', () => {
    const { halfWidth, spread } = judge([0, 0.1, 0.3], { min: 3, max: 3, confidence: 0.95 })
    expect(halfWidth / spread).to.be.closeTo(4.30265 / Math.sqrt(3), 1e-5)
  })

  it('is widened by 1 % from the tenth round on', () => {
    const { halfWidth, spread } = judge(Array.from({ length: 30 }, (_, round) => round), { min: 30, max: 30, confidence: 0.95 })
    expect(halfWidth / spread).to.be.closeTo((1.01 * 2.04523) / Math.sqrt(30), 1e-5)
  })

  it('never believes in a spread below 0.01', () =>
    expect(judge([0.5, 0.5, 0.5], usual)).to.deep.include({ rounds: 3, centre: 0.5, spread: 0.01 }))

  it('believes in no less than a measurement can show that is less exact, and is so much wider', () => {
    const exact = judge([0.5, 0.5, 0.5], usual)
    const sketched = judge([0.5, 0.5, 0.5], usual, sketchSpreadFloor)
    expect(sketched).to.deep.include({ centre: 0.5, spread: 0.02 })
    expect(sketched.halfWidth / exact.halfWidth).to.be.closeTo(2, 1e-9)
    expect(judge([0, 0.1, 0.3], usual, sketchSpreadFloor)).to.eql(judge([0, 0.1, 0.3], usual))
  })

  // The speedups of the three rounds of the worked example.
  const example: [string, number[], string, string][] = [
    ['p50', [1.86, 2.01, 2.05], '1.97 [1.51, 2.58]', 'pass'],
    ['p95', [1.43, 1.75, 1.65], '1.60 [0.93, 2.76]', 'inconclusive'],
    ['p99', [1.86, 2.1, 1.94], '1.96 [1.42, 2.71]', 'pass'],
    ['throughput', [1.585, 1.74, 1.66], '1.66 [1.30, 2.12]', 'pass']
  ]
  for (const [metric, ratios, expected, verdict] of example) {
    it(`of the worked example’s ${metric} is ${expected}: ${verdict}`, () => {
      const judgement = judge(ratios.map(Math.log), usual)
      const { centre, halfWidth } = judgement
      const [speedup, low, high] = [centre, centre - halfWidth, centre + halfWidth].map((log) => Math.exp(log).toFixed(2))
      expect(`${speedup} [${low}, ${high}]`).to.equal(expected)
      expect(decide(judgement, 1.3)).to.equal(verdict)
    })
  }
})

describe('clipping', () => {
  it('pulls an outlier in to three scale units from the median', () => {
    // The median distance of the ten pairs is 0.025.
    const { clipped, centre } = judge([0.02, 0, 0.01, 1, 0.03], usual)
    const limit = 0.02 + (3 * 0.025) / 0.954
    expect(clipped.map((value) => value.toFixed(9))).to.eql([0.02, 0, 0.01, limit, 0.03].map((value) => value.toFixed(9)))
    expect(centre).to.be.closeTo((0.06 + limit) / 5, 1e-12)
  })

  it('pulls from below as well', () => expect(judge([0, -0.5, 0, 0, 0], usual).clipped).to.eql([0, -0.03, 0, 0, 0]))

  it('leaves rounds alone that vary as rounds do', () => {
    const values = [0.1, 0.25, 0.3, 0.42, 0.18]
    expect(judge(values, usual).clipped).to.eql(values)
  })
})

describe('the verdict', () => {
  const threshold = Math.exp(0.2)
  for (const [centre, verdict] of [[0.31, 'pass'], [0.29, 'inconclusive'], [0.11, 'inconclusive'], [0.09, 'fail']] as const) {
    it(`is ${verdict} for the interval ${centre} +- 0.1 against 0.2`, () =>
      expect(decide(aJudgement({ centre, halfWidth: 0.1 }), threshold)).to.equal(verdict))
  }
})

describe('a difference from 1', () => {
  // Student's quantile for 5 % and 4 degrees of freedom is 2.776, widened by 1.10 for five rounds; the standard
  // error of these is 0.0316.
  const around = (centre: number) => [-0.1, -0.05, 0, 0.05, 0.1].map((off) => centre + off)

  it('is one when Student’s interval at that level leaves 1 out', () => {
    const border = (2.77645 * 1.1 * Math.sqrt(0.00625)) / Math.sqrt(5)
    expect([1.001, 0.999].map((factor) => differsFromOne(around(border * factor), 0.05))).to.eql([true, false])
    expect(differsFromOne(around(-border * 1.001), 0.05)).to.equal(true)
  })

  it('takes more at a stricter level', () =>
    expect([0.05, 0.0125].map((level) => differsFromOne(around(0.12), level))).to.eql([true, false]))

  it('is none below the precision of the measurement, even when no round varies', () => {
    // 0.01 x 3.182 / sqrt(4) = 0.0159
    expect([0.015, 0.017].map((value) => differsFromOne(Array(4).fill(value), 0.05))).to.eql([false, true])
    expect([0.031, 0.033].map((value) => differsFromOne(Array(4).fill(value), 0.05, sketchSpreadFloor))).to.eql([false, true])
  })

  it('is not made by a single disturbed round', () =>
    expect(differsFromOne([0.01, -0.01, 0, 0.02, -0.02, 2, 0.01, -0.01], 0.05)).to.equal(false))
})

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
