import { basename } from 'node:path'
import { resultWords, type Verdict } from '../../concepts/verdicts.ts'
import { formatScenario } from '../console/result.ts'
import { Markup, markup } from '../markup.ts'
import { disturbanceWords, limitName, lossVerdictSentence, ownLosses, unmetLimits } from '../words/loss-sentences.ts'
import { limitCells, limitsSentence } from '../words/limit-sentences.ts'
import { clientWords, limitWords } from '../words/names.ts'
import { whyOf } from '../words/reasons.ts'
import { scenarioSentence, unmetSentence } from '../words/scenario-sentences.ts'
import { errorSentence, fallSentence, requirements, requiringOnly, verdictSentence } from '../words/sentences.ts'
import type { Comparison, ScenarioResult, CandidateResult, Estimate, Limit } from '../../concepts/comparison.ts'
import type { Losses } from '../../concepts/losses.ts'

type Suite = Pick<ScenarioResult, 'rounds' | 'client'> & { name: string; cases: Case[]; log: string }
/**
 * name: the same in every comparison, because CI tells by it what is new and what is fixed; outcome: null: it passed
 */
type Case = { classname: string; name: string; outcome: Outcome | null }
type Outcome = { element: 'failure' | 'error' | 'skipped'; type: string; lines: string[] } // lines: the message first

