import { expect } from 'chai'
import { latencyScale, percentileAxis, speedupAxis } from '../../../plugin/report/charts/axes.ts'
import { percentileCurves, quantilesOf, speedupsOver, type Quantiles } from '../../../plugin/report/charts/latencies.ts'
import { baselineLook, shade } from '../../../plugin/report/palette.ts'
import { milliseconds, times } from '../../../plugin/report/words/numbers.ts'
import type { RunDetail } from '../../../plugin/concepts/report-data.ts'
import { itFinds } from '../../support/cases.ts'
import { aRunDetail } from '../../support/pages.ts'
import { aRandomView } from '../../support/random-views.ts'
import { aRun, latencies } from '../../support/runs.ts'
import {
  attributesOf,
  expectSound,
  itIsDrawnAs,
  labelOf,
  named,
  pointsOf,
  textsOf,
  titledMarks,
  type Element
} from './drawing.ts'

function drawn(plan: Parameters<typeof aRandomView>[0]) {
  const view = aRandomView(plan)
  const percentiles = percentileAxis(view.runs.map(({ counted }) => counted))
  const { probabilities } = percentiles
  const all = quantilesOf(view, view.runs, probabilities)
  const ratios = quantilesOf(view, view.runs, probabilities, speedupsOver('single', view.runs))
  const valuesOf = (shown: Quantiles[]) =>
    shown.flatMap(({ points }) => points.flatMap(({ least, most }) => [least, most]))
  const speedup = speedupAxis(valuesOf(ratios))
  const charts = {
    latencies: percentileCurves(all, 'latency', {
      percentiles,
      values: latencyScale(valuesOf(all)),
      title: 'Latency by percentile'
    }),
    speedups: percentileCurves(ratios, 'speedup', {
      percentiles,
      values: speedup,
      title: 'Speedup over single by percentile'
    })
  }
  const [curves, speedups] = Object.values(charts).map(expectSound)
  // p50, p95 and p99 of each candidate.
  const estimates = (view.result?.candidates ?? []).flatMap(({ name, estimates: all }) =>
    all.slice(0, 3).map((estimate) => ({ ...estimate, name, ratio: estimate.baseline / estimate.candidate }))
  )
  const y = (value: number) => 130 * (1 - speedup.part(value))
  return { view, estimates, y, charts, curves, speedups }
}

const linesIn = (elements: Element[]) => attributesOf(elements, 'path', { 'vector-effect': true })

describe('latencies by percentile', () => {
  itIsDrawnAs(
    'percentile-latencies',
    'a line, a band and three marks for each variant, the baseline dashed',
    drawn({ seed: 8, candidates: 2 }).charts.latencies
  )

  it('agree with the estimates at p50, p95 and p99, which they print, and tell to those who do not see them', () => {
    const { curves, estimates } = drawn({ seed: 9, mediansMs: [100, 40] })
    for (const { metric, ...estimate } of estimates) {
      const [before, after] = [estimate.baseline, estimate.candidate].map((latency) => `${milliseconds(latency)} ms`)
      expect(textsOf(curves)).to.include.members([before, after])
      expect(labelOf(curves)).to.match(new RegExp(`single: .*${metric} ${before}.*clustered: .*${metric} ${after}`))
    }
  })

  it('name up to nine variants at the end of their lines, in places that do not overlap', () => {
    const { view, curves } = drawn({ seed: 0, candidates: 8, noise: 0.01, mediansMs: Array(9).fill(50) })
    const names = named(curves, 'text', { x: '100%', dx: '7' })
    expect(names.map(({ text }) => text)).to.eql(view.names)
    const places = names.map(({ attributes }) => Number(attributes.y)).sort((a, b) => a - b)
    for (const [i, place] of places.slice(1).entries()) expect(place - places[i]).to.be.at.least(13.9)
    expect(textsOf(drawn({ seed: 1, candidates: 9 }).curves)).to.not.include('single')
  })

  const zone = (requests: number) =>
    attributesOf(drawn({ seed: 2, requests }).curves, 'rect', { fill: shade }).map(({ x, width }) => `${x} ${width}`)
  itFinds({
    'are grey where a round has fewer than 10 responses beyond': [
      [[300, 1, 20_000].map(zone), [['59.25% 40.75%'], ['0% 100%'], []]]
    ]
  })

  it('rise from left to right, and lie higher where they are slower', () => {
    const { curves } = drawn({ seed: 3, mediansMs: [100, 40], noise: 0 })
    const [fast, slow] = linesIn(curves).map(({ d }) => pointsOf(d).map(({ y }) => y))
    for (const [i, y] of slow.entries())
      expect(y)
        .to.be.below(fast[i])
        .and.at.most(slow[i - 1] ?? y)
  })
})

