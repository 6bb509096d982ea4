import { loadAxis, speedupAxis } from '../charts/axes.ts'
import { rangedCurve, speedupsDown } from '../charts/plot.ts'
import { markup } from '../markup.ts'
import { timesWithin } from '../words/numbers.ts'
import { estimateOf, isShown, type Estimate } from '../../concepts/comparison.ts'
import { metricFacts, type Metric } from '../../concepts/metrics.ts'
import { list } from '../../concepts/wording.ts'
import { nameOf, panel, panels, section, subheading, type ScenarioView } from './section.ts'
import type { ListedNumber } from '../../concepts/settings.ts'

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