/** The comparison as CI reads the results of tests, in XML: a suite for each scenario, a case for each threshold. */
export function junitXml(comparison: Comparison): string {
  const suites = suitesOf(comparison)
  const seconds = (Date.parse(comparison.finishedAt) - Date.parse(comparison.startedAt)) / 1000
  const rounds = suites.reduce((sum, suite) => sum + suite.rounds, 0)
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

function suitesOf({ file, settings, scenarios, error }: Comparison): Suite[] {
  const isTolerated = settings.onInconclusive === 'pass'
  const suites = scenarios.map((result) => {
    const cases = result.candidates.flatMap((candidate) => {
      const [losses, named] = [ownLosses(result, candidate.name), namedCases(candidate, result, isTolerated)]
      return losses === null ? casesOf(candidate, result, named) : lossCasesOf(candidate, result, { ...named, losses })
    })
    const all = [...cases, ...limitCasesOf(result, isTolerated)]
    return {
      name: result.scenario,
      cases: [...all, ...lackingCase(result, all, isTolerated)],
      rounds: result.rounds,
      client: result.client,
      log: formatScenario(result)
    }
  })
  if (error === null) return suites
  const [name, log] = [basename(file), errorSentence(error)]
  const outcome: Outcome = { element: 'error', type: error.code, lines: [log] }
  return [
    ...suites,
    { name, cases: [{ classname: name, name: 'measured to the end', outcome }], rounds: 0, client: null, log }
  ]
}

function suiteElement(
  { name, cases, client, log }: Suite,
  { startedAt, environment, settings }: Comparison,
  seconds: number
) {
  const { node, artillery, os, cpu, cores, commit } = environment
  const { baseline, confidence } = settings
  const facts = { baseline, confidence, node, artillery, os, cpu, cores, commit: commit ?? 'unknown' }
  const properties = Object.entries(client === null ? facts : { ...facts, client: clientWords(client) })
  // The format has no place for a time zone.
  return markup`<testsuite name="${attribute(name)}"${totals(cases, seconds)} timestamp="${startedAt.slice(0, 19)}">
<properties>
${properties.map(([key, value]) => markup`<property name="${key}" value="${attribute(String(value))}"/>\n`)}</properties>
${cases.map((testcase) => caseElement(testcase, seconds / cases.length))}<system-out>${content(log)}</system-out>
</testsuite>\n`
}

function caseElement({ classname, name, outcome }: Case, seconds: number) {
  const tag = outcome && new Markup(outcome.element)
  // Some readers show the attribute, others the text.
  const result =
    outcome &&
    markup`<${tag} type="${outcome.type}" message="${attribute(outcome.lines[0])}">${content(outcome.lines.join('\n'))}</${tag}>`
  return markup`<testcase classname="${attribute(classname)}" name="${attribute(name)}" time="${seconds.toFixed(3)}">${result}</testcase>\n`
}

function totals(cases: Case[], seconds: number) {
  const count = (element: Outcome['element']) => cases.filter(({ outcome }) => outcome?.element === element).length
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
const attribute = (text: string): Markup => numbered(text, /[\t\n\r]/g)

/** In an element, a parser takes a carriage return for a line feed. */
const content = (text: string): Markup => numbered(text, /\r/g)

const numbered = (text: string, characters: RegExp) =>
  new Markup(markup`${text}`.text.replace(characters, (character) => `&#${character.charCodeAt(0)};`))

/** Makes the cases of a variant. isTolerated: what is inconclusive is no failure. */
function namedCases(
  { name: variant }: Pick<CandidateResult, 'name'>,
  { scenario, preliminary }: ScenarioResult,
  isTolerated: boolean
) {
  const caseOf = (name: string, outcome: Outcome | null) => ({ classname: `${scenario}.${variant}`, name, outcome })
  return {
    caseOf,
    // A failure turns CI red, whatever its type; type and first word tell whether it is one or was not decided.
    judged(name: string, found: Verdict | null, lines: string[]): Case {
      const isPassed = found === null || found === 'pass'
      return caseOf(
        name,
        isPassed
          ? null
          : { element: found === 'inconclusive' && isTolerated ? 'skipped' : 'failure', type: found, lines }
      )
    },
    skipped: (names: string[], sentence: string): Case[] =>
      (names.length === 0 ? ['no threshold'] : names).map((name) =>
        caseOf(name, { element: 'skipped', type: preliminary ? 'preliminary' : 'no threshold', lines: [sentence] })
      )
  }
}

/**
 * A case for each threshold of a candidate and for each speedup that may have fallen since an earlier result, or one
 * that says what came of it without any.
 */
function casesOf(
  candidate: CandidateResult,
  result: ScenarioResult,
  { caseOf, judged, skipped }: ReturnType<typeof namedCases>
): Case[] {
  const { selfCheck, againstEarlier, verdict } = candidate
  const why = whyOf(candidate)
  const sentence = verdictSentence(candidate, result)
  if (selfCheck !== null) return [judged(`self-check against ${result.baseline}`, verdict, [sentence])]
  const required = requirements(candidate)
  const falls = candidate.estimates
    .filter(({ earlier, reason }) => earlier !== null && reason === null)
    .map((estimate) => {
      const fall = fallSentence({ name: candidate.name, estimates: [estimate] })
      const name = `${estimate.metric} speedup not below the earlier result`
      return caseOf(
        name,
        fall === null
          ? null
          : { element: 'failure', type: 'regression', lines: [`${resultWords.fail}  ${fall}`, ...why] }
      )
    })
  if (verdict === null) return skipped([...required.map(demandOf), ...falls.map(({ name }) => name)], sentence)
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
  return [
    ...thresholds,
    ...since,
    ...(isSaid ? [] : [judged(`comparable with ${result.baseline}`, verdict, [sentence])])
  ]
}

/** A case for each limit of each variant. */
function limitCasesOf(result: ScenarioResult, isTolerated: boolean): Case[] {
  return result.limits.flatMap((limit) => {
    const { judged, skipped } = namedCases({ name: limit.variant }, result, isTolerated)
    const [metric, , , bound] = limitCells(limit)
    const sentence = limitsSentence([limit])
    return sentence === null
      ? skipped([`${metric} ${bound}`], 'The comparison ended too early for a verdict.')
      : judged(`${metric} ${bound}`, limit.verdict, [sentence])
  })
}

/**
 * A case where what was demanded had to be left out, since it could not be computed: a suite is never greener than its
 * verdict.
 */
function lackingCase(result: ScenarioResult, others: Case[], isTolerated: boolean): Case[] {
  if (
    result.verdict !== 'inconclusive' ||
    others.some(({ outcome }) => outcome?.type === 'inconclusive' || outcome?.type === 'fail')
  )
    return []
  const outcome: Outcome = {
    element: isTolerated ? 'skipped' : 'failure',
    type: result.verdict,
    lines: [scenarioSentence(result)]
  }
  return [{ classname: result.scenario, name: 'figures that are required', outcome }]
}

/** A case for each limit in each disturbance, or one that says what was lost. */
function lossCasesOf(
  { name, verdict }: CandidateResult,
  result: ScenarioResult,
  { judged, skipped, losses }: ReturnType<typeof namedCases> & { losses: Losses[] }
): Case[] {
  const demands = losses.flatMap((own) =>
    own.limits.map((limit) => ({ limit, own, called: `${disturbanceWords(own.disturbance)}: ${limitName(limit)}` }))
  )
  if (verdict === null)
    return skipped(
      demands.map(({ called }) => called),
      lossVerdictSentence(result)
    )
  return demands.map(({ limit, own, called }) => {
    const { sentences, why } = unmetLimits(name, [{ ...own, limits: [limit] }], limit.verdict)
    return judged(called, limit.verdict, [`${resultWords[limit.verdict as Verdict]}  ${sentences}.`, ...why])
  })
}

/** @returns such as "p95 speedup at least 1.3" */
function demandOf(demand: Estimate | Limit): string {
  if ('speedup' in demand) return `${demand.metric} speedup at least ${demand.required}`
  const { name, side } = limitWords[demand.metric]
  return `${name} ${side} ${demand.required}`
}
