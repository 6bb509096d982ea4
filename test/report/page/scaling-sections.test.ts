import { expect } from 'chai'
import { describe, it } from 'mocha'
import { sweepSection, crossoverSection } from '../../../plugin/report/page/scaling-sections.ts'
import { aView, rowsIn, textOf } from '../../support/pages.ts'
import { aCandidate, aScenarioResult } from '../../support/results.ts'
import { aLaw, aSmallSweep, aSweep, aSweepPoint, aCrossover, aLevel, resultsOf } from '../../support/scaling.ts'
import type { Sweep, Crossover } from '../../../plugin/concepts/load-results.ts'

const sweepsIn = (...sweeps: Sweep[]) => String(sweepSection(aView({ result: aScenarioResult([aCandidate()], { sweeps }) })))
/** @returns the cells of its first table */
const firstRows = (html: string): string[][] => rowsIn(html.split('</table>')[0])
const headingsOf = (html: string): string[] => [...html.matchAll(/<(h\d)[^>]*>(.*?)<\/h\d>/gs)].map(([, level, text]) => `${level} ${textOf(text)}`)

describe('the section of how many workers to take', () => {
  it('is left out without a sweep, and without a result', () => {
    expect(sweepSection(aView())).to.equal(null)
    expect(sweepSection({ ...aView(), result: null })).to.equal(null)
  })

  it('begins with the recommendation', () => {
    expect(textOf(sweepsIn(aSmallSweep()))).to.match(
      /^How many workers 2 workers: 1\.66x for 48 MB more; 4 workers gain nothing measurable on 2 cores\. A mark is/
    )
  })

  it('has a row for each number of workers, which says which one is the knee', () => {
    expect(firstRows(sweepsIn(aSmallSweep()))).to.eql([
      ['Workers', 'Responses/s', 'Speedup', 'p95 (ms)', 'App (MB)', 'A worker (MB)'],
      ['1', '228 [215, 242]', '1.00x [0.94, 1.06]', '103 [89, 119]', '100', '48'],
      ['2 knee', '380 [358, 403]', '1.67x [1.57, 1.77]', '54.8 [47.6, 63.1]', '148', '48'],
      ['4', '384 [362, 408]', '1.68x [1.58, 1.79]', '31.5 [27.3, 36.3]', '244', '48'],
      ['8', '371 [350, 394]', '1.63x [1.53, 1.73]', '21.1 [18.3, 24.3]', '436', '48']
    ])
  })

  it('says what the system did not tell', () => {
    const [, row] = firstRows(sweepsIn(aSweep({ points: [aSweepPoint(1, { appMegabytes: null, workerMegabytes: null })], law: null })))
    expect(row.slice(4)).to.eql(['unknown', 'unknown'])
  })

  it('says why there is no law, or tells it in words', () => {
    const without = sweepsIn(aSmallSweep())
    expect(textOf(without)).to.include('The Universal Scalability Law needs at least three numbers of workers')
    expect(without).to.not.include('<details>')
    const details = textOf(sweepsIn(aSweep()).split('<details>')[1])
    expect(details).to.match(/^The law behind the curve Formula with N workers λN \/ \(1 \+ σ\(N − 1\) \+ κN\(N − 1\)\) responses per second/)
    for (const fact of [
      'λ 228 [215, 242]', 'σ, contention 0.0600 [0.0123, 0.1085]', 'κ, coherency 0.00400 [0.00000, 0.00812]',
      'Peak no peak visible up to 8 workers', 'Fitted to 1, 2, 4, 8 workers', 'Neil J. Gunther'
    ]) expect(details).to.include(fact)
  })

  it('names a peak with its interval, rounded outward', () => {
    const law = aLaw(8, { peak: { workers: 11.26, interval: [9.8765, 14.321] } })
    expect(textOf(sweepsIn(aSweep({ law })))).to.include('Peak at 11.3 [9.8, 14.4] workers')
  })

  it('explains what is hollow and dotted, and only then', () => {
    const points = [1, 2, 4, 8].map((workers) => aSweepPoint(workers, { isFitted: workers <= 4 }))
    const html = sweepsIn(aSweep({ points, cores: 4 }))
    expect(textOf(html)).to.include('The law was not fitted to 8 workers, which are more than the 4 cores.')
    expect(firstRows(html)[4][0]).to.equal('8 not fitted')
    const mixed = textOf(sweepsIn(aSweep({ cores: 4, points: points.map((point) => ({ ...point, isFitted: point.workers !== 2 && point.workers !== 8 })) })))
    expect(mixed).to.include('The law was not fitted to 2 and 8 workers.')
    expect(textOf(sweepsIn(aSweep()))).to.not.include('not fitted')
  })

  it('speaks of an ideal, a curve and a knee only where there is one', () => {
    const words = (sweep: Sweep) => textOf(/<p class="lead">(.*?)<\/p>/s.exec(sweepsIn(sweep))?.[1] ?? '')
    expect(words(aSweep())).to.include('Dashed').and.include('The curve').and.include('the knee')
    expect(words(aSmallSweep())).to.include('Dashed').and.not.include('curve')
    expect(words(aSmallSweep({ knee: null }))).to.not.match(/Dashed|knee|curve/)
  })

  it('has headings by name where there are several, one level deeper', () => {
    expect(headingsOf(sweepsIn(aSweep()))).to.eql(['h2 How many workers', 'h3 Throughput', 'h3 p95 latency'])
    const charts = ['h4 Throughput', 'h4 p95 latency']
    expect(headingsOf(sweepsIn(aSweep(), aSmallSweep({ name: 'pm2' })))).to.eql(['h2 How many workers', 'h3 clustered', ...charts, 'h3 pm2', ...charts])
  })
})

