import { mkdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import fc from 'fast-check'
import { concludeAll } from '../plugin/comparison/conclude-all.ts'
import { leaveOutOfRun } from '../plugin/concepts/leave-out.ts'
import { Findings } from '../plugin/comparison/findings.ts'
import { asSpeedupError } from '../plugin/concepts/errors.ts'
import { describeSettings } from '../plugin/experiment/describe-plan.ts'
import { checkResponses, mayHaveNone } from '../plugin/experiment/load-apps.ts'
import { packageFile } from '../plugin/package-files.ts'
import { flawIn, schemaVersion } from '../plugin/record/parse-comparison.ts'
import { listComparisons } from '../plugin/record/read-record.ts'
import { artilleryMetrics } from '../plugin/report/ci/artillery-metrics.ts'
import { junitXml } from '../plugin/report/ci/junit.ts'
import { annotations } from '../plugin/report/ci/github.ts'
import { plain } from '../plugin/report/ci/markdown.ts'
import { summaryMarkdown } from '../plugin/report/ci/summary-markdown.ts'
import { formatComparison } from '../plugin/report/console/result.ts'
import { historyPage } from '../plugin/report/history/history-page.ts'
import { withCode } from '../plugin/report/page/codes-section.ts'
import { renderPage } from '../plugin/report/page/render-page.ts'
import { anyMeasurement, type AnyMeasurement } from './support/any-comparison.ts'
import { few } from './support/any-run.ts'
import { temporaryFolder } from './support/folder.ts'
import { aRunDetail } from './support/pages.ts'
import { seed } from './support/random.ts'
import { anyResult } from './support/any-result.ts'
import { aComparison } from './support/results.ts'
import { aRun } from './support/runs.ts'
import { resultOfOnly } from '../plugin/concepts/comparison.ts'
import { decisionSentence } from '../plugin/report/words/decision.ts'
import { scenarioSentence } from '../plugin/report/words/scenario-sentences.ts'
import { verdictSentence } from '../plugin/report/words/sentences.ts'
import { boundText } from '../plugin/report/words/numbers.ts'
import { markup } from '../plugin/report/markup.ts'
import { mayHideGain } from '../plugin/concepts/warnings.ts'
import {
  headline,
  isKnown,
  isLower,
  isShown,
  type CandidateResult,
  type Comparison,
  type ScenarioResult
} from '../plugin/concepts/comparison.ts'
import type { RunDetail } from '../plugin/concepts/report-data.ts'
import type { Run } from '../plugin/concepts/run.ts'
import type { ScenarioPlan } from '../plugin/concepts/settings.ts'

// Others, and more: SPEEDUP_TEST_RUNS=20000 npx mocha test/any-comparison.test.ts
// The same again: with SPEEDUP_TEST_SEED, which a failure prints.
const numRuns = Number(process.env.SPEEDUP_TEST_RUNS ?? 150)

const validate = new Ajv2020({ strict: true }).compile(
  JSON.parse(readFileSync(packageFile('comparison.schema.json'), 'utf8'))
)

const { environment } = aComparison([])

/** What is concluded, as far as the runs are accepted: they are as those of a real comparison. */
function compared({ settings, runs, answers }: AnyMeasurement): { comparison: Comparison; runs: Run[] } {
  const findings = new Findings(settings)
  let error: Comparison['error'] = null
  try {
    findings.addAnswers({ byVariant: answers, baselineAgain: answers[settings.baseline] }, settings.scenarios[0])
    for (const run of runs) {
      const scenario = settings.scenarios.find(({ name }) => name === run.scenario) as ScenarioPlan
      const variant = settings.variants.find(
        ({ name }) => name === run.variant
      ) as AnyMeasurement['settings']['variants'][number]
      const { kept } = leaveOutOfRun(run)
      // It would have ended the comparison as it was measured.
      if (kept !== null && !mayHaveNone(scenario, kept))
        checkResponses(
          { ...kept, hasLatencies: kept.latencyMs !== null, leastLatencyMs: kept.generator.leastLatencyMs },
          { variant, when: 'now', targets: [settings.target], errors: {} }
        )
      findings.addRun(run, scenario)
    }
  } catch (thrown) {
    const { code, message } = asSpeedupError(thrown)
    error = { code, message } as Comparison['error']
  }
  const times = { startedAt: '2026-11-20T12:00:00.000Z', finishedAt: '2026-11-20T12:01:00.000Z' }
  const plan = {
    file: 'primes.yml',
    environment,
    settings: describeSettings(settings, { flags: {}, suiteOptions: null }, basename)
  }
  return {
    comparison: concludeAll(
      findings,
      { schemaVersion, ...plan, ...times, previous: null, error },
      { settings, flawIn }
    ),
    runs: findings.runs
  }
}

/** @returns as much of a run as its files would tell */
function detailOf(run: Run): RunDetail {
  const { latencyMs, counted, workers } = run
  const quantiles =
    latencyMs === null
      ? []
      : [
          { probability: 0, latencyMs: latencyMs.min },
          { probability: 0.5, latencyMs: latencyMs.p50 },
          { probability: 1, latencyMs: latencyMs.max }
        ]
  return aRunDetail({ run, counted: counted.latencies, quantiles, seconds: Math.max(0.001, run.loadSeconds), workers })
}

/** @returns paths of what is no finite number */
function unfinished(value: unknown, path: string = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path} is ${value}`]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => unfinished(inner, `${path}.${key}`))
}

/** @param problem empty: there is none */
const fail = (problem: string) => void (problem === '' || expect.fail(problem))

const odd = /\bNaN\b|\bInfinity\b|\bundefined\b|\[object /

/** @returns with one of its figures replaced, however deep: the one at that place, but for which run it is */
function withFigure<T>(value: T, place: number, figure: number): T {
  const holders: { holder: any; key: string }[] = []
  const find = (holder: any) =>
    Object.keys(holder).forEach((key) => {
      if (typeof holder[key] === 'number' && !['round', 'level'].includes(key)) holders.push({ holder, key })
      else if (typeof holder[key] === 'object' && holder[key] !== null) find(holder[key])
    })
  const copy = structuredClone(value)
  find(copy)
  const { holder, key } = holders[place % holders.length]
  holder[key] = figure
  return copy
}

const isVersions = ({ baseline, scenario }: ScenarioResult) => baseline === 'main' && scenario !== 'ways'

/** What no decision may say, by what else is said. */
const forbidden: [when: (result: ScenarioResult, candidate: CandidateResult) => boolean, words: RegExp][] = [
  [({ verdict }) => verdict === 'fail', /^Use |^Either |(?<!not) merge it|Suggested threshold/],
  [({ verdict }) => verdict === 'pass', /^Keep |^Do not use|do not merge it/],
  [({ verdict }) => verdict === 'inconclusive', /^(?!Not known yet)/],
  [
    ({ verdict, warnings }) => verdict !== 'fail' && warnings.some(({ severity }) => severity === 'problem'),
    /^(?!Not known yet)/
  ],
  [isVersions, /^(?:Use|Keep|Either|Do not use) /],
  [(result) => !isVersions(result), /merge it/],
  [(_, { diagnosis, bound }) => mayHideGain.includes(diagnosis.code) || bound?.loop != null, /^(?:Keep|Either) /],
  [(_, { diagnosis }) => /with the machine to itself, expect/.test(diagnosis.message), /^(?:Keep|Either) /],
  [
    (_, candidate) => headline(candidate).reason === null && headline(candidate).interval[1] < 0.9,
    /^Use |(?<!not) merge it/
  ],
  [
    ({ verdict }, candidate) =>
      verdict === null && headline(candidate).reason === null && headline(candidate).interval[0] >= 1.1,
    /^Keep |do not merge it/
  ],
  [() => true, /Suggested threshold: \S+ (?:0|1\.0*\b(?!\d))|Not known yet\.$/]
]

/** @returns a sentence that says what to do although another one says otherwise; empty: there is none */
function disagreement(whole: ScenarioResult) {
  const candidate = whole.candidates.find(({ name }) => name === whole.decision?.candidate) ?? whole.candidates[0]
  const result = resultOfOnly(candidate, whole)
  // What to do about losses does not follow from speeds.
  const decision = whole.losses === null ? decisionSentence(whole) : null
  const isHidden = candidate.estimates.some((estimate) => isLower(estimate) && !estimate.regression)
  if (isHidden && candidate.againstEarlier === 'pass') return `${candidate.name} passes, although it may have fallen`
  const isJudged = candidate.estimates.every((estimate) => estimate.earlier === null || isKnown(estimate))
  if (!isJudged && /No speedup fell/.test(verdictSentence(candidate, result))) return 'a fall was not judged'
  const wrong = forbidden.find(([when, words]) => decision !== null && when(result, candidate) && words.test(decision))
  return wrong === undefined ? '' : `${scenarioSentence(result)} ${candidate.diagnosis.message} But: ${decision}`
}

/** @returns of what is to be told everywhere, what one output lacks; empty: nothing */
function untold(result: ScenarioResult, shown: Record<'console' | 'page' | 'summary', string>) {
  const decision = decisionSentence(result)
  const bounds = result.candidates.flatMap(({ estimates }) => estimates.filter(isShown).map(boundText))
  const told = [decision, ...bounds].filter((text): text is string => text !== null && text !== '')
  const ways = { console: String, page: (text: string) => markup`${withCode(text)}`.text, summary: plain }
  return told
    .flatMap((text) => Object.entries(ways).map(([name, written]) => ({ text, name, written: written(text) })))
    .filter(({ name, written }) => !shown[name as keyof typeof ways].includes(written))
    .map(({ text, name }) => `${name} lacks: ${text}`)
    .join('\n')
}

describe('any comparison', function () {
  this.timeout(600_000)
  const folder = temporaryFolder()
  before(() => void mkdirSync(folder.path('reports/one'), { recursive: true }))

  /** @param seen the runs of the page */
  function expectShown(comparison: Comparison, seen: Run[]) {
    fail(unfinished(comparison).join(', '))
    const text = JSON.stringify(comparison)
    expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).to.equal(true)
    folder.write('reports/one/comparison.json', text)
    const { entries, ignored } = listComparisons(folder.path('reports'))
    expect(ignored).to.equal(0)
    const shown = {
      console: formatComparison(comparison, { page: 'index.html', link: null }),
      page: renderPage({ comparison, runs: seen.map(detailOf) }),
      junit: junitXml(comparison),
      summary: summaryMarkdown(comparison),
      annotations: annotations(comparison, { path: 'a.yml', text: '' }).join('\n'),
      history: historyPage(entries, ignored)
    }
    for (const [name, said] of Object.entries(shown)) {
      const at = said.replace(/came out as -?(?:NaN|Infinity)/g, (found) => '_'.repeat(found.length)).search(odd)
      if (at >= 0) fail(`${name}: ${said.slice(Math.max(0, at - 100), at + 60)}`)
    }
    fail(unfinished(artilleryMetrics(comparison)).join(', '))
    for (const result of comparison.scenarios) {
      fail(disagreement(result))
      fail(untold(result, shown))
    }
    // No reader of CI is told of less than the exit code tells.
    expect(/<(failure|error) /.test(shown.junit), 'JUnit').to.equal(comparison.exitCode !== 0)
  }

  it('is finite, as its schema says, and shown by console, page, CI reports, metrics and history', () => {
    fc.assert(
      fc.property(anyMeasurement, (measured) => {
        const { comparison, runs } = compared(measured)
        fail(
          comparison.scenarios
            .flatMap(({ warnings }) =>
              warnings.filter(({ code }) => code === 'broken-figure').map(({ message }) => message)
            )
            .join('\n')
        )
        expectShown(comparison, runs)
      }),
      { numRuns, seed }
    )
  })

  it('is so even where a figure of a run is no number: what follows from it is left out, and told', () => {
    fc.assert(
      fc.property(anyMeasurement, fc.nat(), few(NaN, Infinity, -Infinity), ({ runs, ...rest }, place, figure) => {
        const broken = withFigure(runs, place, figure)
        const { comparison } = compared({ runs: broken, ...rest })
        expectShown(comparison, runs.slice(0, broken.length))
      }),
      { numRuns, seed }
    )
  })

  it('tells what to do by its own verdict, whatever was required, withheld, fell, and may hide a gain', () => {
    const seen = new Set<string>()
    const runsOf = ({ scenario }: ScenarioResult) =>
      ['main', 'branch'].map((variant) => aRunDetail({ run: aRun({ scenario, variant }) }))
    fc.assert(
      fc.property(anyResult, (result) => {
        fail(disagreement(result))
        const comparison = aComparison([result])
        fail(
          untold(result, {
            console: formatComparison(comparison, null),
            page: renderPage({ comparison, runs: runsOf(result) }),
            summary: summaryMarkdown(comparison)
          })
        )
        seen.add(`${result.verdict} ${result.decision?.action}`)
      }),
      { numRuns: 4 * numRuns, seed }
    )
    expect([...seen]).to.include.members([
      ...['use', 'weigh', 'merge', 'unknown'].flatMap((action) => [`null ${action}`, `pass ${action}`]),
      ...['keep', 'do not use', 'do not merge', 'unknown'].map((action) => `fail ${action}`),
      ...['null keep', 'pass either', 'inconclusive unknown']
    ])
  })
})
