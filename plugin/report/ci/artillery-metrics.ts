import { artilleryName, metricFacts, type Metric } from '../../concepts/metrics.ts'
import { metricsInstead, unitFound } from '../../questions/report.ts'
import { rounded } from '../../statistics/descriptive.ts'
import type { Comparison, ScenarioResult } from '../../concepts/comparison.ts'

/**
 * The results as Artillery counters, for its summary, its --output file and `ensure` conditions, which know a
 * name only when it is made of letters, digits, underscores and dots.
 */
export function artilleryMetrics({ scenarios }: Pick<Comparison, 'scenarios'>): Record<string, number> {
  const metrics: Record<string, number> = {}
  for (const result of scenarios) {
    const { scenario, baseline, variants, candidates, rounds } = result
    for (const { name, estimates, limits } of candidates) {
      const set = (metric: string, value: number, variant = name) => {
        metrics[`plugins.speedup.${asName(scenario)}.${asName(variant)}.${metric}`] = value
      }
      for (const { metric, speedup, interval, ...values } of estimates) {
        const speedupName = artilleryName(metric)
        const value = valueName(metric, result)
        set(speedupName, rounded(speedup))
        set(`${speedupName}_low`, rounded(interval[0]))
        set(`${speedupName}_high`, rounded(interval[1]))
        set(value, rounded(values.baseline), baseline)
        set(value, rounded(values.candidate))
      }
      if (estimates.length > 0)
        set('errorRate', exact(variants.find((use) => use.name === baseline)?.errorRate ?? NaN), baseline)
      for (const { metric, value } of limits)
        if (value !== null) set(metric, metric === 'errorRate' ? exact(value) : rounded(value))
      for (const [metric, value] of metricsInstead(result, name)) set(metric, value)
      set('rounds', rounds)
    }
  }
  // ensure replaces each name in a condition, in this order: p95 within p95_low, unless p95_low comes first.
  return Object.fromEntries(Object.entries(metrics).toSorted(([a], [b]) => (a < b ? 1 : -1)))
}

const exact = (share: number) => Number(share.toPrecision(3)) // a small one is not none

/** Of each variant's own value, beside the speedups, which have the metric's name. */
const valueName = (metric: Metric, result: ScenarioResult) =>
  `${artilleryName(metric)}_${metricFacts[metric].unit === 'ms' ? 'ms' : (unitFound(result) ?? 'per_second')}`

const asName = (name: string) => name.replace(/\W+/g, '_')
