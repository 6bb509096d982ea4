import {
  effectOf,
  estimateOf,
  headline,
  isKnown,
  isLower,
  requestDemands,
  type CandidateResult,
  type Estimate,
  type Limit,
  type ScenarioResult
} from '../../concepts/comparison.ts'
import { earlierDifferences, warningKinds, type Reason } from '../../concepts/warnings.ts'
import { isOfSearch, metricFacts, type Metric } from '../../concepts/metrics.ts'
import { resultWords, type SelfCheck, type Verdict } from '../../concepts/verdicts.ts'
import { applying, list } from '../../concepts/wording.ts'
import { limitFigures } from './names.ts'
import { lineOf, toldEarly, type Told } from './told.ts'
import {
  boundText,
  factorText,
  grouped,
  interval,
  percentUp,
  sidedText,
  speedupRange,
  times,
  timesBeside,
  timesWithin
} from './numbers.ts'

// The sentences for console, page, Markdown and assertion messages alike.

/** What a candidate is compared with. */
type Judged = Pick<ScenarioResult, 'baseline' | 'load' | 'rounds' | 'preliminary' | 'warnings'>

/** @returns what came of a candidate */
export function toldOfCandidate(candidate: CandidateResult, scenario: Judged): Told {
  const { name, estimates, verdict, selfCheck } = candidate
  const { baseline, rounds, preliminary } = scenario
  if (selfCheck !== null) return toldOfSelfCheck(candidate, selfCheck, scenario)
  const claim = claimSentence(candidate, scenario)
  if (preliminary) return toldEarly(claim, rounds)
  if (verdict === null) return { word: null, sentences: [claim] }
  const isClaimed = estimates.some(({ reason }) => reason === null)
  const missed = demandsJudged(candidate, 'fail')
  const sentences: Record<Verdict, (string | false | null)[]> = {
    pass: [metSentence(candidate, baseline) ?? claim, !isClaimed && claim, unfallenSentence(candidate)],
    fail: [
      missed.length > 0 && `${name} ${missWords(missed, baseline)}: ${missed.map(demandWords).join(', ')}.`,
      fallSentence(candidate)
    ],
    inconclusive: doubts(candidate, baseline)
  }
  return { word: resultWords[verdict], sentences: applying(sentences[verdict]) }
}

/** @returns the same in a line */
export const verdictSentence = (...of: Parameters<typeof toldOfCandidate>) => lineOf(toldOfCandidate(...of))

/** @returns null: nothing was required, or an earlier result alone */
function metSentence(candidate: CandidateResult, baseline: string) {
  const required = requirements(candidate)
  if (required.length === 0) return null
  const speedups = required.filter((demand) => 'speedup' in demand)
  const isFaster = speedups.length > 0 && speedups.every(({ interval: [low] }) => low > 1)
  const met = required.length === 1 ? 'meets its threshold' : 'meets its thresholds'
  const how = isFaster ? `beats ${baseline}` : required.every(isFloor) ? 'is no slower than allowed' : met
  return `${candidate.name} ${how}: ${required.map(demandWords).join(', ')}.`
}

/** @returns whether it says how much slower than the baseline the candidate may be */
const isFloor = (demand: Estimate | Limit) => 'speedup' in demand && (demand.required ?? Infinity) <= 1

function missWords(missed: readonly (Estimate | Limit)[], baseline: string) {
  const isSlower = missed.every((demand) => 'speedup' in demand && isFloor(demand) && demand.interval[1] < 1)
  return isSlower ? `is slower than ${baseline}` : `misses ${missed.length === 1 ? 'its threshold' : 'its thresholds'}`
}

/** @returns what was measured and what was required, such as "throughput 1.83x (needs 1.2)" */
function demandWords(demand: Estimate | Limit) {
  if ('speedup' in demand) {
    const found = sidedText(demand, (speedup) => timesBeside(speedup, demand.required ?? 0))
    const bound = boundText(demand)
    return `${demand.metric} ${found} (needs ${demand.required}${bound && `, ${bound}`})`
  }
  const { name, found, needs } = limitFigures(demand)
  return `${name} ${found} (needs ${needs})`
}

