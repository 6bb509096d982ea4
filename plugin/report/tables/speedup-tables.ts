import {
  estimateOf,
  isShown,
  type CandidateResult,
  type Estimate,
  type ScenarioResult
} from '../../concepts/comparison.ts'
import { columnsOf, metricFacts, usuallyTold } from '../../concepts/metrics.ts'
import { percent } from '../../concepts/wording.ts'
import { capacityFigures } from '../words/capacity-words.ts'
import { variantLimitWords } from '../words/limit-sentences.ts'
import { flowRemark, flowRows, toldEstimates } from '../words/flow-words.ts'
import { limitFigures, limitWords, shownLimits } from '../words/names.ts'
import { boundText, milliseconds, perSecond, speedupFigure } from '../words/numbers.ts'
import { missingWords } from '../words/sentences.ts'
import { type Cell, type Column, type Name, type Table } from './table.ts'

/** @param variant whose value it is */
function valueOf(
  { metric, ...values }: Estimate,
  side: 'baseline' | 'candidate',
  variant: string,
  result: ScenarioResult
) {
  const { capacity } = result
  const found = metric === 'capacity' ? capacity?.variants.find((own) => own.variant === variant) : undefined
  if (capacity !== null && found !== undefined) return capacityFigures(found, capacity.unit).text
  const value = values[side]
  return metricFacts[metric]?.unit === 'ms' ? `${milliseconds(value)} ms` : `${perSecond(value)}/s`
}

const candidateName = ({ name, workers }: CandidateResult): Name => ({
  name,
  remark: workers > 1 ? `${workers} workers` : null
})

const intervalTitle = ({ confidence }: Pick<ScenarioResult, 'confidence'>) => `${percent(confidence)} interval`

const outcomeOf = (estimate: Estimate): Cell => ({
  outcomes: [
    {
      verdict: estimate.verdict,
      reason: estimate.reason,
      fell: estimate.regression,
      words: [boundText(estimate)].filter(Boolean)
    }
  ]
})

const said = (...words: string[]): Cell => ({ outcomes: [{ verdict: null, words }] })

/** A row for each metric of each of these candidates, and for what was required of it beside, or failed. */
export function speedupTable(result: ScenarioResult, candidates = result.candidates): Table {
  const { baseline, variants } = result
  const isOne = candidates.length === 1
  const columns: Column[] = [
    ...(isOne ? [] : [{ title: 'Variant', isLeft: true }]),
    { title: 'Metric', isLeft: true },
    { title: { name: baseline }, rank: 2 },
    { title: isOne ? candidateName(candidates[0]) : 'Candidate', rank: 2 },
    { title: 'Speedup', isMain: true, interval: intervalTitle(result), intervalRank: 1 },
    { title: 'Earlier', rank: 3 },
    { title: 'Needs' },
    { title: '', isLeft: true }
  ]
  const failed = variants.find(({ name }) => name === baseline)?.errorRate
  const rows = candidates.flatMap((candidate) => {
    const named = (cells: Cell[]) => (isOne ? cells : [{ name: candidate.name }, ...cells])
    const ofEstimates = toldEstimates(candidate).map(({ estimate, label }) => {
      const { earlier, required } = estimate
      if (!isShown(estimate)) return [label, null, null, null, '', '', said(missingWords(estimate, ''))]
      return [
        label,
        valueOf(estimate, 'baseline', baseline, result),
        valueOf(estimate, 'candidate', candidate.name, result),
        speedupFigure(estimate),
        earlier === null ? '' : speedupFigure(earlier),
        required === null ? '' : String(required),
        outcomeOf(estimate)
      ]
    })
    const limits = shownLimits(candidate).map((limit) => {
      const { metric, value, required, verdict } = limit
      const { found, needed } = limitFigures(limit)
      return [
        limitWords[metric].name,
        metric === 'errorRate' && failed !== undefined ? percent(failed) : '',
        value !== null && required === null ? percent(value) : found,
        '',
        '',
        required === null ? '' : `${metric === 'errorRate' ? '≤' : '≥'} ${needed}`,
        { outcomes: [{ verdict, words: [] }] }
      ]
    })
    return [...ofEstimates, ...limits].map(named)
  })
  return { title: 'Speedups', columns, rows }
}

