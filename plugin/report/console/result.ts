import { columnsOf, metricFacts, usuallyTold, type Metric } from '../../concepts/metrics.ts'
import { resultWords, type Verdict } from '../../concepts/verdicts.ts'
import { counted, list, paragraph, percent } from '../../concepts/wording.ts'
import { limitCells, limitsAdvice } from '../words/limit-sentences.ts'
import { limitFigures, shownLimits } from '../words/names.ts'
import { decisionSentence } from '../words/decision.ts'
import { alsoSentence, reasonsOf, spentOnSentence } from '../words/reasons.ts'
import { capacityFigures } from '../words/capacity-words.ts'
import { leadersSentence, scenarioSentence, unmetSentence } from '../words/scenario-sentences.ts'
import { duration, milliseconds, perSecond, span, speedupText, times } from '../words/numbers.ts'
import {
  apart,
  earlierSentence,
  errorSentence,
  estimateOf,
  fallSentence,
  marginSentence,
  undecidedAdvice
} from '../words/sentences.ts'
import { formatCapacity, formatCrossover, formatLosses, formatSweep } from './tables.ts'
import {
  cut,
  longestName,
  mostColumns,
  plainLook,
  tableLines,
  widestThatFits,
  widthOf,
  wrap,
  type Look
} from './layout.ts'
import type { CandidateResult, Comparison, Estimate, ScenarioResult, Warning } from '../../concepts/comparison.ts'

const hint = 'Look up a [code]: npx artillery-speedup explain <code>'

/**
 * All that is printed at the very end. page: the file of the report, as the user may type it; link: for a terminal,
 * which makes it clickable.
 */
export function formatComparison(
  comparison: Comparison,
  report: { page: string; link: string | null } | null,
  look: Look = plainLook
): string {
  const {
    scenarios,
    crossovers,
    error,
    settings: { compareWith }
  } = comparison
  const seconds = (Date.parse(comparison.finishedAt) - Date.parse(comparison.startedAt)) / 1000
  const results = scenarios.map((result) =>
    formatScenario(result, look, scenarios.length > 1 ? { isNamed: true, seconds: null } : { isNamed: false, seconds })
  )
  const ofLoads = crossovers.map((crossover) => formatCrossover(crossover, scenarios, look).join('\n'))
  const blocks = [...results, ...ofLoads, ...(error === null ? [] : [headline(errorSentence(error), '', look)])].join(
    '\n\n'
  )
  const footer = [
    / \[[a-z-]+\]$/m.test(blocks) && look.paint('muted', hint),
    compareWith && earlierSentence(compareWith),
    report && `Report: ${report.link === null ? report.page : linked(report.page, report.link)}`
  ].filter(Boolean)
  return `\n${[blocks, ...footer].join('\n')}`
}

/** OSC 8, which a terminal makes clickable, or ignores. */
const linked = (text: string, url: string) => `\x1b]8;;${url}\x07${text}\x1b]8;;\x07`

/** isNamed: it is one of several; seconds: that the comparison took; null: unknown */
type Part = { isNamed: boolean; seconds: number | null }

/** The verdict, the values, why, and warnings. */
export function formatScenario(
  result: ScenarioResult,
  look: Look = plainLook,
  { isNamed, seconds }: Part = { isNamed: true, seconds: null }
): string {
  const { scenario, candidates, leaders, sweeps, losses, rounds, capacity } = result
  const took = seconds === null ? counted(rounds, 'round') : `${counted(rounds, 'round')}, ${duration(seconds)}`
  const head = (sentence: string) => headline(sentence, took, look, isNamed ? scenario : null)
  const said = (label: string, sentence: string | null | undefined) =>
    sentence == null ? [] : [labelled(look)(label, sentence)]
  if (losses !== null)
    return [
      ...formatLosses(result, losses, { head, labelled: labelled(look), look }),
      ...warningLines(result, look)
    ].join('\n')
  const parts = [
    head(scenarioSentence(result)),
    ...(candidates.length === 1 ? tableOfOne(result, candidates[0], look) : tableOfMany(result, look)),
    ...(result.capacity === null ? [] : formatCapacity(result.capacity, result, look)),
    ...limitLines(result, look),
    ...said('wanted', sweeps.length === 0 ? capacity?.carriers : null),
    ...said('next', limitsAdvice(result.limits)),
    ...misses(result, look),
    ...candidates.flatMap((candidate) => besideTable(candidate, look)),
    ...said('fastest', leaders && leadersSentence(leaders, result)),
    ...reasons(result, look),
    ...said('spent', spentOnSentence(result)),
    ...said('do', decisionSentence(result)),
    ...warningLines(result, look)
  ]
  return [parts.join('\n'), ...sweeps.map((sweep) => formatSweep(sweep, look).join('\n'))].join('\n\n')
}

const wordStyles = { [resultWords.pass]: 'good', [resultWords.fail]: 'bad', [resultWords.notMeasured]: 'bad' } as const

