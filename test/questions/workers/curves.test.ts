import { expect } from 'chai'
import { latencyScale, workersAxis } from '../../../plugin/report/charts/axes.ts'
import { scalingLatency, scalingThroughput } from '../../../plugin/questions/workers/report/curves.ts'
import { throughputWords } from '../../../plugin/questions/workers/report/told.ts'
import { ink, muted, page, shade } from '../../../plugin/report/palette.ts'
import { itFinds } from '../../support/cases.ts'
import { aLaw, around, aSmallSweep, aSweep, aSweepPoint } from '../../support/scaling.ts'
import {
  attributesOf,
  expectSound,
  itIsDrawnAs,
  itIsSoundWith,
  named,
  pointsOf,
  textsOf,
  titledMarks,
  type Element
} from '../../report/charts/drawing.ts'
import type { Sweep, SweepPoint } from '../../../plugin/questions/workers/concepts.ts'
import type { Ranged } from '../../../plugin/concepts/metrics.ts'

const axisOf = ({ points }: Sweep) => workersAxis(points.map(({ workers }) => workers))
const points = (workers: number[], overridesOf: (workers: number) => Partial<SweepPoint> = () => ({})) =>
  workers.map((count) => aSweepPoint(count, overridesOf(count)))

describe('throughput over the number of workers', () => {
  const draw = (sweep: Sweep) => scalingThroughput(sweep, axisOf(sweep), throughputWords)
  const drawn = (sweep: Sweep) => expectSound(draw(sweep))
  /** The points of the dashed line. */
  const idealIn = (elements: Element[]) => pointsOf(attributesOf(elements, 'path', { stroke: muted })[0]?.d ?? '')
  const dashesIn = (elements: Element[]) =>
    attributesOf(elements, 'path', { stroke: ink, 'vector-effect': true }).map((line) => line['stroke-dasharray'])
  const fillsIn = (elements: Element[]) =>
    titledMarks(elements).map(({ children: [, { attributes }] }) => attributes.fill)
  const endless: Ranged = { value: 228, interval: [1, 50_000] }

  itIsSoundWith<Partial<Sweep>>(
    {
      'one number of workers': { points: points([1]), knee: 1, law: null, whyNoLaw: 'Too few.' },
      'intervals without end': { points: points([1, 2, 4], () => ({ throughputPerSecond: endless })) },
      'a law that goes far beyond': { law: aLaw(16) },
      'a fraction of a core': { cores: 0.5 },
      'cores that nobody knows': { cores: null, law: null },
      'sixty-four workers': { points: points([1, 2, 3, 4, 8, 16, 32, 63, 64]), knee: 63 },
      'throughput far above the law’s ideal': {
        points: points([1, 2, 4], (workers) => ({ throughputPerSecond: around(5000 * workers) }))
      },
      'nobody who limits': { knee: null, law: null },
      'almost no throughput': {
        points: points([1, 2], (workers) => ({ throughputPerSecond: around(0.01 * workers) })),
        law: null,
        knee: 2
      }
    },
    (overrides) => draw(aSweep(overrides))
  )

  it('draws the law with its band, solid as far as it was fitted, dotted beyond, and marks hollow that it was not fitted to', () => {
    const whole = drawn(aSweep())
    expect(dashesIn(whole)).to.eql([undefined])
    const pathOf = (wanted: Parameters<typeof named>[2]) => pointsOf(attributesOf(whole, 'path', wanted)[0].d)
    const [band, law] = [pathOf({ fill: shade }), pathOf({ stroke: ink, 'vector-effect': true })]
    expect(band).to.have.lengthOf(2 * law.length)
    for (const [i, { y }] of law.entries())
      expect(y)
        .to.be.at.least(band[i].y)
        .and.at.most(band[band.length - 1 - i].y)
    const partly = drawn(aSweep({ points: points([1, 2, 4, 8], (workers) => ({ isFitted: workers <= 4 })), cores: 4 }))
    expect(dashesIn(partly)).to.eql([undefined, '2 4'])
    expect(fillsIn(partly)).to.eql([ink, ink, ink, page])
    expect(fillsIn(drawn(aSmallSweep())), 'without a law nothing is left out of it').to.eql([ink, ink, ink, ink])
  })

  const [usual, unlimited] = [drawn(aSmallSweep()), drawn(aSmallSweep({ knee: null }))]
  const [x, y] = ['x', 'y'].map((key) => titledMarks(usual).map(({ attributes }) => parseFloat(attributes[key])))
  const [high, low] = [300, 228].map((lambda) => drawn(aSweep({ law: aLaw(8, { lambda: around(lambda) }) })))
  const heightOf = (elements: Element[]) => 242 - Number(titledMarks(elements)[0].attributes.y)
  const textsAt = (elements: Element[]) =>
    named(elements, 'text').map(({ text, attributes }) => [text, attributes['text-anchor']])
  const kneeIn = (knee: number) => textsAt(drawn(aSweep({ knee }))).filter(([text]) => text.startsWith('knee'))
  itIsDrawnAs(
    'scaling-throughput',
    'a mark with the bar of its interval for each point, where its workers and its throughput are; ticks, ideal and knee',
    draw(aSmallSweep())
  )
  itIsDrawnAs('scaling-law', 'with the law and its band', draw(aSweep()))
  itFinds({
    'has its marks where their workers and their throughput are': [
      [x.map((place) => (place / x[0]).toFixed(1)), ['1.0', '2.0', '4.0', '8.0']],
      [y.map((place) => ((242 - place) / (242 - y[0])).toFixed(2)), ['1.00', '1.67', '1.68', '1.63']]
    ],
    // The axis ends at 8.48 workers, the plot at 22 px; on two cores, the ideal is twice as high as the first mark.
    'has an ideal line through nothing that is flat from the number of cores on': [
      [
        idealIn(usual),
        [
          { x: 0, y: 242 },
          { x: 235.85, y: 242 - 2 * (242 - y[0]) },
          { x: 1000, y: 22 }
        ]
      ]
    ],
    'takes lambda for the ideal where there is a law': [
      [[high, low].map((elements) => idealIn(elements)[1].y), [22, 22]],
      [(heightOf(high) / heightOf(low)).toFixed(2), (228 / 300).toFixed(2)]
    ],
    'has no ideal where the users who come are what limits the throughput': [
      [idealIn(unlimited), []],
      [/ideal|knee/.test(textsOf(unlimited).join()), false]
    ],
    'marks the knee in words': [
      [
        [1, 2, 8].flatMap(kneeIn),
        [
          ['knee: 1 worker', 'start'],
          ['knee: 2 workers', 'start'],
          ['knee: 8 workers', 'end']
        ]
      ]
    ]
  })
})

