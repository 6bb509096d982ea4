import { expect } from 'chai'
import { XMLValidator } from 'fast-xml-parser'
import { describe, it } from 'mocha'
import { sweepSection } from '../../../plugin/report/page/scaling-sections.ts'
import { aView, rowsIn, textOf } from '../../support/pages.ts'
import { aCandidate, aScenarioResult } from '../../support/results.ts'
import { aLaw, aSmallSweep, aSweep, aSweepPoint } from '../../support/scaling.ts'
import type { Sweep } from '../../../plugin/concepts/load-results.ts'

const htmlOf = (...sweeps: Sweep[]) => String(sweepSection(aView({ result: aScenarioResult([aCandidate()], { sweeps }) })))
/** @returns the cells of its first table */
const rowsOf = (html: string): string[][] => rowsIn(html.split('</table>')[0])
const headingsOf = (html: string): string[] => [...html.matchAll(/<(h\d)[^>]*>(.*?)<\/h\d>/gs)].map(([, level, text]) => `${level} ${textOf(text)}`)

describe('the section of how many workers to take', () => {
  it('is left out without a sweep, and without a result', () => {
    expect(sweepSection(aView())).to.equal(null)
    expect(sweepSection({ ...aView(), result: null })).to.equal(null)
  })

  it('begins with the recommendation', () => {
    expect(textOf(htmlOf(aSmallSweep()))).to.match(/^How many workers 2 workers: 1\.66x for 48 MB more; 4 workers gain nothing measurable on 2 cores\. A mark is/)
  })

  it('has a row for each number of workers, which says which one is the knee', () => {
    expect(rowsOf(htmlOf(aSmallSweep()))).to.eql([
      ['Workers', 'Responses/s', 'Speedup', 'p95 (ms)', 'App (MB)', 'A worker (MB)'],
      ['1', '228 [215, 242]', '1.00x [0.94, 1.06]', '103 [89, 119]', '100', '48'],
      ['2 knee', '380 [358, 403]', '1.67x [1.57, 1.77]', '54.8 [47.6, 63.1]', '148', '48'],
      ['4', '384 [362, 408]', '1.68x [1.58, 1.79]', '31.5 [27.3, 36.3]', '244', '48'],
      ['8', '371 [350, 394]', '1.63x [1.53, 1.73]', '21.1 [18.3, 24.3]', '436', '48']
    ])
  })

  it('says what the system did not tell', () => {
    const [, row] = rowsOf(htmlOf(aSweep({ points: [aSweepPoint(1, { appMegabytes: null, workerMegabytes: null })], law: null })))
    expect(row.slice(4)).to.eql(['unknown', 'unknown'])
  })

  it('says why there is no law, or tells it in words', () => {
    const without = htmlOf(aSmallSweep())
    expect(textOf(without)).to.include('The Universal Scalability Law needs at least three numbers of workers')
    expect(without).to.not.include('<details>')
    const details = textOf(htmlOf(aSweep()).split('<details>')[1])
    expect(details).to.match(/^The law behind the curve Formula with N workers λN \/ \(1 \+ σ\(N − 1\) \+ κN\(N − 1\)\) responses per second/)
    expect(details).to.include('λ 228 [215, 242]').and.include('σ, contention 0.0600 [0.0123, 0.1085]').and.include('κ, coherency 0.00400 [0.00000, 0.00812]')
    expect(details).to.include('Peak no peak visible up to 8 workers').and.include('Fitted to 1, 2, 4, 8 workers').and.include('Neil J. Gunther')
  })

  it('names a peak with its interval, rounded outward', () => {
    const law = aLaw(8, { peak: { workers: 11.26, interval: [9.8765, 14.321] } })
    expect(textOf(htmlOf(aSweep({ law })))).to.include('Peak at 11.3 [9.8, 14.4] workers')
  })

  it('explains what is hollow and dotted, and only then', () => {
    const points = [1, 2, 4, 8].map((workers) => aSweepPoint(workers, { isFitted: workers <= 4 }))
    const html = htmlOf(aSweep({ points, cores: 4 }))
    expect(textOf(html)).to.include('The law was not fitted to 8 workers, which are more than the 4 cores.')
    expect(rowsOf(html)[4][0]).to.equal('8 not fitted')
    const mixed = textOf(htmlOf(aSweep({ cores: 4, points: points.map((point) => ({ ...point, isFitted: point.workers !== 2 && point.workers !== 8 })) })))
    expect(mixed).to.include('The law was not fitted to 2 and 8 workers.')
    expect(textOf(htmlOf(aSweep()))).to.not.include('not fitted')
  })

  it('speaks of an ideal, a curve and a knee only where there is one', () => {
    const words = (sweep: Sweep) => textOf(/<p class="lead">(.*?)<\/p>/s.exec(htmlOf(sweep))?.[1] ?? '')
    expect(words(aSweep())).to.include('Dashed').and.include('The curve').and.include('the knee')
    expect(words(aSmallSweep())).to.include('Dashed').and.not.include('curve')
    expect(words(aSmallSweep({ knee: null }))).to.not.match(/Dashed|knee|curve/)
  })

  it('has headings by name where there are several, one level deeper', () => {
    expect(headingsOf(htmlOf(aSweep()))).to.eql(['h2 How many workers', 'h3 Throughput', 'h3 p95 latency'])
    const charts = ['h4 Throughput', 'h4 p95 latency']
    expect(headingsOf(htmlOf(aSweep(), aSmallSweep({ name: 'pm2' })))).to.eql(['h2 How many workers', 'h3 clustered', ...charts, 'h3 pm2', ...charts])
  })

  it('keeps hostile names as text', () => {
    const name = `<script>alert("1")</script>'&`
    const html = htmlOf(aSweep({ name, points: [1, 2].map((workers) => aSweepPoint(workers, { variant: `${name} ${workers}` })), recommendation: `${name}!` }), aSweep())
    expect(html).to.not.include('<script')
    expect(textOf(html)).to.include(`${name}!`)
    expect(XMLValidator.validate(html)).to.equal(true)
    expect(html).to.not.match(/NaN|undefined|Infinity|\[object/)
  })
})
