import { expect } from 'chai'
import { describe, it } from 'mocha'
import { duration, grouped, groupedCount, interval, milliseconds, times } from '../../plugin/report/numbers.js'

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

  it('write a speedup with two digits', () => {
    expect([1, 1.974, 12.3456].map(times)).to.eql(['1.00x', '1.97x', '12.35x'])
  })

  it('write a latency with three digits that matter', () => {
    expect([0.1234, 4.5678, 34.56, 102.5, 1526.4].map(milliseconds)).to.eql(['0.123', '4.57', '34.6', '103', '1526'])
  })

  it('group the digits of a count', () => {
    expect([0, 999, 1200, 1234567].map(grouped)).to.eql(['0', '999', '1,200', '1,234,567'])
  })

  it('count things in groups of digits, one or more', () => {
    expect([0, 1, 1200].map((count) => groupedCount(count, 'request'))).to.eql(['0 requests', '1 request', '1,200 requests'])
  })

  it('write a duration in seconds and minutes', () => {
    expect([0.4, 59.4, 59.6, 60, 61.2, 125, 3600].map(duration)).to.eql(['0 s', '59 s', '1 min', '1 min', '1 min 1 s', '2 min 5 s', '60 min'])
  })
})