describe('p95 over the number of workers', () => {
  const draw = (sweep: Sweep) =>
    scalingLatency(sweep, axisOf(sweep), latencyScale(sweep.points.map(({ p95Ms }) => p95Ms.value)))

  itIsSoundWith(
    {
      'one number of workers': points([1]),
      'latencies far apart': points([1, 2], (workers) => ({ p95Ms: around(workers === 1 ? 0.05 : 100_000) })),
      'intervals without end': points([1, 2], () => ({ p95Ms: around(100, 1000) }))
    },
    (shown) => draw(aSweep({ points: shown }))
  )

  const usual = expectSound(draw(aSweep()))
  const places = titledMarks(usual).map(({ attributes }) => Number(attributes.y))
  const endless = expectSound(
    draw(aSweep({ points: [aSweepPoint(1, { p95Ms: { value: 100, interval: [50, 100_000] } }), aSweepPoint(2)] }))
  )
  itIsDrawnAs('scaling-latency', 'a mark for each point with its figures', draw(aSweep()))
  itFinds({
    'has marks that are lower where it is faster': [[places, places.toSorted((a, b) => a - b)]],
    'ends an interval that leaves the plot at its edge, without a cap': [
      [
        attributesOf(endless, 'path', { 'stroke-width': '1.5', 'vector-effect': false })[0].d,
        /^M0 22V[\d.]+M-4 [\d.]+h8$/
      ]
    ]
  })
})
