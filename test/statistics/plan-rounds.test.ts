import { expect } from 'chai'
import {
  expectedHalfWidth,
  planRounds,
  secondsEach,
  varianceOf,
  varianceWithin,
  type Budget,
  type Variance
} from '../../plugin/statistics/plan-rounds.ts'
import { itFinds } from '../support/cases.ts'
import { seededNormal } from '../support/random.ts'
import { timedExperiments } from '../support/timed-experiment.ts'

const looks = { confidence: 0.95 } as const
const budget: Budget = { seconds: 42, runsPerRound: 2, overheadSeconds: 2, least: 2, most: Infinity }
const planOf = (variance: Variance, changes: Partial<Budget> = {}) =>
  planRounds([2, 2, 2], [variance], { ...budget, ...changes }, looks)

describe('the plan of the rounds', () => {
  const between = planOf({ between: 0.01, within: 0.0001, isPaired: false })
  const within = planOf({ between: 0, within: 0.02, isPaired: false }, { overheadSeconds: 10, seconds: 100 })

  itFinds({
    'is as many short runs as fit where each round is another world': [[between, 8]],
    'is fewer and longer runs where exchanging the app costs more than the runs vary': [[within, 6]],
    'keeps to the length of a load that has one': [
      [planOf({ between: 0.01, within: 0, isPaired: false }, { least: 5, most: 5 }), 6]
    ],
    'is over where there is no time for another round': [
      [planOf({ between: 0.01, within: 0, isPaired: false }, { seconds: 7 }), 3]
    ],
    'is thirty rounds at most': [[planOf({ between: 0.01, within: 0, isPaired: false }, { seconds: 1000 }), 30]],
    'shares the time that is left among the runs to come': [
      [secondsEach(3, budget), 5],
      [secondsEach(3, { ...budget, most: 4 }), 4]
    ]
  })

  it('does not look at the effect: the same variances give the same plan, wherever the ratios lie', () => {
    const [near, far] = [0, 1].map((effect) =>
      varianceOf(
        [0.1, 0.3, 0.2].map((log) => log + effect),
        { within: 0.01, isPaired: false },
        [2, 2, 2]
      )
    )
    expect(far.between).to.be.closeTo(near.between, 1e-12)
    expect(planOf(far)).to.eql(planOf(near))
  })

  it('expects the half-width that Student’s interval then has, with the runs’ own lengths', () => {
    // Rounds of 0.1 between and 0.02 / 2 or 0.02 / 4 within: after five, t(1 - 0.0145; 4) x 1.1 / sqrt(5) times the
    // root of the mean variance.
    const spread = Math.sqrt(0.01 + 0.02 * ((3 / 2 + 2 / 4) / 5))
    const found = expectedHalfWidth([2, 2, 2, 4, 4], { between: 0.01, within: 0.02, isPaired: false }, looks)
    expect(found / spread).to.be.within(1.55, 1.65)
    expect(
      expectedHalfWidth([2, 2, 2], { between: 0, within: 0, isPaired: false }, looks),
      'never below the spread that is believed'
    ).to.be.closeTo(0.01 * 2.484, 1e-4)
    // Three rounds tell little of their launches; pairs of turns leave nothing else to learn.
    const [few, paired] = [false, true].map((isPaired) =>
      expectedHalfWidth([2, 2, 2], { ...measured.throughput, isPaired }, looks)
    )
    expect(paired / few).to.be.below(0.9)
  })
})

describe('where the variance of a round arises', () => {
  it('is what the parts of a run show within it, and what is left between the rounds', () => {
    const normal = seededNormal(3)
    // Runs of 4 s in four parts: a second varies by 0.04, so a run by 0.01.
    const parts = Array.from({ length: 4000 }, () =>
      varianceWithin(
        Array.from({ length: 4 }, () => Math.exp(0.2 * normal())),
        1
      )
    )
    expect(parts.reduce((sum, one) => sum + one, 0) / parts.length).to.be.closeTo(0.04, 0.002)
    const rounds = Array.from({ length: 4000 }, () => Math.sqrt(0.03) * normal())
    const { between, within } = varianceOf(
      rounds,
      { within: 0.04, isPaired: false },
      rounds.map(() => 4)
    )
    expect([between, within].map((value) => Number(value.toFixed(2)))).to.eql([0.02, 0.04])
  })

  it('is never more within than the rounds vary at all, unless pairs of turns have shown it', () => {
    const paired = varianceOf([0.1, 0.12, 0.08], { within: 0.4, isPaired: true }, [2, 2, 2])
    expect(paired).to.eql({ between: 0, within: 0.4, isPaired: true })
    expect(varianceOf([0.1, 0.12, 0.08], { within: 0.4, isPaired: false }, [2, 2, 2])).to.deep.include({ between: 0 })
    expect(varianceOf([0.1, 0.12, 0.08], { within: 0.4, isPaired: false }, [2, 2, 2]).within).to.be.closeTo(
      2 * 0.0004,
      1e-9
    )
  })
})

// As measured on primes: variances of a round's log ratio, between rounds and for a second within.
const measured = { p95: { between: 0.002, within: 0.07 }, throughput: { between: 0.002, within: 0.012 } }

describe('a minute, simulated', () => {
  const share = (value: number) => 4 * Math.sqrt((value * (1 - value)) / 4000)
  for (const [metric, noise] of Object.entries(measured)) {
    it(`passes and fails wrongly in 2.5 % each at most, and holds the truth in 95 %: ${metric}`, () => {
      const normal = seededNormal(21)
      const chiSquare = () => Array.from({ length: 4 }, normal).reduce((sum, one) => sum + one ** 2, 0)
      const heavy = () => normal() / Math.sqrt(chiSquare() / 4) / Math.SQRT2
      for (const draw of [normal, heavy]) {
        const { pass, fail, coverage } = timedExperiments(0, { ...noise, draw }, normal, 4000)
        expect(Math.max(pass, fail)).to.be.below(0.025 + share(0.025))
        expect(coverage).to.be.above(0.95 - share(0.95))
      }
    })
  }

  it('errs in 5.5 % a side where the machine drifts slowly: rounds that are correlated by 0.3', () => {
    const trials = 20_000
    for (const noise of Object.values(measured)) {
      const { pass, fail } = timedExperiments(0, { ...noise, correlation: 0.3 }, seededNormal(22), trials)
      for (const wrong of [pass, fail]) expect(wrong).to.be.closeTo(0.055, 4 * Math.sqrt((0.055 * 0.945) / trials))
    }
  })

  it('decides a clear effect in a good half of its time, and never takes more than it was given', () => {
    const { pass, seconds } = timedExperiments(0.3, measured.throughput, seededNormal(23), 1000)
    expect(pass).to.be.above(0.99)
    expect(seconds).to.be.below(42)
    expect(timedExperiments(0, measured.p95, seededNormal(24), 500).seconds).to.be.below(60)
  })
})
