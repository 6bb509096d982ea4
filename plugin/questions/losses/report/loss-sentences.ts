import {
  lossCauses,
  lostIn,
  usualFactor,
  workerDisturbances,
  type Disturbance,
  type LossCause
} from '../concepts/disturbances.ts'
import { resultWords, type Verdict } from '../../../concepts/verdicts.ts'
import { capitalised, counted, isolated, list, percent, roughMs } from '../../../concepts/wording.ts'
import { grouped, groupedCount, inSoMany, interval, timeSpan, times, total } from '../../../report/words/numbers.ts'
import type { ScenarioResult } from '../../../concepts/comparison.ts'
import { codedText, type Coded, type Told } from '../../../report/words/told.ts'
import type { AllLosses, LossLimit, Losses } from '../concepts/losses.ts'
import type { Run } from '../../../concepts/run.ts'

// The sentences about what is lost, for console, page, Markdown and assertion messages alike.

/** What one disturbance did to that variant. */
export type OfVariant = Losses & { variant: string }

/** @returns for each disturbance, in the order in which they happen, what it did to each variant */
export const byDisturbance = (losses: AllLosses): OfVariant[][] =>
  (losses[0]?.losses ?? []).map((_, i) => losses.map(({ variant, losses: own }) => ({ variant, ...own[i] })))

/** @returns such as "a worker was killed at 4 s" */
export function disturbanceWords({ kind, of, seconds, at }: Disturbance) {
  if (kind === 'reload') return `reload at ${at} s`
  const span = seconds === null ? '' : ` for ${seconds} s`
  return `${of === 'all' ? 'all workers' : 'a worker'} ${workerDisturbances[kind].words} at ${at} s${span}`
}

const nounOf = ({ disturbance: { kind } }: Losses) => (kind === 'terminate' ? 'termination' : kind)
/** @returns such as "5 reloads", "1 freeze" */
const occasions = (losses: Losses) => counted(losses.rounds, nounOf(losses))

/** @returns what a disturbance did to one run, such as "kill: 7 lost, back in 0.5 s" */
export const briefRound = ({ kind, lost, recoverySeconds, problem }: Run['disturbances'][number]) =>
  `${kind}: ${problem ?? `${grouped(lostIn(lost))} lost, ${recoverySeconds === null ? 'not back to normal' : `back in ${recoverySeconds.toFixed(1)} s`}`}`

/** @returns such as "0 of 14,210" */
export const lostOf = ({ lostRequests, requests }: Pick<Losses, 'lostRequests' | 'requests'>) =>
  `${grouped(lostRequests)} of ${grouped(requests)}`

