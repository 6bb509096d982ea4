import { counted, percent } from '../../concepts/wording.ts'
import { clientWords } from '../words/names.ts'
import { markdownTable, plain } from './summary-markdown.ts'
import { interval, times } from '../words/numbers.ts'
import { change } from '../words/scenario-sentences.ts'
import { inconclusiveSentence, marginSentence } from '../words/sentences.ts'
import type { CandidateResult, Estimate, Limit, ScenarioResult } from '../../concepts/comparison.ts'
import type { Severity } from '../../concepts/warnings.ts'
import type { Verdict } from '../../concepts/verdicts.ts'
import { crossoverMessages, levelRows, sweepCells, sweepColumns, sweepRemarks, type Cell, type LevelCell } from '../scaling-rows.ts'
import type { Crossover, Sweep } from '../../concepts/load-results.ts'

export const symbols: Record<Verdict | 'not measured' | 'none', string> = { pass: '✅', fail: '❌', inconclusive: '❓', 'not measured': '⛔', none: 'ℹ️' }
const severities: Record<Severity, string> = { problem: '❗', warning: '⚠️', note: 'ℹ️' }

const mostWarnings = 10

/**
 * One scenario in a summary: its numbers, why they are so, and what to know beside them.
 *
 * @returns GitHub-flavoured Markdown
 */
export function scenarioSection(result: ScenarioResult): string {
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

function table({ candidates, confidence }: ScenarioResult) {
  const hasEarlier = candidates.some(({ againstEarlier }) => againstEarlier !== null)
  const rows = candidates.flatMap((candidate) => [
    ...candidate.estimates.map((estimate) => estimateCells(estimate, candidate)),
    ...candidate.limits.filter(isTold).map((limit) => limitCells(limit, candidate))
  ])
  const columns = ['Variant', 'Metric', 'Baseline → variant', 'Speedup', `${Math.round(100 * confidence)} % interval`, 'Earlier', 'Required', 'Result']
  const shown: <T>(cells: readonly T[]) => T[] = (cells) => cells.filter((_, i) => hasEarlier || columns[i] !== 'Earlier')
  return markdownTable([columns, ...rows].map(shown), shown(['---', '---', '--:', '--:', '--:', '--:', '--:', '---']))
}

function estimateCells(estimate: Estimate, { name }: CandidateResult) {
  const { metric, speedup, interval: range, earlier, required, verdict, reason, regression } = estimate
  const before = earlier === null ? '' : `${times(earlier.speedup)} ${interval(earlier.interval)}`
  const demand = required === null ? '' : `at least ${required}`
  const results = [resultOf(verdict), regression ? `${symbols.fail} regression` : '', reason === null ? '' : `\`${reason}\``]
  return [plain(name), metric, change(estimate), `**${times(speedup)}**`, interval(range), before, demand, results.filter((one) => one !== '').join(', ')]
}

function isTold({ metric, value, required }: Limit) {
  return required !== null || (metric === 'errorRate' && Number(value) > 0)
}

function limitCells({ metric, value, required, verdict }: Limit, { name }: CandidateResult) {
  const [what, side] = metric === 'fairness' ? ['fairness', 'at least'] : ['error rate', 'at most']
  const shown = value === null ? 'unknown' : metric === 'fairness' ? value.toFixed(2) : percent(value)
  return [plain(name), what, shown, '', '', '', required === null ? '' : `${side} ${required}`, resultOf(verdict)]
}

function resultOf(verdict: Verdict | null) {
  return verdict === null ? '' : `${symbols[verdict]} ${verdict}`
}

/**
 * @param isOne there is no other candidate
 * @returns paragraphs
 */
function explanations(candidate: CandidateResult, isOne: boolean): string[] {
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
 * @returns items of a list
 */
export function cut(items: string[], most: number): string[] {
  return items.length <= most ? items : [...items.slice(0, most - 1), `- and ${items.length - most + 1} more, in \`comparison.json\``]
}

/** @returns blocks of GitHub-flavoured Markdown: how many workers to take, then a row for each number of them */
function sweepBlocks(sweep: Sweep): string[] {
  const { name, points, recommendation, knee } = sweep
  const rows = points.map((point) => [`${point.workers}${point.workers === knee ? ' (knee)' : ''}`, ...sweepCells(point).map(cell)])
  const remarks = sweepRemarks(sweep)
  return [
    `**How many workers**, ${plain(name)}: ${plain(recommendation)}`,
    markdownTable([['Workers', ...sweepColumns], ...rows], ['--:', ...sweepColumns.map(() => '--:' as const)]),
    ...(remarks.length === 0 ? [] : [plain(remarks.join(' '))])
  ]
}

/**
 * @param results those of its levels among them
 * @returns GitHub-flavoured Markdown
 */
export function crossoverPart(crossover: Crossover, results: readonly ScenarioResult[]): string {
  const levels = levelRows(crossover, results)
  const names = [...new Set(levels.flatMap(({ variants }) => variants.map(({ name }) => name)))]
  const rows = levels.map(({ factor, offered, variants }) => [factor, offered, ...names.map((name) => levelText(variants.find((one) => one.name === name)))])
  return [
    `### At which load it pays off: ${plain(crossover.scenario)}`,
    crossoverMessages(crossover).map((message) => `- ${plain(message)}`).join('\n'),
    markdownTable([['Load', 'Requests/s', ...names.map((name) => `${plain(name)}, p95`)], ...rows], ['---', '--:', ...names.map(() => '--:' as const)])
  ].filter((block) => block !== '').join('\n\n')
}

/** @param of undefined: it was not measured */
function levelText(of: LevelCell | undefined) {
  if (of === undefined) return '–'
  const { p95Ms, keepsUp, speedup, isCarried } = of
  const latency = `${p95Ms.value} ms${keepsUp ? '' : ', could not keep up'}`
  return speedup === null || !isCarried ? latency : `${latency}, ${cell(speedup)}`
}

function cell({ value, range }: Cell) {
  return range === null ? value : `**${value}** ${range}`
}
