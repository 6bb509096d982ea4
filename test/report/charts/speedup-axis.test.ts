import { expect } from 'chai'
import { describe, it } from 'mocha'
import { speedupAxis } from '../../../plugin/report/charts/axes.ts'
import { seededUniform } from '../../support/random.ts'

describe('the axis of speedups', () => {
  it('holds all that it is given and 1, with room at both ends', () => {
    const uniform = seededUniform(2)
    for (let i = 0; i < 500; i++) {
      const speedups = Array.from({ length: 1 + Math.floor(9 * uniform()) }, () => 10 ** (4 * uniform() - 2))
      const { part, ticks } = speedupAxis(speedups)
      for (const speedup of [1, ...speedups]) expect(part(speedup)).to.be.within(0.04, 0.96)
      expect(ticks).to.have.lengthOf.within(3, 6)
    }
  })

  it('does not hide what it was not made for at its ends, so that tests of charts see it', () => {
    expect(speedupAxis([2]).part(3)).to.be.above(1)
    expect(speedupAxis([2]).part(0.1)).to.be.below(0)
  })

  it('is logarithmic', () => {
    const { part } = speedupAxis([0.25, 4])
    expect(part(1)).to.be.closeTo(0.5, 1e-9)
    expect(part(2) - part(1)).to.be.closeTo(part(1) - part(0.5), 1e-9)
    expect(part(4)).to.be.above(part(2))
  })

  it('leaves room on either side of 1 where it is asked to', () => {
    for (const speedups of [[3], [0.2], [100], [1], []]) {
      expect(speedupAxis(speedups, 0.17).part(1)).to.be.within(0.1699, 0.8301)
    }
    expect(speedupAxis([3]).part(1)).to.be.below(0.1)
  })

  it('has ticks around 1 when nothing differs', () => {
    const { part, ticks } = speedupAxis([1, 1, 1])
    expect(part(1)).to.be.closeTo(0.5, 0.01)
    expect(ticks.map(({ label }) => label)).to.include('1x').and.to.have.lengthOf.at.least(3)
  })

  it('writes what is far away in short', () => {
    expect(speedupAxis([1e-9, 1e9]).ticks.map(({ label }) => label)).to.include.members(['1e-8x', '1x', '1e8x'])
    expect(speedupAxis([0.01, 100]).ticks.map(({ label }) => label)).to.eql(['0.01x', '0.1x', '1x', '10x', '100x'])
  })

  it('is not led astray by a speedup that is none', () => {
    const { part, ticks } = speedupAxis([2, Infinity, 0, NaN])
    expect(part(2)).to.equal(speedupAxis([2]).part(2))
    expect([part(0), part(Infinity), part(NaN)]).to.eql([0, 1, 0])
    expect(ticks).to.eql(speedupAxis([2]).ticks)
  })
})
