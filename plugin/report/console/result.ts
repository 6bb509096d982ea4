import { blocksInstead, tablesFound, toldOfNumbers, toldTogether, wantedSentence } from '../../questions/report.ts'
import { resultWords } from '../../concepts/verdicts.ts'
import { applying, counted, joinParts, list } from '../../concepts/wording.ts'
import { answerOf, causeOf, reasonsOf } from '../words/answer.ts'
import { decisionSentence } from '../words/decision.ts'
import { leadersSentence, unmetSentence, whyStopped } from '../words/scenario-sentences.ts'
import { flowSentence, latencySentence, passesSentence } from '../words/flow-words.ts'
import { duration } from '../words/numbers.ts'
import { fallSentence } from '../words/sentences.ts'
import { codedText, earlierSentence, toldOfError, type Told } from '../words/told.ts'
import { limitsAdvice, marginSentence, undecidedAdvice } from '../words/undecided.ts'
import { limitsTable } from '../tables/speedup-tables.ts'
import { labelled, mostColumns, plainLayout, widthOf, wrap, type Layout, type Line } from './layout.ts'
import { formatBlocks, formatSpeedups, formatTogether, linesOf } from './tables.ts'
import type { CandidateResult, Comparison, ScenarioResult } from '../../concepts/comparison.ts'

const hint = 'Look up a [code]: npx artillery-speedup explain <code>'

/**
 * All that is printed at the very end. page: the file of the report, as the user may type it; link: for a terminal,
 * which makes it clickable.
 */
export function formatComparison(
  comparison: Comparison,
  report: { page: string; link: string | null } | null,
  layout = plainLayout
) {
  const { scenarios, error, settings } = comparison
  const seconds = (Date.parse(comparison.finishedAt) - Date.parse(comparison.startedAt)) / 1000
  const blocks = [
    ...scenarios.map((result) => formatScenario(result, layout, scenarios.length > 1 ? null : seconds)),
    ...toldTogether(comparison).map((told) => formatTogether(told, layout)),
    ...(error === null ? [] : [headline(toldOfError(error), '', layout)])
  ]
  const lines = applying([
    blocks.join('\n\n'),
    scenarios.some(hasCodes) && wrap(layout.paint('muted', hint), layout.columns, 2),
    settings.compareWith && earlierSentence(settings.compareWith),
    report && `Report: ${report.link === null ? report.page : linked(report.page, report.link)}`
  ])
  return `\n${lines.join('\n')}`
}

/** Whether a line ends with a code. */
function hasCodes(result: ScenarioResult) {
  const blocks = blocksInstead(result)
  return (
    blocks === null || result.warnings.length > 0 || blocks.some(({ why }) => why.some(({ code }) => code !== null))
  )
}

/** OSC 8, which a terminal makes clickable, or ignores. */
const linked = (text: string, url: string) => `\x1b]8;;${url}\x07${text}\x1b]8;;\x07`

/** The verdict, the values, why, and warnings. seconds: that it took; null: it is one of several, and named */
export function formatScenario(result: ScenarioResult, layout = plainLayout, seconds: number | null = null) {
  const { scenario, rounds } = result
  const length = joinParts([counted(rounds, 'round'), seconds !== null && duration(seconds)])
  const took = joinParts([length, result.verdict && whyStopped(result)], ': ')
  const { word, answer } = answerOf(result)
  const blocks = blocksInstead(result)
  const found = [
    headline({ word, sentences: [seconds === null ? `${scenario}: ${answer}` : answer] }, took, layout),
    ...(blocks === null ? formatCompared(result, layout) : formatBlocks(blocks, layout)),
    ...labelled(layout, [['do', decisionSentence(result)], ...warningLines(result)])
  ].join('\n')
  const numbers = blocks === null ? toldOfNumbers(result) : []
  return [found, ...numbers.map((told) => formatTogether(told, layout))].join('\n\n')
}

