import { describe } from 'mocha'
import { pointsOf, trendsOf } from '../../../plugin/report/history/trends.ts'
import { itFinds } from '../../support/cases.ts'
import { aHistoryCandidate, aHistoryEntry, aHistoryEstimate, aHistoryScenario, anEntryOf, metrics, someHistory } from './entries.ts'
import type { HistoryEntry } from '../../../plugin/concepts/report-data.ts'
import type { Metric } from '../../../plugin/concepts/metrics.ts'

describe('the trends', () => {
  const shown = (...entries: HistoryEntry[]) => trendsOf(entries).shown
  const hundred = someHistory(100)
  const names = (count: number) => Array.from({ length: count }, (_, i) => `name ${i}`)
  const countOf = (plan: Parameters<typeof someHistory>[1]) => shown(...someHistory(100, plan))[0].comparisons.length
  const groups = shown(
    aHistoryEntry({ scenarios: [aHistoryScenario(undefined, { scenario: 'io' }), aHistoryScenario()] }),
    aHistoryEntry({ file: 'other.yml' }),
    aHistoryEntry({ scenarios: [aHistoryScenario(undefined, { baseline: 'clustered' })] }),
    aHistoryEntry()
  )
  const interrupted = aHistoryEntry({ verdict: 'not measured', interrupted: true })
  const renamed = [['new', 'clustered'], ['clustered', 'old']].map((all) => anEntryOf(...all.map((name) => aHistoryCandidate({ name }))))
  const requiring = (wanted: Metric) =>
    aHistoryCandidate({ estimates: metrics.map((metric) => aHistoryEstimate({ metric, required: metric === wanted ? 1.3 : null })) })
  const metricsOf = (...entries: HistoryEntry[]) => shown(...entries)[0].metrics.join(' ')
  const [p50, p99, none] = [anEntryOf(aHistoryCandidate(), requiring('p50')), anEntryOf(requiring('p99')), anEntryOf(aHistoryCandidate())]
  const p95 = aHistoryEstimate({ speedup: 2 })
  const [gap] = shown(anEntryOf(aHistoryCandidate({ estimates: [p95] })), anEntryOf(aHistoryCandidate({ name: 'four' })))

  itFinds({
    'are one for each scenario of each file, and for each baseline, the last compared first': [[
      groups.map(({ file, scenario, baseline, comparisons }) => [file, scenario, baseline, comparisons.length].join(' ')),
      ['scenarios/primes.yml io single 1', 'scenarios/primes.yml primes single 2', 'other.yml primes single 1', 'scenarios/primes.yml primes clustered 1']
    ]],
    'leave out what was interrupted or not measured': [
      [shown(interrupted, aHistoryEntry({ verdict: 'fail' }), aHistoryEntry())[0].comparisons.length, 2],
      [trendsOf([interrupted]), { shown: [], hidden: 0 }]
    ],
    'hold the last 60 comparisons, from the oldest to the newest, fewer of many candidates, and know how many are older': [
      [shown(...hundred)[0].comparisons.map(({ startedAt }) => startedAt), hundred.slice(0, 60).map(({ startedAt }) => startedAt).reverse()],
      [shown(...hundred)[0].older, 40],
      [[countOf({ candidates: names(20) }), countOf({ candidates: names(20), required: null })], [10, 15]]
    ],
    'are as many as have room, more where fewer charts are drawn, but at least one, and count the others': [
      [[trendsOf(someHistory(60, { scenarios: names(9) }))].map((trends) => [trends.shown.length, trends.hidden]), [[4, 5]]],
      [shown(...someHistory(60, { scenarios: names(9), required: null })).length, 6],
      [shown(...someHistory(1, { candidates: names(500) })).length, 1]
    ],
    'name the candidates of the newest comparison first': [[shown(...renamed)[0].candidates, ['new', 'clustered', 'old']]],
    'show p95 and throughput, and what the newest comparison required of any candidate, not what an older one did': [
      [[metricsOf(none), metricsOf(none, p99)], ['p95 throughput', 'p95 throughput']],
      [[metricsOf(p99, none), metricsOf(p50, none)], ['p95 p99 throughput', 'p50 p95 throughput']]
    ],
    'have no point where a candidate was not measured': [
      [pointsOf(gap, 'clustered', 'p95'), [{ index: 1, startedAt: '2026-11-20T12:00:00.000Z', estimate: p95 }]],
      [pointsOf(gap, 'clustered', 'throughput'), []]
    ]
  })
})
