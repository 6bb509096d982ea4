import { expect } from 'chai'
import { describe, it } from 'mocha'
import { percentileAxis } from '../../../plugin/report/charts/axes.ts'

describe('the axis of percentiles', () => {
  it('gives each decade of the tail the same room', () => {
    const { part } = percentileAxis([1200])
    expect(part(0)).to.equal(0)
    expect(part(0.9)).to.be.closeTo(1 / 3, 1e-9)
    expect(part(0.99)).to.be.closeTo(2 / 3, 1e-9)
    expect(part(0.999)).to.equal(1)
  })

  it('ends where the largest sample does, but not before p99 nor beyond p99.9', () => {
    const labels = (count: number) => percentileAxis([count]).ticks.map(({ label }) => label)
    expect(labels(1)).to.eql(['min', 'p50', 'p75', 'p90', 'p95', 'p99'])
    expect(labels(999)).to.eql(labels(1))
    expect(labels(1000)).to.eql([...labels(1), 'p99.9'])
    expect(labels(1e6)).to.eql(labels(1000))
    expect(percentileAxis([300, 500]).part(1 - 1 / 500)).to.be.closeTo(1, 1e-9)
  })

  it('is thin where the smallest round has fewer than 10 responses beyond', () => {
    const { thinFrom, part } = percentileAxis([2000, 500, 1000])
    expect(thinFrom).to.be.closeTo(part(1 - 10 / 500), 1e-9)
    expect(percentileAxis([9]).thinFrom).to.equal(0)
    expect(percentileAxis([20_000]).thinFrom).to.equal(1)
  })

  it('has probabilities that ascend from 0 to its end, with p50, p95 and p99', () => {
    for (const count of [1, 300, 50_000]) {
      const { probabilities, part } = percentileAxis([count])
      expect(probabilities).to.include.members([0, 0.5, 0.95, 0.99])
      expect(probabilities).to.eql([...probabilities].sort((a, b) => a - b))
      expect(part(probabilities[probabilities.length - 1])).to.be.closeTo(1, 1e-9)
      expect(Math.max(...probabilities)).to.be.below(1)
    }
  })
})
