import { expect } from 'chai'
import { describe, it } from 'mocha'
import { latencyScale } from '../../../plugin/report/charts/scales.ts'

const labels = ({ ticks }: ReturnType<typeof latencyScale>) => ticks.map(({ label }) => label)

describe('the scale of latencies', () => {
  it('begins at 0 and is linear', () => {
    const scale = latencyScale([20, 90, 45])
    expect(scale.isLog).to.equal(false)
    expect(scale.part(0)).to.equal(0)
    expect(scale.part(90)).to.be.closeTo(2 * scale.part(45), 1e-9).and.within(0.9, 1)
    expect(labels(scale)).to.eql(['0 ms', '20 ms', '40 ms', '60 ms', '80 ms'])
  })

  it('is logarithmic beyond a factor of 50', () => {
    expect(latencyScale([1, 50]).isLog).to.equal(false)
    const scale = latencyScale([0.05, 100_000])
    expect(scale.isLog).to.equal(true)
    expect(scale.part(10) - scale.part(1)).to.be.closeTo(scale.part(1) - scale.part(0.1), 1e-9)
    expect([scale.part(0.05), scale.part(100_000)].every((part) => part > 0 && part < 1)).to.equal(true)
    expect(labels(scale)).to.eql(['1 ms', '100 ms', '10 s'])
  })

  it('does not hide what it was not made for at its ends, so that tests of charts see it', () => {
    const { part } = latencyScale([1, 1000])
    expect(part(0.5)).to.be.below(0)
    expect(part(2000)).to.be.above(1)
    expect(part(0)).to.equal(0)
  })

  it('looks at what must be told from 0 only', () => {
    expect(latencyScale([0.1, 100], { smallest: 50 }).isLog).to.equal(false)
    expect(latencyScale([40, 100], { smallest: 1 }).isLog).to.equal(true)
  })

  it('counts in seconds where milliseconds would be long', () => {
    expect(labels(latencyScale([40_000, 90_000]))).to.eql(['0 s', '20 s', '40 s', '60 s', '80 s'])
    expect(labels(latencyScale([9000]))).to.include('2000 ms')
  })

  it('has fewer ticks where they need more room', () => {
    expect(labels(latencyScale([270], { gap: 0.2 }))).to.eql(['0 ms', '100 ms', '200 ms'])
  })

  it('bears latencies of 0, and none at all', () => {
    expect(latencyScale([0, 0]).part(0)).to.equal(0)
    expect(latencyScale([]).ticks).to.not.be.empty
    expect(latencyScale([0, 1, 100], { smallest: 0 }).part(0)).to.be.within(0, 1)
  })
})
