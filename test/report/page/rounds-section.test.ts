import { expect } from 'chai'
import { XMLValidator } from 'fast-xml-parser'
import { describe, it } from 'mocha'
import { times } from '../../../plugin/report/words/numbers.ts'
import { roundsSection } from '../../../plugin/report/page/latency-sections.ts'
import { Markup } from '../../../plugin/report/markup.ts'
import { textOf } from '../../support/pages.ts'
import { aRandomView, hardCases } from '../../support/random-views.ts'
import { expectSound } from '../charts/drawing.ts'
import type { ScenarioView } from '../../../plugin/report/page/section.ts'

const htmlOf = (view: ScenarioView) => roundsSection(view)?.text ?? ''
/** @returns each chart */
const chartsOf = (html: string): string[] => html.split('<figure').slice(1)
const marksIn = (html: string) => html.match(/<title>/g)?.length

describe('the section of rounds', () => {
  it('has p50, p95 and p99 with the ratios of the estimates', () => {
    const view = aRandomView({ seed: 40, rounds: 5 })
    const charts = chartsOf(htmlOf(view))
    expect(charts).to.have.lengthOf(3)
    for (const [i, metric] of ['p50', 'p95', 'p99'].entries()) {
      const estimate = view.result?.candidates[0].estimates.find((one) => one.metric === metric)
      const written = [...charts[i].matchAll(/>([\d.]+x)(?: outlier)?</g)].map(([, ratio]) => ratio)
      expect(written).to.eql(estimate?.ratios.map(times))
      expect(marksIn(charts[i])).to.equal(10)
    }
  })

  it('writes no ratio where there are several candidates', () => {
    const html = htmlOf(aRandomView({ seed: 41, candidates: 3 }))
    expect(html).to.not.match(/>[\d.]+x</)
    expect(chartsOf(html).map(marksIn)).to.eql([12, 12, 12])
  })

  it('puts the rounds in their order, and shows what there is of one that was cut short', () => {
    const view = aRandomView({ seed: 42, rounds: 4 })
    const html = htmlOf({ ...view, runs: view.runs.slice(0, -1).reverse() })
    expect([...chartsOf(html)[0].matchAll(/>(R\d)</g)].map(([, round]) => round)).to.eql(['R1', 'R2', 'R3', 'R4'])
    expect(chartsOf(html).map(marksIn)).to.eql([7, 7, 7])
    expect(chartsOf(html)[0].match(/>[\d.]+x</g)).to.have.lengthOf(3)
  })

  it('tells which round was an outlier, of the metric that it was', () => {
    const view = aRandomView({ seed: 43, rounds: 4 })
    const [p50, ...others] = view.result?.candidates[0].estimates ?? []
    p50.outliers = [{ round: 2, ratio: p50.ratios[1], pulledTo: 1 }]
    for (const other of others) other.outliers = []
    const charts = chartsOf(htmlOf(view))
    expect(charts.map((chart) => chart.match(/x outlier/g)?.length ?? 0)).to.eql([1, 0, 0])
    expect(charts[0]).to.include(`>${times(p50.ratios[1])} outlier<`)
  })

  it('says where a scale is logarithmic', () => {
    expect(htmlOf(aRandomView({ seed: 44 }))).to.not.include('logarithmic')
    expect(textOf(htmlOf(aRandomView({ seed: 44, mediansMs: [1000, 1] })))).to.include('p95, logarithmic scale')
  })

  it('is left out where no response counts, and names only the variants that were seen', () => {
    expect(roundsSection(aRandomView({ seed: 45, requests: 0 }))).to.equal(null)
    const view = aRandomView({ seed: 45, rounds: 1 })
    const legend = textOf(/<ul class="legend">.*?<\/ul>/s.exec(htmlOf({ ...view, runs: view.runs.slice(0, 1) }))?.[0] ?? '')
    expect(legend).to.equal('single (baseline)')
  })

  for (const [name, plan] of Object.entries(hardCases)) {
    it(`bears ${name}`, () => {
      const html = htmlOf(aRandomView({ ...plan, seed: 46 }))
      if (plan.requests === 0) return expect(html).to.equal('')
      expect(XMLValidator.validate(html)).to.equal(true)
      for (const [figure] of html.matchAll(/<figure.*?<\/figure>/gs)) expectSound(new Markup(figure))
      return expect(html).to.not.match(/NaN|undefined|Infinity|\[object/)
    })
  }
})
