import { expect } from 'chai'
import { describe, it } from 'mocha'
import { pointsOf, trendsOf } from '../../../plugin/report/history/trends.ts'
import { aHistoryCandidate, aHistoryEntry, aHistoryEstimate, aHistoryScenario, anEntryOf, metrics, someHistory } from './entries.ts'
import type { HistoryEntry } from '../../../plugin/concepts/report-data.ts'
import type { Metric } from '../../../plugin/concepts/metrics.ts'

describe('the trends', () => {
  it('are one for each scenario of each file, and for each baseline, the last compared first', () => {
    const entries = [
      aHistoryEntry({ scenarios: [aHistoryScenario(undefined, { scenario: 'io' }), aHistoryScenario()] }),
      aHistoryEntry({ file: 'other.yml' }),
      aHistoryEntry({ scenarios: [aHistoryScenario(undefined, { baseline: 'clustered' })] }),
      aHistoryEntry()
    ]
    expect(trendsOf(entries).shown.map(({ file, scenario, baseline, comparisons }) => [file, scenario, baseline, comparisons.length])).to.eql([
      ['scenarios/primes.yml', 'io', 'single', 1],
      ['scenarios/primes.yml', 'primes', 'single', 2],
      ['other.yml', 'primes', 'single', 1],
      ['scenarios/primes.yml', 'primes', 'clustered', 1]
    ])
  })

  it('go from the oldest comparison to the newest', () => {
    const entries = someHistory(3)
    expect(trendsOf(entries).shown[0].comparisons.map(({ startedAt }) => startedAt)).to.eql(entries.map(({ startedAt }) => startedAt).reverse())
  })

  it('leave out what was interrupted or not measured', () => {
    const entries = [aHistoryEntry({ verdict: 'not measured', interrupted: true }), aHistoryEntry({ verdict: 'fail' }), aHistoryEntry({ verdict: null })]
    expect(trendsOf(entries).shown[0].comparisons).to.have.length(2)
    expect(trendsOf([entries[0]])).to.eql({ shown: [], hidden: 0 })
  })

  it('hold the last 60 comparisons, fewer of many candidates, and know how many are older', () => {
    const [{ comparisons, older }] = trendsOf(someHistory(100)).shown
    expect([comparisons.length, older, comparisons[59].startedAt]).to.eql([60, 40, someHistory(100)[0].startedAt])
    const candidates = Array.from({ length: 20 }, (_, i) => `variant ${i}`)
    expect(trendsOf(someHistory(100, { candidates })).shown[0].comparisons).to.have.length(10)
    expect(trendsOf(someHistory(100, { candidates, required: null })).shown[0].comparisons).to.have.length(15)
  })

  it('are as many as have room, and count the others', () => {
    const scenarios = Array.from({ length: 9 }, (_, i) => `scenario ${i}`)
    const { shown, hidden } = trendsOf(someHistory(60, { scenarios }))
    expect([shown.length, hidden]).to.eql([4, 5])
    const { shown: plain } = trendsOf(someHistory(60, { scenarios, required: null }))
    expect(plain, 'where fewer charts are drawn').to.have.length(6)
    expect(trendsOf(someHistory(1, { candidates: Array.from({ length: 500 }, (_, i) => `variant ${i}`) })).shown).to.have.length(1)
  })

  it('name the candidates of the newest comparison first', () => {
    const [newest, older] = [['new', 'clustered'], ['clustered', 'old']].map((names) => anEntryOf(...names.map((name) => aHistoryCandidate({ name }))))
    expect(trendsOf([newest, older]).shown[0].candidates).to.eql(['new', 'clustered', 'old'])
  })

  it('show p95 and throughput, and what the newest comparison required of any candidate', () => {
    const requiring = (wanted: Metric) =>
      aHistoryCandidate({ estimates: metrics.map((metric) => aHistoryEstimate({ metric, required: metric === wanted ? 1.3 : null })) })
    const metricsOf = (...entries: HistoryEntry[]) => trendsOf(entries).shown[0].metrics.join(' ')
    const [p50, p99, none] = [anEntryOf(aHistoryCandidate(), requiring('p50')), anEntryOf(requiring('p99')), anEntryOf(aHistoryCandidate())]
    expect(metricsOf(none)).to.equal('p95 throughput')
    expect(metricsOf(p99, none)).to.equal('p95 p99 throughput')
    expect(metricsOf(p50, none)).to.equal('p50 p95 throughput')
    expect(metricsOf(none, p99), 'an older one').to.equal('p95 throughput')
  })

  it('have no point where a candidate was not measured', () => {
    const p95 = aHistoryEstimate({ speedup: 2 })
    const [trend] = trendsOf([anEntryOf(aHistoryCandidate({ estimates: [p95] })), anEntryOf(aHistoryCandidate({ name: 'four' }))]).shown
    expect(pointsOf(trend, 'clustered', 'p95')).to.eql([{ index: 1, startedAt: '2026-11-20T12:00:00.000Z', estimate: p95 }])
    expect(pointsOf(trend, 'clustered', 'throughput')).to.eql([])
  })
})
