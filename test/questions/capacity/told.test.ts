import { expect } from 'chai'
import { verdictOf } from '../../../plugin/report/ci/verdict-json.ts'
import { summaryMarkdown } from '../../../plugin/report/ci/summary-markdown.ts'
import { plainLayout } from '../../../plugin/report/console/layout.ts'
import { columnsFor, formatBeginning, formatRun } from '../../../plugin/report/console/progress.ts'
import { formatComparison, formatScenario } from '../../../plugin/report/console/result.ts'
import { answerOf } from '../../../plugin/report/words/answer.ts'
import { decisionSentence } from '../../../plugin/report/words/decision.ts'
import { trendsOf } from '../../../plugin/report/history/trends.ts'
import { aCapacityResult, aSizedResult } from '../../support/capacities.ts'
import { itFinds } from '../../support/cases.ts'
import { expectTold } from '../../support/golden.ts'
import { aCandidate, aComparison, anEstimate, aScenarioResult } from '../../support/results.ts'
import { latencies } from '../../support/runs.ts'
import { aSearch, type SearchOptions } from '../../support/searches.ts'
import { aPlan, someSettings } from '../../support/settings.ts'
import { aHistoryCandidate, aHistoryEstimate, anEntryOf } from '../../report/history/entries.ts'
import type { Estimate } from '../../../plugin/concepts/comparison.ts'
import type { Run } from '../../../plugin/concepts/run.ts'
import type { CapacityResult } from '../../../plugin/questions/capacity/concepts/capacity.ts'

/** Of two searches. */
const searchedFor = (estimate: Partial<Estimate>, capacity: Partial<CapacityResult> = {}) =>
  aScenarioResult([aCandidate({ estimates: [anEstimate({ metric: 'capacity', ...estimate })] })], {
    load: { model: 'open', saturated: [] },
    capacity: aCapacityResult(capacity)
  })
const decided = (...given: Parameters<typeof searchedFor>) => decisionSentence(searchedFor(...given))
const searchedAt = anEntryOf(aHistoryCandidate({ estimates: [aHistoryEstimate({ metric: 'capacity' })] }))
const sized = aScenarioResult(
  [aCandidate({ estimates: [anEstimate({ metric: 'capacity', baseline: 200, candidate: 360, speedup: 1.8 })] })],
  { scenario: 'sized', capacity: aSizedResult() }
)

describe('what is told of capacities', () => {
  itFinds({
    'is what to do, unless a load is wanted, which is another question': [
      [
        decided({}),
        'Use clustered (2 workers): 1.60 times as many users per second for 150 MB more. Suggested threshold: capacity 1.2 (npx artillery-speedup accept writes it).'
      ],
      [
        decided({ speedup: 1.005, interval: [0.98, 1.03] }),
        'Keep single: clustered gains at most 1.03x in capacity and takes 150 MB more.'
      ],
      [decided({}, { wanted: 100 }), null]
    ],
    'is first how much a variant carries, or who carries a load that is wanted': [
      [
        answerOf(searchedFor({})).answer,
        'Yes: clustered (2 workers) carries 360/s within p95 ≤ 100 ms and errors ≤ 1 %, 1.60 times as much as single.'
      ],
      [answerOf(searchedFor({}, { wanted: 100, carriers: 'Single carries 100/s.' })).answer, 'Single carries 100/s.']
    ],
    'is their trend alone, whatever was asked before': [
      [trendsOf([searchedAt, anEntryOf(aHistoryCandidate())]).shown[0].metrics, ['capacity']]
    ],
    'is to programs that it was asked': [[verdictOf(aComparison([searchedFor({})])).candidates[0].question, 'capacity']]
  })

  it('is how many times as many users a variant carries, in the unit of the search, and what is known of a bound', () => {
    const told = (search: SearchOptions) => formatComparison(aComparison(aSearch(search).results), null)
    expect(told({}))
      .to.match(/^\nclustered carries 1\.6[67] times as many users per second as single \[1\.\d+, 1\.\d+\]\./)
      .and.match(/\n {2}clustered +148\/s +\d+ - \d+ +\d+ ms +20\.0 ms/)
    expect(told({ users: true }))
      .to.match(/^\nclustered carries 1\.6[67] times as many users as single /)
      .and.match(/\n {2}clustered +150 users /)
    expect(told({ capacities: { clustered: 'not exhausted' } }))
      .to.match(/^\nclustered carries at least 2\d\d\.\d\d times as many users per second as single\. /)
      .and.match(/\n {2}capacity +\S+ +at least 20,000\/s +at least 2\d\d\.\d\dx\n/)
  })

  it('warns of a bound of which load it was, as of a problem where that withholds a verdict', () => {
    const warned = (search: SearchOptions) =>
      aSearch(search).results[0].warnings.map(({ severity, code, message }) => `${severity} ${code}: ${message}`)
    expect(warned({ capacities: { single: 'not reached' } })).to.eql([
      'problem not-reached: single misses p95 ≤ 100 ms and errors ≤ 1 % even at 0.333/s: a request alone takes 120 ms. Raise the limit, or find out what takes the time.'
    ])
    const message =
      'clustered keeps p95 ≤ 100 ms and errors ≤ 1 % even at 20,000/s, the most load that can be generated here. ' +
      'It carries more than that: request heavier work, or run the load generator on a machine with more cores.'
    expect(warned({ capacities: { clustered: 'not exhausted' } })).to.eql([`warning not-exhausted: ${message}`])
    expect(warned({ capacities: { clustered: 'not exhausted' }, thresholds: { capacity: 1000 } })).to.eql([
      `problem not-exhausted: ${message}`
    ])
  })

  it('is as golden/capacity.txt has it while it is searched, and in the end', () => {
    const search = { ...aPlan(), loop: null, capacity: { limits: { p95: 100, errorRate: 0.01 }, wanted: null } }
    const { runs } = aSearch()
    const missed = { ...runs[0], latencyMs: latencies(120) }
    const late: Run = {
      ...missed,
      generator: { ...missed.generator, lateMs: { p50: 1, p95: 10, p99: 30, 'p99.9': 40, max: 50 } }
    }
    const steps = [
      runs[0],
      missed,
      late,
      { ...late, latencyMs: latencies(190) },
      { ...missed, round: 2, latencyMs: null }
    ]
    const columns = columnsFor(['single', 'clustered'], 100)
    const texts = {
      'what is searched for': formatBeginning(search.name, someSettings({ scenarios: [search] }), plainLayout),
      'a load: what was asked for, and what came of it': steps
        .map((run) => formatRun(run, search, 0, columns))
        .join('\n'),
      'what each variant carries for its size, and the cheapest': formatScenario(sized),
      'the same in summary.md': summaryMarkdown(aComparison([sized]))
    }
    expectTold('capacity.txt', texts)
  })
})