/** A row for each variant, with the metrics that matter most. */
export function variantsTable(result: ScenarioResult): Table {
  const { baseline, candidates } = result
  const all = candidates.flatMap(({ estimates }) => estimates)
  const required = columnsOf(all).filter((metric) =>
    all.some((estimate) => estimate.metric === metric && estimate.required !== null)
  )
  const isSearched = all.some(({ metric }) => metric === 'capacity')
  const metrics = required.length > 0 ? required : isSearched ? ['capacity' as const] : usuallyTold
  const ofBaseline = metrics.flatMap((metric): Cell[] => {
    const [estimate] = candidates.flatMap((candidate) => estimateOf(candidate, metric) ?? [])
    const isKnown = estimate !== undefined && isShown(estimate)
    return [isKnown ? valueOf(estimate, 'baseline', baseline, result) : '', '', '']
  })
  const rows = candidates.map((candidate): Cell[] => [
    candidateName(candidate),
    ...metrics.flatMap((metric): Cell[] => {
      const estimate = estimateOf(candidate, metric)
      if (estimate === undefined) return ['', '', '']
      if (!isShown(estimate)) return [null, null, '']
      return [
        valueOf(estimate, 'candidate', candidate.name, result),
        { ...speedupFigure(estimate), note: estimate.reason === null ? null : 'no verdict' },
        estimate.required === null ? '' : String(estimate.required)
      ]
    }),
    { outcomes: [{ verdict: candidate.verdict, words: candidate.estimates.map(boundText).filter(Boolean) }] }
  ])
  return {
    title: 'Speedups',
    columns: [
      { title: 'Variant', isLeft: true },
      ...metrics.flatMap((metric): Column[] => [
        { title: metric, rank: 1 },
        { title: 'Speedup', isMain: true, alone: metric, interval: intervalTitle(result), intervalRank: 2 },
        { title: 'Needs' }
      ]),
      { title: '', isLeft: true }
    ],
    rows: [[{ name: baseline }, ...ofBaseline, ''], ...rows]
  }
}

/** A row for each request of the flow, those first for which users wait most; none: nothing is known of each. */
export function flowTable({ name, flow }: CandidateResult, result: ScenarioResult): Table {
  const rows = flowRows(flow, result).map((row): Cell[] => {
    const { request, at, estimate } = row
    const own = [{ name: request.name }, percent(request.waited)]
    const remark = [flowRemark(row)].filter(Boolean)
    if (estimate === null) return [...own, null, null, null, null, '', said(...remark)]
    const [before, after] = [estimate.baseline, estimate.candidate].map((ms) => `${milliseconds(ms)} ms`)
    const needs = estimate.required === null ? '' : String(estimate.required)
    const outcome = { outcomes: [{ verdict: estimate.verdict, words: remark }] }
    return [...own, at, before, after, speedupFigure(estimate), needs, outcome]
  })
  const columns: Column[] = [
    { title: 'Request', isLeft: true },
    { title: 'Waited', rank: 3 },
    { title: 'At', rank: 4 },
    { title: { name: result.baseline }, rank: 2 },
    { title: { name }, rank: 2 },
    { title: 'Speedup', isMain: true, interval: intervalTitle(result), intervalRank: 1 },
    { title: 'Needs' },
    { title: '', isLeft: true }
  ]
  return { title: 'Requests', columns, rows }
}

/** A row for each limit of a variant; none: nothing was to be kept. */
export const limitsTable = ({ limits, confidence }: Pick<ScenarioResult, 'limits' | 'confidence'>): Table => ({
  title: 'Limits of the variants',
  columns: [
    { title: 'Variant', isLeft: true },
    { title: 'Metric', isLeft: true },
    { title: 'Measured', isMain: true, interval: intervalTitle({ confidence }), intervalRank: 1 },
    { title: 'Limit' },
    { title: 'Result', isLeft: true }
  ],
  rows: limits.map((limit) => {
    const { metric, found, bound } = variantLimitWords(limit)
    const { verdict, reason } = limit
    const outcome = { verdict, reason, isEarly: verdict === null, words: [] }
    return [{ name: limit.variant, isVariant: true }, metric, found, bound, { outcomes: [outcome] }]
  })
})
