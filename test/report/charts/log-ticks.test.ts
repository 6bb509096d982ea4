import { expect } from 'chai'
import { describe, it } from 'mocha'
import { logTicks } from '../../../plugin/report/charts/scales.ts'
import { seededUniform } from '../../support/random.ts'

describe('ticks of a logarithmic axis', () => {
  it('are the numbers that people would have chosen', () => {
    expect(logTicks(0.9, 2.2)).to.eql([1, 1.25, 1.5, 1.75, 2])
    expect(logTicks(0.7, 3)).to.eql([1, 1.5, 2, 2.5, 3])
    expect(logTicks(0.97, 1.12)).to.eql([1, 1.05, 1.1])
    expect(logTicks(0.005, 200)).to.eql([0.01, 0.1, 1, 10, 100])
    expect(logTicks(1, 90)).to.eql([1, 2, 5, 10, 20, 50])
    expect(logTicks(1e-9, 1e9)).to.eql([1e-8, 1e-4, 1, 1e4, 1e8])
  })

  it('are 3 to 6, apart from one another, on the axis and 1 among them', () => {
    const uniform = seededUniform(1)
    for (let i = 0; i < 2000; i++) {
      const low = Math.exp(-0.04 - 6 * uniform() ** 3)
      const high = Math.exp(0.04 + 8 * uniform() ** 3)
      const ticks = logTicks(low, high)
      expect(ticks, `${low} to ${high}`).to.include(1)
      expect(ticks.length, `${low} to ${high}: ${ticks}`).to.be.within(3, 6)
      expect(Math.min(...ticks)).to.be.at.least(low)
      expect(Math.max(...ticks)).to.be.at.most(high)
      for (const [rank, tick] of ticks.slice(1).entries()) expect(Math.log(tick / ticks[rank]) / Math.log(high / low)).to.be.at.least(0.11)
    }
  })

  it('are fewer where they need more room', () => {
    expect(logTicks(0.03, 20_000)).to.eql([0.1, 1, 10, 100, 1000, 10_000])
    expect(logTicks(0.03, 20_000, 0.26)).to.eql([1, 100, 10_000])
  })
})
