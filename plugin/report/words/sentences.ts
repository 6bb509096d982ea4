import { warningKinds, type Reason, type WarningCode } from '../../concepts/warnings.ts'
import { metricFacts, tellingOrder, type Metric } from '../../concepts/metrics.ts'
import { resultWords } from '../../concepts/verdicts.ts'
import { counted, list, paragraph, percent } from '../../concepts/wording.ts'
import { limitWords } from './names.ts'
import { interval, minuteOf, times, timeSpan, timesWithin } from './numbers.ts'
import type { CandidateResult, Comparison, Estimate, Limit, ScenarioResult, TimeSpent } from '../../concepts/comparison.ts'

// The sentences for console, page, Markdown and assertion messages alike.

type Baseline = Pick<ScenarioResult, 'baseline' | 'load'>

/** @returns the verdict in one sentence, its first word in capitals when something was required */
export function verdictSentence(candidate: CandidateResult, scenario: Baseline & Pick<ScenarioResult, 'rounds' | 'preliminary'>): string {
  const { name, estimates, limits, againstEarlier, verdict } = candidate
  const { baseline, rounds, preliminary } = scenario
  if (candidate.selfCheck !== null) return selfCheckSentence(candidate, baseline)
  const claim = claimSentence(candidate, scenario)
  if (preliminary) return preliminarySentence(claim, rounds)
  if (verdict === null) return `${claim} No requirement was configured.`
  const isClaimed = estimates.some(({ reason }) => reason === null)
  const missed = [...estimates, ...limits].filter((demand) => demand.verdict === 'fail')
  const unfallen = againstEarlier === 'pass' && 'No speedup has measurably fallen since the earlier result.'
  const sentences = {
    pass: [!isClaimed && `${name} meets the required ${namesOf(requirements(candidate))}.`, claim, unfallen],
    fail: [missed.length > 0 && `${name} misses the required ${namesOf(missed)}.`, fallSentence(candidate)],
    inconclusive: doubts(candidate, baseline)
  }
  return `${resultWords[verdict]}  ${paragraph(sentences[verdict])}`
}

function selfCheckSentence({ name, selfCheck, estimates }: CandidateResult, baseline: string) {
  if (selfCheck?.verdict === 'fail') {
    const found = `${name} differs from ${baseline} at ${list(selfCheck.biased)}`
    return `${resultWords.fail}  This machine and scenario can't be trusted: ${found}, although both are run in the same way.`
  }
  if (selfCheck?.verdict === 'inconclusive') {
    const clause = reasonClause(firstReason(estimates) as Reason, baseline) // each metric has one then
    return `${resultWords.inconclusive}  Nobody can tell whether this machine and scenario can be trusted: ${clause}.`
  }
  return `${resultWords.pass}  This machine and scenario can be trusted: ${name} shows no difference from ${baseline}, and both are run in the same way.`
}

export const preliminarySentence = (claim: string, rounds: number) =>
  `${resultWords.preliminary}  ${claim} It was ended after ${counted(rounds, 'round')}, too early for a verdict.`

/** @returns all estimates and limits with a required value */
export const requirements = ({ estimates, limits }: CandidateResult): (Estimate | Limit)[] =>
  [...estimates, ...limits].filter(({ required }) => required !== null)

/** @returns as it would be judged if nothing but this had been required of it; null: nothing at all */
export function requiringOnly<T extends CandidateResult>(candidate: T, demand: Estimate | Limit | null): T {
  const free = { required: null, verdict: null }
  const only = <R extends { metric: string }>(result: R): R => (result.metric === demand?.metric ? demand as unknown as R : { ...result, ...free })
  const estimates = candidate.estimates.map((estimate) => only({ ...estimate, regression: false }))
  return { ...candidate, estimates, limits: candidate.limits.map(only), selfCheck: null, againstEarlier: null, verdict: demand?.verdict ?? null }
}

/** @returns such as "speedup at p50 and in throughput and error rate" */
function namesOf(required: (Estimate | Limit)[]) {
  const places = required.flatMap((demand) => ('speedup' in demand ? [placeOf(demand.metric)] : []))
  const limits = required.flatMap((demand) => ('speedup' in demand ? [] : [limitWords[demand.metric].name]))
  return list([...(places.length > 0 ? [`speedup ${list(places)}`] : []), ...limits])
}

