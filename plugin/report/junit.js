import { basename } from 'node:path'
import { clientWords } from './client-words.js'
import { formatScenario } from './console-result.js'
import { casesOf } from './junit-cases.js'
import { Markup, markup } from './markup.js'
import { errorSentence } from './sentences.js'
/**
 * @import { Case, Outcome } from './junit-cases.js'
 * @import { Comparison, ScenarioResult } from '../vocabulary.js'
 */

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {Case[]} cases
 * @property {number} rounds that it took
 * @property {ScenarioResult['client']} client
 * @property {string} log
 */

/**
 * The comparison as CI reads the results of tests: a suite for each scenario, a case for each threshold.
 *
 * @param {Comparison} comparison
 * @returns {string} XML
 */
export function junitXml(comparison) {
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

/**
 * @param {Comparison} comparison
 * @returns {Suite[]}
 */
function suitesOf({ file, settings, scenarios, error }) {
  const suites = scenarios.map((result) => suiteOf(result, settings.onInconclusive === 'pass'))
  if (error === null) return suites
  const name = basename(file)
  const message = errorSentence(error)
  /** @type {Outcome} */
  const outcome = { element: 'error', type: error.code, message, detail: [] }
  return [...suites, { name, cases: [{ classname: name, name: 'measured to the end', outcome }], rounds: 0, client: null, log: message }]
}

/**
 * @param {ScenarioResult} result
 * @param {boolean} isTolerated what is inconclusive is no failure
 * @returns {Suite}
 */
function suiteOf(result, isTolerated) {
  const { scenario, candidates, rounds, client } = result
  return { name: scenario, cases: candidates.flatMap((candidate) => casesOf(candidate, result, { isTolerated })), rounds, client, log: formatScenario(result) }
}

/**
 * @param {Suite} suite
 * @param {Comparison} comparison
 * @param {number} seconds
 */
function suiteElement({ name, cases, client, log }, { startedAt, environment, settings }, seconds) {
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

/** @param {ScenarioResult['client']} client */
function clientProperty(client) {
  return client === null ? {} : { client: clientWords(client) }
}

/**
 * @param {Case} of
 * @param {number} seconds
 */
function caseElement({ classname, name, outcome }, seconds) {
  const told = outcome === null ? null : outcomeElement(outcome)
  return markup`<testcase classname="${attribute(classname)}" name="${attribute(name)}" time="${seconds.toFixed(3)}">${told}</testcase>
`
}

/** @param {Outcome} outcome */
function outcomeElement({ element, type, message, detail }) {
  const tag = new Markup(element)
  // Some readers show the attribute, others the text.
  return markup`<${tag} type="${type}" message="${attribute(message)}">${content([message, ...detail].join('\n'))}</${tag}>`
}

/**
 * @param {Case[]} cases
 * @param {number} seconds
 */
function totals(cases, seconds) {
  const count = (/** @type {Outcome['element']} */ element) => cases.filter(({ outcome }) => outcome?.element === element).length
  const counts = { tests: cases.length, failures: count('failure'), errors: count('error'), skipped: count('skipped'), time: seconds.toFixed(3) }
  return Object.entries(counts).map(([name, value]) => markup` ${name}="${value}"`)
}

/**
 * @param {string} text
 * @returns {Markup} for an attribute, in which a parser takes a line break for a space unless it is written as a number
 */
function attribute(text) {
  return numbered(text, /[\t\n\r]/g)
}

/**
 * @param {string} text
 * @returns {Markup} for an element, in which a parser takes a carriage return for a line feed
 */
function content(text) {
  return numbered(text, /\r/g)
}

/**
 * @param {string} text
 * @param {RegExp} characters
 */
function numbered(text, characters) {
  return new Markup(markup`${text}`.text.replace(characters, (character) => `&#${character.charCodeAt(0)};`))
}