describe('speedups by percentile', () => {
  itIsDrawnAs(
    'percentile-speedups',
    'a line, a band and a mark at p50, p95 and p99 for each candidate in its shape, a name for every tick, a solid line at 1x',
    drawn({ seed: 8, candidates: 2 }).charts.speedups
  )

  it('have marks where the estimates are, and say so to those who do not see them', () => {
    const { speedups, estimates, y } = drawn({ seed: 11, candidates: 5 })
    for (const [i, { attributes }] of titledMarks(speedups).entries())
      expect(Number(attributes.y)).to.be.closeTo(y(estimates[i].ratio), 0.5)
    for (const { metric, ratio } of estimates) expect(labelOf(speedups)).to.include(`${times(ratio)} at ${metric}`)
  })

  it('lie above the line at 1x where the candidate is faster', () => {
    for (const [candidate, isFaster] of [
      [50, true],
      [200, false]
    ] as const) {
      const { speedups, y } = drawn({ seed: 13, mediansMs: [100, candidate], noise: 0, spread: 0 })
      expect(pointsOf(linesIn(speedups)[0].d)[0].y < y(1)).to.equal(isFaster)
    }
  })
})

describe('quantiles over the rounds', () => {
  const variants = { names: ['single', 'clustered'], lookOf: () => baselineLook }
  const aDetail = (variant: string, round: number, ...quantiles: [probability: number, latencyMs: number][]) =>
    aRunDetail({
      run: aRun({ variant, round, latencyMs: latencies(50) }),
      quantiles: quantiles.map(([probability, latencyMs]) => ({ probability, latencyMs }))
    })
  const constant = (variant: string, round: number, latencyMs: number) =>
    aDetail(variant, round, [0, latencyMs], [1, latencyMs])
  const texts = ({ least, value, most }: Quantiles['points'][number]) =>
    [least, value, most].map((number) => number.toFixed(3)).join(' ')
  const shown = (all: Quantiles[]) => all.map(({ name, points }) => [name, ...points.map(texts)])
  const speedups = (details: RunDetail[], ...probabilities: number[]) =>
    shown(quantilesOf(variants, details, probabilities, speedupsOver('single', details)))
  const interpolated = [aDetail('single', 1, [0, 0], [0.5, 10], [1, 110]), aDetail('single', 2, [0.2, 35], [1, 35])]
  const rounds = [
    constant('single', 1, 20),
    constant('clustered', 1, 10),
    constant('clustered', 2, 5),
    constant('single', 2, 40)
  ]
  const withZero = [aDetail('single', 1, [0, 0], [1, 10]), aDetail('clustered', 1, [0, 0], [1, 5])]

  itFinds({
    'of latencies are geometric means, with the fastest and the slowest round': [
      [
        shown(quantilesOf(variants, [constant('single', 1, 10), constant('single', 2, 40)], [0.75])),
        [['single', '10.000 20.000 40.000']]
      ]
    ],
    'of latencies are interpolated by probability, each round by its own steps': [
      [
        quantilesOf(variants, interpolated, [0.1, 0.75, 1])[0].points.map(({ least, most }) => [least, most]),
        [
          [2, 35],
          [35, 60],
          [35, 110]
        ]
      ]
    ],
    'of latencies leave out a variant that was not seen': [
      [shown(quantilesOf(variants, [constant('clustered', 1, 1)], [0.5])), [['clustered', '50.000 50.000 50.000']]]
    ],
    'of speedups are those of the rounds, not of the means': [
      [speedups(rounds, 0.3), [['clustered', '2.000 4.000 8.000']]]
    ],
    'of speedups need both variants of a round, and a latency above 0': [
      [speedups([constant('single', 1, 20), constant('clustered', 2, 10)], 0.3), []],
      [speedups(withZero, 0, 1), [['clustered', '2.000 2.000 2.000']]]
    ]
  })
})
