import {
  estimateOf,
  headline,
  isShown,
  type CandidateResult,
  type Estimate,
  type ScenarioResult
} from '../../concepts/comparison.ts'
import { columnsOf, metricFacts, usuallyTold, type Metric } from '../../concepts/metrics.ts'
import { warningKinds } from '../../concepts/warnings.ts'
import { counted, list, percent } from '../../concepts/wording.ts'
import { limitFigures, shownLimits, withWorkers } from '../words/names.ts'
import { capacityFigures } from '../words/capacity-words.ts'
import { boundText, milliseconds, perSecond, span, speedupText, times } from '../words/numbers.ts'
import { flowTable } from '../words/flow-words.ts'
import { missingWords } from '../words/sentences.ts'
import { cut, longestName, tableLines, widestThatFits, wrap, type Layout } from './layout.ts'
import type { Verdict } from '../../concepts/verdicts.ts'

function valueOf({ metric, value }: { metric: Metric; value: number }, variant: string, { capacity }: ScenarioResult) {
  const found = metric === 'capacity' ? capacity?.variants.find((each) => each.variant === variant) : undefined
  if (capacity !== null && found !== undefined) return capacityFigures(found, capacity.unit).value
  return metricFacts[metric].unit === 'ms' ? `${milliseconds(value)} ms` : `${perSecond(value)}/s`
}

export const painted = (verdict: Verdict | null, { paint }: Layout) =>
  verdict === null ? '' : paint(({ pass: 'good', fail: 'bad', inconclusive: 'doubt' } as const)[verdict], verdict)

function outcomeOf(estimate: Estimate, layout: Layout) {
  const { verdict, reason, regression } = estimate
  const words = [
    painted(verdict, layout),
    regression && layout.paint('bad', 'fell'),
    verdict === null && reason !== null && 'no verdict',
    boundText(estimate)
  ]
  return words.filter(Boolean).join(', ')
}

export function tableOfOne(result: ScenarioResult, candidate: CandidateResult, layout: Layout): string[] {
  const { baseline, confidence, variants } = result
  const { estimates, name } = candidate
  const rows = estimates.map((estimate) => {
    const { metric, interval, required, earlier } = estimate
    if (!isShown(estimate)) return [metric, '-', '-', '-', '', '', '', missingWords(estimate, '')]
    return [
      metric,
      valueOf({ metric, value: estimate.baseline }, baseline, result),
      valueOf({ metric, value: estimate.candidate }, name, result),
      speedupText(estimate),
      estimate.side === null ? span(interval) : '',
      earlier === null ? '' : `${times(earlier.speedup)} ${span(earlier.interval)}`,
      required === null ? '' : String(required),
      outcomeOf(estimate, layout)
    ]
  })
  const failed = variants.find((use) => use.name === baseline)?.errorRate
  const others = shownLimits(candidate).map((limit) => {
    const { metric, value, required, verdict } = limit
    const { found, needed } = limitFigures(limit)
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
      painted(verdict, layout)
    ]
  })
  const head = [
    '',
    cut(baseline, longestName),
    cut(withWorkers(candidate.name, candidate.workers), longestName),
    'speedup',
    `${percent(confidence)} interval`,
    'earlier',
    'needs',
    ''
  ]
  return [...tableLines(withoutEmpty([head, ...rows, ...others]), layout), ...withheld(candidate, layout)]
}

const mostRequests = 5

/** A row for each request of the flow, those first for which users wait most. */
export function tableOfFlow(result: ScenarioResult, candidate: CandidateResult, layout: Layout): string[] {
  const rows = flowTable(candidate, result).map(([request, ...cells]) => [cut(request, longestName), ...cells])
  if (rows.length === 0) return []
  const more = rows.length - 1 - mostRequests
  return [
    '',
    ...tableLines(withoutEmpty(rows.slice(0, 1 + mostRequests)), layout),
    ...(more > 0 ? [`  and ${counted(more, 'more row')}, on the page`] : [])
  ]
}

/** Why rows have no verdict of which nothing was required, where nothing else says it. */
function withheld(candidate: CandidateResult, { columns }: Layout) {
  const rows = candidate.estimates.filter((estimate) => isShown(estimate) && estimate.required === null)
  const told = [headline(candidate), ...candidate.estimates.filter(({ required }) => required !== null)]
  const reasons = [...new Set(rows.flatMap(({ reason }) => reason ?? []))]
  return reasons
    .filter((reason) => !told.some((estimate) => estimate.reason === reason))
    .map((reason) => {
      const own = list(rows.filter((row) => row.reason === reason).map(({ metric }) => metric))
      return wrap(`  no verdict on ${own}: ${warningKinds[reason].noVerdict.inShort}`, columns)
    })
}

/** @returns without the columns that only have a head */
const withoutEmpty = (rows: string[][]) =>
  rows.map((row) => row.filter((_, column) => column === 0 || rows.slice(1).some((other) => other[column] !== '')))

/** A row for each variant, as wide as there is room: without intervals, then without values. */
export function tableOfMany(result: ScenarioResult, layout: Layout): string[] {
  const rows = widestThatFits(
    [['values', 'intervals'], ['values'], ['intervals'], []].map((shown) => rowsOfMany(result, new Set(shown), layout)),
    layout
  )
  return [...tableLines(rows, layout), ...(rows.flat().some((cell) => cell.endsWith('*')) ? ['  * no verdict'] : [])]
}

function rowsOfMany(result: ScenarioResult, shown: Set<string>, layout: Layout) {
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
      if (!isShown(estimate)) return ['-', '-', '', '']
      return [
        shown.has('values') ? valueOf({ metric, value: estimate.candidate }, candidate.name, result) : '',
        `${speedupText(estimate)}${estimate.reason === null ? '' : '*'}`,
        shown.has('intervals') && estimate.side === null ? span(estimate.interval) : '',
        estimate.required === null ? '' : String(estimate.required)
      ]
    })
  const ofBaseline = metrics.flatMap((metric) => {
    const [estimate] = candidates.flatMap((candidate) => estimateOf(candidate, metric) ?? [])
    return [
      estimate === undefined || !isShown(estimate)
        ? ''
        : valueOf({ metric, value: estimate.baseline }, baseline, result),
      '',
      '',
      ''
    ]
  })
  const head = metrics.flatMap((metric) => [
    metric,
    shown.has('values') ? 'speedup' : metric,
    `${percent(confidence)} interval`,
    'needs'
  ])
  const rows = candidates.map((candidate) => [
    cut(withWorkers(candidate.name, candidate.workers), longestName),
    ...cells(candidate),
    [painted(candidate.verdict, layout), ...candidate.estimates.map(boundText)].filter(Boolean).join(', ')
  ])
  const first = shown.has('values') ? [[cut(baseline, longestName), ...ofBaseline, '']] : []
  return withoutEmpty([[shown.has('values') ? '' : 'speedup', ...head, ''], ...first, ...rows])
}
