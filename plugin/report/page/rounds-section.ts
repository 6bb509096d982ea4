import { dumbbells, type RoundOfLatencies } from '../charts/dumbbells.ts'
import { latencyScale } from '../charts/scales.ts'
import { markup, type Markup } from '../markup.ts'
import { legend, section, subheading, type ScenarioView } from './section.ts'
import { percentiles, type Percentile } from '../../concepts/metrics.ts'

/** Least distance of two ticks, as a part of the axis: three charts stand side by side. */
const gap = 0.2

/** @returns null: no response counts */
export function roundsSection(view: ScenarioView): Markup | null {
  const seen = view.names.filter((name) => view.runs.some(({ run }) => run.variant === name && run.latencyMs !== null))
  if (seen.length === 0) return null
  const lead = 'The variants of a round ran one after the other, in an order that alternates. Where the gap keeps its size and direction in every row, the result repeats.'
  const charts = percentiles.map((metric) => {
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
function roundsOf(view: ScenarioView, metric: Percentile): RoundOfLatencies[] {
  const numbers = [...new Set(view.runs.map(({ run }) => run.round))].sort((a, b) => a - b)
  return numbers.map((round) => {
    const values = view.names.flatMap((name) => {
      const detail = view.runs.find(({ run }) => run.round === round && run.variant === name)
      return detail === undefined || detail.run.latencyMs === null ? [] : [{ name, look: view.lookOf(name), latencyMs: detail.run.latencyMs[metric] }]
    })
    return { round, values, speedup: speedupOf(view, values), isOutlier: isOutlier(view, metric, round) }
  })
}

/** @returns null: there are several candidates, or one of the two is missing */
function speedupOf({ names }: ScenarioView, values: RoundOfLatencies['values']): number | null {
  if (names.length !== 2 || values.length !== 2) return null
  const speedup = values[0].latencyMs / values[1].latencyMs
  return Number.isFinite(speedup) ? speedup : null
}

function isOutlier({ result }: ScenarioView, metric: Percentile, round: number) {
  const estimates = result?.candidates.flatMap((candidate) => candidate.estimates.filter((estimate) => estimate.metric === metric)) ?? []
  return estimates.some(({ outliers }) => outliers.some((outlier) => outlier.round === round))
}
