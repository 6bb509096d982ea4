import { expect } from 'chai'
import { describe, it } from 'mocha'
import { clock, loadAxis, percentileAxis, speedupAxis, timeAxis, timeSpan, workersAxis } from '../../../plugin/report/charts/axes.ts'
import { upwards } from '../../../plugin/report/charts/plot.ts'
import { latencyScale, logLatencyAxis, type Axis } from '../../../plugin/report/charts/axes.ts'
import { logTicks } from '../../../plugin/report/charts/axes.ts'
import { seededUniform } from '../../support/random.ts'

const labels = ({ ticks }: Pick<Axis, 'ticks'>) => ticks.map(({ label }) => label)

describe('the axis of percentiles', () => {
  it('gives each decade of the tail the same room', () => {
    const { part } = percentileAxis([1200])
    expect(part(0)).to.equal(0)
    for (const [decades, probability] of [[1, 0.9], [2, 0.99]]) expect(part(probability)).to.be.closeTo(decades / 3, 1e-9)
    expect(part(0.999)).to.equal(1)
  })

  it('ends where the largest sample does, but not before p99 nor beyond p99.9', () => {
    const few = ['min', 'p50', 'p75', 'p90', 'p95', 'p99']
    for (const [count, expected] of [[1, few], [999, few], [1000, [...few, 'p99.9']], [1e6, [...few, 'p99.9']]] as const) {
      expect(labels(percentileAxis([count]))).to.eql(expected)
    }
    expect(percentileAxis([300, 500]).part(1 - 1 / 500)).to.be.closeTo(1, 1e-9)
  })

  it('is thin where the smallest round has fewer than 10 responses beyond', () => {
    const { thinFrom, part } = percentileAxis([2000, 500, 1000])
    expect(thinFrom).to.be.closeTo(part(1 - 10 / 500), 1e-9)
    expect([9, 20_000].map((count) => percentileAxis([count]).thinFrom)).to.eql([0, 1])
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

describe('the axis of speedups', () => {
  it('holds every speedup and 1, with room at both ends, and has 3 to 6 ticks that are apart, 1 among them', () => {
    const uniform = seededUniform(2)
    for (let i = 0; i < 500; i++) {
      const speedups = Array.from({ length: 1 + Math.floor(9 * uniform()) }, () => 10 ** (4 * uniform() - 2))
      const { part, ticks } = speedupAxis(speedups)
      for (const speedup of [1, ...speedups]) expect(part(speedup)).to.be.within(0.04, 0.96)
      expect(ticks).to.have.lengthOf.within(3, 6)
      expect(ticks.map(({ value }) => value)).to.include(1)
      for (const [rank, tick] of ticks.entries()) expect(tick.part - (ticks[rank - 1]?.part ?? -0.11)).to.be.at.least(0.11 - 1e-9)
      expect(ticks[ticks.length - 1].part).to.be.at.most(1)
    }
  })

  it('is logarithmic, also beyond its ends, so that tests of charts see what is there', () => {
    const { part } = speedupAxis([0.25, 4])
    expect(part(1)).to.be.closeTo(0.5, 1e-9)
    expect(part(2) - part(1)).to.be.closeTo(part(1) - part(0.5), 1e-9)
    expect(part(4)).to.be.above(part(2)).and.below(part(100))
    expect(part(100)).to.be.above(1)
    expect(part(0.01)).to.be.below(0)
  })

  it('leaves room on either side of 1 where it is asked to', () => {
    for (const speedups of [[3], [0.2], [100], [1], []]) expect(speedupAxis(speedups, 0.17).part(1)).to.be.within(0.1699, 0.8301)
    expect(speedupAxis([3]).part(1)).to.be.below(0.1)
  })

  it('has ticks around 1 when nothing differs, and short ones far away', () => {
    expect(speedupAxis([1, 1, 1]).part(1)).to.be.closeTo(0.5, 0.01)
    expect(labels(speedupAxis([1, 1, 1]))).to.include('1x').and.to.have.lengthOf.at.least(3)
    expect(labels(speedupAxis([1e-9, 1e9]))).to.include.members(['1e-8x', '1x', '1e8x'])
    expect(labels(speedupAxis([0.01, 100]))).to.eql(['0.01x', '0.1x', '1x', '10x', '100x'])
  })

  it('ignores speedups that are no real numbers', () => {
    const { part, ticks } = speedupAxis([2, Infinity, 0, NaN])
    expect([2, 0, Infinity, NaN].map(part)).to.eql([speedupAxis([2]).part(2), 0, 1, 0])
    expect(ticks).to.eql(speedupAxis([2]).ticks)
  })
})

describe('the axis of numbers of workers', () => {
  it('begins with none, and is linear', () => {
    const { part, most } = workersAxis([1, 2, 4, 8])
    expect([part(0), part(8) / part(2), part(most)]).to.eql([0, 4, 1])
    expect(part(8)).to.be.within(0.9, 0.99)
  })

  it('has a tick for each number that was measured, as far as there is room on a phone, and always the last', () => {
    expect(labels(workersAxis([1, 2, 4, 8]))).to.eql(['1', '2', '4', '8'])
    expect(labels(workersAxis([3]))).to.eql(['3'])
    expect(labels(workersAxis([1, 2, 4, 63, 64]))).to.eql(['4', '64'])
    expect(labels(workersAxis([1e5, 2e5, 3e5, 4e5, 5e5, 6e5])), 'labels are longer').to.eql(['200000', '400000', '600000'])
    expect(labels(workersAxis([]))).to.eql([])
  })
})

describe('the axis of loads', () => {
  it('is linear, or logarithmic where the small ones would be a heap', () => {
    const near = loadAxis([90, 144, 180, 270])
    expect((near.part(180) - near.part(90)) / (near.part(270) - near.part(180))).to.be.closeTo(1, 1e-9)
    const far = loadAxis([1, 10, 100])
    expect(far.part(10) - far.part(1)).to.be.closeTo(far.part(100) - far.part(10), 1e-9)
    expect(labels(near)).to.eql(['90.0/s', '144/s', '180/s', '270/s'])
  })

  it('keeps marks away from its edges, and accepts equal loads and one load', () => {
    expect([10, 20, -1000, 1000].map(loadAxis([10, 20]).part)).to.eql([0.06, 0.94, 0.06, 0.94])
    for (const loads of [[50], [50, 50]]) expect(loadAxis(loads).part(50)).to.be.within(0.4, 0.6)
    expect(loadAxis([0, 50]).part(0)).to.equal(0.06)
  })
})

describe('the axis of time', () => {
  it('counts as people count time', () => {
    const expected = {
      6: '0 s, 1 s, 2 s, 3 s, 4 s, 5 s, 6 s',
      82: '0 s, 15 s, 30 s, 45 s, 60 s, 75 s',
      188: '0:00, 1:00, 2:00, 3:00',
      5400: '0:00, 15:00, 30:00, 45:00, 1:00:00, 1:15:00, 1:30:00',
      0.03: '0 s, 0.01 s, 0.02 s, 0.03 s'
    }
    for (const [seconds, ticks] of Object.entries(expected)) expect(labels(timeAxis(Number(seconds))).join(', ')).to.equal(ticks)
  })

  it('has between two and seven ticks, however long it is', () => {
    for (let seconds = 0.001; seconds < 2e6; seconds *= 1.07) {
      const { ticks } = timeAxis(seconds)
      expect(ticks.length, String(seconds)).to.be.within(2, 7)
      expect(ticks[0].part).to.equal(0)
      expect(ticks.every(({ part }) => part >= 0 && part <= 1)).to.equal(true)
    }
  })

  it('writes minutes and hours as clocks do, and short spans with a digit more', () => {
    expect([0, 59, 61, 3600, 36_061].map(clock)).to.eql(['0:00', '0:59', '1:01', '1:00:00', '10:01:01'])
    expect([0, 0.0312, 0.5, 3, 9.94, 9.96, 125].map(timeSpan)).to.eql(['0 s', '0.031 s', '0.5 s', '3.0 s', '9.9 s', '10 s', '2 min 5 s'])
  })
})

describe('the ticks of a logarithmic axis', () => {
  it('are the numbers that people would have chosen, fewer where they need more room', () => {
    const cases: [axis: [low: number, high: number, gap?: number], expected: number[]][] = [
      [[0.9, 2.2], [1, 1.25, 1.5, 1.75, 2]],
      [[0.7, 3], [1, 1.5, 2, 2.5, 3]],
      [[0.97, 1.12], [1, 1.05, 1.1]],
      [[0.005, 200], [0.01, 0.1, 1, 10, 100]],
      [[1, 90], [1, 2, 5, 10, 20, 50]],
      [[1e-9, 1e9], [1e-8, 1e-4, 1, 1e4, 1e8]],
      [[0.03, 20_000], [0.1, 1, 10, 100, 1000, 10_000]],
      [[0.03, 20_000, 0.26], [1, 100, 10_000]]
    ]
    for (const [axis, expected] of cases) expect(logTicks(axis[0], axis[1], axis[2] ?? 0.11)).to.eql(expected)
  })
})

describe('the scale of latencies', () => {
  it('begins at 0 and is linear', () => {
    const scale = latencyScale([20, 90, 45])
    expect(scale.isLog).to.equal(false)
    expect(scale.part(0)).to.equal(0)
    expect(scale.part(90)).to.be.closeTo(2 * scale.part(45), 1e-9).and.within(0.9, 1)
  })

  it('is logarithmic beyond a factor of 50', () => {
    expect(latencyScale([1, 50]).isLog).to.equal(false)
    expect([50, 1].map((smallest) => latencyScale([0.1, 100], { smallest }).isLog), 'of what must be told from 0').to.eql([false, true])
    const { isLog, part } = latencyScale([0.05, 100_000])
    expect(isLog).to.equal(true)
    expect(part(10) - part(1)).to.be.closeTo(part(1) - part(0.1), 1e-9)
    expect([part(0.05), part(100_000)].every((end) => end > 0 && end < 1)).to.equal(true)
    expect([part(0.01) < 0, part(0), part(200_000) > 1], 'beyond its ends').to.eql([true, 0, true])
  })

  it('has round ticks as far as there is room, in seconds where milliseconds would be long', () => {
    expect(labels(latencyScale([20, 90, 45]))).to.eql(['0 ms', '20 ms', '40 ms', '60 ms', '80 ms'])
    expect(labels(latencyScale([0.05, 100_000]))).to.eql(['1 ms', '100 ms', '10 s'])
    expect(labels(latencyScale([40_000, 90_000]))).to.eql(['0 s', '20 s', '40 s', '60 s', '80 s'])
    expect(labels(latencyScale([9000]))).to.include('2000 ms')
    expect(labels(latencyScale([270], { gap: 0.2 }))).to.eql(['0 ms', '100 ms', '200 ms'])
  })

  it('accepts latencies of 0, and none at all', () => {
    expect(latencyScale([0, 0]).part(0)).to.equal(0)
    expect(latencyScale([]).ticks).to.not.be.empty
    expect(latencyScale([0, 1, 100], { smallest: 0 }).part(0)).to.be.within(0, 1)
  })
})

describe('the logarithmic axis of latencies', () => {
  const edges = { top: 10, bottom: 190 }
  const heights = (min: number, max: number) => upwards(logLatencyAxis({ min, max }, 180), edges)

  it('goes up by the same height for each factor of ten', () => {
    const y = heights(1, 1000)
    expect(y(1) - y(10)).to.be.closeTo(y(10) - y(100), 1e-9).and.above(0)
  })

  it('holds all latencies, and at least two ticks that can be read', () => {
    const uniform = seededUniform(3)
    for (let i = 0; i < 200; i++) {
      const min = 0.05 * 1e6 ** uniform()
      const max = min * 1e6 ** (uniform() ** 3)
      const y = heights(min, max)
      const { ticks } = logLatencyAxis({ min, max }, 180)
      expect([y(min), y(max)].every((px) => px > edges.top && px < edges.bottom)).to.equal(true)
      expect(ticks.length, `${min} to ${max}`).to.be.within(2, 6)
      for (const [j, { value }] of ticks.slice(1).entries()) expect(y(ticks[j].value) - y(value)).to.be.at.least(16 - 1e-9)
    }
  })

  it('does not blow up what hardly differs', () => {
    const y = heights(100, 101)
    expect(y(100) - y(101)).to.be.below(2)
    expect(y(100)).to.be.closeTo((edges.top + edges.bottom) / 2, 3)
  })

  it('writes a thousand milliseconds as a second', () => {
    expect(labels(logLatencyAxis({ min: 0.05, max: 100_000 }, 180))).to.eql(['1 ms', '100 ms', '10 s'])
    expect(labels(logLatencyAxis({ min: 100, max: 3000 }, 180))).to.eql(['100 ms', '200 ms', '500 ms', '1 s', '2 s'])
  })

  it('has a place for a latency of nothing, and no ticks where there are no latencies', () => {
    expect(heights(0, 10)(0)).to.be.within(edges.top, edges.bottom)
    expect(logLatencyAxis(null, 180).ticks).to.eql([])
    expect(upwards(logLatencyAxis(null, 180), edges)(5)).to.equal(edges.bottom)
  })
})
