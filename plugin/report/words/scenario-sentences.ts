import { metricFacts, tellingOrder } from '../../concepts/metrics.ts'
import { resultWords } from '../../concepts/verdicts.ts'
import { counted, isolated, list } from '../../concepts/wording.ts'
import { limitWords } from './names.ts'
import { beside, duration, interval, milliseconds, perSecond, times, timesWithin } from './numbers.ts'
import {
  claimSentence, estimateOf, fallSentence, headline, inconclusiveSentence, isOpen, marginSentence, placeOf, preliminarySentence, problemClauses,
  requirements, verdictSentence
} from './sentences.ts'
import type { CandidateResult, Estimate, Leaders, Limit, Rival, ScenarioResult } from '../../concepts/comparison.ts'

/** @returns what came of all candidates in one sentence, its first word in capitals when something was required */
export function scenarioSentence(result: ScenarioResult): string {
  const { candidates, verdict, preliminary } = result
  // Where the baseline differs from itself, nothing else can be trusted.
  const check = candidates.find(({ selfCheck }) => selfCheck !== null && selfCheck.verdict !== 'pass')
  if (check !== undefined || candidates.length === 1) return verdictSentence(check ?? candidates[0], result)
  const best = leader(result)
  const leads = `${isolated(best.name)} leads: ${claimSentence(best, result)}`
  if (preliminary) return preliminarySentence(leads, result.rounds)
  const judged = candidates.filter((candidate) => candidate.verdict !== null && candidate.selfCheck === null)
  if (verdict === null || judged.length === 0) return `${leads} No requirement was configured.`
  return `${resultWords[verdict]}  ${whoPasses(judged, candidates.length)} ${leads}`
}

const outcomes = [['pass', 'passes', 'pass'], ['fail', 'fails', 'fail'], ['inconclusive', 'is undecided', 'are undecided']] as const

/** @param all candidates, also those of which nothing is required */
function whoPasses(judged: CandidateResult[], all: number) {
  if (judged.length === all && judged.every(({ verdict }) => verdict === 'pass')) return `${all === 2 ? 'Both' : `All ${all}`} variants pass.`
  const clauses = outcomes.flatMap(([verdict, singular, plural]) => {
    const names = judged.filter((candidate) => candidate.verdict === verdict).map(({ name }) => name)
    return names.length === 0 ? [] : [`${list(names)} ${names.length === 1 ? singular : plural}`]
  })
  return `${clauses.join(', ')}.`
}

/** @returns the fastest of those that can be compared fairly, at the first metric, in the telling order, that is a headline of one of them */
export function leader({ candidates }: Pick<ScenarioResult, 'candidates'>): CandidateResult {
  const fair = candidates.filter((candidate) => headline(candidate).reason === null)
  const among = fair.length > 0 ? fair : candidates
  const fairest = Math.min(...among.map((candidate) => tellingOrder.indexOf(headline(candidate).metric)))
  const speedup = (candidate: CandidateResult) => {
    const estimate = estimateOf(candidate, tellingOrder[fairest])
    return estimate?.reason === null ? estimate.speedup : 0
  }
  return among.toSorted((a, b) => speedup(b) - speedup(a))[0]
}

/** @returns sentences: the figures behind the verdict, for a paragraph below it */
export function detailSentences(result: ScenarioResult): string[] {
  const { candidates } = result
  const best = leader(result)
  const shown = headline(best)
  const isMany = candidates.length > 1
  const range = `${Math.round(100 * result.confidence)} % interval ${interval(shown.interval)}`
  const speedup = `${change(shown)} ${placeOf(shown.metric)}, ${times(shown.speedup)} (${range})`
  const demands = candidates.flatMap((candidate) => requirements(candidate).map((required) => ({ candidate, required })))
  const met = demands.filter(({ required }) => required.verdict === 'pass').length
  const unmet = demands.filter(({ required: { verdict } }) => verdict === 'fail' || verdict === 'inconclusive')
  const problems = problemClauses(result)
  return [
    `${isMany ? `${isolated(best.name)}: ` : ''}${speedup}, over ${counted(result.rounds, 'interleaved round')}.`,
    ...(demands.length === 0 || result.preliminary ? [] : [`${met} of ${counted(demands.length, 'requirement')} met.`]),
    ...unmet.map(({ candidate, required }) => unmetSentence(candidate, required)),
    // Of one candidate, its verdict says so already.
    ...(isMany ? candidates.flatMap((candidate) => fallSentence(candidate) ?? []) : []),
    ...candidates.flatMap((candidate) => marginSentence(candidate) ?? []),
    ...(problems.length === 0 ? [] : [`Caution: ${problems.join('; ')}; see below.`])
  ]
}

/** Who is fastest, who is as fast, who is slower, and who was left out and why. isBrief: its figures stand beside it. */
export function leadersSentence({ metric, best, others, leftOut }: Leaders, { rounds }: Pick<ScenarioResult, 'rounds'>, isBrief: boolean = false): string {
  const clauseOf = (verdict: Rival['verdict'], words: string) => {
    const alike = others.filter((rival) => rival.verdict === verdict).map((rival) => {
      const figures = timesWithin({ speedup: rival.ratio, interval: rival.interval })
      return isBrief ? isolated(rival.variant) : `${isolated(rival.variant)} (${[figures, whatWouldTell(rival)].filter(Boolean).join('; ')})`
    })
    return alike.length === 0 ? [] : [`${words}: ${list(alike)}`]
  }
  const tied = clauseOf('as fast', `as fast, as far as ${counted(rounds, 'round')} tell`)
  const found = [`${isolated(best)} ${tied.length === 0 ? 'is' : 'was'} fastest ${placeOf(metric)}`, ...tied, ...clauseOf('slower', 'slower')].join('; ')
  const unfair = leftOut.map(({ variant, why }) => `${isolated(variant)} (${why})`)
  return unfair.length === 0 ? `${found}.` : `${found}. Left out: ${list(unfair)}.`
}

/** @returns how long it would take to tell a variant from the fastest; null: it was told */
export const whatWouldTell = ({ verdict, roundsThatWouldDecide: rounds, seconds }: Rival): string | null => verdict === 'slower' ? null
  : rounds === null ? '30 rounds would not tell' : `about ${rounds} rounds, ${duration(Number(seconds))}, would tell`

/** @returns geometric means of the rounds, such as "100 → 62.5 ms": their quotient is the speedup */
export function change({ metric, baseline, candidate }: Estimate): string {
  const { unit } = metricFacts[metric]
  const shown = unit === 'ms' ? milliseconds : perSecond
  return `${shown(baseline)} → ${shown(candidate)} ${unit}`
}

/** The numbers of what is required of the candidate, and not met, and what would decide it where more rounds could. */
export function unmetSentence(candidate: CandidateResult, required: Estimate | Limit): string {
  const { name } = candidate
  if ('speedup' in required) {
    if (isOpen(required)) return inconclusiveSentence(required, candidate)
    const doubt = required.reason === null ? '' : ', but the measurement carries no verdict on it'
    return `${name} needs ${required.required}x ${placeOf(required.metric)}, its interval is ${interval(required.interval)}${doubt}.`
  }
  const words = limitWords[required.metric]
  const value = required.value === null ? 'one that could not be seen' : beside(required.value, Number(required.required))
  return `${name} needs ${words.article} ${words.name} of ${words.side} ${required.required}, it has ${value}.`
}
