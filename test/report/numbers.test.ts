import { expect } from 'chai'
import { describe, it } from 'mocha'
import { duration, grouped, groupedCount, interval, milliseconds, perSecond, ranged, times } from '../../plugin/report/words/numbers.ts'

describe('numbers for people', () => {
  it('round an interval outward', () => {
    expect(interval([1.2999, 1.5301])).to.equal('[1.29, 1.54]')
    expect(interval([0.996, 1.001])).to.equal('[0.99, 1.01]')
  })

  it('leave bounds alone that two digits hold exactly, however they are stored', () => {
    // 1.1 * 100 is 110.00000000000001, 0.57 * 100 is 56.99999999999999.
    expect(interval([0.57, 1.1])).to.equal('[0.57, 1.10]')
    expect(interval([1.3, 2])).to.equal('[1.30, 2.00]')
  })

  it('write a speedup with two digits', () => expect([1, 1.974, 12.3456].map(times)).to.eql(['1.00x', '1.97x', '12.35x']))

  it('write a latency with three digits that matter', () => {
    expect([0.1234, 4.5678, 34.56, 102.5, 1526.4].map(milliseconds)).to.eql(['0.123', '4.57', '34.6', '103', '1526'])
    expect([0.99951, 9.996, 99.96].map(milliseconds)).to.eql(['1.00', '10.0', '100'])
  })

  it('write a rate with three digits that matter, its thousands apart', () => {
    expect([0.1234, 9.996, 34.56, 99.96, 102.5, 1526.4].map(perSecond)).to.eql(['0.123', '10.0', '34.6', '100', '103', '1,526'])
  })

  it('write a value with its interval, rounded outward, in as many decimals', () => {
    const textOf = (value: number, interval: [number, number]) => Object.values(ranged({ value, interval })).join(' ')
    expect(textOf(228.4, [214.99, 242.01])).to.equal('228 [214, 243]')
    expect(textOf(54.76, [47.601, 63.01])).to.equal('54.8 [47.6, 63.1]')
    expect(textOf(99.97, [90.5, 100.5])).to.equal('100 [90, 101]')
    expect(textOf(12_345.6, [9999.5, 15_000.1])).to.equal('12,346 [9,999, 15,001]')
    expect(textOf(0.0123, [0.011, 0.0139])).to.equal('0.0123 [0.0110, 0.0139]')
    expect(textOf(0, [0, 0.0312])).to.equal('0.0000 [0.0000, 0.0312]')
    expect(textOf(0, [0, 0])).to.equal('0.00 [0.00, 0.00]')
  })

  it('group the digits of a count', () => expect([0, 999, 1200, 1234567].map(grouped)).to.eql(['0', '999', '1,200', '1,234,567']))

  it('count things in groups of digits, one or more', () => {
    expect([0, 1, 1200].map((count) => groupedCount(count, 'request'))).to.eql(['0 requests', '1 request', '1,200 requests'])
  })

  it('write a duration in seconds and minutes', () => {
    expect([0.4, 59.4, 59.6, 60, 61.2, 125, 3600].map(duration)).to.eql(['0 s', '59 s', '1 min', '1 min', '1 min 1 s', '2 min 5 s', '60 min'])
  })
})
