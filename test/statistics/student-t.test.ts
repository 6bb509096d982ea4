import { expect } from 'chai'
import { describe, it } from 'mocha'
import { studentTQuantile } from '../../plugin/statistics/distributions.ts'

describe('quantiles of Student’s t', () => {
  // From published tables: probability, degrees of freedom, quantile.
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
  for (const [probability, degreesOfFreedom, quantile] of table) {
    it(`agree with the tables at ${probability} with ${degreesOfFreedom} degrees of freedom`, () =>
      expect(studentTQuantile(probability, degreesOfFreedom)).to.be.closeTo(quantile, 6e-6 * quantile))
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
