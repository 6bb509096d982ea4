import { expect } from 'chai'
import { XMLValidator } from 'fast-xml-parser'
import { describe, it } from 'mocha'
import { crossoverSection } from '../../../plugin/report/page/scaling-sections.ts'
import { aView, rowsIn, textOf } from '../../support/pages.ts'
import { aCandidate, aScenarioResult } from '../../support/results.ts'
import { aCrossover, aLevel, resultsOf } from '../../support/scaling.ts'
import type { Crossover } from '../../../plugin/concepts/load-results.ts'

function htmlOf(crossover: Crossover, number: number | null = null) {
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
    expect(textOf(htmlOf(aCrossover()))).to.match(/^At which load it pays off Up to 144 requests\/s single is as good as clustered at p95; from 180 requests\/s on clustered is better\. p95 over/)
    expect(textOf(htmlOf(several))).to.match(/^At which load it pays off two pays off\. three pays off\. four pays off\. p95 over/)
  })

  it('says once what is true of all candidates', () => {
    const same = { ...several, candidates: several.candidates.map((one) => ({ ...one, message: 'No crossing can be named.' })) }
    expect(htmlOf(same).match(/<strong>No crossing can be named\.<\/strong>/g)).to.have.lengthOf(1)
  })

  it('has a row for each load, with p95 of each variant and the speedup of each candidate', () => {
    expect(rowsIn(htmlOf(aCrossover()))).to.eql([
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
    expect(rowsIn(htmlOf(partly))[2][3]).to.equal('–')
    const bare = crossoverSection(aCrossover(), { view: aView(), results: [], number: null }).text
    expect(rowsIn(bare)[1][3]).to.equal('11.9 [10.8, 13.1]')
  })

  it('explains the zone and the arrows only where there are any', () => {
    const lead = (crossover: Crossover) => textOf(/<p class="lead">(.*?)<\/p>/s.exec(htmlOf(crossover))?.[1] ?? '')
    expect(lead(aCrossover())).to.include('In the grey zone').and.include('could not keep up')
    expect(lead(aCrossover({ levels: aCrossover().levels.slice(0, 3), candidates: [{ ...clustered, betterFrom: null }] }))).to.not.match(/grey|keep up/)
    expect(lead(several)).to.not.include('grey')
  })

  it('has names and anchors of its own where there are several', () => {
    expect(htmlOf(aCrossover())).to.include('id="crossover"')
    const second = htmlOf(aCrossover(), 2)
    expect(second).to.include('id="load-2-crossover"').and.include('aria-label="primes: p95 by load"')
    expect(textOf(second)).to.match(/^At which load it pays off: primes /)
  })

  it('keeps hostile names as text', () => {
    const name = `<script>alert("1")</script>'&`
    const levels = [1, 2].map((factor) => aLevel(factor, { single: 10, [name]: 5 }))
    const html = htmlOf(aCrossover({ scenario: name, levels, candidates: [{ ...clustered, name, message: `${name} pays off.` }] }), 1)
    expect(html).to.not.include('<script')
    expect(textOf(html)).to.include(`${name} pays off.`)
    expect(XMLValidator.validate(html)).to.equal(true)
    expect(html).to.not.match(/NaN|undefined|Infinity|\[object/)
  })
})
