import { percent } from '../../wording.ts'
import { markup, type Markup } from '../markup.ts'
import { interval, times } from '../numbers.ts'
import { statusLabel } from './status.ts'
import type { CandidateResult, Estimate, Limit, Reason } from '../../vocabulary.ts'

/**
 * What came of an estimate, for its row in the table of speedups.
 *
 * @returns with what is to be known about it: why there is no verdict, and what was measured earlier
 */
export function outcomeOf({ metric, required, verdict, reason, earlier, regression }: Estimate, selfCheck: CandidateResult['selfCheck']): Markup[] {
  const differs = selfCheck !== null && selfCheck.biased.includes(metric)
  return [
    selfCheck !== null ? checkedLabel(differs, reason) : required === null ? markup`<span class="muted">not required</span>` : verdictLabel(verdict),
    ...(differs ? [markup` <span class="remark">(differs)</span>`] : []),
    ...(reason === null ? [] : [markup` <span class="remark">(${reasons[reason]})</span>`]),
    ...(regression ? [markup` ${statusLabel('fail', 'REGRESSION')}`] : []),
    ...(earlier === null ? [] : [markup` <span class="remark">(earlier ${times(earlier.speedup)} ${interval(earlier.interval)})</span>`])
  ]
}

/** @param verdict on something that was required; null: it was ended before its time */
export function verdictLabel(verdict: Estimate['verdict']): Markup {
  return verdict !== null ? statusLabel(verdict) : markup`<span class="muted">preliminary</span>`
}

/** Of a variant that is run as the baseline is, so that no difference is what is required. */
function checkedLabel(differs: boolean, reason: Estimate['reason']) {
  return differs ? statusLabel('fail') : reason === null ? statusLabel('ok', 'no difference') : statusLabel('inconclusive')
}

/** Why there is no verdict, in a few words. */
const reasons: Record<Reason, string> = {
  errors: 'too many errors',
  'different-answers': 'other answers than the baseline’s',
  'generator-saturated': 'the load generator was too busy',
  'baseline-saturated': 'the baseline could not keep up',
  'throughput-fixed': 'users come at a fixed rate'
}

const mostDigits = 9

/**
 * A limit's value and what was required of it, as it was configured. Rounding never turns a miss into a hit, nor a hit
 * into a miss.
 *
 * @param limit one that is required
 */
export function limitTexts({ metric, value, required }: Limit): { value: string, required: string } {
  const [isFairness, limit] = [metric === 'fairness', Number(required)]
  // A percentage has no more digits than what was configured.
  const shownLimit = isFairness ? limit : Number((100 * limit).toPrecision(12))
  const meets = (of: number, bound: number) => (isFairness ? of >= bound : of <= bound)
  const shownRequired = isFairness ? `≥ ${limit}` : `≤ ${shownLimit} %`
  if (value === null) return { value: 'not seen', required: shownRequired }
  const usual = isFairness ? value.toFixed(2) : percent(value)
  const longer = Array.from({ length: mostDigits }, (_, i) => (isFairness ? value.toFixed(i + 1) : `${(100 * value).toFixed(i + 1)} %`)).filter((text) => text.length > usual.length)
  const honest = [usual, ...longer].find((text) => meets(Number(/[\d.]+/.exec(text)), shownLimit) === meets(value, limit))
  return { value: honest ?? String(value), required: shownRequired }
}
