import { expect } from 'chai'
import { XMLValidator } from 'fast-xml-parser'
import { describe, it } from 'mocha'
import { milliseconds } from '../../../plugin/report/words/numbers.ts'
import { percentilesSection } from '../../../plugin/report/page/latency-sections.ts'
import { Markup } from '../../../plugin/report/markup.ts'
import { rowsIn, textOf } from '../../support/pages.ts'
import { aRandomView, hardCases } from '../../support/random-views.ts'
import { expectSound } from '../charts/drawing.ts'
import type { ScenarioView } from '../../../plugin/report/page/section.ts'

const htmlOf = (view: ScenarioView) => percentilesSection(view)?.text ?? ''

describe('the section of percentiles', () => {
  it('has the numbers of the estimates in its table', () => {
    const view = aRandomView({ seed: 30, candidates: 2, rounds: 4, requests: 1200 })
    const [head, ...rows] = rowsIn(htmlOf(view))
    expect(head).to.eql(['Variant', 'min', 'p50', 'p75', 'p90', 'p95', 'p99', 'p99.9', 'max'])
    expect(rows.map(([name]) => name)).to.eql(view.names)
    for (const { name, estimates } of view.result?.candidates ?? []) {
      for (const { metric, baseline, candidate } of estimates.filter((one) => one.metric !== 'throughput')) {
        expect(rows[0][head.indexOf(metric)]).to.equal(milliseconds(baseline))
        expect(rows[view.names.indexOf(name)][head.indexOf(metric)]).to.equal(milliseconds(candidate))
      }
    }
    for (const [, ...values] of rows) expect(values.map(Number)).to.eql(values.map(Number).sort((a, b) => a - b))
  })

  it('leaves out the p99.9 of a variant with a round that is too short to tell it, and says why', () => {
    const view = aRandomView({ seed: 30, rounds: 3, requests: 1000 })
    const runs = view.runs.map((detail) => (detail.run.variant === 'clustered' && detail.run.round === 2 ? { ...detail, counted: 999 } : { ...detail, counted: 1000 }))
    const html = htmlOf({ ...view, runs })
    const [, single, clustered] = rowsIn(html).map((row) => row[7])
    expect(Number(single)).to.be.above(0)
    expect(clustered).to.equal('–')
    expect(rowsIn(html).flat().filter((cell) => cell === '–')).to.have.lengthOf(1)
    expect(html).to.include('<td title="fewer than 1,000 responses in a round">–</td>')
    expect(textOf(html)).to.include('–: rounds of fewer than 1,000 responses can’t tell their p99.9.')
    expect(htmlOf(view)).to.not.include('–')
  })

  it('leaves out a round that was cut short, as the estimates do', () => {
    const view = aRandomView({ seed: 31, rounds: 4 })
    const last = aRandomView({ seed: 32, rounds: 1, mediansMs: [9000] }).runs[0]
    const more = { ...view, runs: [...view.runs, { ...last, run: { ...last.run, round: 5 } }] }
    expect(htmlOf(more)).to.equal(htmlOf(view))
  })

  it('shows what there is while no round is whole', () => {
    const view = aRandomView({ seed: 33, rounds: 1 })
    const html = htmlOf({ ...view, runs: view.runs.slice(0, 1) })
    expect(rowsIn(html).slice(1).map(([name]) => name)).to.eql(['single'])
    expect(html).to.not.include('at each percentile')
  })

  it('compares from p10 on only: the very fastest responses are a matter of chance', () => {
    const starts = htmlOf(aRandomView({ seed: 39, requests: 1000 })).split('<figure').slice(1).map((chart) => Number(/ d="M([\d.]+),/.exec(chart)?.[1]))
    expect(starts[0]).to.equal(0)
    expect(starts[1]).to.be.within(15, 25)
  })

  it('says which scale its latencies have', () => {
    expect(textOf(htmlOf(aRandomView({ seed: 34 })))).to.include('on a linear scale')
    expect(textOf(htmlOf(aRandomView({ seed: 34, mediansMs: [1000, 1] })))).to.include('on a logarithmic scale')
  })

  it('is left out where no response counts, and leaves out variants of which none does', () => {
    const view = aRandomView({ seed: 35 })
    const without = view.runs.map((detail) => (detail.run.variant === 'clustered' ? { ...detail, counted: 0, quantiles: [], run: { ...detail.run, latencyMs: null } } : detail))
    expect(textOf(htmlOf({ ...view, runs: without }))).to.include('single (baseline)').and.not.include('clustered')
    expect(percentilesSection(aRandomView({ seed: 35, requests: 0 }))).to.equal(null)
    expect(percentilesSection({ ...view, runs: [] })).to.equal(null)
  })

  it('names every variant in the legend, and the scenario where there are several', () => {
    const view = aRandomView({ seed: 36, candidates: 5 })
    const legend = textOf(/<ul class="legend">.*?<\/ul>/s.exec(htmlOf(view))?.[0] ?? '')
    for (const name of view.names) expect(legend).to.include(name)
    expect(htmlOf({ ...view, prefix: 's2-', scenario: 'second' })).to.include('aria-label="second: Latencies in ms')
  })

  it('tells of first responses, and of chance, only where there is a reason', () => {
    const few = textOf(htmlOf(aRandomView({ seed: 37 })))
    expect(few).to.include('The first response on each connection is left out.').and.include('Grey: fewer than 10')
    const view = aRandomView({ seed: 37, rounds: 1, requests: 11_000 })
    const runs = view.runs.map((detail) => ({ ...detail, run: { ...detail.run, firstRequests: { apart: false, count: 0, latencyMs: null } } }))
    expect(textOf(htmlOf({ ...view, runs }))).to.not.match(/first response|Grey/)
  })

  for (const [name, plan] of Object.entries(hardCases)) {
    it(`bears ${name}`, () => {
      const html = htmlOf(aRandomView({ ...plan, seed: 38 }))
      if (plan.requests === 0) return expect(html).to.equal('')
      expect(XMLValidator.validate(html)).to.equal(true)
      for (const [figure] of html.matchAll(/<figure.*?<\/figure>/gs)) expectSound(new Markup(figure))
      return expect(html).to.not.match(/NaN|undefined|Infinity|\[object/)
    })
  }
})