/** The speedups, and what there is to say of them. */
function formatCompared(result: ScenarioResult, layout: Layout) {
  const { candidates, leaders } = result
  const cause = causeOf(result)
  return [
    ...formatSpeedups(result, layout),
    ...[...(tablesFound(result) ?? []), limitsTable(result)].flatMap((table) => linesOf(table, layout)),
    ...labelled(layout, [
      ['found', isInTable(result) ? null : answerOf(result).more],
      ['latency', latencySentence(result)],
      ['wanted', wantedSentence(result)],
      ['next', limitsAdvice(result.limits)],
      ...misses(result),
      ...candidates.flatMap(besideTable),
      ['passes', passesSentence(result)],
      ...candidates.map((candidate): Line => ['requests', flowSentence(candidate, result.baseline)]),
      ['fastest', leaders && leadersSentence(leaders, result)],
      ...reasons(result),
      [cause?.label ?? '', cause?.text]
    ])
  ]
}

/** Whether the table has all that was required, and met, beside what was found. */
const isInTable = ({ verdict, candidates, limits }: ScenarioResult) =>
  verdict === 'pass' &&
  candidates.length === 1 &&
  limits.length === 0 &&
  candidates[0].limits.every(({ required }) => required === null) &&
  candidates[0].againstEarlier === null

const wordStyles = { [resultWords.pass]: 'good', [resultWords.fail]: 'bad', [resultWords.notMeasured]: 'bad' } as const

/** @param aside at the right, where there is room */
function headline({ word, sentences }: Told, aside: string, { paint, columns }: Layout) {
  const style = wordStyles[word as keyof typeof wordStyles] ?? 'doubt'
  const text = `${word ? `${paint(style, word)}  ` : ''}${paint('name', sentences.join(' '))}`
  const room = Math.min(columns, mostColumns) - widthOf(text) - widthOf(aside)
  if (aside === '') return wrap(text, columns, 2)
  return room >= 2 ? text + ' '.repeat(room) + paint('muted', aside) : wrap(`${text} (${aside})`, columns, 2)
}

const evenEnough = 0.8

/** What a table has no room for. */
function besideTable(candidate: CandidateResult): Line[] {
  const { name, shares, limits } = candidate
  const { value = null, required = null } = limits.find(({ metric }) => metric === 'fairness') ?? {}
  const isUneven = value !== null && (required !== null || value < evenEnough)
  const parts = shares.map((share) => (100 * share).toFixed(0))
  const shown = parts.length > 4 ? `${parts[0]} to ${parts.at(-1)} % each` : `${parts.join('/')} %`
  return [
    ['workers', isUneven ? `${name}: ${shown}, fairness ${value.toFixed(2)} (1 is even)` : null],
    ...undecidedAdvice(candidate).map((sentence): Line => ['next', sentence]),
    ['margin', marginSentence(candidate)]
  ]
}

/** Of several candidates, whose headline is on all of them, what each failed at that stands in no row. */
function misses({ candidates }: ScenarioResult) {
  const failed = candidates.length === 1 ? [] : candidates.filter(({ verdict }) => verdict === 'fail')
  const sentences = failed.flatMap((candidate) => [
    fallSentence(candidate),
    ...candidate.limits.filter(({ verdict }) => verdict === 'fail').map((limit) => unmetSentence(candidate, limit))
  ])
  return sentences.map((sentence): Line => ['fail', sentence, 'bad'])
}

/** Why each candidate is faster, or is not: the same reason once. */
const reasons = (result: ScenarioResult): Line[] =>
  reasonsOf(result).map(({ variant, code, text }) => [
    'why',
    codedText({ code, text: result.candidates.length === 1 ? text : `${variant}: ${text}` })
  ])

const severityStyles = { problem: 'bad', warning: 'doubt', note: 'muted' } as const

function warningLines({ warnings }: ScenarioResult): Line[] {
  const alike = [...Map.groupBy(warnings, ({ code, severity }) => `${severity} ${code}`).values()]
  return alike.map(([{ severity, code, message, variant }, ...others]) => {
    const names = new Set(others.flatMap((other) => (other.variant === variant ? [] : (other.variant ?? []))))
    const also = names.size === 0 ? '' : ` Also: ${list([...names])}.`
    return [severity, codedText({ text: `${message}${also}`, code }), severityStyles[severity]]
  })
}
