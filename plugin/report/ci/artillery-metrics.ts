import { artilleryName, metricFacts, type Metric, type Ranged } from '../../concepts/metrics.ts'
import { ownLosses } from '../../questions/losses/report/loss-sentences.ts'
import type { Comparison, ScenarioResult } from '../../concepts/comparison.ts'
import type { Losses } from '../../questions/losses/concepts/losses.ts'

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
      for (const [metric, value] of lossMetrics(ownLosses(result, name) ?? [])) set(metric, value)
      set('rounds', rounds)
    }
  }
  // ensure replaces each name in a condition, in this order: p95 within p95_low, unless p95_low comes first.
  return Object.fromEntries(Object.entries(metrics).toSorted(([a], [b]) => (a < b ? 1 : -1)))
}

const rounded = (value: number) => Math.round(value * 1000) / 1000
const exact = (share: number) => Number(share.toPrecision(3)) // a small one is not none

/** Of each variant's own value, beside the speedups, which have the metric's name. */
const valueName = (metric: Metric, { capacity }: ScenarioResult) =>
  `${artilleryName(metric)}_${metricFacts[metric].unit === 'ms' ? 'ms' : capacity?.unit === 'users' ? 'users' : 'per_second'}`

/**
 * The worst of all disturbances, and of those of each kind; a recovery only where it is known of each. Rounded so that
 * no lost request becomes none.
 */
function lossMetrics(losses: Losses[]): [metric: string, value: number][] {
  const kinds = Map.groupBy(losses, ({ disturbance }) => `${disturbance.kind}.`)
  return [...kinds, ['', losses] as const].flatMap(([kind, own]) => {
    const recoveries = own.flatMap(({ recoverySeconds, neverBack }) => (neverBack > 0 ? [] : (recoverySeconds ?? [])))
    const lost = own.map((each) => each.lost)
    return [
      ...worstOf(`${kind}lost`, lost),
      ...(recoveries.length < own.length ? [] : worstOf(`${kind}recovery`, recoveries))
    ]
  })
}

function worstOf(metric: string, found: Ranged[]): [metric: string, value: number][] {
  if (found.length === 0) return []
  const most = (valueOf: (ranged: Ranged) => number) => exact(Math.max(...found.map(valueOf)))
  return [
    [metric, most(({ value }) => value)],
    [`${metric}_low`, most(({ interval: [low] }) => low)],
    [`${metric}_high`, most(({ interval: [, high] }) => high)]
  ]
}

const asName = (name: string) => name.replace(/\W+/g, '_')
