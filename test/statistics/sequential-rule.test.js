import { expect } from 'chai'
import { describe, it } from 'mocha'
import { decide, isHopeless, judge, levelPerLook, roundsThatWouldDecide } from '../../plugin/statistics/sequential-rule.js'
/** @import { Judgement, Looks } from '../../plugin/statistics/sequential-rule.js' */

/** @type {Looks} */
const usual = { min: 3, max: 10, confidence: 0.95 }

/**
 * @param {Partial<Judgement>} overrides
 * @returns {Judgement}
 */
const aJudgement = (overrides) => ({ rounds: 10, centre: 0, spread: 0.1, halfWidth: 0.1, clipped: [], ...overrides })

describe('the level of each look', () => {
  for (const [confidence, level] of /** @type {const} */ ([[0.9, 0.01349], [0.95, 0.00601], [0.99, 0.00099]])) {
    it(`is ${level} for 3 to 10 rounds with confidence ${confidence}`, () => {
      expect(levelPerLook({ ...usual, confidence })).to.be.closeTo(level, 5e-6)
    })
  }

  it('is all of alpha when there is one look only', () => {
    expect(levelPerLook({ min: 8, max: 8, confidence: 0.95 })).to.be.closeTo(0.025, 1e-12)
  })

  it('stays the same when the first look comes later', () => {
    expect(levelPerLook({ ...usual, min: 6 })).to.equal(levelPerLook(usual))
  })
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

  it('never believes in a spread below 0.01', () => {
    expect(judge([0.5, 0.5, 0.5], usual)).to.deep.include({ rounds: 3, centre: 0.5, spread: 0.01 })
  })

  // The speedups of the three rounds of the worked example.
  /** @type {[string, number[], string, string][]} */
  const example = [
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

  it('pulls from below as well', () => {
    expect(judge([0, -0.5, 0, 0, 0], usual).clipped).to.eql([0, -0.03, 0, 0, 0])
  })

  it('leaves rounds alone that vary as rounds do', () => {
    const values = [0.1, 0.25, 0.3, 0.42, 0.18]
    expect(judge(values, usual).clipped).to.eql(values)
  })
})

describe('the verdict', () => {
  const threshold = Math.exp(0.2)
  for (const [centre, verdict] of /** @type {const} */ ([[0.31, 'pass'], [0.29, 'inconclusive'], [0.11, 'inconclusive'], [0.09, 'fail']])) {
    it(`is ${verdict} for the interval ${centre} +- 0.1 against 0.2`, () => {
      expect(decide(aJudgement({ centre, halfWidth: 0.1 }), threshold)).to.equal(verdict)
    })
  }
})

describe('the hopeless stop', () => {
  // After 6 of 10 rounds the border lies where sqrt(10) d + 1.64 sqrt(4 / 6) = 1.00 sqrt(10): d = 0.58 spreads.
  it('comes when the speedup is too near the threshold for the rounds left', () => {
    expect(isHopeless(aJudgement({ rounds: 6, centre: 0.055 }), 1, usual)).to.equal(true)
    expect(isHopeless(aJudgement({ rounds: 6, centre: -0.055 }), 1, usual)).to.equal(true)
  })

  it('does not come while the rounds left may decide', () => {
    expect(isHopeless(aJudgement({ rounds: 6, centre: 0.061 }), 1, usual)).to.equal(false)
  })

  it('comes nearer to the last round for what was not hopeless before', () => {
    expect(isHopeless(aJudgement({ rounds: 9, centre: 0.061 }), 1, usual)).to.equal(true)
  })

  it('never comes before the sixth round, nor at the last', () => {
    expect([5, 10].map((rounds) => isHopeless(aJudgement({ rounds }), 1, usual))).to.eql([false, false])
  })
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

  it('are none when even 30 would not do', () => {
    expect(roundsThatWouldDecide(aJudgement({ centre: 0.03 }), 1, usual)).to.equal(undefined)
  })
})
