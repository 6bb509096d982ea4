import { expect } from 'chai'
import { densities } from '../../../plugin/report/charts/latencies.ts'
import { latenciesSection } from '../../../plugin/report/page/runs-sections.ts'
import { quantiles } from '../../../plugin/measure/condense-run.ts'
import { numberedLook } from '../../../plugin/report/palette.ts'
import { aRunDetail, aView, itReads } from '../../support/pages.ts'
import { aRandomView } from '../../support/random-views.ts'

const look = numberedLook(0)
const of = (...runs: number[][]) =>
  runs.map((latencies) => aRunDetail({ quantiles: quantiles(latencies.toSorted((a, b) => a - b)) }))
const even = (count: number, from: number, to: number) =>
  Array.from({ length: count }, (_, i) => from + ((to - from) * i) / (count - 1))

/** @returns the points of each hill: how far across, from 0 to 1000, and how high, in px */
const hillsIn = (chart: unknown): [number, number][][] =>
  [...String(chart).matchAll(/<path d="M([^Z]*)Z"/g)].map(([, path], i) => {
    const foot = 56 * (i + 1)
    const points = path.split('L').map((point) => point.split(',').map(Number) as [number, number])
    // An area goes there along the top, and back along its foot.
    return points.slice(0, points.length / 2).map(([x, y]) => [x, foot - y])
  })
const peaksOf = (hill: [number, number][]) =>
  hill.filter(([, height], i) => height > 2 && height > (hill[i - 1]?.[1] ?? 0) && height >= (hill[i + 1]?.[1] ?? 0))

describe('how often each latency came, drawn', () => {
  it('is a hill a variant, on one axis, as high as it is often', () => {
    const chart = densities([
      { name: 'single', look, runs: of(even(500, 95, 105), even(500, 95, 105)) },
      { name: 'clustered', look, runs: of(even(500, 40, 60), even(500, 40, 60)) }
    ])
    const [single, clustered] = hillsIn(chart)
    const top = (hill: [number, number][]) => hill.reduce((a, b) => (b[1] > a[1] ? b : a))
    expect(top(single)[0]).to.be.above(top(clustered)[0])
    // Half as wide in logarithms, and a little more.
    expect(top(single)[1] / top(clustered)[1]).to.be.within(2, 5)
    expect(top(single)[1]).to.be.closeTo(46, 0.2)
  })

  it('has two tops for two kinds of responses, and counts each round alike', () => {
    const [hill] = hillsIn(densities([{ name: 'single', look, runs: of(even(300, 9, 11), even(900, 95, 105)) }]))
    const peaks = peaksOf(hill)
    expect(peaks, JSON.stringify(peaks)).to.have.length(2)
    expect(peaks[1][1] / peaks[0][1]).to.be.within(1, 3)
  })

  it('is drawn of latencies that are all alike', () => {
    expect(
      hillsIn(densities([{ name: 'single', look, runs: of([50, 50, 50]) }]))[0]
        .flat()
        .every(Number.isFinite)
    ).to.equal(true)
  })

  const view = aRandomView({ seed: 3, candidates: 2 })
  itReads({
    'is a section with all variants that have latencies, and says each median': [
      [
        latenciesSection(view),
        'Latencies How to read this How often each latency came, over all rounds',
        /single \(baseline\) cluster-2 cluster-3/,
        '<figure class="chart densities"'
      ],
      [
        latenciesSection(aView({ runs: [aRunDetail({ quantiles: quantiles([1, 2, 3]) })] })),
        '<svg role="img" aria-label="How often each latency came, over all rounds. single: half of them below 2.00 ms."'
      ],
      [latenciesSection(aView()), null]
    ]
  })
})
