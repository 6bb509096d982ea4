import { expect } from 'chai'
import { describe, it } from 'mocha'
import { busiest, utilizationPoints } from '../../plugin/record/condense-run.ts'

/** Readings of an event loop, each with its utilization since the one before. */
const readings = (of: [atMs: number, utilization: number][]) => {
  let [activeMs, idleMs, before] = [40, 300, 0]
  return of.map(([atMs, utilization]) => {
    activeMs += (atMs - before) * utilization
    idleMs += (atMs - before) * (1 - utilization)
    before = atMs
    return { atMs, activeMs, idleMs }
  })
}
const load = { fromMs: 1000, toMs: 3000 }

describe('utilization over a load', () => {
  it('is that since the reading before, within the load and once beyond', () => {
    const found = utilizationPoints(readings([[0, 0], [900, 0.1], [1400, 0.5], [2000, 1], [2900, 0.25], [3400, 0.125], [3900, 0]]), load)
    expect(found).to.eql([
      { seconds: 0.4, utilization: 0.5 },
      { seconds: 1, utilization: 1 },
      { seconds: 1.9, utilization: 0.25 },
      { seconds: 2.4, utilization: 0.125 }
    ])
  })

  it('ends with a reading at the very end of the load, and begins after one at its beginning', () => {
    const found = utilizationPoints(readings([[500, 0], [1000, 0], [3000, 0.5], [3500, 1]]), load)
    expect(found).to.eql([{ seconds: 2, utilization: 0.5 }])
  })

  it('is told as far as there are readings', () => {
    expect(utilizationPoints(readings([[900, 0], [1400, 0.5]]), load)).to.eql([{ seconds: 0.4, utilization: 0.5 }])
    expect(utilizationPoints(readings([[1400, 0.5], [1900, 0.75]]), load)).to.eql([{ seconds: 0.9, utilization: 0.75 }])
    expect(utilizationPoints(readings([[900, 0], [3600, 0.5], [4000, 1]]), load)).to.eql([{ seconds: 2.6, utilization: 0.5 }])
    for (const few of [[], readings([[1400, 0.5]]), readings([[500, 0], [900, 0.5]]), readings([[3000, 0.5], [3500, 0.5], [4000, 0.5]])]) expect(utilizationPoints(few, load)).to.eql([])
  })

  it('is 0 where no time passed', () => {
    const [reading] = readings([[1400, 0.5]])
    expect(utilizationPoints([reading, { ...reading, atMs: 1500 }], load)).to.eql([{ seconds: 0.5, utilization: 0 }])
  })

  it('keeps sixty points of many, each the mean of those it stands for', () => {
    const alternating = readings(Array.from({ length: 200 }, (_, i) => [950 + 100 * i, i % 2 === 0 ? 0.2 : 0.6]))
    const long = { fromMs: 1000, toMs: 950 + 100 * 120 }
    const found = utilizationPoints(alternating, long)
    expect(found).to.have.length(60)
    found.forEach(({ utilization }) => expect(utilization).to.be.closeTo(0.4, 0.0005))
    expect(found[0].seconds).to.equal(0.15)
    expect(found[59].seconds).to.equal(11.95)
  })

  it('never has more than sixty points, and always the last', () => {
    for (const count of [59, 60, 61, 62, 119, 121, 500, 1001]) {
      const found = utilizationPoints(readings(Array.from({ length: count + 1 }, (_, i) => [1000 + 10 * i, 0.5])), { fromMs: 1000, toMs: 1000 + 10 * count })
      expect(found.length).to.be.within(Math.min(count, 30), 60)
      expect(found[found.length - 1].seconds).to.equal(count / 100)
    }
  })
})

describe('the busiest load thread', () => {
  const idle = readings([[500, 0], [1000, 0.1], [3000, 0.1], [3500, 1]])
  const busy = readings([[500, 0], [1000, 0.1], [3000, 0.3], [3500, 0]])

  it('is the one with the largest utilization over the load', () => {
    expect(busiest([idle, busy], load)).to.equal(busy)
    expect(busiest([busy, idle], load)).to.equal(busy)
  })

  it('is none where they told too little', () => {
    expect(busiest([], load)).to.eql([])
    expect(busiest([idle.slice(0, 1)], load)).to.eql([])
    expect(busiest([idle.slice(0, 1), idle], load)).to.equal(idle)
    expect(busiest([idle], { fromMs: 1000, toMs: 1900 })).to.eql([])
  })
})
