import { isOfSearch, metricFacts } from '../../concepts/metrics.ts'
import { ofRequest } from '../../concepts/requests.ts'
import { resultWords, worstOf } from '../../concepts/verdicts.ts'
import { warningKinds } from '../../concepts/warnings.ts'
import { figureText, ranged } from './numbers.ts'
import { limitsAdvice } from './undecided.ts'
import type { Told } from './told.ts'
import type { ScenarioResult, VariantLimit } from '../../concepts/comparison.ts'
import type { Figure } from '../tables/table.ts'

/** @returns such as p95, 231 ms [215, 248], ≤ 200 ms */
export function variantLimitWords(of: VariantLimit): { metric: string; found: Figure; bound: string } {
  const {
    request,
    metric,
    value,
    interval: [low, high],
    side,
    limit,
    reason
  } = of
  const [unit, scale, sign] =
    metric === 'errorRate'
      ? [' %', 100, '≤']
      : metricFacts[metric].unit === 'ms'
        ? [' ms', 1, '≤']
        : [isOfSearch(metric) ? '' : '/s', 1, '≥'] // a search may be for users
  const { text, ends } = ranged({ value: scale * value, interval: [scale * low, scale * high] })
  const bound = Number((scale * limit).toPrecision(12)).toLocaleString('en-US', { maximumFractionDigits: 9 })
  const found = `${value === 0 ? '0' : text}${unit}`
  return {
    metric: ofRequest(metric === 'errorRate' ? 'error rate' : metric, request),
    found:
      reason === 'too-few-requests' && value === 0
        ? { text: 'unknown' }
        : side === null
          ? { text: found, ends }
          : { text: `${side} ${found}` },
    bound: `${sign} ${bound}${unit}`
  }
}

const mostTold = 3 // of more that are met, the table is easier to read
const verbs = { pass: 'meets', fail: 'misses', inconclusive: 'is undecided at' }

/**
 * @returns what came of all these limits, and what could decide them; null: there are none, or there is no verdict on
 * them
 */
export function toldOfLimits(limits: VariantLimit[]): Told | null {
  const claim = limitsClaim(limits)
  const advice = limitsAdvice(limits)
  return claim && (advice === null ? claim : { ...claim, sentences: [...claim.sentences, advice] })
}

function limitsClaim(limits: VariantLimit[]): Told | null {
  const verdict = worstOf(limits)
  if (verdict === null) return null
  const alike = limits.filter((limit) => limit.verdict === verdict)
  const word = resultWords[verdict]
  if (verdict === 'pass' && alike.length > mostTold) return { word, sentences: [`All ${alike.length} limits are met.`] }
  const sentences = [...Map.groupBy(alike, ({ variant, reason }) => `${variant} ${reason}`).values()].map((own) => {
    const [{ variant, reason }] = own
    const words = own
      .map(variantLimitWords)
      .map(({ metric, found, bound }) => `${metric} ${bound}: ${figureText(found)}`)
      .join(', ')
    return reason === null
      ? `${variant} ${verbs[verdict]} ${words}.`
      : `No verdict on ${words} of ${variant}: ${warningKinds[reason].noVerdict.inShort}.`
  })
  return { word, sentences }
}

/** What came of a scenario together with its limits, the worse first, under one word for both. */
export function withLimits(told: Told, { candidates, limits }: ScenarioResult): Told {
  const ofLimits = limitsClaim(limits)
  if (ofLimits === null) return told
  const isWorse = worstOf(limits) !== worstOf(candidates) && worstOf([...limits, ...candidates]) === worstOf(limits)
  const [first, second] = told.word === null || isWorse ? [ofLimits, told] : [told, ofLimits]
  return { word: first.word, sentences: [...first.sentences, ...second.sentences] }
}