/** @returns what fell since the earlier result; null: nothing */
export function fallSentence({ name, estimates }: Pick<CandidateResult, 'name' | 'estimates'>): string | null {
  const falls = estimates.flatMap(({ earlier, regression, ...now }) =>
    regression && earlier ? [`${placeOf(now.metric)}: ${timesWithin(earlier)} in the earlier result, ${timesWithin(now)} now`] : [])
  return falls.length === 0 ? null : `${name} fell ${falls.join('; ')}.`
}

/** @returns a sentence for each reason */
function doubts({ name, estimates, limits, againstEarlier }: CandidateResult, baseline: string): string[] {
  const undecided = estimates.filter(({ verdict }) => verdict === 'inconclusive')
  const sentences = [...Map.groupBy(undecided, ({ reason }) => reason)].map(([reason, alike]) => {
    const metrics = list(alike.map(({ metric }) => metric))
    if (reason === null) return `Not enough evidence yet: ${metrics} of ${name} could be above or below the required speedup.`
    return `The measurement carries no verdict on ${metrics} of ${name}: ${reasonClause(reason, baseline)}.`
  })
  const unseen = limits.filter(({ verdict }) => verdict === 'inconclusive').map(({ metric }) => metric)
  if (unseen.length > 0) sentences.push(`The ${list(unseen)} of ${name} could not be seen.`)
  // Had the two the same cores, any metric that carries a verdict could be compared.
  if (againstEarlier === 'inconclusive' && estimates.some(({ earlier, reason }) => earlier !== null && reason === null)) {
    const why = 'that was measured with another number of cores or workers'
    sentences.push(`Whether ${name} fell since the earlier result can't be told: ${why}.`)
  }
  const reason = firstReason(estimates)
  // What was required is met, but by an app that answers differently.
  if (sentences.length === 0 && reason != null) return [`The measurement carries no verdict on ${name}: ${reasonClause(reason, baseline)}.`]
  return sentences
}

const firstReason = (estimates: readonly Estimate[]) => estimates.find(({ reason }) => reason !== null)?.reason

export const reasonClause = (reason: Reason, baseline: string) => warningKinds[reason].noVerdict.clause(baseline)

const isReason = (code: WarningCode): code is Reason => 'noVerdict' in warningKinds[code]

/** @returns what the warnings of problems are about, in a few words */
export function problemClauses({ warnings, baseline }: ScenarioResult): string[] {
  const problems = warnings.filter(({ severity }) => severity === 'problem')
  return [...new Set(problems.map(({ code }) => isReason(code) ? reasonClause(code, baseline) : code.replaceAll('-', ' ')))]
}

/** @returns what the headline metric shows, whatever was required */
export function claimSentence(candidate: CandidateResult, { baseline, load }: Baseline): string {
  const { name } = candidate
  const { metric, speedup, interval: [low, high], reason } = headline(candidate)
  const changed = (by: number) => (by > 1 ? `${times(by)} faster` : `${times(1 / by)} slower`)
  if (reason !== null) return `${name} could not be compared fairly with ${baseline}: ${reasonClause(reason, baseline)}.`
  const at = placeOf(metric)
  const isAlone = load.saturated.includes(baseline) && !load.saturated.includes(name)
  const andAlone = isAlone ? ', and alone kept up with the users who came' : ''
  if (low > 1 || high < 1) return `${name} is ${changed(speedup)} than ${baseline} ${at}${low > 1 ? andAlone : ''}.`
  const more = estimateOf(candidate, 'throughput')
  const but = more !== undefined && caveat(more, load) === null ? `, but is ${changed(more.speedup)} ${placeOf('throughput')}` : ''
  if (!isAlone) return `${name} shows no measurable difference from ${baseline} ${at}${but}.`
  return `${name} kept up with the users who came, which ${baseline} could not; ${at} they show no measurable difference.`
}

/** What must not be overlooked beside a speedup. */
export function caveat({ metric, interval: [low, high], reason }: Estimate, { model, saturated }: ScenarioResult['load']): string | null {
  if (reason !== null) return 'carries no verdict'
  if (metric === 'throughput' && model === 'open' && saturated.length === 0) return 'users come at a fixed rate'
  return low <= 1 && high >= 1 ? 'no measurable difference' : null
}

/** @returns p95, unless something else was required and p95 was not, or the measurement does not carry it */
export function headline(candidate: CandidateResult): Estimate {
  const ranked = tellingOrder.flatMap((metric) => estimateOf(candidate, metric) ?? [])
  const carried = ranked.filter(({ reason }) => reason === null)
  return carried.find(({ required }) => required !== null) ?? carried[0] ?? ranked[0]
}

