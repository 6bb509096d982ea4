import type { Comparison } from '../../concepts/comparison.ts'

/**
 * The results as Artillery counters, for its summary, its --output file and `ensure` conditions, which know a
 * name only when it is made of letters, digits, underscores and dots.
 */
export function artilleryMetrics({ scenarios }: Pick<Comparison, 'scenarios'>): Record<string, number> {
  return Object.fromEntries(
    scenarios.flatMap(({ scenario, candidates, rounds }) =>
      candidates.flatMap(({ name, estimates, limits }) => {
        const prefix = `plugins.speedup.${asName(scenario)}.${asName(name)}`
        const ratios = estimates.flatMap(({ metric, speedup, interval }) => [
          [`${prefix}.${metric}`, rounded(speedup)],
          [`${prefix}.${metric}_low`, rounded(interval[0])],
          [`${prefix}.${metric}_high`, rounded(interval[1])]
        ])
        const counted = limits.flatMap(({ metric, value }) => (value === null ? [] : [[`${prefix}.${metric}`, rounded(value)]]))
        return [...ratios, ...counted, [`${prefix}.rounds`, rounds]]
      })
    )
  )
}

function asName(name: string) {
  return name.replace(/\W+/g, '_')
}

function rounded(value: number) {
  return Math.round(value * 1000) / 1000
}
