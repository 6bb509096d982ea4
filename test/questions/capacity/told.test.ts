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
import { someSettings } from '../../support/settings.ts'
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
const sized = searchedFor({ baseline: 200, candidate: 360, speedup: 1.8 }, aSizedResult())

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

  it('is as golden/capacity.txt has it while it is searched, and in the end', () => {
    const { runs, plan } = aSearch()
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
    const told = (search: SearchOptions) => formatComparison(aComparison(aSearch(search).results), null)
    const texts = {
      'what is searched for': formatBeginning(plan, someSettings({ scenarios: [plan] }), plainLayout),
      'a load: what was asked for, and what came of it': steps
        .map((run) => formatRun(run, plan, 0, columns))
        .join('\n'),
      'how many times as many users a variant carries': told({}),
      'the same, of a number of users': told({ users: true }),
      'a bound': told({ capacities: { clustered: 'not exhausted' } }),
      'another, with the load that it was': told({ capacities: { single: 'not reached' } }),
      'one that withholds a verdict, as a problem': told({
        capacities: { clustered: 'not exhausted' },
        thresholds: { capacity: 1000 }
      }),
      'what each variant carries for its size, and the cheapest': formatScenario(sized),
      'the same in summary.md': summaryMarkdown(aComparison([sized]))
    }
    expectTold('capacity.txt', texts)
  })
})
