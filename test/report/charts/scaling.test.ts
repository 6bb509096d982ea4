import { expect } from 'chai'
import { describe, it } from 'mocha'
import { latencyScale, workersAxis } from '../../../plugin/report/charts/axes.ts'
import { loadLatency, scalingLatency, scalingThroughput } from '../../../plugin/report/charts/scaling.ts'
import { ink, lookOf, muted, page, shade } from '../../../plugin/report/palette.ts'
import { aCrossover, aLaw, aLevel, around, aSmallSweep, aSweep, aSweepPoint } from '../../support/scaling.ts'
import { attributesOf, expectSound, itIsSoundWith, labelOf, markTitles, named, pointsOf, textsOf, titledMarks, type Element } from './drawing.ts'
import type { Crossover, Ranged, Sweep, SweepPoint } from '../../../plugin/concepts/load-results.ts'

const axisOf = ({ points }: Sweep) => workersAxis(points.map(({ workers }) => workers))
const points = (workers: number[], overridesOf: (workers: number) => Partial<SweepPoint> = () => ({})) =>
  workers.map((count) => aSweepPoint(count, overridesOf(count)))

describe('throughput over the number of workers', () => {
  const draw = (sweep: Sweep) => scalingThroughput(sweep, axisOf(sweep))
  const drawn = (sweep: Sweep) => expectSound(draw(sweep))
  /** The points of the dashed line. */
  const idealIn = (elements: Element[]) => pointsOf(attributesOf(elements, 'path', { stroke: muted })[0]?.d ?? '')
  const dashesIn = (elements: Element[]) => attributesOf(elements, 'path', { stroke: ink, 'vector-effect': true }).map((line) => line['stroke-dasharray'])
  const fillsIn = (elements: Element[]) => titledMarks(elements).map(({ children: [, { attributes }] }) => attributes.fill)
  const endless: Ranged = { value: 228, interval: [1, 50_000] }

  itIsSoundWith<Partial<Sweep>>({
    'one number of workers': { points: points([1]), knee: 1, law: null, whyNoLaw: 'Too few.' },
    'intervals without end': { points: points([1, 2, 4], () => ({ throughputPerSecond: endless })) },
    'a law that goes far beyond': { law: aLaw(16) },
    'a fraction of a core': { cores: 0.5 },
    'cores that nobody knows': { cores: null, law: null },
    'sixty-four workers': { points: points([1, 2, 3, 4, 8, 16, 32, 63, 64]), knee: 63 },
    'throughput far above the law’s ideal': { points: points([1, 2, 4], (workers) => ({ throughputPerSecond: around(5000 * workers) })) },
    'nobody who limits': { knee: null, law: null },
    'almost no throughput': { points: points([1, 2], (workers) => ({ throughputPerSecond: around(0.01 * workers) })), law: null, knee: 2 }
  }, (overrides) => [draw(aSweep(overrides))])

  it('has a mark for each point, where its workers and its throughput are', () => {
    const elements = drawn(aSmallSweep())
    expect(markTitles(elements)).to.eql([
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
    expect((242 - corner.y) / (242 - Number(titledMarks(elements)[0].attributes.y)), 'twice the first point').to.be.closeTo(2, 0.01)
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
    const whole = drawn(aSweep())
    expect(dashesIn(whole)).to.eql([undefined])
    const pathOf = (wanted: Parameters<typeof named>[2]) => pointsOf(attributesOf(whole, 'path', wanted)[0].d)
    const [band, law] = [pathOf({ fill: shade }), pathOf({ stroke: ink, 'vector-effect': true })]
    expect(band).to.have.lengthOf(2 * law.length)
    for (const [i, { y }] of law.entries()) expect(y).to.be.at.least(band[i].y).and.at.most(band[band.length - 1 - i].y)
    const partly = drawn(aSweep({ points: points([1, 2, 4, 8], (workers) => ({ isFitted: workers <= 4 })), cores: 4 }))
    expect(dashesIn(partly)).to.eql([undefined, '2 4'])
    expect(fillsIn(partly)).to.eql([ink, ink, ink, page])
    expect(fillsIn(drawn(aSmallSweep())), 'without a law nothing is left out of it').to.eql([ink, ink, ink, ink])
  })

  it('tells those who do not see it all that it shows', () => {
    const told = '1 worker, 228 .*; 8 workers, 371 .*'
    const label = new RegExp(`^Throughput of clustered over its number of workers\\. ${told}\\. Ideal on 2 cores: 456 responses/s\\. Knee: 2 workers\\.$`)
    expect(labelOf(drawn(aSmallSweep()))).to.match(label)
    expect(labelOf(drawn(aSweep()))).to.include('With the curve of the Universal Scalability Law.')
  })
})

describe('p95 over the number of workers', () => {
  const draw = (sweep: Sweep) => scalingLatency(sweep, axisOf(sweep), latencyScale(sweep.points.map(({ p95Ms }) => p95Ms.value)))

  itIsSoundWith({
    'one number of workers': points([1]),
    'latencies far apart': points([1, 2], (workers) => ({ p95Ms: around(workers === 1 ? 0.05 : 100_000) })),
    'intervals without end': points([1, 2], () => ({ p95Ms: around(100, 1000) }))
  }, (shown) => [draw(aSweep({ points: shown }))])

  it('has a mark for each point with its figures, lower where it is faster, and tells them to those who do not see it', () => {
    const elements = expectSound(draw(aSweep()))
    expect(markTitles(elements)[0]).to.equal('clustered 1: 1 worker, p95 103 [89, 119] ms')
    const places = titledMarks(elements).map(({ attributes }) => Number(attributes.y))
    expect(places).to.eql(places.toSorted((a, b) => a - b))
    expect(labelOf(elements)).to.match(/^p95 of clustered over its number of workers\. 1 worker, p95 103 \[89, 119\] ms; 2 workers, /)
  })

  it('ends an interval that leaves the plot at its edge, without a cap', () => {
    const shown = [aSweepPoint(1, { p95Ms: { value: 100, interval: [50, 100_000] } }), aSweepPoint(2)]
    const [first] = attributesOf(expectSound(draw(aSweep({ points: shown }))), 'path', { 'stroke-width': '1.5', 'vector-effect': false })
    expect(first.d).to.match(/^M0 22V[\d.]+M-4 [\d.]+h8$/)
  })
})

describe('p95 over the offered load', () => {
  const names = ['single', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
  const many = aCrossover({
    levels: [0.5, 1, 2].map((factor) => aLevel(factor, Object.fromEntries(names.map((name, i) => [name, 100 + 10 * i * factor])), ['two', 'nine'])),
    candidates: names.slice(1).map((name) => ({ name, asGoodUpTo: 90, betterFrom: 180, message: `Better: ${name}.` }))
  })
  const endless = aCrossover().levels.map((level) => (
    { ...level, variants: level.variants.map((variant) => ({ ...variant, p95Ms: around(variant.p95Ms.value, 1e6) })) }
  ))

  function draw(crossover: Crossover) {
    const seen = crossover.levels[0].variants.map(({ name }) => name)
    return loadLatency(crossover, { names: seen, lookOf: (name) => lookOf(name, { baseline: 'single', candidates: crossover.candidates }) })
  }
  const drawn = (overrides?: Partial<Crossover>) => expectSound(draw(aCrossover(overrides)))

  itIsSoundWith({
    'one load': [aLevel(1, { single: 10, clustered: 5 })],
    'equal loads': [1, 2].map((ms) => aLevel(1, { single: ms, clustered: ms })),
    'latencies from 0.05 ms to 100 s': [aLevel(1, { single: 0.05, clustered: 100_000 }), aLevel(2, { single: 100_000, clustered: 0.05 })],
    'loads that differ a thousandfold': [aLevel(0.01, { single: 1, clustered: 1 }), aLevel(10, { single: 90, clustered: 1 })],
    'intervals without end': endless
  }, (levels) => [draw(aCrossover({ levels }))])

  it('has a mark for each variant at each load, with its figures, and a tick for each load', () => {
    const titles = markTitles(drawn())
    expect(titles).to.have.lengthOf(8)
    const behind = 'single at 270 requests/s: p95 1,240 [1,127, 1,364] ms, could not keep up'
    expect(titles).to.include.members(['single at 90.0 requests/s: p95 11.4 [10.3, 12.6] ms', behind])
    expect(textsOf(drawn()).filter((text) => text.endsWith('/s'))).to.eql(['90.0/s', '144/s', '180/s', '270/s'])
  })

  it('has an arrow beside those who could not keep up, and nowhere else', () => {
    const cases: [Crossover, number][] = [[aCrossover(), 1], [many, 6], [aCrossover({ levels: aCrossover().levels.slice(0, 3) }), 0]]
    for (const [crossover, count] of cases) expect(named(expectSound(draw(crossover)), 'path', { d: 'M11 7v-13m-4 4l4-4l4 4' })).to.have.lengthOf(count)
  })

  it('shades where it turns, from the load of no gain to that from which on it pays off', () => {
    const elements = drawn()
    const [zone] = attributesOf(elements, 'rect', { fill: shade })
    const x = (start: string) => titledMarks(elements)[markTitles(elements).findIndex((title) => title.startsWith(start))].attributes.x
    expect(zone.x).to.equal(x('clustered at 144'))
    expect(parseFloat(zone.x) + parseFloat(zone.width)).to.be.closeTo(parseFloat(x('clustered at 180')), 0.02)
    expect(textsOf(elements)).to.include.members(['no gain →|', '|→ it pays off'])
  })

  it('shades nothing where nothing turns, nor for several candidates', () => {
    const [candidate] = aCrossover().candidates
    const unknown = [{ asGoodUpTo: null }, { betterFrom: null }].map((overrides) => drawn({ candidates: [{ ...candidate, ...overrides }] }))
    for (const elements of [...unknown, expectSound(draw(many))]) expect(named(elements, 'rect')).to.eql([])
  })

  it('tells lines apart by colour, dash and mark, also of eight candidates, and names each at its end', () => {
    const elements = expectSound(draw(many))
    const lines = attributesOf(elements, 'path', { 'vector-effect': true })
    expect(new Set(lines.map((line) => `${line.stroke} ${line['stroke-dasharray']}`)).size).to.equal(9)
    expect(textsOf(named(elements, 'text', { x: '100%' }))).to.eql(names)
  })

  it('tells those who do not see it all that it shows', () => {
    const label = labelOf(drawn())
    expect(label).to.match(/^p95 of primes over the offered load\. single: 11\.4 ms at 90\.0\/s, .*1,240 ms at 270\/s \(could not keep up\); clustered: /)
    expect(label).to.include(aCrossover().candidates[0].message)
  })
})
