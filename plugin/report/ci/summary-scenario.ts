import { counted, percent } from '../../concepts/wording.ts'
import { crossoverMessages, levelRows, sweepCells, sweepColumns, sweepRemarks, type Cell, type LevelCell } from '../scaling-rows.ts'
import { clientWords, limitWords } from '../words/names.ts'
import { interval, times, timesWithin } from '../words/numbers.ts'
import { change } from '../words/scenario-sentences.ts'
import { marginSentence, undecidedSentences } from '../words/sentences.ts'
import { blocksOf, cut, markdownTable, plain } from './summary-markdown.ts'
import type { CandidateResult, Estimate, Limit, ScenarioResult } from '../../concepts/comparison.ts'
import type { Severity, Verdict } from '../../concepts/codes.ts'
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
  return blocksOf([
    `### ${plain(scenario)}`,
    `Against ${plain(baseline)}, ${counted(rounds, 'round')}${client === null ? '' : `, loaded by ${plain(clientWords(client))}`}.`,
    table(result),
    ...candidates.flatMap((candidate) => explanations(candidate, candidates.length === 1)),
    ...sweeps.flatMap(sweepBlocks),
    cut(told, mostWarnings)
  ])
}

function table({ candidates, confidence }: ScenarioResult) {
  const rows = candidates.flatMap((candidate) => [
    ...candidate.estimates.map((estimate) => estimateCells(estimate, candidate)),
    ...candidate.limits.filter(isTold).map((limit) => limitCells(limit, candidate))
  ])
  const columns = ['Variant', 'Metric', 'Baseline → variant', 'Speedup', `${Math.round(100 * confidence)} % interval`, 'Earlier', 'Required', 'Result']
  const hasEarlier = candidates.some(({ againstEarlier }) => againstEarlier !== null)
  const shown = <T>(cells: readonly T[]) => cells.filter((_, i) => hasEarlier || columns[i] !== 'Earlier')
  return markdownTable([columns, ...rows].map(shown), shown(['---', '---', '--:', '--:', '--:', '--:', '--:', '---']))
}

function estimateCells(estimate: Estimate, { name }: CandidateResult) {
  const { metric, speedup, earlier, required, verdict, reason, regression } = estimate
  const results = [resultOf(verdict), regression ? `${symbols.fail} regression` : '', reason === null ? '' : `\`${reason}\``]
  return [
    plain(name),
    metric,
    change(estimate),
    `**${times(speedup)}**`,
    interval(estimate.interval),
    earlier === null ? '' : timesWithin(earlier),
    required === null ? '' : `at least ${required}`,
    results.filter((result) => result !== '').join(', ')
  ]
}

function isTold({ metric, value, required }: Limit) {
  return required !== null || (metric === 'errorRate' && Number(value) > 0)
}

function limitCells({ metric, value, required, verdict }: Limit, { name }: CandidateResult) {
  const words = limitWords[metric]
  const shown = value === null ? 'unknown' : metric === 'fairness' ? value.toFixed(2) : percent(value)
  return [plain(name), words.name, shown, '', '', '', required === null ? '' : `${words.side} ${required}`, resultOf(verdict)]
}

function resultOf(verdict: Verdict | null) {
  return verdict === null ? '' : `${symbols[verdict]} ${verdict}`
}

/** @returns paragraphs */
function explanations(candidate: CandidateResult, isOnly: boolean): string[] {
  return [
    ...undecidedSentences(candidate).map((sentence) => `${symbols.inconclusive} ${plain(sentence)}`),
    plain(marginSentence(candidate) ?? ''),
    `**Why**${isOnly ? '' : `, ${plain(candidate.name)}`}: ${plain(candidate.diagnosis.message)}`
  ]
}

/** @returns blocks: how many workers to take, then a row for each number of them */
function sweepBlocks(sweep: Sweep): string[] {
  const { name, points, recommendation, knee } = sweep
  const rows = points.map((point) => [`${point.workers}${point.workers === knee ? ' (knee)' : ''}`, ...sweepCells(point).map(cell)])
  return [
    `**How many workers**, ${plain(name)}: ${plain(recommendation)}`,
    markdownTable([['Workers', ...sweepColumns], ...rows], ['--:', ...sweepColumns.map(() => '--:' as const)]),
    plain(sweepRemarks(sweep).join(' '))
  ]
}

/**
 * @param results those of its levels among them
 * @returns GitHub-flavoured Markdown
 */
export function crossoverPart(crossover: Crossover, results: readonly ScenarioResult[]): string {
  const levels = levelRows(crossover, results)
  const names = [...new Set(levels.flatMap(({ variants }) => variants.map(({ name }) => name)))]
  const rows = levels.map(({ factor, offered, variants }) => {
    return [factor, offered, ...names.map((name) => levelText(variants.find((variant) => variant.name === name)))]
  })
  const head = ['Load', 'Requests/s', ...names.map((name) => `${plain(name)}, p95`)]
  return blocksOf([
    `### At which load it pays off: ${plain(crossover.scenario)}`,
    crossoverMessages(crossover).map((message) => `- ${plain(message)}`).join('\n'),
    markdownTable([head, ...rows], ['---', '--:', ...names.map(() => '--:' as const)])
  ])
}

/** @param level undefined: it was not measured */
function levelText(level: LevelCell | undefined) {
  if (level === undefined) return '–'
  const { p95Ms, keepsUp, speedup, isCarried } = level
  const latency = `${p95Ms.value} ms${keepsUp ? '' : ', could not keep up'}`
  return speedup === null || !isCarried ? latency : `${latency}, ${cell(speedup)}`
}

function cell({ value, range }: Cell) {
  return range === null ? value : `**${value}** ${range}`
}
