import { expect } from 'chai'
import { describe, it } from 'mocha'
import { equalSharesProbability } from '../../plugin/statistics/distributions.ts'
import { seededUniform } from '../support/random.ts'

/** Two counts whose statistic is the one wanted: (a - b)^2 / (a + b). */
const pairWith = (statistic: number, total: number = 1000) => {
  const difference = Math.sqrt(statistic * total)
  return [(total + difference) / 2, (total - difference) / 2]
}

describe('the probability of equal shares', () => {
  // From published tables: degrees of freedom, quantile, probability above it.
  const table = [
    [1, 2.70554, 0.1],
    [1, 3.84146, 0.05],
    [1, 6.6349, 0.01],
    [2, 5.99146, 0.05],
    [3, 7.81473, 0.05],
    [3, 11.34487, 0.01],
    [10, 18.30704, 0.05]
  ]
  for (const [degreesOfFreedom, quantile, probability] of table) {
    it(`agrees with the tables at ${quantile} with ${degreesOfFreedom} degrees of freedom`, () => {
      // Each table of two counts is one degree of freedom.
      const tables = Array.from({ length: degreesOfFreedom }, () => pairWith(quantile / degreesOfFreedom))
      expect(equalSharesProbability(tables)).to.be.closeTo(probability, 1e-5)
    })
  }

  it('is Pearson’s for a table of several counts', () => {
    // 20 expected of each: (16 + 36 + 4 + 0) / 20 = 2.8 with 3 degrees of freedom.
    expect(equalSharesProbability([[24, 14, 22, 20]])).to.be.closeTo(0.4235, 1e-4)
  })

  it('is 1 when all are alike, and where there is nothing to deal out', () => {
    for (const tables of [[[10, 10]], [[7, 7, 7], [3, 3, 3]], [[0, 0]], []]) expect(equalSharesProbability(tables)).to.equal(1)
  })

  it('leaves out tables with nothing in them', () =>
    expect(equalSharesProbability([[15, 5], [0, 0]])).to.equal(equalSharesProbability([[15, 5]])))

  it('is next to 0, and a number, when one has all of very many', () => {
    expect(equalSharesProbability([[1e6, 0]])).to.be.within(0, 1e-12)
    expect(equalSharesProbability(Array(30).fill(Array.from({ length: 64 }, (_, i) => (i === 0 ? 6400 : 0))))).to.be.within(0, 1e-12)
  })

  it('is below 0.05 in 5 of 100 fair deals', () => {
    const uniform = seededUniform(4)
    const trials = 4000
    let rejected = 0
    for (let trial = 0; trial < trials; trial++) {
      const counts = [0, 0, 0, 0]
      for (let i = 0; i < 200; i++) counts[Math.floor(4 * uniform())]++
      if (equalSharesProbability([counts]) < 0.05) rejected++
    }
    expect(rejected / trials).to.be.within(0.036, 0.064)
  })
})
