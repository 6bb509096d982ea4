import { expect } from 'chai'
import { describe, it } from 'mocha'
import { latencyScale } from '../../../plugin/report/charts/axes.ts'
import { scalingLatency, scalingThroughput } from '../../../plugin/report/charts/scaling.ts'
import { workersAxis } from '../../../plugin/report/charts/axes.ts'
import { ink, muted, page, shade } from '../../../plugin/report/palette.ts'
import { aLaw, around, aSmallSweep, aSweep, aSweepPoint } from '../../support/scaling.ts'
import { expectSound, itIsSoundWith, labelOf, named, pointsOf, textsOf, titledMarks, type Element } from './drawing.ts'
import type { Sweep } from '../../../plugin/concepts/load-results.ts'

const axisOf = ({ points }: Sweep) => workersAxis(points.map(({ workers }) => workers))
const draw = (sweep: Sweep) => scalingThroughput(sweep, axisOf(sweep))
const drawn = (sweep: Sweep) => expectSound(draw(sweep))
/** @returns points of the dashed line */
const idealIn = (elements: Element[]) => pointsOf(named(elements, 'path', { stroke: muted })[0]?.attributes.d ?? '')
const dashesIn = (elements: Element[]) =>
  named(elements, 'path', { stroke: ink, 'vector-effect': true }).map(({ attributes }) => attributes['stroke-dasharray'])
const fillsIn = (elements: Element[]) => titledMarks(elements).map(({ children: [, { attributes }] }) => attributes.fill)
const titlesIn = (elements: Element[]) => titledMarks(elements).map(({ children }) => children[0].text)
const huge = { value: 228, interval: [1, 50_000] as [number, number] }

describe('throughput over the number of workers', () => {
  const hard: Record<string, Partial<Sweep>> = {
    'one number of workers': { points: [aSweepPoint(1)], knee: 1, law: null, whyNoLaw: 'Too few.' },
    'intervals without end': { points: [1, 2, 4].map((workers) => aSweepPoint(workers, { throughputPerSecond: huge })) },
    'a law that goes far beyond': { law: aLaw(16) },
    'a fraction of a core': { cores: 0.5 },
    'cores that nobody knows': { cores: null as any, law: null },
    'sixty-four workers': { points: [1, 2, 3, 4, 8, 16, 32, 63, 64].map((workers) => aSweepPoint(workers)), knee: 63 },
    'throughput far above the law’s ideal': { points: [1, 2, 4].map((workers) => aSweepPoint(workers, { throughputPerSecond: around(5000 * workers) })) },
    'nobody who limits': { knee: null, law: null },
    'almost no throughput': { points: [1, 2].map((workers) => aSweepPoint(workers, { throughputPerSecond: around(0.01 * workers) })), law: null, knee: 2 }
  }
  itIsSoundWith(hard, (overrides) => [draw(aSweep(overrides))])

  it('has a mark for each point, where its workers and its throughput are', () => {
    const elements = drawn(aSmallSweep())
    expect(titlesIn(elements)).to.eql([
      'clustered 1: 1 worker, 228 [215, 242] responses/s, 1.00x [0.94, 1.06]',
      'clustered 2: 2 workers, 380 [358, 403] responses/s, 1.67x [1.57, 1.77]',
      'clustered 4: 4 workers, 384 [362, 408] responses/s, 1.68x [1.58, 1.79]',
      'clustered 8: 8 workers, 371 [350, 394] responses/s, 1.63x [1.53, 1.73]'
    ])
    const [x, y] = ['x', 'y'].map((key) => titledMarks(elements).map(({ attributes }) => parseFloat(attributes[key])))
    aSmallSweep().points.forEach(({ workers, throughputPerSecond }, i) => {
      expect(x[i] / x[0]).to.be.closeTo(workers, 0.01)
      expect((242 - y[i]) / (242 - y[0])).to.be.closeTo(throughputPerSecond.value / 228, 0.01)
    })
  })

  it('has an ideal line through nothing that is flat from the number of cores on, and says on how many', () => {
    const elements = drawn(aSmallSweep())
    const [origin, corner, end] = idealIn(elements)
    expect([origin, end]).to.eql([{ x: 0, y: 242 }, { x: 1000, y: corner.y }])
    expect(corner.x).to.be.closeTo(2 * 1000 / (8 * 1.06), 1)
    const [first] = titledMarks(elements)
    expect((242 - corner.y) / (242 - Number(first.attributes.y)), 'twice the first point').to.be.closeTo(2, 0.01)
    expect(textsOf(elements)).to.include('ideal on 2 cores')
  })

  it('takes lambda for the ideal where there is a law', () => {
    const [high, low] = [300, 228].map((lambda) => drawn(aSweep({ law: aLaw(8, { lambda: around(lambda) }) })))
    expect(idealIn(high)[1].y).to.equal(idealIn(low)[1].y, 'both are the top of the plot')
    const heights = [high, low].map((elements) => 242 - Number(titledMarks(elements)[0].attributes.y))
    expect(heights[0] / heights[1]).to.be.closeTo(228 / 300, 0.01)
  })

  it('has no ideal where the users who come are what limits the throughput', () => {
    const elements = drawn(aSmallSweep({ knee: null }))
    expect(idealIn(elements)).to.eql([])
    expect(textsOf(elements).join()).to.not.match(/ideal|knee/)
  })

  it('marks the knee in words', () => {
    for (const [knee, text, anchor] of [[1, 'knee: 1 worker', 'start'], [2, 'knee: 2 workers', 'start'], [8, 'knee: 8 workers', 'end']] as const) {
      const [label] = named(drawn(aSweep({ knee })), 'text').filter((element) => element.text.startsWith('knee'))
      expect([label.text, label.attributes['text-anchor']]).to.eql([text, anchor])
    }
  })

  it('draws the law with its band, solid as far as it was fitted, dotted beyond, and marks hollow that it was not fitted to', () => {
    expect(dashesIn(drawn(aSweep()))).to.eql([undefined])
    const pathOf = (wanted: Record<string, string | boolean>) => pointsOf(named(drawn(aSweep()), 'path', wanted)[0].attributes.d)
    const [band, law] = [pathOf({ fill: shade }), pathOf({ stroke: ink, 'vector-effect': true })]
    expect(band).to.have.lengthOf(2 * law.length)
    for (const [i, { y }] of law.entries()) expect(y).to.be.at.least(band[i].y).and.at.most(band[band.length - 1 - i].y)
    const points = [1, 2, 4, 8].map((workers) => aSweepPoint(workers, { isFitted: workers <= 4 }))
    const partly = drawn(aSweep({ points, cores: 4 }))
    expect(dashesIn(partly)).to.eql([undefined, '2 4'])
    expect(fillsIn(partly)).to.eql([ink, ink, ink, page])
    expect(fillsIn(drawn(aSmallSweep())), 'without a law nothing is left out of it').to.eql([ink, ink, ink, ink])
  })

  it('tells those who do not see it all that it shows', () => {
    const points = '1 worker, 228 .*; 8 workers, 371 .*'
    const label = new RegExp(`^Throughput of clustered over its number of workers\\. ${points}\\. Ideal on 2 cores: 456 responses/s\\. Knee: 2 workers\\.$`)
    expect(labelOf(drawn(aSmallSweep()))).to.match(label)
    expect(labelOf(drawn(aSweep()))).to.include('With the curve of the Universal Scalability Law.')
  })
})

