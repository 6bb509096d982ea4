import { expect } from 'chai'
import { cloudExtent, latencyCloud, workerLook } from '../../../plugin/report/charts/latency-cloud.ts'
import { baselineLook, numberedLook } from '../../../plugin/report/palette.ts'
import { itFinds } from '../../support/cases.ts'
import { runsOverTime } from '../../support/runs-over-time.ts'
import { attributesOf, expectSound, itIsDrawnAs, labelOf, named, pointsOf, textsOf } from './drawing.ts'
import type { LatencyCloud, RunDetail } from '../../../plugin/concepts/report-data.ts'

const draw = (detail: RunDetail, shown = [detail]) =>
  latencyCloud(detail, {
    look: detail.run.variant === 'single' ? baselineLook : numberedLook(0),
    extent: cloudExtent(shown)
  })
const drawn = (detail: RunDetail, shown?: RunDetail[]) => expectSound(draw(detail, shown))
const dotsIn = (detail: RunDetail) => named(drawn(detail), 'path', { 'stroke-linecap': true })

const [single, clustered] = runsOverTime({ seed: 1, rounds: 1, requests: 60, failing: 0, workers: [1, 2] })
const withCloud = (cloud: Partial<LatencyCloud>) => ({
  ...single,
  bins: [],
  cloud: { dots: null, density: null, workerP95Ms: [], ...cloud }
})
const withDensity = (...cells: [column: number, row: number, count: number][]) =>
  withCloud({ density: { columns: 4, rowsPerDecade: 10, cells } })
const densityPaths = (...cells: Parameters<typeof withDensity>) =>
  named(drawn(withDensity(...cells)), 'path', { 'shape-rendering': 'crispEdges' })

describe('the latencies of a run over its time', () => {
  const dots = dotsIn(clustered)
  const counts = dots.map(({ attributes }) => attributes.d.split('M').length - 1)
  const threeDots = { seconds: [0, 3, 6], latencyMs: [10, 100, 1000], worker: [0, 0, 0] }
  const points = pointsOf(dotsIn(withCloud({ dots: threeDots }))[0].attributes.d).filter((_, i) => i % 2 === 0)
  const coloursOf = (workers: number) =>
    Array.from({ length: workers }, (_, worker) => workerLook(worker, { workers, look: baselineLook }).colour)
  const density = densityPaths([0, 10, 1], [1, 10, 1], [2, 10, 36], [3, 10, 1], [0, 11, 9], [0, 12, 4])
  const [rows] = densityPaths([0, 10, 1], [0, 11, 1], [0, 12, 1]).map(({ attributes }) => attributes)

  const [failed] = runsOverTime({ seed: 5, rounds: 1, failing: 1 })
  const none = drawn(failed, [failed, single])
  itIsDrawnAs(
    'latency-cloud',
    'the dots of each worker with its PID, in a colour and a shape of its own; lines of p50 and p95 with their labels',
    draw(clustered)
  )
  itFinds({
    'have a dot for each response, by worker, in a colour of its own': [
      [counts, [-1, 0, 1].map((worker) => clustered.cloud?.dots?.worker.filter((index) => index === worker).length)],
      [
        [counts.reduce((a, b) => a + b), new Set(dots.map(({ attributes }) => attributes.stroke)).size],
        [60, 3]
      ]
    ],
    'stand at their time and latency': [
      [points.map(({ x }) => x), [4, 500, 996]],
      [
        [((points[0].y - points[1].y) / (points[1].y - points[2].y)).toFixed(1), points[0].y > points[1].y],
        ['1.0', true]
      ]
    ],
    'have the look of the variant where one worker served all': [
      [[1, 4].map(coloursOf), [[baselineLook.colour], [0, 1, 2, 3].map((worker) => numberedLook(worker).colour)]]
    ],
    'become a density of at most six strengths, that holds every response once, with neighbours in one': [
      [density.map(({ attributes }) => attributes['stroke-opacity']), ['0.17', '0.33', '0.5', '1']],
      [
        density.map(({ children }) => children[0].text),
        ['1 response', '4 responses', '9 responses', '36 responses'].map((text) => `${text} in a cell`)
      ],
      [pointsOf(density[0].attributes.d).map(({ x }) => x), [0, 500, 750, 1000]]
    ],
    'fill rows of the density without gaps, with room for the whole of the highest and the lowest row': [
      [Math.abs(pointsOf(rows.d)[0].y - pointsOf(rows.d)[2].y - Number(rows['stroke-width'])) < 0.02, true],
      [cloudExtent([withDensity([0, 19, 1], [0, 10, 1], [0, -10, 1])]), { min: 0.1, max: 100 }]
    ],
    'say when there are none': [
      [
        [textsOf(none).includes('no counted responses'), labelOf(none)],
        [true, 'Latency over 6.0 s of single, round 1: no counted responses.']
      ],
      [[failed, withDensity()].map((detail) => cloudExtent([detail])), [null, null]]
    ]
  })

  it('have lines of p50 and p95 with labels apart from each other, where responses are not just a handful', () => {
    const [, p50, p95] = attributesOf(drawn(clustered), 'path', { 'stroke-linejoin': 'round' })
    for (const [i, { y }] of pointsOf(p95.d).entries()) expect(y).to.be.below(pointsOf(p50.d)[i].y)
    const equal = drawn(runsOverTime({ seed: 3, rounds: 1, spread: 0 })[0]).filter(
      ({ text }) => text === 'p50' || text === 'p95'
    )
    expect(Math.abs(Number(equal[0].attributes.y) - Number(equal[1].attributes.y))).to.be.at.least(11)
    expect(textsOf(drawn(runsOverTime({ seed: 4, rounds: 1, requests: 5, failing: 0 })[0]))).to.not.include('p50')
  })
})
