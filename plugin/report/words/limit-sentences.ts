import { metricFacts } from '../../concepts/metrics.ts'
import { resultWords, worstOf } from '../../concepts/verdicts.ts'
import { warningKinds } from '../../concepts/warnings.ts'
import { paragraph } from '../../concepts/wording.ts'
import { figureText, ranged } from './numbers.ts'
import { splitResult, roundsAdvice } from './sentences.ts'
import type { ScenarioResult, VariantLimit } from '../../concepts/comparison.ts'
import type { Figure } from '../tables/table.ts'

/** @returns such as p95, 231 ms [215, 248], ≤ 200 ms */
export function variantLimitWords({ metric, value, interval: [low, high], side, limit }: VariantLimit): {
  metric: string
  found: Figure
  bound: string
} {
  const [unit, scale, sign] =
    metric === 'errorRate'
      ? [' %', 100, '≤']
      : metricFacts[metric].unit === 'ms'
        ? [' ms', 1, '≤']
        : [metric === 'capacity' ? '' : '/s', 1, '≥'] // a capacity may be of users
  const { text, ends } = ranged({ value: scale * value, interval: [scale * low, scale * high] })
  const bound = Number((scale * limit).toPrecision(12)).toLocaleString('en-US', { maximumFractionDigits: 9 })
  const found = `${value === 0 ? '0' : text}${unit}`
  return {
    metric: metric === 'errorRate' ? 'error rate' : metric,
    found: side === null ? { text: found, ends } : { text: `${side} ${found}` },
    bound: `${sign} ${bound}${unit}`
  }
}

const mostTold = 3 // of more that are met, the table is easier to read
const verbs = { pass: 'meets', fail: 'misses', inconclusive: 'is undecided at' }

/**
 * @returns what came of all these limits, the first word in capitals, and what could decide them; null: there are none,
 * or there is no verdict on them
 */
export function limitsSentence(limits: VariantLimit[]): string | null {
  const claim = limitsClaim(limits)
  return claim && paragraph([claim, limitsAdvice(limits)])
}

function limitsClaim(limits: VariantLimit[]) {
  const verdict = worstOf(limits)
  if (verdict === null) return null
  const alike = limits.filter((limit) => limit.verdict === verdict)
  if (verdict === 'pass' && alike.length > mostTold) return `${resultWords.pass}  All ${alike.length} limits are met.`
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
  return `${resultWords[verdict]}  ${paragraph(sentences)}`
}

/** @returns what could decide limits, where none is missed; null: more rounds would not */
export function limitsAdvice(limits: VariantLimit[]): string | null {
  const open =
    worstOf(limits) === 'inconclusive'
      ? limits.filter(({ verdict, reason }) => verdict === 'inconclusive' && reason === null)
      : []
  if (open.length === 0) return null
  const rounds = Math.max(...open.map(({ roundsThatWouldDecide }) => roundsThatWouldDecide ?? Infinity))
  return rounds === Infinity
    ? 'Longer runs may decide it; or change the limit.'
    : roundsAdvice(rounds, 'these are the true values')
}

/**
 * The sentence on a scenario together with that on its limits, the worse first, under one word for both.
 *
 * @param sentence on the candidates, its first word in capitals where something was required of them
 */
export function withLimits(sentence: string, { candidates, limits }: ScenarioResult): string {
  const ofLimits = limitsClaim(limits)
  if (ofLimits === null) return sentence
  if (!/^[A-Z][A-Z ]+ {2}/.test(sentence)) return `${ofLimits} ${sentence.replace(/ No threshold is set\.$/, '')}`
  const isWorse = worstOf(limits) !== worstOf(candidates) && worstOf([...limits, ...candidates]) === worstOf(limits)
  const [first, second] = isWorse ? [ofLimits, sentence] : [sentence, ofLimits]
  return `${first} ${splitResult(second)[1]}`
}
