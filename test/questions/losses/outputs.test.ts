import { expect } from 'chai'
import { preliminary } from '../../../plugin/comparison/findings.ts'
import { describeSettings } from '../../../plugin/experiment/describe-plan.ts'
import { annotations } from '../../../plugin/report/ci/github.ts'
import { artilleryMetrics } from '../../../plugin/report/ci/artillery-metrics.ts'
import { junitXml } from '../../../plugin/report/ci/junit.ts'
import { commentMarkdown, summaryMarkdown } from '../../../plugin/report/ci/summary-markdown.ts'
import { verdictOf } from '../../../plugin/report/ci/verdict-json.ts'
import { plainLayout, widthOf } from '../../../plugin/report/console/layout.ts'
import { columnsFor, formatBeginning, formatRun } from '../../../plugin/report/console/progress.ts'
import { formatComparison, formatScenario } from '../../../plugin/report/console/result.ts'
import { historyPage } from '../../../plugin/report/history/history-page.ts'
import { aHistoryCandidate, anEntryOf, someHistory } from '../../report/history/entries.ts'
import { expectTold } from '../../support/golden.ts'
import { aDisturbedResult, aRound, kill, reload, someLosses } from '../../support/losses.ts'
import { rowsIn } from '../../support/pages.ts'
import { aCandidate, aComparison } from '../../support/results.ts'
import { aRun } from '../../support/runs.ts'
import { aPlan, someSettings } from '../../support/settings.ts'
import type { ScenarioResult } from '../../../plugin/concepts/comparison.ts'
import type { Losses } from '../../../plugin/questions/losses/concepts/losses.ts'

const lossesOf = (own: Losses[], names = ['single', 'clustered']) => ({
  losses: names.map((variant) => ({ variant, losses: own }))
})
const limited = { lost: 0.05, recovery: 0.3 }
const ended = preliminary(aDisturbedResult({ lost: 0 }, { decided: false }))
const comparisonOf = (result: ScenarioResult) => aComparison([result], { verdict: result.verdict })
const summaryOf = (result: ScenarioResult) => summaryMarkdown(comparisonOf(result))

/** In junit.xml, without when they were run. */
function casesOf(result: ScenarioResult) {
  const xml = junitXml(aComparison([result])).replace(/ time="[\d.]+"|<(system-out|properties)>[^]*?<\/\1>\n/g, '')
  return xml.slice(xml.indexOf('<testcase'), xml.indexOf('</testsuite>')).trimEnd()
}

function metricsOf(scenario: string, ...rounds: Parameters<typeof aRound>[0][]) {
  const result = aDisturbedResult({}, { scenario, ...lossesOf([someLosses(rounds.map(aRound))], ['clustered']) })
  return Object.entries(artilleryMetrics({ scenarios: [rounds.length === 0 ? aDisturbedResult({}) : result] }))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
const file = { path: 'scenarios/primes.yml', text: 'scenarios:\n  - name: primes\n' }
const answered = { fresh: 0, kept: 99_999 }
const settings = someSettings({ disturb: [kill, reload] })
const unsound = Array(3).fill(aRound({ problem: 'no worker was found to disturb' }))
const inDoubt = aDisturbedResult(
  {},
  {
    losses: [
      { variant: 'single', losses: [someLosses(unsound)] },
      { variant: 'clustered', losses: [someLosses(unsound, { required: { lost: 0 } })] }
    ],
    candidates: [aCandidate({ estimates: [], limits: [], verdict: 'inconclusive' })]
  }
)

const disturbed = {
  ...anEntryOf(aHistoryCandidate({ estimates: [], losses: aDisturbedResult().losses?.[1].losses, verdict: 'pass' })),
  verdict: 'pass' as const
}
const others = someHistory(2)

const told: Record<string, string> = {
  'before a run: what happens to the app in each': formatBeginning(settings.scenarios[0], settings, plainLayout),
  'of a run: what each disturbance did': formatRun(
    aRun({ disturbances: [aRound({ reset: 7 }), aRound({ ...reload, recoverySeconds: null })] }),
    aPlan(),
    0,
    columnsFor(['single', 'clustered'], 100)
  ),
  'on the console: a table for each disturbance, its limits and why': formatScenario(aDisturbedResult(limited)),
  'on the console: summed up where there are many variants': formatScenario(
    aDisturbedResult(undefined, {
      verdict: null,
      ...lossesOf(
        [1, 2].map((reset) => someLosses(Array(3).fill(aRound({ reset })))),
        ['single', 'a', 'b']
      )
    })
  ),
  'on the console: what several variants have in common, and what is in the way of a verdict': formatScenario(
    aDisturbedResult(
      undefined,
      lossesOf([
        someLosses(
          Array(3).fill(
            aRound({
              ...kill,
              reset: 1,
              workers: { before: 2, after: 1 },
              problem: 'no worker was known that could be hit'
            })
          )
        )
      ])
    )
  ),
  'in junit.xml: each limit in each disturbance, with why': casesOf(aDisturbedResult({ lost: 0, recovery: 2 })),
  'in junit.xml: how far p95 rises': casesOf(aDisturbedResult({ p95Rise: 2 })),
  'in junit.xml: where nothing was required': casesOf(aDisturbedResult({})),
  'in junit.xml: why nothing can be told': casesOf(inDoubt),
  'in junit.xml: skipped where it ended early': casesOf(ended),
  'in annotations: an error with why, a warning where it is inconclusive, none where nothing was required': [
    { lost: 0 },
    { recovery: 1 },
    {}
  ]
    .flatMap((required) => annotations(aComparison([aDisturbedResult(required)]), file))
    .join('\n'),
  'as metrics: of each disturbance, and the worst of all': metricsOf('lost'),
  'as metrics: never back once': metricsOf('never back once', {}, {}, { recoverySeconds: null, reset: 1 }),
  'as metrics: one in many': metricsOf('one in many', { answered, reset: 1 }, { answered }, { answered }),
  'in summary.md: the verdict on all variants, a row for each in each disturbance, and why': summaryOf(
    aDisturbedResult({ lost: 0, recovery: 2 })
  ),
  'in summary.md: where nothing is required': summaryOf(aDisturbedResult({})),
  'in summary.md: ended early': summaryOf(ended),
  'in summary.md: what is in the way of a verdict': summaryOf({ ...inDoubt, verdict: 'inconclusive' }),
  'in a comment, which is short': commentMarkdown(aComparison([aDisturbedResult()])),
  'for programs': JSON.stringify(verdictOf(aComparison([aDisturbedResult()]))),
  'in the settings that are kept': JSON.stringify(
    describeSettings(settings, { flags: {}, suiteOptions: null }, String).disturb
  ),
  'in the list of comparisons: a column, that others have not': [[disturbed], [disturbed, ...others], others]
    .map((entries) =>
      rowsIn(historyPage(entries))
        .map((row) => row.slice(3).join(' | '))
        .join('\n')
    )
    .join('\n\n')
}

describe('what was lost', () => {
  it('is told as golden/losses.txt has it', () => expectTold('losses.txt', told))

  for (const columns of [40, 100]) {
    it(`fits a terminal of ${columns} columns`, () => {
      const text = formatComparison(aComparison([aDisturbedResult(limited)]), null, { ...plainLayout, columns })
      expect(text.split('\n').filter((line) => widthOf(line) > columns && !line.includes('explain <code>'))).to.eql([])
    })
  }

  it('has no trend', () => expect(historyPage([disturbed])).not.to.include('id="trends"'))
})
