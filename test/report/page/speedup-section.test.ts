import { expect } from 'chai'
import { describe, it } from 'mocha'
import { preliminary } from '../../../plugin/comparison/conclude.ts'
import { speedupSection } from '../../../plugin/report/page/speedup-section.ts'
import { interval, times } from '../../../plugin/report/words/numbers.ts'
import { change } from '../../../plugin/report/words/scenario-sentences.ts'
import { aView, textOf } from '../../support/pages.ts'
import { aRandomView } from '../../support/random-views.ts'
import { seededUniform } from '../../support/random.ts'
import { aCandidate, aCandidateWith, aScenarioResult, someLimits } from '../../support/results.ts'
import type { Metric } from '../../../plugin/concepts/metrics.ts'
import type { Reason } from '../../../plugin/concepts/warnings.ts'
import type { CandidateResult, Limit } from '../../../plugin/concepts/comparison.ts'
import type { ScenarioView } from '../../../plugin/report/page/section.ts'

const htmlOf = (view: ScenarioView) => speedupSection(view)?.text ?? ''
const tableOf = (...candidates: CandidateResult[]) => htmlOf(aView({ result: aScenarioResult(candidates) }))

/** @returns the cells of each row below the head */
function rowsOf(html: string): string[][] {
  const rows = [...html.matchAll(/<tr role="row">(.*?)<\/tr>/gs)].slice(1)
  return rows.map(([, row]) => [...row.matchAll(/<t[hd] .*?>(.*?)<\/t[hd]>/gs)].map(([, cell]) => textOf(cell.replace(/<svg.*<\/svg>/gs, ''))))
}
const [pass, fail, inconclusive] = ['pass', 'fail', 'inconclusive'] as const

