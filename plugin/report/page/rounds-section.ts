import { dumbbells, type RoundOfLatencies } from '../charts/dumbbells.ts'
import { latencyScale } from '../charts/scales.ts'
import { markup, type Markup } from '../markup.ts'
import { legend, section, subheading, type ScenarioView } from './section.ts'
import type { Percentile } from '../../concepts/codes.ts'

const metrics: readonly Percentile[] = ['p50', 'p95', 'p99']

/** Least distance of two ticks, as a part of the axis: three charts stand side by side. */
const gap = 0.2

const lead = 'The variants of a round ran one after the other, in an order that alternates. ' +
  'Where the gap keeps its size and direction in every row, the result repeats.'

/** @returns null: no response counts */
export function roundsSection(view: ScenarioView): Markup | null {
  const seen = view.names.filter((name) => view.runs.some(({ run }) => run.variant === name && run.latencyMs !== null))
  if (seen.length === 0) return null
  const charts = metrics.map((metric) => {
    const rounds = roundsOf(view, metric)
    const axis = latencyScale(rounds.flatMap(({ values }) => values.map(({ latencyMs }) => latencyMs)), { gap })
    return markup`<div>${subheading(view, `${metric}${axis.isLog ? ', logarithmic scale' : ''}`)}
${dumbbells(metric, rounds, axis)}</div>
`
  })
  return section(view, { id: 'rounds', title: 'Round by round', lead }, markup`${legend(view, seen)}
<div class="rounds">
${charts}</div>`)
}

/** @returns in their order; one that was cut short has fewer values */
function roundsOf({ runs, names, result, lookOf }: ScenarioView, metric: Percentile): RoundOfLatencies[] {
  const estimates = result?.candidates.flatMap((candidate) => candidate.estimates.filter((estimate) => estimate.metric === metric)) ?? []
  const outliers = estimates.flatMap((estimate) => estimate.outliers.map(({ round }) => round))
  const numbers = [...new Set(runs.map(({ run }) => run.round))].sort((a, b) => a - b)
  return numbers.map((round) => {
    const values = names.flatMap((name) => {
      const latencyMs = runs.find(({ run }) => run.round === round && run.variant === name)?.run.latencyMs
      return latencyMs == null ? [] : [{ name, look: lookOf(name), latencyMs: latencyMs[metric] }]
    })
    // Of several candidates, or with one of the two missing, there is none.
    const speedup = names.length === 2 && values.length === 2 ? values[0].latencyMs / values[1].latencyMs : NaN
    return { round, values, speedup: Number.isFinite(speedup) ? speedup : null, isOutlier: outliers.includes(round) }
  })
}