/** @returns such as "12 reset, 3 refused"; empty: nothing was lost */
export const kindsOf = ({ byKind }: Losses) =>
  Object.entries(byKind)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${grouped(count)} ${kind}`)
    .join(', ')

/** @returns such as "0.42 s [0.30, 0.61]", "not in 2 of 3 rounds" */
export function recoveryOf({ neverBack, rounds, recoverySeconds }: Losses) {
  if (neverBack > 0) return neverBack === rounds ? 'not before the end' : `not in ${neverBack} of ${rounds} rounds`
  return recoverySeconds === null
    ? 'unknown'
    : `${recoverySeconds.value.toFixed(1)} s ${interval(recoverySeconds.interval)}`
}

/** @returns the same without its interval */
export const neverOr = (losses: Losses) => backAfter(losses) ?? recoveryOf(losses)

/** @returns when it was back to normal; null: it was not in each round, or that is unknown */
export const backOf = ({ neverBack, recoverySeconds }: Losses) => (neverBack > 0 ? null : recoverySeconds)

const backAfter = (losses: Losses) => {
  const back = backOf(losses)
  return back && `${back.value.toFixed(1)} s`
}

/** @returns such as "6.0x for 1.8 s" */
export const bumpOf = ({ bump, bumpSeconds }: Losses) =>
  bump === null
    ? 'unknown'
    : `${times(bump.value)}${bump.value < usualFactor || bumpSeconds === null ? '' : ` for ${timeSpan(bumpSeconds)}`}`

const backIn = (losses: Losses) => {
  const { neverBack, rounds } = losses
  const back = backAfter(losses)
  if (neverBack > 0) return ` and was not back to normal in ${neverBack} of ${counted(rounds, 'round')}`
  return back === null ? '' : ` and was back to normal in ${back}`
}

/**
 * @returns such as "clustered lost 0 of 14,210 requests in 5 reloads (at most 2.6 in 10,000) and was back to normal in
 * 0.4 s"
 */
export function lossSentence(name: string, losses: Losses) {
  if (losses.problems.length > 0) return `${isolated(name)}: ${list(losses.problems)}`
  const { lostRequests, requests, lost } = losses
  return `${isolated(name)} lost ${grouped(lostRequests)} of ${groupedCount(requests, 'request')} in ${occasions(losses)} (at most ${inSoMany(lost.interval[1])})${backIn(losses)}`
}

/** What came of all variants, in one sentence. */
export function toldOfLosses({
  losses,
  baseline,
  verdict,
  preliminary,
  rounds
}: Pick<ScenarioResult, 'losses' | 'baseline' | 'verdict' | 'preliminary' | 'rounds'>): Told {
  const all = losses ?? []
  const unmet = all.flatMap(({ variant, losses: own }) => unmetLimits(variant, own, verdict).sentences)
  const ordered = all.toSorted((a, b) => Number(a.variant === baseline) - Number(b.variant === baseline))
  const told = capitalised(whoLost(ordered, list(all[0].losses.map(occasions)), lostOf))
  if (preliminary) return { word: resultWords.preliminary, sentences: [`${told}, in ${counted(rounds, 'round')}.`] }
  const isMet = verdict === null || verdict === 'pass' || unmet.length === 0
  return { word: verdict && resultWords[verdict], sentences: [`${isMet ? told : unmet.join('; ')}.`] }
}

type Sum = Pick<Losses, 'lostRequests' | 'requests' | 'rounds'>

/** @returns such as "in 5 reloads, clustered lost no request; single lost 131 of 30,128" */
function whoLost(all: AllLosses, when: string, lost: (sum: Sum) => string) {
  const sums = all.map(({ variant, losses }) => ({
    name: isolated(variant),
    lostRequests: total(losses, 'lostRequests'),
    requests: total(losses, 'requests'),
    rounds: total(losses, 'rounds')
  }))
  const able = sums.filter(({ lostRequests }) => lostRequests === 0)
  const clauses = [
    ...(able.length === 0 ? [] : [`${list(able.map(({ name }) => name))} lost no request`]),
    ...sums.flatMap((sum) => (sum.lostRequests === 0 ? [] : [`${sum.name} lost ${lost(sum)}`]))
  ]
  return `in ${when}, ${clauses.join('; ')}`
}

/** @returns such as "In each reload, clustered lost no request; single lost about 131"; null: not all did happen */
export function lossFinding(all: AllLosses) {
  if (all.length === 0 || all.some(({ losses }) => losses.some(({ problems }) => problems.length > 0))) return null
  const kinds = new Set(all[0].losses.map(nounOf))
  return capitalised(
    whoLost(
      all,
      `each ${[...kinds].join(' or ')}`,
      ({ lostRequests, rounds }) => `about ${Number(roughMs(lostRequests / rounds))}`
    )
  )
}

/** @returns such as "5 reloads: 0 of 14,210 lost, back to normal in 0.4 s [0.30, 0.61]" */
export const lossWords = (losses: Losses) =>
  `${occasions(losses)}: ${lostOf(losses)} lost, back to normal${backAfter(losses) === null ? ':' : ' in'} ${recoveryOf(losses)}`

/** @returns such as "at most 0.1 %" */
const limitText = ({ limit, most }: LossLimit) =>
  limit === 'lost'
    ? most === 0
      ? 'none'
      : `at most ${inSoMany(most)}`
    : limit === 'recovery'
      ? `within ${most} s`
      : `at most ${most}x`

/** @returns such as "lost none", "recovery within 2 s" */
export const limitName = (limit: LossLimit) =>
  `${limit.limit === 'p95Rise' ? 'p95 rise' : limit.limit} ${limitText(limit)}`

/** What a limit is about, in a sentence after the name of the variant. */
export function limitClause(losses: Losses, { limit, verdict }: LossLimit) {
  if (losses.problems.length > 0) return list(losses.problems)
  const { lost, recoverySeconds, neverBack, bump } = losses
  const [low, high] = lost.interval
  if (limit === 'lost')
    return `lost ${lostOf(losses)} requests in ${occasions(losses)}${verdict === 'inconclusive' ? ` (${inSoMany(low < 1e-6 ? 0 : low)} to ${inSoMany(high)})` : kindsOf(losses) === '' ? '' : ` (${kindsOf(losses)})`}`
  if (limit === 'p95Rise')
    return bump === null
      ? 'had too few responses to measure its p95'
      : `let p95 rise to ${times(bump.value)} ${interval(bump.interval)} in ${occasions(losses)}`
  if (neverBack > 0) return `was not back to normal after ${neverBack} of ${occasions(losses)}`
  return recoverySeconds === null
    ? 'had too few rounds to measure when it was back to normal'
    : `was back to normal in ${recoveryOf(losses)} after ${occasions(losses)}`
}

/** What a variant was required and is judged so: sentences without their full stops, and why. */
export function unmetLimits(name: string, all: readonly Losses[], verdict: Verdict | null) {
  const unmet = all.flatMap((losses) =>
    losses.limits.filter((limit) => limit.verdict === verdict).map((limit) => ({ losses, limit }))
  )
  return {
    sentences: unmet.map(
      ({ losses, limit }) =>
        `${isolated(name)}${losses.problems.length > 0 ? ':' : ''} ${limitClause(losses, limit)}; limit: ${limitText(limit)}`
    ),
    why: [...new Set(unmet.flatMap(({ losses }) => whyOf(losses).map(codedText)))].map((line) => `why: ${line}`)
  }
}

/** Why requests were lost, what is usually done about it, and what else was seen. */
const whyOf = ({ causes, notes }: Losses) => [
  ...causes.map(({ cause, requests }) => causeWords(groupedCount(requests, 'request'), requests === 1, cause)),
  ...notes.map((text) => ({ text, code: null }))
]

/** @returns sentences: what is to be known beside the verdict */
export function lossDetails({ losses, rounds, confidence }: ScenarioResult) {
  const limits = (losses ?? [])
    .flatMap(({ losses: own }) => own.flatMap((each) => each.limits))
    .filter(({ verdict }) => verdict !== null)
  const met = limits.filter(({ verdict }) => verdict === 'pass').length
  const fraction = limits.length === 0 ? [] : [`${met} of ${counted(limits.length, 'limit')} met.`]
  return [...fraction, `Over ${counted(rounds, 'interleaved round')}, with ${percent(confidence)} intervals.`]
}

/** The same of several variants, each said once. */
export function whyTogether(all: readonly Pick<OfVariant, 'causes' | 'notes' | 'variant'>[]) {
  const causes = Map.groupBy(
    all.flatMap(({ variant, causes: own }) => own.map((each) => ({ variant, ...each }))),
    ({ cause }) => cause
  )
  const ofCauses = [...causes].map(([cause, own]) => {
    const requests = total(own, 'requests')
    const who = [...Map.groupBy(own, ({ variant }) => variant)].map(([variant, its], i) => {
      const count = total(its, 'requests')
      return `${i === 0 ? groupedCount(count, 'request') : grouped(count)} of ${isolated(variant)}`
    })
    return { requests, why: causeWords(list(who), requests === 1, cause) }
  })
  const notes = Map.groupBy(
    all.flatMap(({ variant, notes: own }) => own.map((note) => ({ variant, note }))),
    ({ note }) => note
  )
  return [
    ...ofCauses.toSorted((a, b) => b.requests - a.requests).map(({ why }) => why),
    ...[...notes].map(([note, own]) => ({
      text: `${list(own.map(({ variant }) => isolated(variant)))}: ${note}`,
      code: null
    }))
  ]
}

function causeWords(who: string, isOne: boolean, cause: LossCause): Coded {
  const { words, cure } = lossCauses[cause]
  return { text: `${who} ${words(isOne ? 'was' : 'were')}. ${cure}.`, code: cause }
}

/** How old workers left, a sentence; none: none was told to, or nobody knows. */
export function howLeft(all: readonly OfVariant[]) {
  const each = all.flatMap(({ variant, leavingSeconds, lateRequests: { fresh, kept } }) =>
    leavingSeconds === null
      ? []
      : `those of ${isolated(variant)} took up to ${timeSpan(leavingSeconds)} (${fresh + kept === 0 ? 'no request came meanwhile' : `${groupedCount(fresh + kept, 'request')} came meanwhile${fresh === 0 ? '' : `, ${grouped(fresh)} on new connections`}`})`
  )
  return each.length === 0 ? [] : [{ text: `How old workers left: ${list(each)}.`, code: null }]
}

/** @returns such as "3.20x [2.10, 4.90] as fast as the baseline", of its way back to normal; null: unknown */
export const againstWords = ({ againstBaseline }: Losses) =>
  againstBaseline && `${times(againstBaseline.value)} ${interval(againstBaseline.interval)} as fast as the baseline`
