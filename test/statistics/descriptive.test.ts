import {
  geometricMean,
  mean,
  median,
  quantileOfSorted,
  standardDeviation
} from '../../plugin/statistics/descriptive.ts'
import { itFinds } from '../support/cases.ts'

describe('descriptive statistics', () => {
  const values = [3, 1, 2]
  const sorted = [10, 20, 30, 40]

  itFinds({
    'take the mean, and the middle value or the mean of the middle two, whatever the order': [
      [mean([1, 2, 6]), 3],
      [median([10, 9, 100]), 10],
      [median([4, 1, 3, 100]), 3.5],
      [
        [median(values), values],
        [2, [3, 1, 2]]
      ]
    ],
    'interpolate quantiles linearly, as R and NumPy do': [
      [[0, 0.25, 0.5, 0.95, 1].map((probability) => quantileOfSorted(sorted, probability)), [10, 17.5, 25, 38.5, 40]],
      [quantileOfSorted([7], 0.99), 7]
    ],
    'divide the squares by n - 1 in the standard deviation, also of large values that differ little': [
      [standardDeviation([2, 4, 4, 4, 5, 5, 7, 9]).toFixed(11), Math.sqrt(32 / 7).toFixed(11)],
      [standardDeviation([1e9 + 1, 1e9 + 2, 1e9 + 3]).toFixed(9), '1.000000000']
    ],
    'let a doubling and a halving cancel out in the geometric mean': [
      [
        [
          [2, 0.5],
          [1, 10, 100]
        ].map((all) => geometricMean(all).toFixed(11)),
        ['1.00000000000', '10.00000000000']
      ]
    ]
  })
})
