import type { Verdict } from '../concepts/verdicts.ts'
import type { Reason } from '../concepts/warnings.ts'

type Interval = readonly [low: number, high: number]

/**
 * The rule of every verdict: where the interval lies, seen from the least that is demanded.
 *
 *      fail          inconclusive          pass
 *   |---x---|  T      |---x-T-|       T  |---x---|
 *
 * @param touching what is said of an interval that has its nearer end exactly at the threshold
 */
export function decide([low, high]: Interval, threshold: number, touching: Verdict = 'inconclusive'): Verdict {
  if (low > threshold || (low === threshold && touching === 'pass')) return 'pass'
  return high < threshold || (high === threshold && touching === 'fail') ? 'fail' : 'inconclusive'
}

/**
 * What is told of a demand: what the interval shows, unless something stands against just that.
 *
 * @param reasonAgainst null: it stands
 */
export function judge(interval: Interval, threshold: number, reasonAgainst: (shown: Verdict) => Reason | null) {
  const shown = decide(interval, threshold)
  const reason = reasonAgainst(shown)
  return { shown, reason, verdict: reason === null ? shown : ('inconclusive' as const) }
}

/** Seen from the most that is allowed, which may be reached. */
export const decideAtMost = ([low, high]: Interval, most: number) => decide([-high, -low], -most, 'pass')
