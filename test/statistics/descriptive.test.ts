import { expect } from 'chai'
import { describe, it } from 'mocha'
import { geometricMean, mean, median, quantileOfSorted, standardDeviation } from '../../plugin/statistics/descriptive.ts'
import { itFinds } from '../support/cases.ts'

describe('descriptive statistics', () => {
  const values = [3, 1, 2]
  const sorted = [10, 20, 30, 40]

  itFinds({
    'take the mean, and the middle value or the mean of the middle two, whatever the order': [
      [mean([1, 2, 6]), 3], [median([10, 9, 100]), 10], [median([4, 1, 3, 100]), 3.5], [[median(values), values], [2, [3, 1, 2]]]
    ],
    'interpolate quantiles linearly, as R and NumPy do': [
      [[0, 0.25, 0.5, 0.95, 1].map((probability) => quantileOfSorted(sorted, probability)), [10, 17.5, 25, 38.5, 40]], [quantileOfSorted([7], 0.99), 7]
    ]
  })

  it('divide the squares by n - 1 in the standard deviation, also of large values that differ little', () => {
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).to.be.closeTo(Math.sqrt(32 / 7), 1e-12)
    expect(standardDeviation([1e9 + 1, 1e9 + 2, 1e9 + 3])).to.be.closeTo(1, 1e-9)
  })

  it('let a doubling and a halving cancel out in the geometric mean', () => {
    expect(geometricMean([2, 0.5])).to.be.closeTo(1, 1e-12)
    expect(geometricMean([1, 10, 100])).to.be.closeTo(10, 1e-12)
  })
})
