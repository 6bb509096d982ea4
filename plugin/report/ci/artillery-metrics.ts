import { artilleryName } from '../../concepts/metrics.ts'
import type { Comparison } from '../../concepts/comparison.ts'

/**
 * The results as Artillery counters, for its summary, its --output file and `ensure` conditions, which know a
 * name only when it is made of letters, digits, underscores and dots.
 */
export function artilleryMetrics({ scenarios }: Pick<Comparison, 'scenarios'>): Record<string, number> {
  const metrics: Record<string, number> = {}
  for (const { scenario, candidates, rounds } of scenarios) {
    for (const { name, estimates, limits } of candidates) {
      const set = (metric: string, value: number) => {
        metrics[`plugins.speedup.${asName(scenario)}.${asName(name)}.${metric}`] = Math.round(value * 1000) / 1000
      }
      for (const { metric, speedup, interval: [low, high] } of estimates) {
        set(artilleryName(metric), speedup)
        set(`${artilleryName(metric)}_low`, low)
        set(`${artilleryName(metric)}_high`, high)
      }
      for (const { metric, value } of limits) if (value !== null) set(metric, value)
      set('rounds', rounds)
    }
  }
  return metrics
}

const asName = (name: string) => name.replace(/\W+/g, '_')
