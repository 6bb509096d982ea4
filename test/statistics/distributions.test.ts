import { expect } from 'chai'
import { equalSharesProbability, studentTQuantile } from '../../plugin/statistics/distributions.ts'
import { itFinds } from '../support/cases.ts'
import { seededUniform } from '../support/random.ts'

describe('quantiles of Student’s t', () => {
  it('agree with published tables, also when asked again', () => {
    const table = [
      [0.95, 2, 2.91999],
      [0.95, 10, 1.81246],
      [0.975, 1, 12.7062],
      [0.975, 2, 4.30265],
      [0.975, 3, 3.18245],
      [0.975, 4, 2.77645],
      [0.975, 9, 2.26216],
      [0.975, 29, 2.04523],
      [0.99, 2, 6.96456],
      [0.995, 4, 4.60409],
      [0.995, 9, 3.24984],
      [0.999, 3, 10.21453],
      [0.9995, 29, 3.65941]
    ]
    for (const [probability, degreesOfFreedom, quantile] of [...table, ...table]) {
      expect(studentTQuantile(probability, degreesOfFreedom)).to.be.closeTo(quantile, 6e-6 * quantile)
    }
    expect(studentTQuantile(0.1, 5), 'symmetric about 0').to.be.closeTo(-studentTQuantile(0.9, 5), 1e-6)
  })

  it('agree with the closed form with 2 degrees of freedom, also at the tails that no table prints', () => {
    for (const tail of [0.01349, 0.00601, 0.00099, 0.0001]) {
      const u = 1 - 2 * tail
      const exact = u * Math.sqrt(2 / (1 - u * u))
      expect(studentTQuantile(1 - tail, 2)).to.be.closeTo(exact, 1e-6 * exact)
    }
  })
})

describe('the probability of equal shares', () => {
  /** Two counts whose statistic is the one wanted: (a - b)^2 / (a + b). */
  const pairWith = (statistic: number) => [500 + Math.sqrt(250 * statistic), 500 - Math.sqrt(250 * statistic)]

  it('agrees with published tables', () => {
    // Degrees of freedom, quantile, probability above it. Each table of two counts is one degree of freedom.
    for (const [degreesOfFreedom, quantile, probability] of [
      [1, 2.70554, 0.1],
      [1, 3.84146, 0.05],
      [1, 6.6349, 0.01],
      [2, 5.99146, 0.05],
      [3, 7.81473, 0.05],
      [3, 11.34487, 0.01],
      [10, 18.30704, 0.05]
    ]) {
      expect(equalSharesProbability(Array(degreesOfFreedom).fill(pairWith(quantile / degreesOfFreedom)))).to.be.closeTo(
        probability,
        1e-5
      )
    }
    // 20 expected of each: (16 + 36 + 4 + 0) / 20 = 2.8 with 3 degrees of freedom.
    expect(equalSharesProbability([[24, 14, 22, 20]])).to.be.closeTo(0.4235, 1e-4)
  })

  itFinds({
    'is 1 when all are alike, and where there is nothing to deal out': [
      [
        [
          [[10, 10]],
          [
            [7, 7, 7],
            [3, 3, 3]
          ],
          [[0, 0]],
          []
        ].map(equalSharesProbability),
        [1, 1, 1, 1]
      ]
    ],
    'leaves out tables with nothing in them': [
      [
        equalSharesProbability([
          [15, 5],
          [0, 0]
        ]),
        equalSharesProbability([[15, 5]])
      ]
    ]
  })

  it('is next to 0, and a number, when one has all of very many', () => {
    const oneOf64 = Array.from({ length: 64 }, (_, i) => (i === 0 ? 6400 : 0))
    for (const tables of [[[1e6, 0]], Array(30).fill(oneOf64)])
      expect(equalSharesProbability(tables)).to.be.within(0, 1e-12)
  })
  it('is below 0.05 in 5 of 100 fair deals', () => {
    const [uniform, trials] = [seededUniform(4), 4000]
    const rejected = Array.from({ length: trials }, () => {
      const counts = [0, 0, 0, 0]
      for (let i = 0; i < 200; i++) counts[Math.floor(4 * uniform())]++
      return equalSharesProbability([counts]) < 0.05
    }).filter(Boolean)
    expect(rejected.length / trials).to.be.within(0.036, 0.064)
  })
})
