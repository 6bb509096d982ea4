import { counted, percent } from '../wording.js'
import { clientWords } from './client-words.js'
import { markdownTable } from './markdown-table.js'
import { plain } from './markdown-text.js'
import { interval, times } from './numbers.js'
import { change } from './scenario-sentences.js'
import { inconclusiveSentence, marginSentence } from './sentences.js'
import { sweepBlocks } from './summary-scaling.js'
/** @import { CandidateResult, Estimate, Limit, ScenarioResult, Severity, Verdict } from '../vocabulary.js' */

/** @type {Record<Verdict | 'not measured' | 'none', string>} */
export const symbols = { pass: '✅', fail: '❌', inconclusive: '❓', 'not measured': '⛔', none: 'ℹ️' }
/** @type {Record<Severity, string>} */
const severities = { problem: '❗', warning: '⚠️', note: 'ℹ️' }

const mostWarnings = 10

/**
 * One scenario in a summary: its numbers, why they are so, and what to know beside them.
 *
 * @param {ScenarioResult} result
 * @returns {string} GitHub-flavoured Markdown
 */
export function scenarioSection(result) {
  const { scenario, baseline, candidates, rounds, client, warnings, sweeps } = result
  const told = warnings.map(({ severity, message, code }) => `- ${severities[severity]} **${severity}** ${plain(message)} \`${code}\``)
  return [
    `### ${plain(scenario)}`,
    `Against ${plain(baseline)}, ${counted(rounds, 'round')}${client === null ? '' : `, loaded by ${plain(clientWords(client))}`}.`,
    table(result),
    ...candidates.flatMap((candidate) => explanations(candidate, candidates.length === 1)),
    ...sweeps.flatMap(sweepBlocks),
    cut(told, mostWarnings).join('\n')
  ].filter((block) => block !== '').join('\n\n')
}

/** @param {ScenarioResult} result */
function table({ candidates, confidence }) {
  const hasEarlier = candidates.some(({ againstEarlier }) => againstEarlier !== null)
  const rows = candidates.flatMap((candidate) => [
    ...candidate.estimates.map((estimate) => estimateCells(estimate, candidate)),
    ...candidate.limits.filter(isTold).map((limit) => limitCells(limit, candidate))
  ])
  const columns = ['Variant', 'Metric', 'Baseline → variant', 'Speedup', `${Math.round(100 * confidence)} % interval`, 'Earlier', 'Required', 'Result']
  /** @type {<T>(cells: readonly T[]) => T[]} */
  const shown = (cells) => cells.filter((_, i) => hasEarlier || columns[i] !== 'Earlier')
  return markdownTable([columns, ...rows].map(shown), shown(['---', '---', '--:', '--:', '--:', '--:', '--:', '---']))
}

/**
 * @param {Estimate} estimate
 * @param {CandidateResult} candidate
 */
function estimateCells(estimate, { name }) {
  const { metric, speedup, interval: range, earlier, required, verdict, reason, regression } = estimate
  const before = earlier === null ? '' : `${times(earlier.speedup)} ${interval(earlier.interval)}`
  const demand = required === null ? '' : `at least ${required}`
  const results = [resultOf(verdict), regression ? `${symbols.fail} regression` : '', reason === null ? '' : `\`${reason}\``]
  return [plain(name), metric, change(estimate), `**${times(speedup)}**`, interval(range), before, demand, results.filter((one) => one !== '').join(', ')]
}

/** @param {Limit} limit */
function isTold({ metric, value, required }) {
  return required !== null || (metric === 'errorRate' && Number(value) > 0)
}

/**
 * @param {Limit} limit
 * @param {CandidateResult} candidate
 */
function limitCells({ metric, value, required, verdict }, { name }) {
  const [what, side] = metric === 'fairness' ? ['fairness', 'at least'] : ['error rate', 'at most']
  const shown = value === null ? 'unknown' : metric === 'fairness' ? value.toFixed(2) : percent(value)
  return [plain(name), what, shown, '', '', '', required === null ? '' : `${side} ${required}`, resultOf(verdict)]
}

/** @param {Verdict | null} verdict */
function resultOf(verdict) {
  return verdict === null ? '' : `${symbols[verdict]} ${verdict}`
}

/**
 * @param {CandidateResult} candidate
 * @param {boolean} isOne there is no other candidate
 * @returns {string[]} paragraphs
 */
function explanations(candidate, isOne) {
  const undecided = candidate.estimates.filter(({ verdict, reason }) => verdict === 'inconclusive' && reason === null)
  const margins = marginSentence(candidate)
  return [
    ...undecided.map((estimate) => `${symbols.inconclusive} ${plain(inconclusiveSentence(estimate, candidate))}`),
    ...(margins === null ? [] : [plain(margins)]),
    `**Why**${isOne ? '' : `, ${plain(candidate.name)}`}: ${plain(candidate.diagnosis.message)}`
  ]
}

/**
 * A list that is not too long.
 *
 * @param {string[]} items
 * @param {number} most
 * @returns {string[]} items of a list
 */
export function cut(items, most) {
  return items.length <= most ? items : [...items.slice(0, most - 1), `- and ${items.length - most + 1} more, in \`comparison.json\``]
}