function toldOfSelfCheck(
  { name, estimates }: CandidateResult,
  { verdict, biased }: SelfCheck,
  { baseline, warnings }: Judged
): Told {
  const isSound = warnings.every(({ severity }) => severity !== 'problem')
  const reason = firstReason(estimates) // of one that is inconclusive, each metric has one
  const why = reason && reasonClause(reason, baseline, name)
  const sentences = {
    fail: [
      `Self-check: ${name} differs from ${baseline} at ${list(biased)}, although both run the same way.`,
      'Do not trust comparisons of this scenario on this machine.'
    ],
    inconclusive: [`Self-check: the data cannot show whether ${name} differs from ${baseline}: ${why}.`],
    pass: applying([
      `Self-check: ${name} and ${baseline} run the same way and show no measurable difference.`,
      isSound && 'This machine and scenario can be trusted.'
    ])
  }
  return { word: resultWords[verdict], sentences: sentences[verdict] }
}

/** @returns those of all requests together, and what is required of single ones */
export const estimatesOf = (candidate: CandidateResult) => [...candidate.estimates, ...requestDemands(candidate)]

const demandsOn = (candidate: CandidateResult) => [...estimatesOf(candidate), ...candidate.limits]

/** @returns all estimates and limits with a required value */
export const requirements = (candidate: CandidateResult) =>
  demandsOn(candidate).filter(({ required }) => required !== null)

/** @returns those that are judged so */
export const demandsJudged = (candidate: CandidateResult, verdict: Verdict | null) =>
  demandsOn(candidate).filter((demand) => demand.verdict === verdict)

/** @returns as it would be judged if nothing but this had been required of it; null: nothing at all */
export function requiringOnly<T extends CandidateResult>(candidate: T, demand: Estimate | Limit | null): T {
  const free = { required: null, verdict: null }
  const only = <R extends { metric: string }>(result: R): R =>
    result.metric === demand?.metric ? (demand as unknown as R) : { ...result, ...free }
  const estimates = candidate.estimates.map((estimate) => only({ ...estimate, regression: false }))
  const ofRequest = requestDemands(candidate).filter(({ metric }) => metric === demand?.metric)
  return {
    ...candidate,
    flow: null,
    estimates: [...estimates, ...ofRequest],
    limits: candidate.limits.map(only),
    selfCheck: null,
    againstEarlier: null,
    verdict: demand?.verdict ?? null
  }
}

/** @returns what fell since the earlier result; null: nothing */
export function fallSentence({ name, estimates }: CandidateResult) {
  const falls = estimates.flatMap(({ earlier, regression, ...now }) =>
    regression && earlier
      ? `${placeOf(now.metric)}: ${timesWithin(earlier)} in the earlier result, ${timesWithin(now)} now`
      : []
  )
  return falls.length === 0 ? null : `${name} fell ${falls.join('; ')}.`
}

/** @returns null: one fell, or there is none to compare with */
function unfallenSentence({ estimates, againstEarlier }: CandidateResult) {
  if (againstEarlier !== 'pass') return null
  const isWhole = estimates.every((estimate) => estimate.earlier === null || isKnown(estimate))
  return `No speedup${isWhole ? '' : ' that could be judged'} fell measurably below the earlier result.`
}

/** @returns a sentence for each reason */
function doubts(candidate: CandidateResult, baseline: string) {
  const { name, estimates, limits, againstEarlier, earlierDiffers } = candidate
  const why = (reason: Reason) => `${reasonClause(reason, baseline, name)}.`
  const undecided = estimatesOf(candidate).filter(({ verdict }) => verdict === 'inconclusive')
  const sentences = [...Map.groupBy(undecided, ({ reason }) => reason)].map(([reason, alike]) => {
    if (reason !== null) return `No verdict on ${list(alike.map(({ metric }) => metric))} of ${name}: ${why(reason)}`
    const figures = alike.map((own) => `${own.metric} ${timesWithin(own)} (needs ${own.required})`)
    return `${name} is undecided: ${figures.join(', ')}.`
  })
  for (const limit of limits.filter(({ verdict }) => verdict === 'inconclusive')) {
    const { value, interval: range, required } = limit
    const found =
      range === null
        ? 'could not be measured'
        : `is undecided: ${value?.toFixed(2)} ${interval(range)} (needs ${required})`
    sentences.push(`The ${limitFigures(limit).name} of ${name} ${found}.`)
  }
  if (againstEarlier === 'inconclusive') {
    const since = list(earlierDiffers.map((what) => earlierDifferences[what]))
    if (since !== '')
      sentences.push(`Cannot compare ${name} with the earlier result, which was measured with ${since}.`)
    else
      for (const { metric, reason } of estimates.filter(isLower))
        if (reason !== null) sentences.push(`Whether ${name} fell ${placeOf(metric)} is unknown: ${why(reason)}`)
  }
  if (sentences.length > 0) return sentences
  // What was required may be met, but by an app that answers differently.
  const reason = firstReason(estimates)
  const last = reason ? why(reason) : 'a figure that is required of it could not be computed.'
  return [`No verdict on ${name}: ${last}`]
}

