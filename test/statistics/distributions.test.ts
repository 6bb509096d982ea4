import { expect } from 'chai'
import { describe, it } from 'mocha'
import { equalSharesProbability, studentTQuantile } from '../../plugin/statistics/distributions.ts'
import { itFinds } from '../support/cases.ts'
import { seededUniform } from '../support/random.ts'

describe('quantiles of Student’s t', () => {
  // From published tables: probability, degrees of freedom, quantile.
  const table = [
    [0.95, 2, 2.91999], [0.95, 10, 1.81246], [0.975, 1, 12.7062], [0.975, 2, 4.30265], [0.975, 3, 3.18245], [0.975, 4, 2.77645],
    [0.975, 9, 2.26216], [0.975, 29, 2.04523], [0.99, 2, 6.96456], [0.995, 4, 4.60409], [0.995, 9, 3.24984], [0.999, 3, 10.21453],
    [0.9995, 29, 3.65941]
  ]
  for (const [probability, degreesOfFreedom, quantile] of table) {
    it(`agree with the tables at ${probability} with ${degreesOfFreedom} degrees of freedom, also when asked again`, () => {
      for (let i = 0; i < 2; i++) expect(studentTQuantile(probability, degreesOfFreedom)).to.be.closeTo(quantile, 6e-6 * quantile)
    })
  }

  // With 2 degrees of freedom the quantile has a closed form, also at the levels that no table prints.
  for (const level of [0.01349, 0.00601, 0.00099, 0.0001]) {
    it(`agree with the closed form at the tail level ${level}`, () => {
      const u = 1 - 2 * level
      const exact = u * Math.sqrt(2 / (1 - u * u))
      expect(studentTQuantile(1 - level, 2)).to.be.closeTo(exact, 1e-6 * exact)
    })
  }

  it('are symmetric about 0', () => expect(studentTQuantile(0.1, 5)).to.be.closeTo(-studentTQuantile(0.9, 5), 1e-6))
})

describe('the probability of equal shares', () => {
  /** Two counts whose statistic is the one wanted: (a - b)^2 / (a + b). */
  const pairWith = (statistic: number, total: number = 1000) => {
    const difference = Math.sqrt(statistic * total)
    return [(total + difference) / 2, (total - difference) / 2]
  }
  // From published tables: degrees of freedom, quantile, probability above it.
  const table = [
    [1, 2.70554, 0.1], [1, 3.84146, 0.05], [1, 6.6349, 0.01], [2, 5.99146, 0.05], [3, 7.81473, 0.05], [3, 11.34487, 0.01], [10, 18.30704, 0.05]
  ]
  for (const [degreesOfFreedom, quantile, probability] of table) {
    it(`agrees with the tables at ${quantile} with ${degreesOfFreedom} degrees of freedom`, () => {
      // Each table of two counts is one degree of freedom.
      const tables = Array.from({ length: degreesOfFreedom }, () => pairWith(quantile / degreesOfFreedom))
      expect(equalSharesProbability(tables)).to.be.closeTo(probability, 1e-5)
    })
  }

  itFinds({
    'is 1 when all are alike, and where there is nothing to deal out': [
      [[[[10, 10]], [[7, 7, 7], [3, 3, 3]], [[0, 0]], []].map(equalSharesProbability), [1, 1, 1, 1]]
    ],
    'leaves out tables with nothing in them': [[equalSharesProbability([[15, 5], [0, 0]]), equalSharesProbability([[15, 5]])]]
  })

  it('is Pearson’s for a table of several counts', () =>
    // 20 expected of each: (16 + 36 + 4 + 0) / 20 = 2.8 with 3 degrees of freedom.
    expect(equalSharesProbability([[24, 14, 22, 20]])).to.be.closeTo(0.4235, 1e-4))

  it('is next to 0, and a number, when one has all of very many', () => {
    const oneOf64 = Array.from({ length: 64 }, (_, i) => (i === 0 ? 6400 : 0))
    for (const tables of [[[1e6, 0]], Array(30).fill(oneOf64)]) expect(equalSharesProbability(tables)).to.be.within(0, 1e-12)
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
