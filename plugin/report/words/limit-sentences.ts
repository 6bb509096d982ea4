import { isOfSearch, metricFacts, otherLimits, type Metric } from '../../concepts/metrics.ts'
import { ofRequest } from '../../concepts/requests.ts'
import { resultWords, worstOf } from '../../concepts/verdicts.ts'
import { warningKinds } from '../../concepts/warnings.ts'
import { figureText, ranged } from './numbers.ts'
import { limitsAdvice } from './undecided.ts'
import type { Told } from './told.ts'
import type { DescribedLimit, ScenarioResult, VariantLimit } from '../../concepts/comparison.ts'
import type { Figure } from '../tables/table.ts'

/** @returns such as p95, 231 ms [215, 248], ≤ 200 ms */
export function variantLimitWords(of: VariantLimit): { metric: string; found: Figure; bound: string } {
  const {
    value,
    interval: [low, high],
    side,
    reason
  } = of
  const { name, unit, scale, bound } = boundOf(of)
  const { text, ends } = ranged({ value: scale * value, interval: [scale * low, scale * high] })
  const found = `${value === 0 ? '0' : text}${unit}`
  return {
    metric: name,
    found:
      reason === 'too-few-requests' && value === 0
        ? { text: 'unknown' }
        : side === null
          ? { text: found, ends }
          : { text: `${side} ${found}` },
    bound
  }
}

/** @returns such as "p95 of POST /login" and "≤ 200 ms"; scale: in which its values are told */
export function boundOf({ request, metric, limit }: Omit<DescribedLimit, 'scenario'>) {
  const other = metric in otherLimits ? otherLimits[metric as keyof typeof otherLimits] : null
  const isLatency = other === null && metricFacts[metric as Metric].unit === 'ms'
  // A search may be for users.
  const { name, unit, scale } = other ?? {
    name: metric,
    unit: isLatency ? ' ms' : isOfSearch(metric) ? '' : '/s',
    scale: 1
  }
  const written = Number((scale * limit).toPrecision(12)).toLocaleString('en-US', { maximumFractionDigits: 9 })
  const sign = other !== null || isLatency ? '≤' : '≥'
  return { name: ofRequest(name, request), unit, scale, bound: `${sign} ${written}${unit}` }
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
