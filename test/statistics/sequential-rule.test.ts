import { expect } from 'chai'
import { describe, it } from 'mocha'
import { decide, differsFromOne, judge, levelPerLook, sketchSpreadFloor, type Judgement, type Looks } from '../../plugin/statistics/sequential-rule.ts'

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
