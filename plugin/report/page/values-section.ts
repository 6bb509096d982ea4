import { loadAxis, speedupAxis } from '../charts/axes.ts'
import {
  across,
  axisHeight,
  curve,
  curves,
  curveWidth,
  plot,
  rangedMark,
  short,
  speedupsDown,
  ticksAcross,
  upwards
} from '../charts/plot.ts'
import { markup, type Markup } from '../markup.ts'
import { muted } from '../palette.ts'
import { estimateOf } from '../words/sentences.ts'
import { rangedText } from '../words/numbers.ts'
import { isShown } from '../../concepts/comparison.ts'
import { metricFacts, type Metric } from '../../concepts/metrics.ts'
import { list } from '../../concepts/wording.ts'
import { nameOf, panel, panels, section, subheading, type ScenarioView } from './section.ts'
import type { Ranged } from '../../concepts/load-results.ts'
import type { ListedNumber } from '../../concepts/settings.ts'

type Listed = ListedNumber & { name: string } // of a variant
type Point = { name: string; value: number; speedup: Ranged }

const drawn: Metric[] = ['throughput', 'p95']
const edges = { top: 12, bottom: 232 } // in px

/** The speedup over the numbers of a list, which are an environment variable's; null: no variant has such a list. */
export function valuesSection(view: ScenarioView): Markup | null {
  const listed = view.names.flatMap((name): Listed[] => {
    const { listed: own } = view.planned[name] ?? {}
    return own == null ? [] : [{ name, ...own }]
  })
  const lists = Map.groupBy(listed, ({ list: name, key }) => `${name}: ${key}`)
  const parts = [...lists].flatMap(([title, variants]) => {
    const charts = drawn.flatMap((metric) => chartOf(view, metric, variants))
    return charts.length === 0 ? [] : [markup`${subheading(view, nameOf(title))}\n${panels(charts)}`]
  })
  const lead = markup`A mark is the speedup over ${nameOf(view.baseline)}. Its bar is the confidence interval.`
  return parts.length === 0 ? null : section(view, { id: 'values', title: 'By value', lead }, parts)
}

/** @returns nothing where fewer than two values have a speedup */
function chartOf(view: ScenarioView, metric: Metric, variants: Listed[]): Markup[] {
  const [{ key }] = variants
  const points = variants.flatMap(({ name, number: value }): Point[] => {
    const candidate = view.result?.candidates.find((each) => each.name === name)
    const estimate = candidate && estimateOf(candidate, metric)
    if (name === view.baseline) return [{ name, value, speedup: { value: 1, interval: [1, 1] } }]
    if (estimate === undefined || !isShown(estimate)) return []
    return [{ name, value, speedup: { value: estimate.speedup, interval: estimate.interval } }]
  })
  if (points.length < 2) return []
  const sorted = points.toSorted((a, b) => a.value - b.value)
  const { title, heading, place } = metricFacts[metric]
  return [
    panel(view.level + 1, title, `Speedup ${place}, over ${key}.`, valueCurve(view, { heading, key, points: sorted }))
  ]
}

function valueCurve(
  { lookOf }: Pick<ScenarioView, 'lookOf'>,
  { heading, key, points }: { heading: string; key: string; points: Point[] }
): Markup {
  const values = loadAxis(
    points.map(({ value }) => value),
    String
  )
  const speedups = speedupAxis(points.flatMap(({ speedup }) => speedup.interval))
  const y = upwards(speedups, edges)
  const told = points.map(({ value, speedup }) => `${value}: ${rangedText(speedup)}`)
  const way = points.map(({ value, speedup }) => `${short(curveWidth * values.part(value))} ${short(y(speedup.value))}`)
  const label = `Speedup, ${heading}, over ${key}: ${list(told)}.`
  return plot({ height: edges.bottom + axisHeight, label, className: 'scaling' }, [
    ...speedupsDown(speedups, y),
    ...ticksAcross(values.ticks, edges.bottom),
    curves(edges.bottom, curve(`M${way.join('L')}`, { stroke: muted, 'stroke-width': 1.5 })),
    ...points.flatMap(({ name, value, speedup }, i) =>
      rangedMark(lookOf(name), speedup, { x: across(values.part(value)), y, edges, title: `${name}, ${told[i]}` })
    )
  ])
}