/** @param sentence that may begin with a word in capitals; aside: at the right, where there is room */
function headline(sentence: string, aside: string, { paint, columns }: Look, scenario: string | null = null) {
  const [word, rest] = /^[A-Z ]+ {2}/.test(sentence) ? apart(sentence) : ['', sentence]
  const style = wordStyles[word as keyof typeof wordStyles] ?? 'doubt'
  const text = [word && `${paint(style, word)} `, paint('name', scenario === null ? rest : `${scenario}: ${rest}`)]
    .filter(Boolean)
    .join(' ')
  const room = Math.min(columns, mostColumns) - widthOf(text) - widthOf(aside)
  if (aside === '') return wrap(text, columns, 2)
  return room >= 2 ? text + ' '.repeat(room) + paint('muted', aside) : wrap(`${text} (${aside})`, columns, 2)
}

/** A line below the table: a word, and what there is to say. */
const labelled =
  ({ paint, columns }: Look) =>
  (label: string, text: string, style: Parameters<Look['paint']>[0] = 'muted') =>
    wrap(`  ${paint(style, label)}${' '.repeat(Math.max(2, 11 - label.length))}${text}`, columns, 13)

function valueOf(
  { metric, value }: { metric: Metric; value: number },
  variant: string,
  { capacity }: Pick<ScenarioResult, 'capacity'>
) {
  const found = metric === 'capacity' ? capacity?.variants.find((each) => each.variant === variant) : undefined
  if (capacity !== null && found !== undefined) return capacityFigures(found, capacity.unit).value
  return metricFacts[metric].unit === 'ms' ? `${milliseconds(value)} ms` : `${perSecond(value)}/s`
}

const painted = (verdict: Verdict | null, { paint }: Look) =>
  verdict === null ? '' : paint(({ pass: 'good', fail: 'bad', inconclusive: 'doubt' } as const)[verdict], verdict)

function outcomeOf({ verdict, reason, regression }: Estimate, look: Look) {
  const words = [
    painted(verdict, look),
    regression && look.paint('bad', 'fell'),
    verdict === null && reason !== null && 'no verdict'
  ]
  return words.filter(Boolean).join(', ')
}

function tableOfOne(result: ScenarioResult, candidate: CandidateResult, look: Look): string[] {
  const { baseline, confidence, variants } = result
  const { estimates, name } = candidate
  const rows = estimates.map((estimate) => {
    const { metric, interval, required, earlier } = estimate
    return [
      metric,
      valueOf({ metric, value: estimate.baseline }, baseline, result),
      valueOf({ metric, value: estimate.candidate }, name, result),
      speedupText(estimate),
      estimate.side === null ? span(interval) : '',
      earlier === null ? '' : `${times(earlier.speedup)} ${span(earlier.interval)}`,
      required === null ? '' : String(required),
      outcomeOf(estimate, look)
    ]
  })
  const failed = variants.find((use) => use.name === baseline)?.errorRate
  const others = shownLimits(candidate).map((limit) => {
    const [{ metric, value, required, verdict }, { found, needed }] = [limit, limitFigures(limit)]
    const [name, ofBaseline, sign] =
      metric === 'errorRate' ? ['errors', failed === undefined ? '' : percent(failed), '<='] : [metric, '', '>=']
    return [
      name,
      ofBaseline,
      value !== null && required === null ? percent(value) : found,
      '',
      '',
      '',
      required === null ? '' : `${sign} ${needed}`,
      painted(verdict, look)
    ]
  })
  const head = [
    '',
    cut(baseline, longestName),
    cut(withWorkers(candidate) || name, longestName),
    'speedup',
    `${confidence * 100} % interval`,
    'earlier',
    'needs',
    ''
  ]
  return tableLines(withoutEmpty([head, ...rows, ...others]), look)
}

function withWorkers({ name, workers, limits }: CandidateResult) {
  // Of an app that was not started here and does not tell who answers, it is only known that it has at least one
  // worker.
  const isKnown = workers > 1 || limits.some(({ metric, value }) => metric === 'fairness' && value !== null)
  return isKnown ? `${name} (${counted(workers, 'worker')})` : name
}

/** @returns without the columns that only have a head */
const withoutEmpty = (rows: string[][]) =>
  rows.map((row) => row.filter((_, column) => column === 0 || rows.slice(1).some((other) => other[column] !== '')))

/** A row for each variant, as wide as there is room: without intervals, then without values. */
function tableOfMany(result: ScenarioResult, look: Look): string[] {
  const rows = widestThatFits(
    [['values', 'intervals'], ['values'], ['intervals'], []].map((shown) => rowsOfMany(result, new Set(shown), look)),
    look
  )
  return [...tableLines(rows, look), ...(rows.flat().some((cell) => cell.endsWith('*')) ? ['  * no verdict'] : [])]
}

