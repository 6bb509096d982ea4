import { expect } from 'chai'
import { describe, it } from 'mocha'
import { latencyScale } from '../../../plugin/report/charts/scales.ts'
import { scalingLatency } from '../../../plugin/report/charts/scaling.ts'
import { workersAxis } from '../../../plugin/report/charts/axes.ts'
import { around, aSweep, aSweepPoint } from '../../support/scaling.ts'
import { expectGolden, expectSound, named } from './drawing.ts'
import type { Sweep } from '../../../plugin/concepts/load-results.ts'

const draw = (sweep: Sweep) => scalingLatency(sweep, workersAxis(sweep.points.map(({ workers }) => workers)), latencyScale(sweep.points.map(({ p95Ms }) => p95Ms.value)))

describe('p95 over the number of workers', () => {
  it('is drawn as it was', () => {
    expectGolden('scaling-latency', draw(aSweep()))
  })

  it('is sound with one number of workers, with latencies far apart, and with intervals without end', () => {
    expectSound(draw(aSweep({ points: [aSweepPoint(1)] })))
    expectSound(draw(aSweep({ points: [0.05, 100_000].map((ms, i) => aSweepPoint(i + 1, { p95Ms: around(ms) })) })))
    expectSound(draw(aSweep({ points: [1, 2].map((workers) => aSweepPoint(workers, { p95Ms: around(100, 1000) })) })))
  })

  it('has a mark for each point with its figures, lower where it is faster', () => {
    const marks = named(expectSound(draw(aSweep())), 'svg').filter(({ children }) => children[0]?.name === 'title')
    expect(marks.map(({ children }) => children[0].text)[0]).to.equal('clustered 1: 1 worker, p95 103 [89, 119] ms')
    const places = marks.map(({ attributes }) => Number(attributes.y))
    expect(places).to.eql(places.toSorted((a, b) => a - b))
  })

  it('ends an interval that leaves the plot at its edge, without a cap', () => {
    const whiskers = named(expectSound(draw(aSweep({ points: [aSweepPoint(1, { p95Ms: { value: 100, interval: [50, 100_000] } }), aSweepPoint(2)] }))), 'path')
    const [first] = whiskers.filter(({ attributes }) => attributes['stroke-width'] === '1.5' && attributes.d.startsWith('M0 '))
    expect(first.attributes.d).to.match(/^M0 22V[\d.]+M-4 [\d.]+h8$/)
  })

  it('tells those who do not see it the figures', () => {
    expect(expectSound(draw(aSweep()))[0].attributes['aria-label']).to.match(/^p95 of clustered over its number of workers\. 1 worker, p95 103 \[89, 119\] ms; 2 workers, /)
  })
})