describe('the section of speedups', () => {
  it('is left out while there is no result', () => expect(speedupSection({ ...aView(), result: null })).to.equal(null))

  it('has a row for each metric, with the numbers of its estimate', () => {
    const view = aRandomView({ seed: 20, rounds: 4, thresholds: { p95: 1.3 } })
    const estimates = view.result?.candidates[0].estimates ?? []
    const rows = rowsOf(htmlOf(view))
    expect(rows.map(([metric]) => metric)).to.eql(['p50', 'p95', 'p99', 'throughput'])
    for (const [i, estimate] of estimates.entries()) {
      expect(rows[i].slice(1, 5)).to.eql([change(estimate), '', times(estimate.speedup), interval(estimate.interval)])
    }
    expect(rows.map((row) => row[5])).to.eql(['', '≥ 1.3x', '', ''])
    expect(rows[0][6]).to.equal('not required')
  })

  it('says what came of each requirement, in a word and a shape', () => {
    const html = tableOf(aCandidateWith([
      { metric: 'p50', required: 1.3, verdict: pass }, { metric: 'p95', required: 3, verdict: fail },
      { metric: 'p99', required: 1.9, verdict: inconclusive }
    ]))
    expect(rowsOf(html).map((row) => row[6])).to.eql(['PASS', 'FAIL', 'INCONCLUSIVE', 'not required'])
    for (const status of [pass, fail, inconclusive]) expect(html).to.match(new RegExp(`class="status status-${status}"><svg`))
  })

  it('says in a few words why no verdict is drawn', () => {
    const reasons: Record<Reason, string> = {
      errors: 'INCONCLUSIVE (too many errors)',
      'different-answers': 'INCONCLUSIVE (other answers than the baseline’s)',
      'generator-saturated': 'INCONCLUSIVE (the load generator was too busy)',
      'baseline-saturated': 'INCONCLUSIVE (the baseline could not keep up)',
      'throughput-fixed': 'INCONCLUSIVE (users come at a fixed rate)',
      'too-few-requests': 'INCONCLUSIVE (too few responses in a run)'
    }
    for (const [reason, words] of Object.entries(reasons) as [Reason, string][]) {
      expect(rowsOf(tableOf(aCandidateWith([{ metric: 'p95', required: 1.3, verdict: inconclusive, reason }])))[1][6]).to.equal(words)
    }
    expect(rowsOf(tableOf(aCandidateWith([{ metric: 'p95', reason: 'throughput-fixed' }])))[1][6]).to.equal('not required (users come at a fixed rate)')
  })

  it('prints what is required as it was configured, and no value as if it met what it misses', () => {
    expect(rowsOf(tableOf(aCandidateWith([{ metric: 'p95', required: 1.005, verdict: fail, speedup: 1.002 }])))[1][5]).to.equal('≥ 1.005x')
    const cellsOf = (fairness: Partial<Limit>, errorRate: Partial<Limit>) =>
      rowsOf(tableOf(aCandidate({ limits: someLimits(fairness, errorRate) }))).slice(4).map((row) => [row[1], row[5], row[6]].join(' '))
    expect(cellsOf({ value: 0.8996, required: 0.9, verdict: fail }, { value: 0.01004, required: 0.01, verdict: fail })).to.eql([
      '0.8996 ≥ 0.9 FAIL', '1.004 % ≤ 1 % FAIL'
    ])
    expect(cellsOf({ value: 0.8949, required: 0.8945, verdict: pass }, { value: 0.00996, required: 0.00998, verdict: pass })).to.eql([
      '0.895 ≥ 0.8945 PASS', '0.996 % ≤ 0.998 % PASS'
    ])
    expect(cellsOf({ value: 0.9, required: 0.9, verdict: pass }, { value: 0.07, required: 0.07, verdict: pass })).to.eql([
      '0.90 ≥ 0.9 PASS', '7.0 % ≤ 7 % PASS'
    ])
    expect(cellsOf({}, { value: 0.000001, required: 0, verdict: fail })).to.eql(['below 0.001 % ≤ 0 % FAIL'])
  })

  it('rounds no limit such that a miss looks like a hit, nor a hit like a miss', () => {
    const uniform = seededUniform(22)
    const limits = Array.from({ length: 2000 }, (_, i) => {
      const required = Number((10 ** (-4 * uniform())).toPrecision(1 + (i % 3)))
      return { required, value: required * (1 + 10 ** (-6 * uniform()) * (i % 2 === 0 ? 1 : -1) / 10) }
    })
    const rows = rowsOf(tableOf(...limits.map((limit) => aCandidate({ estimates: [], limits: someLimits(limit, limit) }))))
    const numberIn = (text: string) => Number(/[\d.]+/.exec(text))
    for (const [i, { value, required }] of limits.entries()) {
      const [fairness, errorRate] = [rows[i], rows[limits.length + i]]
      expect(numberIn(fairness[2]) >= required, `${value} against ${required}`).to.equal(value >= required)
      expect(numberIn(errorRate[2]) <= numberIn(errorRate[6]), `${value} against ${required}`).to.equal(value <= required)
    }
  })

  it('says of each metric of a self-check whether it differs', () => {
    const leastMargin = { p50: 1.1, p95: 1.1, p99: 1.1, throughput: 1.1 }
    const resultsOf = (biased: Metric[]) =>
      rowsOf(tableOf(aCandidateWith([
        { metric: 'throughput', reason: 'throughput-fixed' }
      ], { selfCheck: { verdict: biased.length === 0 ? pass : fail, biased, leastMargin } }))).map((row) => row[6])
    expect(resultsOf(['p95', 'p99'])).to.eql(['no difference', 'FAIL (differs)', 'FAIL (differs)', 'INCONCLUSIVE (users come at a fixed rate)'])
    expect(resultsOf([]).slice(0, 3)).to.eql(['no difference', 'no difference', 'no difference'])
  })

  it('draws no verdict on a comparison that was ended before its time', () => {
    const earlier = { speedup: 2, interval: [1.95, 2.1] as [number, number] }
    const candidate = aCandidateWith([
      { metric: 'p50', required: 1.3, verdict: pass }, { metric: 'p95', required: 3, verdict: null }, { metric: 'p99', earlier, regression: true }
    ], {
      limits: someLimits({ required: 0.9, verdict: pass }, { required: 0.01, verdict: inconclusive }),
      selfCheck: { verdict: fail, biased: ['throughput'], leastMargin: { p50: 1, p95: 1, p99: 1, throughput: 1 } }
    })
    const html = htmlOf(aView({ result: preliminary(aScenarioResult([candidate], { decided: false })) }))
    expect(rowsOf(html).map((row) => row[6])).to.eql([
      'preliminary', 'preliminary', 'not required (earlier 2.00x [1.95, 2.10])', 'not required', 'preliminary', 'preliminary'
    ])
    expect(html).to.not.match(/class="status|PASS|FAIL|INCONCLUSIVE/)
  })

  it('shows an earlier result, and what fell since', () => {
    const earlier = { speedup: 2, interval: [1.95, 2.1] as [number, number] }
    const rows = rowsOf(tableOf(aCandidateWith([{ metric: 'p50', earlier }, { metric: 'p95', earlier, regression: true }])))
    expect(rows[0][6]).to.equal('not required (earlier 2.00x [1.95, 2.10])')
    expect(rows[1][6]).to.equal('not required REGRESSION (earlier 2.00x [1.95, 2.10])')
  })

  it('has the limits that are required, without a strip', () => {
    const html = tableOf(aCandidate({ limits: someLimits({ value: 0.974, required: 0.9, verdict: pass }, { value: 0.012, required: 0.01, verdict: fail }) }))
    const rows = rowsOf(html).slice(4)
    expect(rows[0]).to.eql(['fairness', '0.97', 'a worker’s fair share of the requests, 1/2, over that of the busiest', '', '', '≥ 0.9', 'PASS'])
    expect(rows[1]).to.eql(['error rate', '1.2 %', 'requests without a response below 400', '', '', '≤ 1 %', 'FAIL'])
    expect(html.match(/<svg class="strip"/g)).to.have.lengthOf(1 + 4)
    expect(rowsOf(tableOf(aCandidate()))).to.have.lengthOf(4)
    const unseen = tableOf(aCandidate({ limits: someLimits({ value: null, required: 0.9, verdict: inconclusive }) }))
    expect(rowsOf(unseen)[4]).to.include.members(['not seen', 'INCONCLUSIVE'])
  })

  it('is grouped by metric when there are several candidates, each row with its metric and variant', () => {
    const html = tableOf(aCandidate(), aCandidate({ name: 'four', limits: someLimits({ required: 0.9, verdict: pass }) }))
    const rows = rowsOf(html)
    expect(rows.map(([metric, variant]) => `${metric} ${variant}`)).to.eql([
      'p50 clustered', 'p50 four', 'p95 clustered', 'p95 four', 'p99 clustered', 'p99 four', 'throughput clustered', 'throughput four',
      'fairness four'
    ])
    expect(html.match(/<tbody/g)).to.have.lengthOf(5)
    expect(html.match(/class="again"/g)).to.have.lengthOf(4)
  })

  it('shares one axis that holds every ratio, interval and threshold', () => {
    const html = tableOf(aCandidateWith([{ metric: 'p99', required: 80, verdict: fail }, { metric: 'p50', ratios: [0.01, 1.5], interval: [0.03, 3] }]))
    expect(html).to.include('from 0.01x to 100x')
    const parts = [...html.matchAll(/ (?:x|x1|x2|cx)="([\d.-]+)%"/g)].map(([, part]) => Number(part))
    expect(Math.min(...parts)).to.be.above(0)
    expect(Math.max(...parts)).to.be.below(100)
  })

  it('explains its zones and dots only where there are any', () => {
    expect(tableOf(aCandidate())).to.not.match(/green zone|hollow dot/)
    const outliers = [{ round: 1, ratio: 1.5, pulledTo: 1.55 }]
    const lead = textOf(tableOf(aCandidateWith([{ metric: 'p95', required: 1.3, verdict: pass, outliers }])))
    expect(lead).to.include('The green zone begins at the required speedup').and.include('A hollow dot is an outlier')
  })

  it('is a table with its roles, so that no stylesheet can take them', () => {
    const html = tableOf(aCandidate())
    for (const [tag, role] of [['table', 'table'], ['thead', 'rowgroup'], ['tbody', 'rowgroup'], ['tr', 'row'], ['td', 'cell']]) {
      const tags = [...html.matchAll(new RegExp(`<${tag}[ >][^>]*`, 'g'))].map(([text]) => text)
      expect(tags).to.not.be.empty
      for (const one of tags) expect(one).to.include(`role="${role}"`)
    }
  })
})
