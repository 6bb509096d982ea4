import { expect } from 'chai'
import { describe, it } from 'mocha'
import { geometricMean, mean, median, quantileOfSorted, standardDeviation } from '../../plugin/statistics/descriptive.ts'

describe('descriptive statistics', () => {
  it('take the mean', () => expect(mean([1, 2, 6])).to.equal(3))
  it('take the middle value as the median, whatever the order', () => expect(median([10, 9, 100])).to.equal(10))
  it('take the mean of the middle two as the median of an even number of values', () => expect(median([4, 1, 3, 100])).to.equal(3.5))

  it('leave the order of the values given alone', () => {
    const values = [3, 1, 2]
    median(values)
    expect(values).to.eql([3, 1, 2])
  })

  it('divide the squares by n - 1 in the standard deviation', () =>
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).to.be.closeTo(Math.sqrt(32 / 7), 1e-12))
  it('keep the standard deviation of large values that differ little', () =>
    expect(standardDeviation([1e9 + 1, 1e9 + 2, 1e9 + 3])).to.be.closeTo(1, 1e-9))

  it('interpolate quantiles linearly, as R and NumPy do', () => {
    const sorted = [10, 20, 30, 40]
    expect([0, 0.25, 0.5, 0.95, 1].map((probability) => quantileOfSorted(sorted, probability))).to.eql([10, 17.5, 25, 38.5, 40])
  })

  it('find every quantile of a single value to be that value', () => expect(quantileOfSorted([7], 0.99)).to.equal(7))

  it('let a doubling and a halving cancel out in the geometric mean', () => {
    expect(geometricMean([2, 0.5])).to.be.closeTo(1, 1e-12)
    expect(geometricMean([1, 10, 100])).to.be.closeTo(10, 1e-12)
  })
})
