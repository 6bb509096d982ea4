import { describe } from 'mocha'
import { beside, duration, grouped, groupedCount, interval, milliseconds, perSecond, ranged, times } from '../../plugin/report/words/numbers.ts'
import { itFinds } from '../support/cases.ts'

describe('numbers for people', () => {
  const textOf = (value: number, interval: [number, number]) => Object.values(ranged({ value, interval })).join(' ')

  itFinds({
    'round an interval outward': [[interval([1.2999, 1.5301]), '[1.29, 1.54]'], [interval([0.996, 1.001]), '[0.99, 1.01]']],
    // 1.1 * 100 is 110.00000000000001, 0.57 * 100 is 56.99999999999999.
    'leave bounds alone that two digits hold exactly, however they are stored': [
      [interval([0.57, 1.1]), '[0.57, 1.10]'], [interval([1.3, 2]), '[1.30, 2.00]']
    ],
    'write a speedup with two digits': [[[1, 1.974, 12.3456].map(times), ['1.00x', '1.97x', '12.35x']]],
    'write a latency with three digits that matter': [
      [[0.1234, 4.5678, 34.56, 102.5, 1526.4].map(milliseconds), ['0.123', '4.57', '34.6', '103', '1526']],
      [[0.99951, 9.996, 99.96].map(milliseconds), ['1.00', '10.0', '100']]
    ],
    'write a rate with three digits that matter, its thousands apart': [
      [[0.1234, 9.996, 34.56, 99.96, 102.5, 1526.4].map(perSecond), ['0.123', '10.0', '34.6', '100', '103', '1,526']]
    ],
    'write a value with its interval, rounded outward, in as many decimals': [
      [textOf(228.4, [214.99, 242.01]), '228 [214, 243]'], [textOf(54.76, [47.601, 63.01]), '54.8 [47.6, 63.1]'],
      [textOf(99.97, [90.5, 100.5]), '100 [90, 101]'], [textOf(12_345.6, [9999.5, 15_000.1]), '12,346 [9,999, 15,001]'],
      [textOf(0.0123, [0.011, 0.0139]), '0.0123 [0.0110, 0.0139]'], [textOf(0, [0, 0.0312]), '0.0000 [0.0000, 0.0312]'],
      [textOf(0, [0, 0]), '0.00 [0.00, 0.00]']
    ],
    'write a value such that it shows on which side of the required one it is': [
      [[0.75, 0.7996, 0.8].map((value) => beside(value, 0.8)), ['0.75', '0.7996', '0.80']]
    ],
    'group the digits of a count': [
      [[0, 999, 1200, 1234567].map(grouped), ['0', '999', '1,200', '1,234,567']],
      [[0, 1, 1200].map((count) => groupedCount(count, 'request')), ['0 requests', '1 request', '1,200 requests']]
    ],
    'write a duration in seconds and minutes': [
      [[0.4, 59.4, 59.6, 60, 61.2, 125, 3600].map(duration), ['0 s', '59 s', '1 min', '1 min', '1 min 1 s', '2 min 5 s', '60 min']]
    ]
  })
})
