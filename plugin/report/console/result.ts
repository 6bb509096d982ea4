import { blocksInstead, tablesFound, toldOfNumbers, toldTogether, wantedSentence } from '../../questions/report.ts'
import { resultWords } from '../../concepts/verdicts.ts'
import { counted, list, paragraph } from '../../concepts/wording.ts'
import { answerOf } from '../words/answer.ts'
import { decisionSentence } from '../words/decision.ts'
import { alsoSentence, causeOf, reasonsOf } from '../words/reasons.ts'
import { leadersSentence, unmetSentence, whyStopped } from '../words/scenario-sentences.ts'
import { flowSentence, latencySentence, passesSentence } from '../words/flow-words.ts'
import { duration } from '../words/numbers.ts'
import { fallSentence } from '../words/sentences.ts'
import { codedText, earlierSentence, toldOfError, type Told } from '../words/told.ts'
import { limitsAdvice, marginSentence, undecidedAdvice } from '../words/undecided.ts'
import { limitsTable } from '../tables/speedup-tables.ts'
import { mostColumns, plainLayout, widthOf, wrap, type Layout } from './layout.ts'
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
): string {
  const {
    scenarios,
    error,
    settings: { compareWith }
  } = comparison
  const seconds = (Date.parse(comparison.finishedAt) - Date.parse(comparison.startedAt)) / 1000
  const results = scenarios.map((result) =>
    formatScenario(
      result,
      layout,
      scenarios.length > 1 ? { isNamed: true, seconds: null } : { isNamed: false, seconds }
    )
  )
  const together = toldTogether(comparison).map((told) => formatTogether(told, layout).join('\n'))
  const blocks = [...results, ...together, ...(error === null ? [] : [headline(toldOfError(error), '', layout)])].join(
    '\n\n'
  )
  const footer = [
    scenarios.some(hasCodes) && wrap(layout.paint('muted', hint), layout.columns, 2),
    compareWith && earlierSentence(compareWith),
    report && `Report: ${report.link === null ? report.page : linked(report.page, report.link)}`
  ].filter(Boolean)
  return `\n${[blocks, ...footer].join('\n')}`
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

/** isNamed: it is one of several; seconds: that the comparison took; null: unknown */
type Part = { isNamed: boolean; seconds: number | null }

/** The verdict, the values, why, and warnings. */
export function formatScenario(
  result: ScenarioResult,
  layout = plainLayout,
  { isNamed, seconds }: Part = { isNamed: true, seconds: null }
): string {
  const { scenario, candidates, leaders, rounds } = result
  const length = seconds === null ? counted(rounds, 'round') : `${counted(rounds, 'round')}, ${duration(seconds)}`
  const stopped = result.verdict && whyStopped(result)
  const took = stopped === null ? length : `${length}: ${stopped}`
  const answer = answerOf(result)
  const head = headline({ word: answer.word, sentences: [answer.answer] }, took, layout, isNamed ? scenario : null)
  const said = (lines: Line[]) =>
    lines.flatMap(([label, text, style]) => (text == null ? [] : [labelled(layout)(label, text, style)]))
  const instead = blocksInstead(result)
  if (instead !== null)
    return [
      head,
      ...formatBlocks(instead, { labelled: labelled(layout), layout }),
      ...said([['do', decisionSentence(result)], ...warningLines(result)])
    ].join('\n')
  const cause = causeOf(result)
  const parts = [
    head,
    ...formatSpeedups(result, layout),
    ...(tablesFound(result) ?? []).flatMap((table) => linesOf(table, layout)),
    ...linesOf(limitsTable(result), layout),
    ...said([
      ['found', isInTable(result) ? null : answer.more],
      ['latency', latencySentence(result)],
      ['wanted', wantedSentence(result)],
      ['next', limitsAdvice(result.limits)],
      ...misses(result),
      ...candidates.flatMap(besideTable),
      ['passes', passesSentence(result)],
      ...candidates.map((candidate): Line => ['requests', flowSentence(candidate, result.baseline)]),
      ['fastest', leaders && leadersSentence(leaders, result)],
      ...reasons(result),
      [cause?.label ?? '', cause?.text],
      ['do', decisionSentence(result)],
      ...warningLines(result)
    ])
  ]
  return [parts.join('\n'), ...toldOfNumbers(result).map((told) => formatTogether(told, layout).join('\n'))].join(
    '\n\n'
  )
}

/** Whether the table has all that was required, and met, beside what was found. */
const isInTable = ({ verdict, candidates, limits }: ScenarioResult) =>
  verdict === 'pass' &&
  candidates.length === 1 &&
  [...limits, ...candidates[0].limits].every((each) => 'required' in each && each.required === null) &&
  candidates[0].againstEarlier === null

/** Below the tables: a word, and what there is to say; none: nothing */
type Line = [label: string, text: string | null | undefined, style?: Parameters<Layout['paint']>[0]]

const wordStyles = { [resultWords.pass]: 'good', [resultWords.fail]: 'bad', [resultWords.notMeasured]: 'bad' } as const

/** @param aside at the right, where there is room. @param scenario null: there is no other */
function headline(
  { word, sentences }: Told,
  aside: string,
  { paint, columns }: Layout,
  scenario: string | null = null
) {
  const style = wordStyles[word as keyof typeof wordStyles] ?? 'doubt'
  const about = scenario === null ? '' : `${scenario}: `
  const text = `${word ? `${paint(style, word)}  ` : ''}${paint('name', `${about}${sentences.join(' ')}`)}`
  const room = Math.min(columns, mostColumns) - widthOf(text) - widthOf(aside)
  if (aside === '') return wrap(text, columns, 2)
  return room >= 2 ? text + ' '.repeat(room) + paint('muted', aside) : wrap(`${text} (${aside})`, columns, 2)
}

/** A line below the table: a word, and what there is to say. */
const labelled =
  ({ paint, columns }: Layout) =>
  (label: string, text: string, style: Parameters<Layout['paint']>[0] = 'muted') =>
    wrap(`  ${paint(style, label)}${' '.repeat(Math.max(2, 11 - label.length))}${text}`, columns, 13)

const evenEnough = 0.8

/** What a table has no room for. */
function besideTable(candidate: CandidateResult): Line[] {
  const { name, shares, limits } = candidate
  const fairness = limits.find(({ metric }) => metric === 'fairness')
  const isUneven = fairness?.value != null && (fairness.required !== null || fairness.value < evenEnough)
  const parts = shares.map((share) => (100 * share).toFixed(0))
  const shown = parts.length > 4 ? `${parts[0]} to ${parts.at(-1)} % each` : `${parts.join('/')} %`
  return [
    ['workers', isUneven ? `${name}: ${shown}, fairness ${fairness.value?.toFixed(2)} (1 is even)` : null],
    ...undecidedAdvice(candidate).map((sentence): Line => ['next', sentence]),
    ['margin', marginSentence(candidate)]
  ]
}

/** Of several candidates, whose headline is on all of them, what each failed at that stands in no row. */
function misses({ candidates }: ScenarioResult) {
  const failed = candidates.length === 1 ? [] : candidates.filter(({ verdict }) => verdict === 'fail')
  return failed.flatMap((candidate) => {
    const sentences = [
      fallSentence(candidate),
      ...candidate.limits.filter(({ verdict }) => verdict === 'fail').map((limit) => unmetSentence(candidate, limit))
    ]
    return sentences.map((sentence): Line => ['fail', sentence, 'bad'])
  })
}

/** Why each candidate is faster, or is not: the same reason once. */
const reasons = (result: ScenarioResult): Line[] =>
  reasonsOf(result).map((reason) => {
    const name = result.candidates.length === 1 ? '' : `${reason.variants[0]}: `
    return [
      'why',
      codedText({ text: `${name}${paragraph([reason.message, alsoSentence(reason)])}`, code: reason.code })
    ]
  })

const severityStyles = { problem: 'bad', warning: 'doubt', note: 'muted' } as const

function warningLines({ warnings }: ScenarioResult): Line[] {
  const alike = [...Map.groupBy(warnings, ({ code, severity }) => `${severity} ${code}`).values()]
  return alike.map(([{ severity, code, message, variant }, ...others]) => {
    const names = new Set(others.flatMap((other) => (other.variant === variant ? [] : (other.variant ?? []))))
    const also = names.size === 0 ? '' : ` Also: ${list([...names])}.`
    return [severity, codedText({ text: `${message}${also}`, code }), severityStyles[severity]]
  })
}
