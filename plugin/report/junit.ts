import { basename } from 'node:path'
import { clientWords } from './client-words.ts'
import { formatScenario } from './console-result.ts'
import { casesOf, type Case, type Outcome } from './junit-cases.ts'
import { Markup, markup } from './markup.ts'
import { errorSentence } from './sentences.ts'
import type { Comparison, ScenarioResult } from '../vocabulary.ts'

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
