import { dumbbells } from '../charts/dumbbells.js'
import { latencyScale } from '../charts/latency-scale.js'
import { markup } from '../markup.js'
import { legend, section, subheading } from './section.js'
/**
 * @import { Percentile } from '../../vocabulary.js'
 * @import { RoundOfLatencies } from '../charts/dumbbells.js'
 * @import { Markup } from '../markup.js'
 * @import { ScenarioView } from './section.js'
 */

/** @type {readonly Percentile[]} */
const metrics = ['p50', 'p95', 'p99']

/** Least distance of two ticks, as a part of the axis: three charts stand side by side. */
const gap = 0.2

/**
 * @param {ScenarioView} view
 * @returns {Markup | null} null: no response counts
 */
export function roundsSection(view) {
  const seen = view.names.filter((name) => view.runs.some(({ run }) => run.variant === name && run.latencyMs !== null))
  if (seen.length === 0) return null
  const lead = 'The variants of a round ran one after the other, in an order that alternates. Where the gap keeps its size and direction in every row, the result repeats.'
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

/**
 * @param {ScenarioView} view
 * @param {Percentile} metric
 * @returns {RoundOfLatencies[]} in their order; one that was cut short has fewer values
 */
function roundsOf(view, metric) {
  const numbers = [...new Set(view.runs.map(({ run }) => run.round))].sort((a, b) => a - b)
  return numbers.map((round) => {
    const values = view.names.flatMap((name) => {
      const detail = view.runs.find(({ run }) => run.round === round && run.variant === name)
      return detail === undefined || detail.run.latencyMs === null ? [] : [{ name, look: view.lookOf(name), latencyMs: detail.run.latencyMs[metric] }]
    })
    return { round, values, speedup: speedupOf(view, values), isOutlier: isOutlier(view, metric, round) }
  })
}

/**
 * @param {ScenarioView} view
 * @param {RoundOfLatencies['values']} values
 * @returns {number | null} null: there are several candidates, or one of the two is missing
 */
function speedupOf({ names }, values) {
  if (names.length !== 2 || values.length !== 2) return null
  const speedup = values[0].latencyMs / values[1].latencyMs
  return Number.isFinite(speedup) ? speedup : null
}

/**
 * @param {ScenarioView} view
 * @param {Percentile} metric
 * @param {number} round
 */
function isOutlier({ result }, metric, round) {
  const estimates = result?.candidates.flatMap((candidate) => candidate.estimates.filter((estimate) => estimate.metric === metric)) ?? []
  return estimates.some(({ outliers }) => outliers.some((outlier) => outlier.round === round))
}
