import { basename } from 'node:path'
import { resultWords, type Verdict } from '../../concepts/verdicts.ts'
import { formatScenario } from '../console/result.ts'
import { Markup, markup } from '../markup.ts'
import { answerOf, whyOf } from '../words/answer.ts'
import { answerInstead, toldOfOne } from '../../questions/report.ts'
import { toldOfLimits, variantLimitWords } from '../words/limit-sentences.ts'
import { clientWords, limitFigures } from '../words/names.ts'
import { total } from '../words/numbers.ts'
import { scenarioSentence, unmetSentence } from '../words/scenario-sentences.ts'
import { fallSentence, requirements, requiringOnly, toldOfCandidate, verdictSentence } from '../words/sentences.ts'
import { lineOf, toldOfError } from '../words/told.ts'
import type {
  CandidateResult,
  Comparison,
  Estimate,
  Limit,
  ScenarioResult,
  VariantLimit
} from '../../concepts/comparison.ts'

type Suite = ReturnType<typeof suitesOf>[number]
type Case = Outcome & { classname: string; element: Element | null }
/**
 * name: the same in every comparison, because CI tells by it what is new and what is fixed; type: null: it passed;
 * lines: the message first
 */
type Outcome = { name: string; type: string | null; lines: string[] }
type Element = 'failure' | 'error' | 'skipped'

/** By type. A failure turns CI red; type and first word tell whether it is one or was not decided. */
const elements: Record<string, Element> = {
  fail: 'failure',
  inconclusive: 'failure',
  regression: 'failure',
  preliminary: 'skipped',
  'no threshold': 'skipped'
}

