import { counted, list, percent } from '../../concepts/wording.ts'
import { interval, times } from './numbers.ts'
import type { CandidateResult, Comparison, Estimate, Limit, ScenarioResult } from '../../concepts/comparison.ts'
import { metricFacts, tellingOrder, type Metric } from '../../concepts/metrics.ts'
import { resultWords } from '../../concepts/verdicts.ts'
import { warningKinds, type Reason, type WarningCode } from '../../concepts/warnings.ts'

/**
 * The sentences for console, page, Markdown and assertion messages alike.
 *
 * @returns the verdict in one sentence, its first word in capitals when something was required
 */
export function verdictSentence(candidate: CandidateResult, scenario: Pick<ScenarioResult, 'baseline' | 'load' | 'rounds' | 'preliminary'>): string {
  const { baseline, rounds, preliminary } = scenario
  if (candidate.selfCheck !== null) return selfCheckSentence(candidate, baseline)
  const claim = claimSentence(candidate, scenario)
  if (preliminary) return `${resultWords.preliminary.word}  ${claim} It was ended after ${counted(rounds, 'round')}, too early for a verdict.`
  if (candidate.verdict === null) return `${claim} No requirement was configured.`
  if (candidate.verdict === 'pass') return `${resultWords.pass.word}  ${passSentences(candidate, claim).join(' ')}`
  if (candidate.verdict === 'fail') return `${resultWords.fail.word}  ${failSentences(candidate).join(' ')}`
  return `${resultWords.inconclusive.word}  ${doubts(candidate, baseline).join(' ')}`
}

function passSentences({ name, estimates, limits, againstEarlier }: CandidateResult, claim: string) {
  const isClaimed = estimates.some(({ reason }) => reason === null)
  const met = [...estimates, ...limits].filter(({ required }) => required !== null)
  return [
    ...(isClaimed ? [] : [`${name} meets the required ${demands(met)}.`]),
    claim,
    ...(againstEarlier === 'pass' ? ['No speedup has measurably fallen since the earlier result.'] : [])
  ]
}

function failSentences(candidate: CandidateResult) {
  const missed = [...candidate.estimates, ...candidate.limits].filter(({ verdict }) => verdict === 'fail')
  const fallen = fallSentence(candidate)
  return [...(missed.length === 0 ? [] : [`${candidate.name} misses the required ${demands(missed)}.`]), ...(fallen === null ? [] : [fallen])]
}

/** @returns what fell since the earlier result; null: nothing */
export function fallSentence({ name, estimates }: Pick<CandidateResult, 'name' | 'estimates'>): string | null {
  const falls = estimates.flatMap(({ metric, speedup, interval: range, earlier, regression }) => {
    if (!regression || earlier === null) return []
    return [`${placeOf(metric)}: ${times(earlier.speedup)} ${interval(earlier.interval)} in the earlier result, ${times(speedup)} ${interval(range)} now`]
  })
  return falls.length === 0 ? null : `${name} fell ${falls.join('; ')}.`
}

/** @returns which result this one was compared with */
export function earlierSentence({ file, finishedAt, commit }: NonNullable<Comparison['settings']['compareWith']>): string {
  const at = `${finishedAt.slice(0, 10)} ${finishedAt.slice(11, 16)} UTC`
  return `Compared with ${file} (${at}${commit === null ? '' : `, commit ${commit.slice(0, 7)}`}).`
}

/** @returns a sentence for each reason */
function doubts({ name, estimates, limits, againstEarlier }: CandidateResult, baseline: string): string[] {
  const undecided = estimates.filter(({ verdict }) => verdict === 'inconclusive')
  const byReason = Map.groupBy(undecided, ({ reason }) => reason)
  const sentences = [...byReason].map(([reason, of]) => {
    const metrics = list(of.map(({ metric }) => metric))
    if (reason === null) return `Not enough evidence yet: ${metrics} of ${name} could be above or below the required speedup.`
    return `The measurement carries no verdict on ${metrics} of ${name}: ${reasonClause(reason, baseline)}.`
  })
  const unseen = limits.filter(({ verdict }) => verdict === 'inconclusive').map(({ metric }) => metric)
  if (unseen.length > 0) sentences.push(`The ${list(unseen)} of ${name} could not be seen.`)
  // Had the two the same cores, any metric that carries a verdict could be compared.
  const isOnOtherCores = againstEarlier === 'inconclusive' && estimates.some(({ earlier, reason }) => earlier !== null && reason === null)
  if (isOnOtherCores) sentences.push(`Whether ${name} fell since the earlier result can't be told: that was measured with another number of cores or workers.`)
  const reason = estimates.find((one) => one.reason !== null)?.reason
  // What was required is met, but by an app that is not the same.
  if (sentences.length === 0 && reason != null) sentences.push(`The measurement carries no verdict on ${name}: ${reasonClause(reason, baseline)}.`)
  return sentences
}

export function reasonClause(reason: Reason, baseline: string) {
  return warningKinds[reason].noVerdict.clause(baseline)
}

/**
 * @param code of a warning
 * @returns a measurement of which it is true carries no verdict
 */
export function isReason(code: WarningCode): code is Reason {
  return Object.hasOwn(warningKinds, code) && 'noVerdict' in warningKinds[code]
}

/**
 * @param candidate whose fairness is unknown
 * @returns whether all who answered are known, and only idle workers can't be seen
 */