describe('p95 over the number of workers', () => {
  const drawLatency = (sweep: Sweep) => scalingLatency(sweep, axisOf(sweep), latencyScale(sweep.points.map(({ p95Ms }) => p95Ms.value)))

  itIsSoundWith({
    'one number of workers': [aSweepPoint(1)],
    'latencies far apart': [0.05, 100_000].map((ms, i) => aSweepPoint(i + 1, { p95Ms: around(ms) })),
    'intervals without end': [1, 2].map((workers) => aSweepPoint(workers, { p95Ms: around(100, 1000) }))
  }, (points) => [drawLatency(aSweep({ points }))])

  it('has a mark for each point with its figures, lower where it is faster, and tells them to those who do not see it', () => {
    const elements = expectSound(drawLatency(aSweep()))
    expect(titlesIn(elements)[0]).to.equal('clustered 1: 1 worker, p95 103 [89, 119] ms')
    const places = titledMarks(elements).map(({ attributes }) => Number(attributes.y))
    expect(places).to.eql(places.toSorted((a, b) => a - b))
    expect(labelOf(elements)).to.match(/^p95 of clustered over its number of workers\. 1 worker, p95 103 \[89, 119\] ms; 2 workers, /)
  })

  it('ends an interval that leaves the plot at its edge, without a cap', () => {
    const points = [aSweepPoint(1, { p95Ms: { value: 100, interval: [50, 100_000] } }), aSweepPoint(2)]
    const [first] = named(expectSound(drawLatency(aSweep({ points }))), 'path', { 'stroke-width': '1.5', 'vector-effect': false })
    expect(first.attributes.d).to.match(/^M0 22V[\d.]+M-4 [\d.]+h8$/)
  })
})