function rowsOfMany(result: ScenarioResult, shown: Set<string>, look: Look): string[][] {
  const { baseline, candidates, confidence } = result
  const all = candidates.flatMap(({ estimates }) => estimates)
  const required = columnsOf(all).filter((metric) =>
    all.some((estimate) => estimate.metric === metric && estimate.required !== null)
  )
  const metrics =
    required.length > 0
      ? required
      : all.some(({ metric }) => metric === 'capacity')
        ? ['capacity' as const]
        : usuallyTold
  const cells = (candidate: CandidateResult) =>
    metrics.flatMap((metric) => {
      const estimate = estimateOf(candidate, metric)
      if (estimate === undefined) return ['', '', '', '']
      return [
        shown.has('values') ? valueOf({ metric, value: estimate.candidate }, candidate.name, result) : '',
        `${speedupText(estimate)}${estimate.reason === null ? '' : '*'}`,
        shown.has('intervals') && estimate.side === null ? span(estimate.interval) : '',
        estimate.required === null ? '' : String(estimate.required)
      ]
    })
  const ofBaseline = metrics.flatMap((metric) => {
    const [estimate] = candidates.flatMap((candidate) => estimateOf(candidate, metric) ?? [])
    return [estimate === undefined ? '' : valueOf({ metric, value: estimate.baseline }, baseline, result), '', '', '']
  })
  const head = metrics.flatMap((metric) => [
    metric,
    shown.has('values') ? 'speedup' : metric,
    `${confidence * 100} % interval`,
    'needs'
  ])
  const rows = candidates.map((candidate) => [
    cut(withWorkers(candidate), longestName),
    ...cells(candidate),
    painted(candidate.verdict, look)
  ])
  const first = shown.has('values') ? [[cut(baseline, longestName), ...ofBaseline, '']] : []
  return withoutEmpty([[shown.has('values') ? '' : 'speedup', ...head, ''], ...first, ...rows])
}

/** @returns a row for each limit of a variant */
function limitLines({ limits, confidence }: ScenarioResult, look: Look): string[] {
  const rows = limits.map((limit) => {
    const [name, value, range, needs] = limitCells(limit)
    return [
      cut(limit.variant, longestName),
      name,
      value,
      range.slice(1, -1).replace(', ', ' - '),
      needs,
      painted(limit.verdict, look)
    ]
  })
  return rows.length === 0
    ? []
    : tableLines([['', 'limit', '', `${confidence * 100} % interval`, 'needs', ''], ...rows], look, 2)
}

const evenEnough = 0.8

/** What a table has no room for. */
function besideTable(candidate: CandidateResult, look: Look): string[] {
  const { name, shares, limits } = candidate
  const say = labelled(look)
  const fairness = limits.find(({ metric }) => metric === 'fairness')
  const isUneven = fairness?.value != null && (fairness.required !== null || fairness.value < evenEnough)
  const parts = shares.map((share) => (100 * share).toFixed(0))
  const shown = parts.length > 4 ? `${parts[0]} to ${parts.at(-1)} % each` : `${parts.join('/')} %`
  const margin = marginSentence(candidate)
  return [
    ...(isUneven ? [say('workers', `${name}: ${shown}, fairness ${fairness.value?.toFixed(2)} (1 is even)`)] : []),
    ...undecidedAdvice(candidate).map((sentence) => say('next', sentence)),
    ...(margin === null ? [] : [say('margin', margin)])
  ]
}

/** Of several candidates, whose headline is on all of them, what each failed at that stands in no row. */
function misses({ candidates }: ScenarioResult, look: Look): string[] {
  return candidates.length === 1
    ? []
    : candidates
        .filter(({ verdict }) => verdict === 'fail')
        .flatMap((candidate) => {
          const missed = candidate.limits
            .filter(({ verdict }) => verdict === 'fail')
            .map((limit) => unmetSentence(candidate, limit))
          return [fallSentence(candidate) ?? [], missed]
            .flat()
            .map((sentence) => labelled(look)('fail', sentence, 'bad'))
        })
}

/** Why each candidate is faster, or is not: the same reason once. */
const reasons = (result: ScenarioResult, look: Look): string[] =>
  reasonsOf(result).map((reason) => {
    const name = result.candidates.length === 1 ? '' : `${reason.variants[0]}: `
    return labelled(look)('why', `${name}${paragraph([reason.message, alsoSentence(reason)])} [${reason.code}]`)
  })

const severityStyles = { problem: 'bad', warning: 'doubt', note: 'muted' } as const

/** What was seen, in one sentence: the page and `explain` have the rest. */
function warningLines({ warnings }: Pick<ScenarioResult, 'warnings'>, look: Look): string[] {
  const alike = [...Map.groupBy(warnings, ({ code, severity }) => `${severity} ${code}`).values()]
  return alike.map(([{ severity, code, message, variant }, ...others]: Warning[]) => {
    const names = [
      ...new Set(
        others.flatMap((other) => (other.variant === null || other.variant === variant ? [] : [other.variant]))
      )
    ]
    const also = names.length === 0 ? '' : ` Also: ${list(names)}.`
    return labelled(look)(severity, `${firstSentence(message)}${also} [${code}]`, severityStyles[severity])
  })
}

const firstSentence = (message: string) => /^[^]*?[.?!](?=\s+\p{Lu})/u.exec(message)?.[0] ?? message
