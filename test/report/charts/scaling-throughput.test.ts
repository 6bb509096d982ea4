import { expect } from 'chai'
import { describe, it } from 'mocha'
import { scalingThroughput } from '../../../plugin/report/charts/scaling.ts'
import { workersAxis } from '../../../plugin/report/charts/axes.ts'
import { ink, muted, page } from '../../../plugin/report/palette.ts'
import { aLaw, around, aSmallSweep, aSweep, aSweepPoint } from '../../support/scaling.ts'
import { expectGolden, expectSound, named, type Element } from './drawing.ts'
import type { Sweep } from '../../../plugin/concepts/load-results.ts'

const draw = (sweep: Sweep) => scalingThroughput(sweep, workersAxis(sweep.points.map(({ workers }) => workers)))
const drawn = (sweep: Sweep) => expectSound(draw(sweep))
const marksIn = (elements: Element[]) => named(elements, 'svg').filter(({ children }) => children[0]?.name === 'title')
/** @returns points of the dashed line */
const idealIn = (elements: Element[]): [number, number][] => {
  const [path] = named(elements, 'path').filter(({ attributes }) => attributes.stroke === muted)
  return [...(path?.attributes.d ?? '').matchAll(/[ML]([\d.]+),([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
}
const curvesIn = (elements: Element[]) => named(elements, 'path').filter(({ attributes }) => attributes.stroke === ink && attributes['vector-effect'] !== undefined)
const huge = { value: 228, interval: [1, 50_000] as [number, number] }

describe('throughput over the number of workers', () => {
  it('is drawn as it was', () => {
    expectGolden('scaling-throughput', draw(aSweep()))
    expectGolden('scaling-throughput-small', draw(aSmallSweep()))
  })

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
  for (const [name, overrides] of Object.entries(hard)) {
    it(`is sound with ${name}`, () => {
      drawn(aSweep(overrides))
    })
  }

  it('has a mark for each point, where its workers and its throughput are', () => {
    const { points } = aSmallSweep()
    const marks = marksIn(drawn(aSmallSweep()))
    expect(marks.map(({ children }) => children[0].text)).to.eql([
      'clustered 1: 1 worker, 228 [215, 242] responses/s, 1.00x [0.94, 1.06]',
      'clustered 2: 2 workers, 380 [358, 403] responses/s, 1.67x [1.57, 1.77]',
      'clustered 4: 4 workers, 384 [362, 408] responses/s, 1.68x [1.58, 1.79]',
      'clustered 8: 8 workers, 371 [350, 394] responses/s, 1.63x [1.53, 1.73]'
    ])
    const [x, y] = ['x', 'y'].map((key) => marks.map(({ attributes }) => parseFloat(attributes[key])))
    points.forEach(({ workers, throughputPerSecond }, i) => {
      expect(x[i] / x[0]).to.be.closeTo(workers, 0.01)
      expect((242 - y[i]) / (242 - y[0])).to.be.closeTo(throughputPerSecond.value / 228, 0.01)
    })
  })

  it('has an ideal line through nothing that is flat from the number of cores on, and says on how many', () => {
    const elements = drawn(aSmallSweep())
    const [origin, corner, end] = idealIn(elements)
    expect(origin).to.eql([0, 242])
    expect(corner[0]).to.be.closeTo(2 * 1000 / (8 * 1.06), 1)
    expect(end).to.eql([1000, corner[1]])
    const [first] = marksIn(elements)
    expect((242 - corner[1]) / (242 - Number(first.attributes.y)), 'twice the first point').to.be.closeTo(2, 0.01)
    expect(named(elements, 'text').map(({ text }) => text)).to.include('ideal on 2 cores')
  })

  it('takes lambda for the ideal where there is a law', () => {
    const [, [, y]] = idealIn(drawn(aSweep({ law: aLaw(8, { lambda: around(300) }) })))
    const [, [, lower]] = idealIn(drawn(aSweep({ law: aLaw(8, { lambda: around(228) }) })))
    expect(y).to.equal(lower, 'both are the top of the plot')
    const marks = [300, 228].map((lambda) => Number(marksIn(drawn(aSweep({ law: aLaw(8, { lambda: around(lambda) }) })))[0].attributes.y))
    expect((242 - marks[0]) / (242 - marks[1])).to.be.closeTo(228 / 300, 0.01)
  })

  it('has no ideal where the users who come are what limits the throughput', () => {
    const elements = drawn(aSmallSweep({ knee: null }))
    expect(idealIn(elements)).to.eql([])
    expect(named(elements, 'text').map(({ text }) => text).join()).to.not.match(/ideal|knee/)
  })

  it('marks the knee in words', () => {
    for (const knee of [1, 2, 8]) {
      const [label] = named(drawn(aSweep({ knee })), 'text').filter(({ text }) => text.startsWith('knee'))
      expect(label.text).to.equal(knee === 1 ? 'knee: 1 worker' : `knee: ${knee} workers`)
      expect(label.attributes['text-anchor']).to.equal(knee === 8 ? 'end' : 'start')
    }
  })

  it('draws the law solid as far as it was fitted, dotted beyond, and marks hollow that it was not fitted to', () => {
    const whole = drawn(aSweep())
    expect(curvesIn(whole).map(({ attributes }) => attributes['stroke-dasharray'])).to.eql([undefined])
    const points = [1, 2, 4, 8].map((workers) => aSweepPoint(workers, { isFitted: workers <= 4 }))
    const partly = drawn(aSweep({ points, cores: 4 }))
    expect(curvesIn(partly).map(({ attributes }) => attributes['stroke-dasharray'])).to.eql([undefined, '2 4'])
    const fills = marksIn(partly).map(({ children: [, { attributes }] }) => attributes.fill)
    expect(fills).to.eql([ink, ink, ink, page])
    const filled = marksIn(drawn(aSmallSweep())).map(({ children: [, { attributes }] }) => attributes.fill)
    expect(filled, 'without a law nothing is left out of it').to.eql([ink, ink, ink, ink])
  })

  it('tells those who do not see it all that it shows', () => {
    expect(drawn(aSmallSweep())[0].attributes['aria-label']).to.match(/^Throughput of clustered over its number of workers\. 1 worker, 228 .*; 8 workers, 371 .*\. Ideal on 2 cores: 456 responses\/s\. Knee: 2 workers\.$/)
    expect(drawn(aSweep())[0].attributes['aria-label']).to.include('With the curve of the Universal Scalability Law.')
  })
})
