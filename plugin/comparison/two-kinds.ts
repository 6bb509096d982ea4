import { meanBy, sumBy } from '../statistics/descriptive.ts'
import { resolutionMs, type Metric, type Percentile } from '../concepts/metrics.ts'
import { byVariant } from './variant-use.ts'
import type { Run } from '../concepts/run.ts'

const leastLeap = Math.log(1.65)

/**
 * Where a fast and a slow kind of responses meet at a percentile, chance says on which of them it falls: its ratio has
 * no steady value, and intervals miss it in up to half of the comparisons. Latencies leap there, while on either side
 * they rise little; those of one kind, however long its tail is, rise about as much beside the percentile as around it
 * (test/statistics/percentiles-simulated.test.ts).
 *
 * @param runs of one variant
 * @returns where the two kinds meet, in ms; null: they don't, or it is unknown, as for a metric without a percentile
 */
export function twoKinds(runs: readonly Run[], metric: Metric) {
  const all = runs.map(({ latencyMs }) => latencyMs?.around?.[metric as Percentile])
  const [low, fast, slow, high] = [0, 1, 2, 3].map((i) =>
    meanBy(all, (each) => Math.log(Math.max(resolutionMs, each?.[i] ?? NaN)))
  )
  // Of none, or where it is unknown of a run, NaN is above nothing.
  const isLeap = slow - fast > Math.max(leastLeap, 2 * (fast - low), 2 * (high - slow))
  return isLeap ? { fastMs: Math.exp(fast), slowMs: Math.exp(slow) } : null
}

/**
 * @param runs of the baseline and of a candidate
 * @returns by how much the ratio of their percentiles may be off, on the log scale, as each may fall on either kind; 0:
 * two kinds meet at neither
 */
export const leapOfKinds = (runs: readonly Run[], metric: Metric) =>
  sumBy(byVariant(runs), ([, own]) => {
    const kinds = twoKinds(own, metric)
    return kinds === null ? 0 : Math.log(kinds.slowMs / kinds.fastMs)
  })
