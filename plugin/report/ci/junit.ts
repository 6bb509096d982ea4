import { basename } from 'node:path'
import { clientWords } from '../words/names.ts'
import { formatScenario } from '../console/result.ts'
import { Markup, markup } from '../markup.ts'
import { errorSentence, fallSentence, verdictSentence } from '../words/sentences.ts'
import type { Comparison, ScenarioResult, CandidateResult, Estimate, Limit } from '../../concepts/comparison.ts'
import { unmetSentence } from '../words/scenario-sentences.ts'
import { resultWords, type Verdict } from '../../concepts/verdicts.ts'

interface Suite {
  name: string
  cases: Case[]
  rounds: number // that it took
  client: ScenarioResult['client']
  log: string
}

/**
 * The comparison as CI reads the results of tests: a suite for each scenario, a case for each threshold.
 *
 * @returns XML
 */
export function junitXml(comparison: Comparison): string {
  const suites = suitesOf(comparison)
  const seconds = (Date.parse(comparison.finishedAt) - Date.parse(comparison.startedAt)) / 1000
  const rounds = suites.reduce((sum, suite) => sum + suite.rounds, 0)
  // Nobody timed the scenarios. Shared out by rounds, their times add up to what it took altogether.
  const elements = suites.map((suite) => suiteElement(suite, comparison, rounds === 0 ? seconds : (seconds * suite.rounds) / rounds))
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="artillery-plugin-speedup"${totals(suites.flatMap(({ cases }) => cases), seconds)}>
${elements}</testsuites>
`.text
}

function suitesOf({ file, settings, scenarios, error }: Comparison): Suite[] {
  const suites = scenarios.map((result) => suiteOf(result, settings.onInconclusive === 'pass'))
  if (error === null) return suites
  const name = basename(file)
  const message = errorSentence(error)
  const outcome: Outcome = { element: 'error', type: error.code, message, detail: [] }
  return [...suites, { name, cases: [{ classname: name, name: 'measured to the end', outcome }], rounds: 0, client: null, log: message }]
}

/** @param isTolerated what is inconclusive is no failure */
function suiteOf(result: ScenarioResult, isTolerated: boolean): Suite {
  const { scenario, candidates, rounds, client } = result
  return { name: scenario, cases: candidates.flatMap((candidate) => casesOf(candidate, result, { isTolerated })), rounds, client, log: formatScenario(result) }
}

function suiteElement({ name, cases, client, log }: Suite, { startedAt, environment, settings }: Comparison, seconds: number) {
  const { node, artillery, os, cpu, cores, commit } = environment
  const { baseline, confidence } = settings
  const properties = Object.entries({ baseline, confidence, node, artillery, os, cpu, cores, commit: commit ?? 'unknown', ...clientProperty(client) })
  // The format has no place for a time zone.
  return markup`<testsuite name="${attribute(name)}"${totals(cases, seconds)} timestamp="${startedAt.slice(0, 19)}">
<properties>
${properties.map(([key, value]) => markup`<property name="${key}" value="${attribute(String(value))}"/>
`)}</properties>
${cases.map((one) => caseElement(one, seconds / cases.length))}<system-out>${content(log)}</system-out>
</testsuite>
`
}

function clientProperty(client: ScenarioResult['client']) {
  return client === null ? {} : { client: clientWords(client) }
}

function caseElement({ classname, name, outcome }: Case, seconds: number) {
  const told = outcome === null ? null : outcomeElement(outcome)
  return markup`<testcase classname="${attribute(classname)}" name="${attribute(name)}" time="${seconds.toFixed(3)}">${told}</testcase>
`
}

function outcomeElement({ element, type, message, detail }: Outcome) {
  const tag = new Markup(element)
  // Some readers show the attribute, others the text.
  return markup`<${tag} type="${type}" message="${attribute(message)}">${content([message, ...detail].join('\n'))}</${tag}>`
}

function totals(cases: Case[], seconds: number) {
  const count = (element: Outcome['element']) => cases.filter(({ outcome }) => outcome?.element === element).length
  const counts = { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped'), time: seconds.toFixed(3) }
  return Object.entries(counts).map(([name, value]) => markup` ${name}="${value}"`)
}

/** @returns for an attribute, in which a parser takes a line break for a space unless it is written as a number */
function attribute(text: string): Markup {
  return numbered(text, /[\t\n\r]/g)
}

/** @returns for an element, in which a parser takes a carriage return for a line feed */
function content(text: string): Markup {
  return numbered(text, /\r/g)
}

function numbered(text: string, characters: RegExp) {
  return new Markup(markup`${text}`.text.replace(characters, (character) => `&#${character.charCodeAt(0)};`))
}

