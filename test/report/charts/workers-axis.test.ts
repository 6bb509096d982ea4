import { expect } from 'chai'
import { describe, it } from 'mocha'
import { loadAxis, workersAxis } from '../../../plugin/report/charts/axes.ts'
import { roomyTicks } from '../../../plugin/report/charts/scales.ts'

const labelsOf = ({ ticks }: { ticks: { label: string }[] }) => ticks.map(({ label }) => label)

describe('the axis of numbers of workers', () => {
  it('begins with none, and is linear', () => {
    const { part, most } = workersAxis([1, 2, 4, 8])
    expect(part(0)).to.equal(0)
    expect(part(8) / part(2)).to.equal(4)
    expect(part(8)).to.be.within(0.9, 0.99)
    expect(part(most)).to.equal(1)
  })

  it('has a tick for each number that was measured', () => {
    expect(labelsOf(workersAxis([1, 2, 4, 8]))).to.eql(['1', '2', '4', '8'])
    expect(labelsOf(workersAxis([3]))).to.eql(['3'])
  })

  it('leaves out ticks that would lie on one another on a phone, but never the last', () => {
    expect(labelsOf(workersAxis([1, 2, 4, 63, 64]))).to.eql(['4', '64'])
  })
})

describe('the axis of loads', () => {
  it('is linear, or logarithmic where the small ones would be a heap', () => {
    const near = loadAxis([90, 144, 180, 270])
    expect((near.part(180) - near.part(90)) / (near.part(270) - near.part(180))).to.be.closeTo(1, 1e-9)
    const far = loadAxis([1, 10, 100])
    expect(far.part(10) - far.part(1)).to.be.closeTo(far.part(100) - far.part(10), 1e-9)
    expect(labelsOf(near)).to.eql(['90.0/s', '144/s', '180/s', '270/s'])
  })

  it('keeps marks away from its edges, and bears equal loads and one load', () => {
    const { part } = loadAxis([10, 20])
    expect([part(10), part(20)]).to.eql([0.06, 0.94])
    expect(loadAxis([50]).part(50)).to.be.within(0.4, 0.6)
    expect(loadAxis([50, 50]).part(50)).to.be.within(0.4, 0.6)
    expect(loadAxis([0, 50]).part(0)).to.equal(0.06)
    expect([part(-1000), part(1000)]).to.eql([0, 1])
  })
})

describe('ticks that have room', () => {
  it('are all where there is room, and fewer the longer their labels are', () => {
    const ticks = (length: number) => Array.from({ length: 10 }, (_, i) => ({ part: i / 10, label: 'x'.repeat(length) }))
    expect(roomyTicks(ticks(1))).to.have.lengthOf(10)
    expect(roomyTicks(ticks(6)).map(({ part }) => part)).to.eql([0.1, 0.3, 0.5, 0.7, 0.9])
    expect(roomyTicks([])).to.eql([])
  })
})
