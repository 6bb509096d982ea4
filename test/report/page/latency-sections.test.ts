import { expect } from 'chai'
import { describe, it } from 'mocha'
import { percentilesSection, roundsSection } from '../../../plugin/report/page/latency-sections.ts'
import { milliseconds, times } from '../../../plugin/report/words/numbers.ts'
import { rowsIn, textOf } from '../../support/pages.ts'
import { aRandomView } from '../../support/random-views.ts'
import type { ScenarioView } from '../../../plugin/report/page/section.ts'

const percentilesIn = (view: ScenarioView) => percentilesSection(view)?.text ?? ''

describe('the section of percentiles', () => {
  it('has the numbers of the estimates in its table', () => {
    const view = aRandomView({ seed: 30, candidates: 2, rounds: 4, requests: 1200 })
    const [head, ...rows] = rowsIn(percentilesIn(view))
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
    const runs = view.runs.map(
      (detail) => (detail.run.variant === 'clustered' && detail.run.round === 2 ? { ...detail, counted: 999 } : { ...detail, counted: 1000 })
    )
    const html = percentilesIn({ ...view, runs })
    const [, single, clustered] = rowsIn(html).map((row) => row[7])
    expect(Number(single)).to.be.above(0)
    expect(clustered).to.equal('–')
    expect(rowsIn(html).flat().filter((cell) => cell === '–')).to.have.lengthOf(1)
    expect(html).to.include('<td title="fewer than 1,000 responses in a round">–</td>')
    expect(textOf(html)).to.include('–: rounds of fewer than 1,000 responses can’t tell their p99.9.')
    expect(percentilesIn(view)).to.not.include('–')
  })

  it('leaves out a round that was cut short, as the estimates do', () => {
    const view = aRandomView({ seed: 31, rounds: 4 })
    const last = aRandomView({ seed: 32, rounds: 1, mediansMs: [9000] }).runs[0]
    const more = { ...view, runs: [...view.runs, { ...last, run: { ...last.run, round: 5 } }] }
    expect(percentilesIn(more)).to.equal(percentilesIn(view))
  })

  it('shows what there is while no round is whole', () => {
    const view = aRandomView({ seed: 33, rounds: 1 })
    const html = percentilesIn({ ...view, runs: view.runs.slice(0, 1) })
    expect(rowsIn(html).slice(1).map(([name]) => name)).to.eql(['single'])
    expect(html).to.not.include('at each percentile')
  })

  it('compares from p10 on only: the very fastest responses are a matter of chance', () => {
    const starts = percentilesIn(aRandomView({ seed: 39, requests: 1000 })).split('<figure').slice(1).map((chart) => Number(/ d="M([\d.]+),/.exec(chart)?.[1]))
    expect(starts[0]).to.equal(0)
    expect(starts[1]).to.be.within(15, 25)
  })

  it('says which scale its latencies have', () => {
    expect(textOf(percentilesIn(aRandomView({ seed: 34 })))).to.include('on a linear scale')
    expect(textOf(percentilesIn(aRandomView({ seed: 34, mediansMs: [1000, 1] })))).to.include('on a logarithmic scale')
  })

  it('is left out where no response counts, and leaves out variants of which none does', () => {
    const view = aRandomView({ seed: 35 })
    const without = view.runs.map((detail) => (
      detail.run.variant === 'clustered' ? { ...detail, counted: 0, quantiles: [], run: { ...detail.run, latencyMs: null } } : detail
    ))
    expect(textOf(percentilesIn({ ...view, runs: without }))).to.include('single (baseline)').and.not.include('clustered')
    expect(percentilesSection(aRandomView({ seed: 35, requests: 0 }))).to.equal(null)
    expect(percentilesSection({ ...view, runs: [] })).to.equal(null)
  })

  it('names every variant in the legend, and the scenario where there are several', () => {
    const view = aRandomView({ seed: 36, candidates: 5 })
    const legend = textOf(/<ul class="legend">.*?<\/ul>/s.exec(percentilesIn(view))?.[0] ?? '')
    for (const name of view.names) expect(legend).to.include(name)
    expect(percentilesIn({ ...view, prefix: 's2-', scenario: 'second' })).to.include('aria-label="second: Latencies in ms')
  })

  it('tells of first responses, and of chance, only where there is a reason', () => {
    const few = textOf(percentilesIn(aRandomView({ seed: 37 })))
    expect(few).to.include('The first response on each connection is left out.').and.include('Grey: fewer than 10')
    const view = aRandomView({ seed: 37, rounds: 1, requests: 11_000 })
    const runs = view.runs.map((detail) => ({ ...detail, run: { ...detail.run, firstRequests: { apart: false, count: 0, latencyMs: null } } }))
    expect(textOf(percentilesIn({ ...view, runs }))).to.not.match(/first response|Grey/)
  })
})

const roundsIn = (view: ScenarioView) => roundsSection(view)?.text ?? ''
/** @returns each chart */
const chartsOf = (html: string): string[] => html.split('<figure').slice(1)
const marksIn = (html: string) => html.match(/<title>/g)?.length

describe('the section of rounds', () => {
  it('has p50, p95 and p99 with the ratios of the estimates', () => {
    const view = aRandomView({ seed: 40, rounds: 5 })
    const charts = chartsOf(roundsIn(view))
    expect(charts).to.have.lengthOf(3)
    for (const [i, metric] of ['p50', 'p95', 'p99'].entries()) {
      const estimate = view.result?.candidates[0].estimates.find((one) => one.metric === metric)
      const written = [...charts[i].matchAll(/>([\d.]+x)(?: outlier)?</g)].map(([, ratio]) => ratio)
      expect(written).to.eql(estimate?.ratios.map(times))
      expect(marksIn(charts[i])).to.equal(10)
    }
  })

  it('writes no ratio where there are several candidates', () => {
    const html = roundsIn(aRandomView({ seed: 41, candidates: 3 }))
    expect(html).to.not.match(/>[\d.]+x</)
    expect(chartsOf(html).map(marksIn)).to.eql([12, 12, 12])
  })

  it('puts the rounds in their order, and shows what there is of one that was cut short', () => {
    const view = aRandomView({ seed: 42, rounds: 4 })
    const html = roundsIn({ ...view, runs: view.runs.slice(0, -1).reverse() })
    expect([...chartsOf(html)[0].matchAll(/>(R\d)</g)].map(([, round]) => round)).to.eql(['R1', 'R2', 'R3', 'R4'])
    expect(chartsOf(html).map(marksIn)).to.eql([7, 7, 7])
    expect(chartsOf(html)[0].match(/>[\d.]+x</g)).to.have.lengthOf(3)
  })

  it('tells which round was an outlier, of the metric that it was', () => {
    const view = aRandomView({ seed: 43, rounds: 4 })
    const [p50, ...others] = view.result?.candidates[0].estimates ?? []
    p50.outliers = [{ round: 2, ratio: p50.ratios[1], pulledTo: 1 }]
    for (const other of others) other.outliers = []
    const charts = chartsOf(roundsIn(view))
    expect(charts.map((chart) => chart.match(/x outlier/g)?.length ?? 0)).to.eql([1, 0, 0])
    expect(charts[0]).to.include(`>${times(p50.ratios[1])} outlier<`)
  })

  it('says where a scale is logarithmic', () => {
    expect(roundsIn(aRandomView({ seed: 44 }))).to.not.include('logarithmic')
    expect(textOf(roundsIn(aRandomView({ seed: 44, mediansMs: [1000, 1] })))).to.include('p95, logarithmic scale')
  })

  it('is left out where no response counts, and names only the variants that were seen', () => {
    expect(roundsSection(aRandomView({ seed: 45, requests: 0 }))).to.equal(null)
    const view = aRandomView({ seed: 45, rounds: 1 })
    const legend = textOf(/<ul class="legend">.*?<\/ul>/s.exec(roundsIn({ ...view, runs: view.runs.slice(0, 1) }))?.[0] ?? '')
    expect(legend).to.equal('single (baseline)')
  })
})