function crossoverIn(crossover: Crossover, number: number | null = null) {
  const candidates = crossover.candidates.map(({ name }) => aCandidate({ name }))
  return crossoverSection(crossover, { view: aView({ result: aScenarioResult(candidates) }), results: resultsOf(crossover), number }).text
}

const [clustered] = aCrossover().candidates
const three = ['two', 'three', 'four']
const several = aCrossover({
  levels: [1, 2].map((factor) => aLevel(factor, { single: 100, two: 60, three: 70, four: 80 })),
  candidates: three.map((name) => ({ ...clustered, name, message: `${name} pays off.` }))
})

describe('the section of at which load it pays off', () => {
  it('begins with the message', () => {
    expect(textOf(crossoverIn(aCrossover()))).to.match(
      /^At which load it pays off Up to 144 requests\/s single is as good as clustered at p95; from 180 requests\/s on clustered is better\. p95 over/
    )
    expect(textOf(crossoverIn(several))).to.match(/^At which load it pays off two pays off\. three pays off\. four pays off\. p95 over/)
  })

  it('says once what is true of all candidates', () => {
    const same = { ...several, candidates: several.candidates.map((one) => ({ ...one, message: 'No crossing can be named.' })) }
    expect(crossoverIn(same).match(/<strong>No crossing can be named\.<\/strong>/g)).to.have.lengthOf(1)
  })

  it('has a row for each load, with p95 of each variant and the speedup of each candidate', () => {
    expect(rowsIn(crossoverIn(aCrossover()))).to.eql([
      ['Load', 'Requests/s', 'single (baseline)', 'clustered'],
      ['0.5x', '90.0', '11.4 [10.3, 12.6]', '11.9 [10.8, 13.1] 0.96x [0.79, 1.15]'],
      ['0.8x', '144', '19.5 [17.7, 21.5]', '16.1 [14.6, 17.8] 1.21x [1.00, 1.46]'],
      ['1x', '180', '48.2 [43.8, 53.1]', '20.3 [18.4, 22.4] 2.37x [1.97, 2.85]'],
      ['1.5x', '270', '1,240 [1,127, 1,364] could not keep up', '35.5 [32.2, 39.1] 34.93x [29.10, 41.92] no verdict']
    ])
  })

  it('has dashes where nothing was measured, and no speedup of a level that has no result', () => {
    const { levels } = aCrossover()
    const partly = aCrossover({ levels: [levels[0], { ...levels[1], variants: levels[1].variants.slice(0, 1) }] })
    expect(rowsIn(crossoverIn(partly))[2][3]).to.equal('–')
    const bare = crossoverSection(aCrossover(), { view: aView(), results: [], number: null }).text
    expect(rowsIn(bare)[1][3]).to.equal('11.9 [10.8, 13.1]')
  })

  it('explains the zone and the arrows only where there are any', () => {
    const lead = (crossover: Crossover) => textOf(/<p class="lead">(.*?)<\/p>/s.exec(crossoverIn(crossover))?.[1] ?? '')
    expect(lead(aCrossover())).to.include('In the grey zone').and.include('could not keep up')
    expect(lead(aCrossover({ levels: aCrossover().levels.slice(0, 3), candidates: [{ ...clustered, betterFrom: null }] }))).to.not.match(/grey|keep up/)
    expect(lead(several)).to.not.include('grey')
  })

  it('has names and anchors of its own where there are several', () => {
    expect(crossoverIn(aCrossover())).to.include('id="crossover"')
    const second = crossoverIn(aCrossover(), 2)
    expect(second).to.include('id="load-2-crossover"').and.include('aria-label="primes: p95 by load"')
    expect(textOf(second)).to.match(/^At which load it pays off: primes /)
  })
})