interface Case {
  classname: string
  name: string // the same in every comparison, since CI tells by it what is new and what is mended
  outcome: Outcome | null // null: it passed
}

interface Outcome {
  element: 'failure' | 'error' | 'skipped'
  type: string
  message: string
  detail: string[] // lines
}

/**
 * One candidate as cases of a test: one for each threshold and for each speedup that may have fallen since an earlier
 * result, or one that says what came of it without any.
 *
 * @param inconclusive whether it is no failure
 */
export function casesOf(candidate: CandidateResult, result: ScenarioResult, { isTolerated }: { isTolerated: boolean }): Case[] {
  const { estimates, limits, selfCheck, againstEarlier, verdict } = candidate
  const classname = `${result.scenario}.${candidate.name}`
  const caseOf = (name: string, outcome: Outcome | null) => ({ classname, name, outcome })
  const sentence = verdictSentence(candidate, result)
  if (selfCheck !== null) return [caseOf(`self-check against ${result.baseline}`, outcomeOf(verdict, [sentence], isTolerated))]
  const required = [...estimates, ...limits].filter((one) => one.required !== null)
  if (verdict === null) {
    const names = [...required.map(demandOf), ...comparable(candidate).map(sinceThen)]
    const type = result.preliminary ? 'preliminary' : 'no requirement'
    return (names.length === 0 ? ['no requirement'] : names).map((name) => caseOf(name, { element: 'skipped', type, message: sentence, detail: [] }))
  }
  const thresholds = required.map((one) => {
    const lines = [verdictSentence(alone(candidate, one), result), unmetSentence(candidate, one), why(candidate)]
    return caseOf(demandOf(one), outcomeOf(one.verdict, lines, isTolerated))
  })
  const since = sinceEarlier(candidate, result, isTolerated).map(({ name, outcome }) => caseOf(name, outcome))
  const isSaid = [...required.map((one) => one.verdict), againstEarlier].includes(verdict)
  // All that is required is met, but by an app that is not the same.
  const rest = isSaid ? [] : [caseOf(`comparable with ${result.baseline}`, outcomeOf(verdict, [sentence], isTolerated))]
  return [...thresholds, ...since, ...rest]
}

function sinceEarlier(candidate: CandidateResult, result: ScenarioResult, isTolerated: boolean): Omit<Case, 'classname'>[] {
  const { name, againstEarlier } = candidate
  if (againstEarlier === 'inconclusive') {
    const sentence = verdictSentence(alone(candidate, null), result)
    return [{ name: 'comparable with the earlier result', outcome: outcomeOf('inconclusive', [sentence], isTolerated) }]
  }
  return comparable(candidate).map((one) => {
    const fall = fallSentence({ name, estimates: [one] })
    return { name: sinceThen(one), outcome: fall === null ? null : regression(fall, candidate) }
  })
}

/** @returns those that can be compared with the earlier result */
function comparable({ estimates }: CandidateResult): Estimate[] {
  return estimates.filter(({ earlier, reason }) => earlier !== null && reason === null)
}

function sinceThen({ metric }: Estimate) {
  return `${metric} speedup not below the earlier result`
}

function regression(fall: string, candidate: CandidateResult): Outcome {
  return { element: 'failure', type: 'regression', message: `${resultWords.fail.word}  ${fall}`, detail: [why(candidate)] }
}

function why({ diagnosis }: CandidateResult) {
  return `why: ${diagnosis.message}`
}

/** @returns such as "p95 speedup at least 1.3" */
function demandOf({ metric, required }: Estimate | Limit): string {
  if (metric === 'errorRate') return `error rate at most ${required}`
  return `${metric === 'fairness' ? metric : `${metric} speedup`} at least ${required}`
}

/** A failure turns CI red, whatever its type; type and first word tell whether it is one or was not decided. */
function outcomeOf(verdict: Verdict | null, [message, ...detail]: string[], isTolerated: boolean): Outcome | null {
  if (verdict === null || verdict === 'pass') return null
  return { element: verdict === 'inconclusive' && isTolerated ? 'skipped' : 'failure', type: verdict, message, detail }
}

/**
 * @param one null: the earlier result
 * @returns as it would be judged if nothing but that had been required
 */
function alone(candidate: CandidateResult, one: Estimate | Limit | null): CandidateResult {
  const isOut = (other: Estimate | Limit) => (other === one ? {} : { required: null, verdict: null })
  return {
    ...candidate,
    estimates: candidate.estimates.map((other) => ({ ...other, ...isOut(other), regression: false })),
    limits: candidate.limits.map((other) => ({ ...other, ...isOut(other) })),
    againstEarlier: one === null ? candidate.againstEarlier : null,
    verdict: one === null ? candidate.againstEarlier : one.verdict
  }
}
