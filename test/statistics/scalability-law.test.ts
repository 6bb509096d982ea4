import { expect } from 'chai'
import { describe, it } from 'mocha'
import { fitLaw, peakOf, valueAt, type Law } from '../../plugin/statistics/scalability.ts'
import { seededNormal } from '../support/random.ts'

const laws: Law[] = [
  { lambda: 228, sigma: 0.06, kappa: 0.004 },
  { lambda: 228, sigma: 0.06, kappa: 0 },
  { lambda: 0.002, sigma: 0, kappa: 0.02 },
  { lambda: 91_000, sigma: 0, kappa: 0 },
  { lambda: 10, sigma: 1, kappa: 0.1 }
]

function expectSame(found: Law, wanted: Law) {
  expect(found.lambda / wanted.lambda).to.be.closeTo(1, 1e-9)
  expect(found.sigma).to.be.closeTo(wanted.sigma, 1e-9)
  expect(found.kappa).to.be.closeTo(wanted.kappa, 1e-9)
}

/** @returns what the fit makes as small as possible: the sum of the squares of value / n (n / law - n / value) */
const misfit = (law: Law, ns: number[], values: number[]): number => ns.reduce((sum, n, i) => sum + (values[i] / valueAt(law, n) - 1) ** 2, 0)

describe('the fit of the Universal Scalability Law', () => {
  for (const law of laws) {
    it(`finds ${JSON.stringify(law)} where nothing is noisy`, () => {
      for (const ns of [[1, 2, 3], [1, 2, 4, 8], [2, 16, 64], [8, 4, 1, 2]]) expectSame(fitLaw(ns, ns.map((n) => valueAt(law, n))), law)
    })
  }

  it('is the best there is: every law nearby fits worse', () => {
    const [ns, normal] = [[1, 2, 4, 8, 16], seededNormal(3)]
    for (let trial = 0; trial < 200; trial++) {
      const values = ns.map((n) => valueAt(laws[trial % laws.length], n) * Math.exp(0.1 * normal()))
      const best = fitLaw(ns, values)
      const least = misfit(best, ns, values)
      for (const [byLambda, bySigma, byKappa] of [[1.01, 0, 0], [0.99, 0, 0], [1, 0.01, 0], [1, -0.01, 0], [1, 0, 0.001], [1, 0, -0.001], [1.01, 0.01, 0], [0.99, -0.01, 0.001]]) {
        const other = { lambda: best.lambda * byLambda, sigma: Math.max(0, best.sigma + bySigma), kappa: Math.max(0, best.kappa + byKappa) }
        expect(misfit(other, ns, values), JSON.stringify({ trial, best, other })).to.be.at.least(least * (1 - 1e-9))
      }
    }
  })

  it('has neither contention nor coherency where more get more done than their share', () => {
    const ns = [1, 2, 4, 8]
    const { lambda, sigma, kappa } = fitLaw(ns, ns.map((n) => 100 * n ** 1.2))
    expect({ sigma, kappa }).to.eql({ sigma: 0, kappa: 0 })
    expect(lambda).to.be.within(100, 100 * 8 ** 0.2)
  })

  it('is a law, even where the values fall faster than any law does', () => {
    const { lambda, sigma, kappa } = fitLaw([2, 4, 8], [20, 3.6, 2.6])
    expect(lambda).to.be.above(0).and.below(Infinity)
    expect([sigma, kappa].every((term) => term >= 0)).to.equal(true)
  })
})

describe('the peak of a law', () => {
  it('is where neither fewer nor more get more done', () => {
    const [law] = laws
    const peak = peakOf(law)
    expect(peak).to.be.closeTo(Math.sqrt(0.94 / 0.004), 1e-9)
    expect(valueAt(law, peak)).to.be.above(valueAt(law, peak - 1)).and.above(valueAt(law, peak + 1))
  })

  it('is nowhere without coherency, and at one where two get less done', () => {
    expect(peakOf(laws[1])).to.equal(Infinity)
    expect(peakOf(laws[4])).to.equal(1)
    expect(peakOf({ lambda: 1, sigma: 1.5, kappa: 0 })).to.equal(1)
    expect(peakOf({ lambda: 1, sigma: 0.5, kappa: 2 })).to.equal(1)
  })
})