const firstReason = (estimates: readonly Estimate[]) => estimates.find(({ reason }) => reason !== null)?.reason

export const reasonClause = (reason: Reason, baseline: string, candidate = 'it') =>
  warningKinds[reason].noVerdict.clause(baseline, candidate)

/** @returns what the headline metric shows, whatever was required */
export function claimSentence(candidate: CandidateResult, { baseline, load }: Judged) {
  const { name } = candidate
  const estimate = headline(candidate)
  const { metric, side, reason } = estimate
  if (reason !== null) return `${name} cannot be compared with ${baseline}: ${reasonClause(reason, baseline, name)}.`
  const at = placeOf(metric)
  const isAlone = load.saturated.includes(baseline) && !load.saturated.includes(name)
  const kept = `kept up with the arriving users, which ${baseline} did not`
  const effect = effectOf(estimate)
  if (isOfSearch(metric) && (side !== null || effect !== 'same')) {
    const range = speedupRange(estimate)
    return `${name} carries ${moreUsers(estimate, load)} as ${baseline}${range === null ? '' : ` ${range}`}.`
  }
  const also = effect === 'faster' && isAlone ? `, and ${kept}` : ''
  if (effect !== 'same') return `${name} ${gainWords(estimate, baseline)}${also}.`
  const more = estimateOf(candidate, 'throughput')
  const but = more !== undefined && caveat(more, load) === null ? `, but has ${times(more.speedup)} its throughput` : ''
  if (!isAlone) return `${name} ${likenessWords(estimate, baseline)} ${at}${but}.`
  return `${name} ${kept}; ${at} they show no measurable difference.`
}

/** @returns such as "1.60 times as many users per second" */
export const moreUsers = (estimate: Estimate, { model }: ScenarioResult['load']) =>
  `${factorText(estimate)} times as many users${model === 'closed' ? '' : ' per second'}`

const smallDifference = 0.1 // that is told as a bound: a larger one would sound as if there were one

const largeDifference = 0.25 // of which it is not known whether there is one

const mostDifference = ({ interval: [low, high] }: Estimate) => Math.max(high, 1 / low) - 1

/** @returns whether it may be anything, of what shows no difference */
export const isUnclear = (estimate: Estimate) => mostDifference(estimate) > largeDifference

/** @returns such as "differs from single by at most 4 %", rounded up; no figure where it may differ by much */
function likenessWords(estimate: Estimate, baseline: string) {
  const most = mostDifference(estimate)
  if (isUnclear(estimate)) return `cannot be told from ${baseline} (${interval(estimate.interval)})`
  return most <= smallDifference
    ? `differs from ${baseline} by at most ${percentUp(most)}`
    : `shows no measurable difference from ${baseline}`
}

/** @returns such as "is 1.60x faster than single at p95", "has 1.66x the throughput of single" */
export function gainWords(estimate: Estimate, baseline: string) {
  const { metric, speedup } = estimate
  const bound = boundText(estimate)
  if (metric === 'throughput') return `has ${times(speedup)} the throughput of ${baseline}${bound && ` (${bound})`}`
  const how = speedup > 1 ? `${times(speedup)} faster` : `${times(1 / speedup)} slower`
  return `is ${how} than ${baseline} ${placeOf(metric)}`
}

/** What must not be overlooked beside a speedup. */
export function caveat(estimate: Estimate, { model, saturated }: ScenarioResult['load']) {
  if (estimate.reason !== null) return warningKinds[estimate.reason].noVerdict.inShort
  if (estimate.metric === 'throughput' && model === 'open' && saturated.length === 0)
    return 'users arrive at a fixed rate'
  if (effectOf(estimate) === 'same') return isUnclear(estimate) ? 'too wide to tell' : 'no measurable difference'
  if (estimate.responsesPerRun !== null) return `rough, of ${grouped(estimate.responsesPerRun)} responses a run`
  return boundText(estimate) || null
}

/** @returns what is missing, in place of figures that are not shown; of: empty where room is scarce */
export const missingWords = ({ metric, responsesPerRun }: Estimate, of = ' a run') =>
  `${grouped(responsesPerRun ?? 0)} of ${grouped(metricFacts[metric].fewestLatencies)} responses${of}`

/** @returns where a speedup is, in a sentence */
export const placeOf = (metric: Metric) => metricFacts[metric]?.place ?? `at ${metric}`
