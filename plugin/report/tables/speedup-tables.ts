import {
  estimateOf,
  isShown,
  type CandidateResult,
  type Estimate,
  type ScenarioResult
} from '../../concepts/comparison.ts'
import { isOfSearch, metricFacts, metrics, usuallyTold, type Metric } from '../../concepts/metrics.ts'
import { percent } from '../../concepts/wording.ts'
import { textFound } from '../../questions/report.ts'
import { variantLimitWords } from '../words/limit-sentences.ts'
import { flowRemark, flowRows, toldEstimates } from '../words/flow-words.ts'
import { limitFigures } from '../words/names.ts'
import { boundText, milliseconds, perSecond, speedupFigure } from '../words/numbers.ts'
import { missingWords } from '../words/sentences.ts'
import { mainColumn, wordColumn, type Cell, type Column, type Name, type Table } from './table.ts'

/** @param variant whose value it is */
const valueOf = (metric: Metric, value: number, variant: string, result: ScenarioResult) =>
  textFound(result, variant) ??
  (metricFacts[metric].unit === 'ms' ? `${milliseconds(value)} ms` : `${perSecond(value)}/s`)

const candidateName = ({ name, workers }: CandidateResult): Name => ({
  name,
  remark: workers > 1 ? `${workers} workers` : null
})

/** What stands behind a metric or a request. */
const figureColumns = ({ baseline, confidence }: ScenarioResult, candidate: Column['title']): Column[] => [
  { title: { name: baseline }, rank: 2 },
  { title: candidate, rank: 2 },
  mainColumn('Speedup', confidence),
  { title: 'Earlier', rank: 3 },
  { title: 'Needs' },
  wordColumn('')
]

const unknown = [null, null, null, '', ''] // in place of figures

const figures = (estimate: Estimate, variant: string, result: ScenarioResult): Cell[] => [
  valueOf(estimate.metric, estimate.baseline, result.baseline, result),
  valueOf(estimate.metric, estimate.candidate, variant, result),
  speedupFigure(estimate),
  estimate.earlier === null ? '' : speedupFigure(estimate.earlier),
  needed(estimate)
]

const needed = ({ required }: Estimate) => `${required ?? ''}`

/** A row for each metric of each of these candidates, and for what was required of it beside, or failed. */
export function speedupTable(result: ScenarioResult, candidates = result.candidates): Table {
  const { baseline, variants } = result
  const isOne = candidates.length === 1
  const failed = variants.find(({ name }) => name === baseline)?.errorRate
  const rows = candidates.flatMap((candidate) => {
    const who = isOne ? '' : { name: candidate.name }
    const ofEstimates = toldEstimates(candidate).map(({ estimate, label }): Cell[] => {
      if (!isShown(estimate)) return [who, label, ...unknown, [{ words: [missingWords(estimate, '')] }]]
      const { verdict, reason, regression: fell } = estimate
      const words = [boundText(estimate)]
      return [who, label, ...figures(estimate, candidate.name, result), [{ verdict, reason, fell, words }]]
    })
    // What was required, and errors that nobody asked about.
    const told = candidate.limits.filter(
      ({ metric, value, required }) => required !== null || (metric === 'errorRate' && value)
    )
    const ofLimits = told.map((limit): Cell[] => {
      const { metric, value, required, verdict } = limit
      const { name, found, bound } = limitFigures(limit)
      const [seen, needs] = required === null ? [percent(value ?? 0), ''] : [found, bound]
      const ofBaseline = metric === 'errorRate' && failed !== undefined ? percent(failed) : ''
      return [who, name, ofBaseline, seen, '', '', needs, [{ verdict }]]
    })
    return [...ofEstimates, ...ofLimits]
  })
  const columns: Column[] = [
    wordColumn('Variant'),
    wordColumn('Metric'),
    ...figureColumns(result, isOne ? candidateName(candidates[0]) : 'Candidate')
  ]
  return { title: 'Speedups', columns, rows }
}

/** A row for each variant, with the metrics that matter most. */
export function variantsTable(result: ScenarioResult): Table {
  const { baseline, candidates, confidence } = result
  const all = candidates.flatMap(({ estimates }) => estimates)
  const demanded = metrics.filter((metric) => all.some((each) => each.metric === metric && each.required !== null))
  const searched = all.find(({ metric }) => isOfSearch(metric))
  const told = demanded.length > 0 ? demanded : searched === undefined ? usuallyTold : [searched.metric]
  const ofBaseline = told.flatMap((metric): Cell[] => {
    const known = all.find((each) => each.metric === metric && isShown(each))
    return [known ? valueOf(metric, known.baseline, baseline, result) : '', '', '']
  })
  const rows = candidates.map((candidate): Cell[] => [
    candidateName(candidate),
    ...told.flatMap((metric): Cell[] => {
      const estimate = estimateOf(candidate, metric)
      if (estimate === undefined) return ['', '', '']
      if (!isShown(estimate)) return [null, null, '']
      return [
        valueOf(metric, estimate.candidate, candidate.name, result),
        { ...speedupFigure(estimate), note: estimate.reason === null ? null : 'no verdict' },
        needed(estimate)
      ]
    }),
    [{ verdict: candidate.verdict, words: candidate.estimates.map(boundText) }]
  ])
  return {
    title: 'Speedups',
    columns: [
      wordColumn('Variant'),
      ...told.flatMap((metric): Column[] => [
        { title: metric, rank: 1 },
        { ...mainColumn('Speedup', confidence), alone: metric, intervalRank: 2 },
        { title: 'Needs' }
      ]),
      wordColumn('')
    ],
    rows: [[{ name: baseline }, ...ofBaseline, ''], ...rows]
  }
}

/** A row for each request of the flow, those first for which users wait most; none: nothing is known of each. */
export const flowTable = ({ name, flow }: CandidateResult, result: ScenarioResult): Table => ({
  title: 'Requests',
  columns: [
    wordColumn('Request'),
    { title: 'Waited', rank: 3 },
    { title: 'At', rank: 4 },
    ...figureColumns(result, { name })
  ],
  rows: flowRows(flow, result).map((row): Cell[] => {
    const { request, estimate } = row
    return [
      { name: request.name },
      percent(request.waited),
      estimate && estimate.metric,
      ...(estimate === null ? unknown : figures(estimate, name, result)),
      [{ verdict: estimate?.verdict ?? null, words: [flowRemark(row)] }]
    ]
  })
})

/** A row for each limit of a variant; none: nothing was to be kept. */
export const limitsTable = ({ limits, confidence }: ScenarioResult): Table => ({
  title: 'Limits of the variants',
  columns: [
    wordColumn('Variant'),
    wordColumn('Metric'),
    mainColumn('Measured', confidence),
    { title: 'Limit' },
    wordColumn('Result')
  ],
  rows: limits.map((limit) => {
    const { verdict, reason, variant } = limit
    const { metric, found, bound } = variantLimitWords(limit)
    return [{ name: variant, isVariant: true }, metric, found, bound, [{ verdict, reason, isEarly: !verdict }]]
  })
})