export function hidesOnlyIdle({ name }: Pick<CandidateResult, 'name'>, { warnings }: Pick<ScenarioResult, 'warnings'>): boolean {
  return warnings.some(({ code, variant }) => code === 'uneven-distribution' && variant === name)
}

function selfCheckSentence({ name, selfCheck, estimates }: CandidateResult, baseline: string) {
  if (selfCheck?.verdict === 'fail') {
    return `${resultWords.fail.word}  This machine and scenario can't be trusted: ${name} differs from ${baseline} at ${list(selfCheck.biased)}, although both are run in the same way.`
  }
  const reason = estimates.find((one) => one.reason !== null)?.reason
  if (selfCheck?.verdict === 'inconclusive' && reason != null) {
    return `${resultWords.inconclusive.word}  Nobody can tell whether this machine and scenario can be trusted: ${reasonClause(reason, baseline)}.`
  }
  return `${resultWords.pass.word}  This machine and scenario can be trusted: ${name} shows no difference from ${baseline}, and both are run in the same way.`
}

/**
 * What a self-check found out for later comparisons, for each metric.
 *
 * @returns null: it is none
 */
export function marginSentence({ estimates, selfCheck }: CandidateResult): string | null {
  if (selfCheck === null || selfCheck.verdict === 'inconclusive') return null
  const each = estimates.filter(({ reason }) => reason === null).map(({ metric, spread }) => `${metric} ${times(selfCheck.leastMargin[metric])} (spread ${percent(spread)})`)
  return `The smallest margin that about five rounds can decide here: ${each.join(', ')}.`
}

/** @returns what the headline metric shows, whatever was required */
export function claimSentence(candidate: CandidateResult, { baseline, load: { saturated } }: Pick<ScenarioResult, 'baseline' | 'load'>): string {
  const shown = headline(candidate)
  if (shown.reason !== null) return `${candidate.name} could not be compared fairly with ${baseline}: ${reasonClause(shown.reason, baseline)}.`
  const { metric, speedup, interval: [low, high] } = shown
  const at = placeOf(metric)
  const alone = saturated.includes(baseline) && !saturated.includes(candidate.name)
  if (low > 1) return `${candidate.name} is ${times(speedup)} faster than ${baseline} ${at}${alone ? ', and alone kept up with the users who came' : ''}.`
  if (high < 1) return `${candidate.name} is ${times(1 / speedup)} slower than ${baseline} ${at}.`
  if (alone) return `${candidate.name} kept up with the users who came, which ${baseline} could not; ${at} they show no measurable difference.`
  return `${candidate.name} shows no measurable difference from ${baseline} ${at}.`
}

/** @returns p95, unless something else was required and p95 was not, or the measurement does not carry it */
export function headline({ estimates }: CandidateResult): Estimate {
  const ranked = tellingOrder.flatMap((metric) => estimates.find((one) => one.metric === metric) ?? [])
  const carried = ranked.filter(({ reason }) => reason === null)
  return carried.find(({ required }) => required !== null) ?? carried[0] ?? ranked[0]
}

/** @returns where a speedup is, in a sentence */
export function placeOf(metric: Metric): string {
  return metricFacts[metric].place
}

function demands(demanded: (Estimate | Limit)[]) {
  const metrics = demanded.map(({ metric }) => metric)
  const speedups = metrics.filter((metric) => metric !== 'fairness' && metric !== 'errorRate')
  const places = speedups.map(placeOf)
  const limits = [...(metrics.includes('fairness') ? ['fairness'] : []), ...(metrics.includes('errorRate') ? ['error rate'] : [])]
  return list([...(places.length > 0 ? [`speedup ${list(places)}`] : []), ...limits])
}

/**
 * What to do about a metric that more rounds could decide.
 *
 * @param estimate with verdict inconclusive and no reason
 */
export function inconclusiveSentence(estimate: Estimate, candidate: Pick<CandidateResult, 'name'>): string {
  const { speedup, hopeless, roundsThatWouldDecide } = estimate
  const after = evidenceClause(estimate, candidate)
  if (roundsThatWouldDecide === null) return `${after}: too close to the threshold to call.`
  const early = hopeless ? ' More rounds up to rounds.max would hardly have decided.' : ''
  return `${after}.${early} A fresh run with rounds.max ${roundsThatWouldDecide} would decide about 7 times in 10 if the speedup really is ${speedup.toFixed(2)}; longer runs may help more.`
}

/** @returns what was found against what is required, without its full stop */
export function evidenceClause({ metric, speedup, interval: range, required, ratios, spread }: Estimate, { name }: Pick<CandidateResult, 'name'>): string {
  const found = `${name}: ${metric} speedup ${speedup.toFixed(2)} ${interval(range)} against ${Number(required).toFixed(2)}`
  return `${found} after ${counted(ratios.length, 'round')} (spread between rounds ${(100 * spread).toFixed(0)} %)`
}

/**
 * Why a comparison ended early.
 *
 * @returns its first words in capitals
 */
export function errorSentence({ code, message }: NonNullable<Comparison['error']>): string {
  return `${resultWords[code === 'INTERRUPTED' ? 'interrupted' : 'notMeasured'].word}  ${message}`
}

/**
 * @param sentence whose first words are in capitals
 * @returns those words, and the rest
 */
export function apart(sentence: string): [string, string] {
  const end = sentence.indexOf('  ')
  return [sentence.slice(0, end), sentence.slice(end + 2)]
}
