import { isDeepStrictEqual } from 'node:util'
import { differsFromOne } from '../statistics/sequential-rule.ts'
import { leastMargin } from './checks/power.ts'
import { leastSpread } from './least-spread.ts'
import type { Estimate, Generator, Metric, SelfCheck, Variant } from '../vocabulary.ts'

/** How often a machine that can be trusted is said not to be. */
const falseAlarms = 0.05

/** @returns whether they are run in the same way, whatever they are called and however they were written */
export function isSameVariant(a: Variant, b: Variant): boolean {
  return isDeepStrictEqual({ ...a, name: '', sweep: null }, { ...b, name: '', sweep: null })
}

/**
 * Whether the baseline is as fast as itself: what differs then is not the app. The false alarms are divided among
 * the metrics (Bonferroni), so that an interval at the usual confidence may exclude 1 by chance.
 *
 * @param estimates of a variant that is the baseline once more
 */
export function selfCheck(estimates: Estimate[], generator: Generator | null): SelfCheck {
  const carried = estimates.filter(({ reason }) => reason === null)
  const level = falseAlarms / carried.length
  const isBiased = ({ ratios, metric }: Estimate) => differsFromOne(ratios.map(Math.log), level, leastSpread(metric, generator))
  const biased = carried.filter(isBiased).map(({ metric }) => metric)
  const margins = estimates.map(({ metric, spread }) => [metric, leastMargin(spread)])
  const verdict = carried.length === 0 ? 'inconclusive' : biased.length === 0 ? 'pass' : 'fail'
  return { verdict, biased, leastMargin: Object.fromEntries(margins) as Record<Metric, number> }
}
