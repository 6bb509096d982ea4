import { expect } from 'chai'
import { describe, it } from 'mocha'
import { logLatencyAxis } from '../../../plugin/report/charts/scales.ts'
import { seededUniform } from '../../support/random.ts'

const edges = { top: 10, bottom: 190 }

describe('a logarithmic axis of latencies', () => {
  it('goes up by the same height for each factor of ten', () => {
    const { y, decadePx } = logLatencyAxis({ min: 1, max: 1000 }, edges)
    expect(y(1) - y(10)).to.be.closeTo(decadePx, 1e-9)
    expect(y(10) - y(100)).to.be.closeTo(decadePx, 1e-9)
  })

  it('holds all latencies, and at least two ticks that can be read', () => {
    const uniform = seededUniform(3)
    for (let i = 0; i < 200; i++) {
      const min = 0.05 * 1e6 ** uniform()
      const max = min * 1e6 ** (uniform() ** 3)
      const { y, ticks } = logLatencyAxis({ min, max }, edges)
      expect([y(min), y(max)].every((px) => px > edges.top && px < edges.bottom)).to.equal(true)
      expect(ticks.length, `${min} to ${max}`).to.be.within(2, 6)
      for (const [j, tick] of ticks.slice(1).entries()) expect(ticks[j].y - tick.y).to.be.at.least(16 - 1e-9)
    }
  })

  it('does not blow up what hardly differs', () => {
    const { y } = logLatencyAxis({ min: 100, max: 101 }, edges)
    expect(y(100) - y(101)).to.be.below(2)
    expect(y(100)).to.be.closeTo((edges.top + edges.bottom) / 2, 3)
  })

  it('writes a thousand milliseconds as a second', () => {
    expect(logLatencyAxis({ min: 0.05, max: 100_000 }, edges).ticks.map(({ label }) => label)).to.eql(['1 ms', '100 ms', '10 s'])
    expect(logLatencyAxis({ min: 100, max: 3000 }, edges).ticks.map(({ label }) => label)).to.eql(['100 ms', '200 ms', '500 ms', '1 s', '2 s'])
  })

  it('has a place for a latency of nothing', () => {
    const { y } = logLatencyAxis({ min: 0, max: 10 }, edges)
    expect(y(0)).to.be.within(edges.top, edges.bottom)
  })

  it('has no ticks where there are no latencies', () => {
    expect(logLatencyAxis(null, edges)).to.deep.include({ ticks: [], decadePx: 0 })
    expect(logLatencyAxis(null, edges).y(5)).to.equal(edges.bottom)
  })
})
