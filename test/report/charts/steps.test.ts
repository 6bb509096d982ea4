import { expect } from 'chai'
import { describe, it } from 'mocha'
import { bandPath, joined, linePath, stepsOf, type Step } from '../../../plugin/report/charts/steps.ts'
import { coarser } from '../../../plugin/report/charts/timelines.ts'
import { utilizationSteps } from '../../../plugin/report/charts/timelines.ts'
import { spreadLabels } from '../../../plugin/report/charts/plot.ts'
import { seededUniform } from '../../support/random.ts'

const same = (value: number) => value
const band = { low: 1, middle: 2, high: 3 }

describe('the steps of a curve', () => {
  it('are joined at their middles', () => {
    const steps = [{ from: 0, to: 0.2, value: band }, { from: 0.2, to: 0.4, value: { low: 10, middle: 20, high: 30 } }]
    expect(linePath(steps, same)).to.equal('M100,2L300,20')
    expect(linePath(steps, same, 'high')).to.equal('M100,3L300,30')
    expect(bandPath(steps, same)).to.equal('M100,3L300,30L300,10L100,1Z')
  })

  it('are interrupted where nothing is known', () => {
    const steps = [0, 0.25, 0.5, 0.75].map((from, i) => ({ from, to: from + 0.25, value: i === 1 ? null : band }))
    expect(linePath(steps, same)).to.equal('M0,2L250,2M625,2L875,2')
    expect(linePath([], same) + bandPath([{ from: 0, to: 1, value: null }], same)).to.equal('')
  })

  it('are seen from end to end where one stands alone', () => {
    const step = [{ from: 0.2, to: 0.3, value: band }]
    expect([linePath(step, same), bandPath(step, same)]).to.eql(['M200,2L300,2', 'M200,3L300,3L300,1L200,1Z'])
  })
})

describe('cells that touch', () => {
  it('are one, row by row', () => {
    const cells = [[1, 0, 1], [0, 2, 3], [0, 0, 1], [0, 1, 2], [1, 2, 3]].map(([row, from, to]) => ({ row, from, to }))
    expect(joined(cells)).to.eql([{ row: 0, from: 0, to: 3 }, { row: 1, from: 0, to: 1 }, { row: 1, from: 2, to: 3 }])
  })
})

describe('bins of time', () => {
  const latencies = (p50: number) => ({ p5: p50 / 2, p50, p95: 2 * p50 })
  const aBin = (i: number, requests: number, p50: number | null) => ({
    fromSeconds: i, toSeconds: i + 1, requests, failures: 1, latencyMs: p50 === null ? null : latencies(p50)
  })

  it('are put together where they are many, the larger ones counting more', () => {
    const few = [aBin(0, 10, 100), aBin(1, 10, 200)]
    expect(coarser(few, 2)).to.equal(few)
    expect(coarser([aBin(0, 30, 100), aBin(1, 10, 200), aBin(2, 5, 50)], 2)).to.eql([
      { fromSeconds: 0, toSeconds: 2, requests: 40, failures: 2, latencyMs: latencies(125) },
      { fromSeconds: 2, toSeconds: 3, requests: 5, failures: 1, latencyMs: latencies(50) }
    ])
  })

  it('are put together from those with responses', () => {
    expect(coarser([aBin(0, 30, null), aBin(1, 10, 200)], 1)[0].latencyMs).to.eql(latencies(200))
    expect(coarser([aBin(0, 30, null), aBin(1, 10, null)], 1)[0].latencyMs).to.equal(null)
  })

  it('become steps of their run', () => {
    expect(stepsOf([aBin(0, 1, 100), aBin(1, 1, null)], 1.5)).to.eql([
      { from: 0, to: 1 / 1.5, value: { low: 50, middle: 100, high: 200 } },
      { from: 1 / 1.5, to: 1, value: null }
    ])
  })
})

describe('the utilization of event loops in equal steps', () => {
  const figures = (steps: Step[], level: keyof typeof band) => steps.map(({ value }) => value && Math.round(1000 * value[level]) / 1000)

  it('is the mean of what each point tells of the time since the one before', () => {
    const points = [{ seconds: 1, utilization: 0.2 }, { seconds: 4, utilization: 0.8 }]
    // The first half: a second of 0.2 and one of 0.8.
    expect(figures(utilizationSteps([points], { seconds: 4, most: 10 }), 'middle')).to.eql([0.5, 0.8])
    expect(figures(utilizationSteps([points], { seconds: 4, most: 1 }), 'middle')).to.eql([0.65])
  })

  it('leaves out what is not of the load, and is unknown where no point tells', () => {
    const points = [{ seconds: -1, utilization: 1 }, { seconds: 2, utilization: 0.5 }, { seconds: 3, utilization: 0.5 }]
    expect(figures(utilizationSteps([points], { seconds: 9, most: 3 }), 'middle')).to.eql([0.5, null, null])
    const late = [{ seconds: 8, utilization: 0.5 }, { seconds: 12, utilization: 1 }]
    expect(figures(utilizationSteps([late], { seconds: 10, most: 2 }), 'middle')).to.eql([0.5, 0.7])
  })

  it('has the median loop between the least and the most busy', () => {
    const loops = [0.9, 0.1, 0.5].map((utilization) => [{ seconds: 1, utilization }])
    expect(utilizationSteps(loops, { seconds: 1, most: 5 })).to.eql([{ from: 0, to: 1, value: { low: 0.1, middle: 0.5, high: 0.9 } }])
  })

  it('accepts loops with different numbers of points', () => {
    const loops = [[{ seconds: 4, utilization: 0.4 }], [1, 2, 3, 4].map((seconds) => ({ seconds, utilization: 0.6 }))]
    const steps = utilizationSteps(loops, { seconds: 4, most: 10 })
    expect([figures(steps, 'low'), figures(steps, 'high')]).to.eql([Array(4).fill(0.4), Array(4).fill(0.6)])
  })
})

describe('labels that would overlap', () => {
  const spread = (wanted: number[]) => spreadLabels(wanted, { height: 300, gap: 14 })

  it('are moved down, and up where there is no room below, and others stay where they are', () => {
    expect([[20, 22], [298, 299], [100, 20, 60]].map(spread)).to.eql([[20, 34], [286, 300], [100, 20, 60]])
  })

  it('keep their order, their distance and the plot', () => {
    const uniform = seededUniform(3)
    for (let i = 0; i < 300; i++) {
      const wanted = Array.from({ length: 1 + Math.floor(5 * uniform()) }, () => 300 * uniform() ** 3)
      const places = spread(wanted)
      const order = wanted.map((_, label) => label).sort((a, b) => wanted[a] - wanted[b])
      for (const place of places) expect(place).to.be.within(0, 300)
      for (const [rank, label] of order.slice(1).entries()) expect(places[label] - places[order[rank]]).to.be.at.least(14 - 1e-9)
    }
  })
})