/** The comparison as CI reads the results of tests, in XML: a suite for each scenario, a case for each threshold. */
export function junitXml(comparison: Comparison) {
  const suites = suitesOf(comparison)
  const seconds = (Date.parse(comparison.finishedAt) - Date.parse(comparison.startedAt)) / 1000
  const rounds = total(suites, 'rounds')
  // Scenarios are not timed. Shared out by rounds, their times add up to what it took altogether.
  const elements = suites.map((suite) =>
    suiteElement(suite, comparison, rounds === 0 ? seconds : (seconds * suite.rounds) / rounds)
  )
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="artillery-plugin-speedup"${totals(
    suites.flatMap(({ cases }) => cases),
    seconds
  )}>
${elements}</testsuites>\n`.text
}

function suitesOf({ file, settings, scenarios, error }: Comparison) {
  const isTolerated = settings.onInconclusive === 'pass'
  const casesOf = (classname: string, outcomes: Outcome[]) =>
    outcomes.map((outcome): Case => ({ ...outcome, classname, element: elementOf(outcome.type, isTolerated) }))
  const suites = scenarios.map((result) => {
    const { scenario: name, candidates, limits, rounds, client } = result
    const cases = [
      ...candidates.flatMap((candidate) =>
        casesOf(
          `${name}.${candidate.name}`,
          outcomesOf(candidate, result).map((outcome) => answered(outcome, result))
        )
      ),
      ...limits.flatMap((limit) => casesOf(`${name}.${limit.variant}`, [limitOutcome(limit, result)]))
    ]
    return {
      name,
      cases: [...cases, ...casesOf(name, lackingOutcomes(result, cases))],
      rounds,
      client,
      log: formatScenario(result)
    }
  })
  if (error === null) return suites
  const name = basename(file)
  const log = lineOf(toldOfError(error))
  const cases = casesOf(name, [{ name: 'measured to the end', type: error.code, lines: [log] }])
  return [...suites, { name, cases, rounds: 0, client: null, log }]
}

/** @returns with the answer first, where it is about this candidate and what came of it */
function answered(outcome: Outcome, result: ScenarioResult): Outcome {
  const { word, answer } = answerOf(result)
  const isIts = result.candidates.length === 1 && (outcome.type ?? 'pass') === (result.verdict ?? 'no threshold')
  return isIts ? { ...outcome, lines: [lineOf({ word, sentences: [answer] }), ...outcome.lines] } : outcome
}

function elementOf(type: string | null, isTolerated: boolean) {
  if (type === null) return null
  return type === 'inconclusive' && isTolerated ? 'skipped' : (elements[type] ?? 'error')
}

function suiteElement(
  { name, cases, client, log }: Suite,
  { startedAt, environment, settings }: Comparison,
  seconds: number
) {
  const { node, artillery, os, cpu, cores, commit } = environment
  const { baseline, confidence } = settings
  const tested = { baseline, confidence, node, artillery, os, cpu, cores, commit: commit ?? 'unknown' }
  const properties = Object.entries({ ...tested, client: client && clientWords(client) }).map(
    ([key, value]) => value !== null && markup`<property name="${key}" value="${attribute(String(value))}"/>\n`
  )
  // The format has no place for a time zone.
  return markup`<testsuite name="${attribute(name)}"${totals(cases, seconds)} timestamp="${startedAt.slice(0, 19)}">
<properties>
${properties}</properties>
${cases.map((testcase) => caseElement(testcase, seconds / cases.length))}<system-out>${content(log)}</system-out>
</testsuite>\n`
}

function caseElement({ classname, name, element, type, lines }: Case, seconds: number) {
  const tag = element && new Markup(element)
  // Some readers show the attribute, others the text.
  const result =
    tag && markup`<${tag} type="${type}" message="${attribute(lines[0])}">${content(lines.join('\n'))}</${tag}>`
  return markup`<testcase classname="${attribute(classname)}" name="${attribute(name)}" \
time="${seconds.toFixed(3)}">${result}</testcase>\n`
}

function totals(cases: Case[], seconds: number) {
  const count = (wanted: Element) => cases.filter(({ element }) => element === wanted).length
  const counts = {
    tests: cases.length,
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
    time: seconds.toFixed(3)
  }
  return Object.entries(counts).map(([name, value]) => markup` ${name}="${value}"`)
}

/** In an attribute, a parser takes a line break for a space unless it is written as a number. */
const attribute = (text: string) => numbered(text, /[\t\n\r]/g)

/** In an element, a parser takes a carriage return for a line feed. */
const content = (text: string) => numbered(text, /\r/g)

const numbered = (text: string, characters: RegExp) =>
  new Markup(markup`${text}`.text.replace(characters, (character) => `&#${character.charCodeAt(0)};`))

const judged = (name: string, verdict: Verdict | null, lines: string[]): Outcome => ({
  name,
  type: verdict === 'pass' ? null : verdict,
  lines
})

const skipped = (name: string, sentence: string, { preliminary }: ScenarioResult): Outcome => ({
  name,
  type: preliminary ? 'preliminary' : 'no threshold',
  lines: [sentence]
})

function outcomesOf(candidate: CandidateResult, result: ScenarioResult) {
  const instead = toldOfOne(candidate, result)
  const told = lineOf(answerInstead(result) ?? toldOfCandidate(candidate, result))
  if (candidate.selfCheck !== null) return [judged(`self-check against ${result.baseline}`, candidate.verdict, [told])]
  const outcomes =
    instead === null
      ? speedOutcomes(candidate, result, told)
      : instead.outcomes().map(({ name, verdict, lines }) => judged(name, verdict, lines))
  if (candidate.verdict !== null) return outcomes
  return outcomes.length === 0
    ? [skipped('no threshold', told, result)]
    : outcomes.map(({ name }) => skipped(name, told, result))
}

/**
 * One for each threshold of a candidate and for each speedup that may have fallen since an earlier result, or one that
 * says what came of it without any.
 */
function speedOutcomes(candidate: CandidateResult, result: ScenarioResult, told: string) {
  const { estimates, againstEarlier, verdict } = candidate
  const why = whyOf(candidate)
  const required = requirements(candidate)
  const falls = estimates
    .filter(({ earlier, reason }) => earlier !== null && reason === null)
    .map((estimate) => {
      const fall = fallSentence({ ...candidate, estimates: [estimate] })
      return {
        name: `${estimate.metric} speedup not below the earlier result`,
        type: fall && 'regression',
        lines: [`${resultWords.fail}  ${fall}`, ...why]
      }
    })
  const thresholds = required.map((demand) => {
    const alone = requiringOnly(candidate, 'speedup' in demand ? { ...demand, regression: false } : demand)
    return judged(demandOf(demand), demand.verdict, [
      verdictSentence(alone, result),
      unmetSentence(candidate, demand),
      ...why
    ])
  })
  const onlyEarlier = { ...requiringOnly(candidate, null), againstEarlier, verdict: againstEarlier }
  const since =
    againstEarlier === 'inconclusive'
      ? [judged('comparable with the earlier result', againstEarlier, [verdictSentence(onlyEarlier, result)])]
      : falls
  // All that is required may be met, but by an app that answers differently.
  const isSaid = againstEarlier === verdict || required.some((demand) => demand.verdict === verdict)
  return [...thresholds, ...since, ...(isSaid ? [] : [judged(`comparable with ${result.baseline}`, verdict, [told])])]
}

function limitOutcome(limit: VariantLimit, result: ScenarioResult): Outcome {
  const { metric, bound } = variantLimitWords(limit)
  const name = `${metric} ${bound}`
  const told = toldOfLimits([limit])
  return told === null
    ? skipped(name, 'The comparison ended too early for a verdict.', result)
    : judged(name, limit.verdict, [lineOf(told)])
}

/** @returns that it is not greener than its verdict, where a figure that is required could not be computed */
function lackingOutcomes(result: ScenarioResult, others: Outcome[]): Outcome[] {
  return result.verdict === 'inconclusive' && others.every(({ type }) => type !== 'inconclusive')
    ? [judged('figures that are required', result.verdict, [scenarioSentence(result)])]
    : []
}

/** @returns such as "p95 speedup at least 1.3" */
function demandOf(demand: Estimate | Limit) {
  if ('speedup' in demand) return `${demand.metric} speedup at least ${demand.required}`
  const { name, side } = limitFigures(demand)
  return `${name} ${side} ${demand.required}`
}
