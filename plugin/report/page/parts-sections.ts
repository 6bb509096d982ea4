import { estimateOf, isShown, type Estimate, type RequestTime } from '../../concepts/comparison.ts'
import { metricFacts, type Metric } from '../../concepts/metrics.ts'
import { joinParts, list, percent } from '../../concepts/wording.ts'
import { loadAxis, speedupAxis } from '../charts/axes.ts'
import { rangedCurve, speedupsDown } from '../charts/plot.ts'
import { missingCells, stripCells, stripHeader, stripsAxis, stripsTable } from '../charts/speedup-strip.ts'
import { markup } from '../markup.ts'
import { flowRemark, flowRows, flowSentence, passesSentence, type FlowRow } from '../words/flow-words.ts'
import { shortName } from '../words/names.ts'
import { timesWithin } from '../words/numbers.ts'
import {
  mutedText,
  nameOf,
  note,
  panel,
  panels,
  remark,
  section,
  statusLabel,
  subheading,
  type ScenarioView
} from './section.ts'
import type { ListedNumber } from '../../concepts/settings.ts'

// Speedups of a part: of each request, of each value of a list.

/** What becomes of each request of a flow; null: users send one request, or nothing is known of each. */
export function flowSection(view: ScenarioView) {
  const { result, baseline } = view
  const candidates = result?.candidates.filter(({ flow }) => flow !== null) ?? []
  if (result === null || candidates.length === 0) return null
  const lead =
    'What is compared is each request by its own responses: p95 where each run has enough of them, else the median. ' +
    'Those for which users wait most of all come first.'
  const passes = passesSentence(result)
  const isOnly = candidates.length === 1
  const finding = isOnly ? flowSentence(candidates[0], baseline) : null
  return section(view, { id: 'requests', title: finding ?? 'Which request gains', lead }, [
    passes && note(passes),
    candidates.map((candidate) => [
      !isOnly && subheading(view, flowSentence(candidate, baseline) ?? nameOf(candidate.name)),
      '\n',
      requestsTable(candidate.name, flowRows(candidate.flow, result), view)
    ])
  ])
}

function requestsTable(name: string, rows: FlowRow[], view: ScenarioView) {
  const axis = stripsAxis(rows.flatMap(({ estimate }) => estimate ?? []))
  const body = rows.map((row) => {
    const { request, estimate } = row
    const cost = (time: RequestTime | null, what: string) =>
      time && `${time.baseline.toPrecision(2)} → ${time.candidate.toPrecision(2)} ms of ${what} each`
    const shares = joinParts([
      `${percent(request.waited)} of the waiting`,
      `${percent(request.share)} of the responses`,
      cost(request.cpu, 'CPU'),
      cost(request.waiting, 'waiting in the app')
    ])
    const heads = { variant: markup`${nameOf(request.name)}${remark(shares)}`, metric: estimate?.metric }
    const known = flowRemark(row)
    if (estimate === null) return { ...heads, ...missingCells, result: mutedText(known) }
    const drawn = { name: `${request.name} of ${name}`, look: view.lookOf(name), axis }
    return {
      ...heads,
      ...stripCells(estimate, drawn),
      result: [estimate.verdict && statusLabel(estimate.verdict), remark(known)]
    }
  })
  const heads = {
    variant: 'Request',
    metric: 'At',
    change: `${shortName(view.baseline)} → ${shortName(name)}`,
    'strip-cell': stripHeader(axis),
    figure: 'Speedup',
    range: 'Interval',
    required: 'Needs',
    result: ''
  }
  return stripsTable('speedups grouped', heads, [body])
}

type Listed = ListedNumber & { name: string } // of a variant

const drawn: Metric[] = ['throughput', 'p95']

/** The speedup over the numbers of a list, which are an environment variable's; null: no variant has such a list. */
export function valuesSection(view: ScenarioView) {
  const listed = view.names.flatMap((name) => {
    const own = view.planned[name]?.listed
    return own ? [{ name, ...own }] : []
  })
  const lists = Map.groupBy(listed, ({ list: name, key }) => `${name}: ${key}`)
  const parts = [...lists].flatMap(([title, variants]) => {
    const charts = drawn.flatMap((metric) => chartOf(view, metric, variants) ?? [])
    return charts.length === 0 ? [] : [subheading(view, nameOf(title)), '\n', panels(charts)]
  })
  const lead = markup`A mark is the speedup over ${nameOf(view.baseline)}. Its bar is the confidence interval.`
  return parts.length === 0 ? null : section(view, { id: 'values', title: 'By value', lead }, parts)
}

/** @returns null: fewer than two values have a speedup that carries a verdict */
function chartOf({ result, baseline, lookOf, level }: ScenarioView, metric: Metric, variants: Listed[]) {
  const speedupOf = (name: string): Pick<Estimate, 'speedup' | 'interval'> | null => {
    if (name === baseline) return { speedup: 1, interval: [1, 1] }
    const candidate = result?.candidates.find((each) => each.name === name)
    const estimate = estimateOf(candidate, metric)
    return estimate && isShown(estimate) && estimate.reason === null ? estimate : null
  }
  const points = variants
    .toSorted((a, b) => a.number - b.number)
    .flatMap(({ name, number }) => {
      const found = speedupOf(name)
      if (found === null) return []
      const { speedup, interval } = found
      const told = `${number}: ${timesWithin({ speedup, interval })}`
      const ranged = { value: speedup, interval }
      return [{ at: number, ranged, look: lookOf(name), told, title: `${name}, ${told}` }]
    })
  if (points.length < 2) return null
  const [{ key }] = variants
  const { title, heading, place } = metricFacts[metric]
  const values = speedupAxis(points.flatMap(({ ranged }) => ranged.interval))
  const chart = rangedCurve(points, {
    label: `Speedup, ${heading}, over ${key}: ${list(points.map(({ told }) => told))}.`,
    axis: loadAxis(
      points.map(({ at }) => at),
      String
    ),
    values,
    ticks: (y) => speedupsDown(values, y)
  })
  return panel(level + 1, title, `Speedup ${place}, over ${key}.`, chart)
}