/** @returns undefined for a metric that not every result has, see `isTold` of metrics */
export const estimateOf = <E extends { metric: Metric }>(candidate: { estimates: readonly E[] } | undefined, metric: Metric): E | undefined =>
  candidate?.estimates.find((estimate) => estimate.metric === metric)

/** @returns where a speedup is, in a sentence */
export const placeOf = (metric: Metric): string => metricFacts[metric].place

/** @returns a sentence for each metric that more rounds could decide: what to do about it */
export const undecidedSentences = (candidate: CandidateResult): string[] =>
  candidate.estimates.filter(isOpen).map((estimate) => inconclusiveSentence(estimate, candidate))

/** @returns whether more rounds could decide it */
export const isOpen = ({ verdict, reason }: Estimate) => verdict === 'inconclusive' && reason === null

/** @param estimate that is open */
export function inconclusiveSentence(estimate: Estimate, candidate: Pick<CandidateResult, 'name'>): string {
  const { speedup, hopeless, roundsThatWouldDecide: rounds } = estimate
  const after = evidenceClause(estimate, candidate)
  if (rounds === null) return `${after}: too close to the threshold to call.`
  return paragraph([
    `${after}.`,
    hopeless && 'More rounds, up to all that were allowed, would hardly have decided.',
    `A fresh run of up to ${rounds} rounds would decide about 7 times in 10 if the speedup really is ${speedup.toFixed(2)};`,
    'longer runs may help more.'
  ])
}

/** @returns what was found against what is required, without its full stop */
export function evidenceClause(estimate: Estimate, { name }: Pick<CandidateResult, 'name'>): string {
  const { metric, speedup, required, ratios, spread } = estimate
  const found = `${name}: ${metric} speedup ${speedup.toFixed(2)} ${interval(estimate.interval)} against ${Number(required).toFixed(2)}`
  return `${found} after ${counted(ratios.length, 'round')} (spread between rounds ${(100 * spread).toFixed(0)} %)`
}

/** @returns what a self-check found out for later comparisons; null: it is none */
export function marginSentence({ estimates, selfCheck }: CandidateResult): string | null {
  if (selfCheck === null || selfCheck.verdict === 'inconclusive') return null
  const carried = estimates.filter(({ reason }) => reason === null)
  const margins = carried.map(({ metric, spread }) => `${metric} ${times(Number(selfCheck.leastMargin[metric]))} (spread ${percent(spread)})`)
  return `The smallest margin that about five rounds can decide here: ${margins.join(', ')}.`
}

/** @returns whether all who answered are known, and only idle workers of this candidate can't be seen */
export const hidesOnlyIdle = ({ name }: Pick<CandidateResult, 'name'>, { warnings }: Pick<ScenarioResult, 'warnings'>): boolean =>
  warnings.some(({ code, variant }) => code === 'uneven-distribution' && variant === name)

/** @returns which result this one was compared with */
export const earlierSentence = ({ file, finishedAt, commit }: NonNullable<Comparison['settings']['compareWith']>): string =>
  `Compared with ${file} (${minuteOf(finishedAt)} UTC${commit === null ? '' : `, commit ${commit.slice(0, 7)}`}).`

/** @returns why a comparison ended early, the first words in capitals */
export const errorSentence = ({ code, message }: NonNullable<Comparison['error']>): string =>
  `${resultWords[code === 'INTERRUPTED' ? 'interrupted' : 'notMeasured']}  ${message}`

/** @returns the words in capitals that a sentence begins with, and the rest */
export function apart(sentence: string): [string, string] {
  const end = sentence.indexOf('  ')
  return [sentence.slice(0, end), sentence.slice(end + 2)]
}

/** Where the time of a comparison went. */
export function timeSentence({ countedSeconds, uncountedSeconds, exchangeSeconds, otherSeconds }: TimeSpent): string {
  const parts = [
    `${timeSpan(countedSeconds)} of load that counts`, `${timeSpan(uncountedSeconds)} of warm-up and of users leaving`,
    `${timeSpan(exchangeSeconds)} to exchange the apps`, `${timeSpan(otherSeconds)} for Artillery’s start and unmeasured runs`
  ]
  return `${timeSpan(countedSeconds + uncountedSeconds + exchangeSeconds + otherSeconds)}: ${list(parts)}`
}
