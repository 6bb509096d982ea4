import { inSoMany } from '../../../report/words/numbers.ts'
import { limitsOf } from '../comparison/losses.ts'
import { resultWords, type Verdict, worstOf } from '../../../concepts/verdicts.ts'
import { counted, list } from '../../../concepts/wording.ts'
import { disturbanceWords, limitClause, limitName, lossSentence, unmetLimits } from '../report/loss-sentences.ts'
import { adviceOn, declared, earlySentence } from '../../../kit/judges.ts'
import { anyCandidate, noComparison, type CandidateData, type Subject } from '../../../kit/subject.ts'
import { check, type Compared, type Judge } from '../../../kit/judge.ts'
import { optional, readOptions } from '../../../kit/judge-options.ts'
import { percentage } from '../../../settings/quantities.ts'
import { afterKind, lossesWritten, recoveryTime } from '../settings/options.ts'
import type { DisturbanceKind } from '../concepts/disturbances.ts'
import type { Duration, Percentage } from '../../../concepts/options.ts'
import type { Losses } from '../concepts/losses.ts'

/**
 * Judges whether a candidate keeps to a limit in each disturbance, or in each of one kind; the contrary: it does not in
 * one of them.
 */
export const judgeLosses =
  ({ limit, most: given, after }: LossDemand): Judge =>
  (subject) => {
    const candidate = disturbedCandidate(subject)
    const { name, scenario, rounds, preliminary } = candidate
    const chosen = candidate.losses.filter(({ disturbance: { kind } }) => after === undefined || kind === after)
    const placesOf = (losses: typeof chosen) => losses.map(({ disturbance }) => disturbanceWords(disturbance))
    if (chosen.length === 0)
      noComparison(
        `${subject.assertion} needs ${name} after ${after}, but its disturbances were ${list(placesOf(candidate.losses))}.`
      )
    const ofComparison = candidate.losses.flatMap(({ limits }) => limits).find((each) => each.limit === limit)
    const most = given ?? declared(ofComparison?.most, subject, { [limit]: lossWords[limit].example }, 'limit')
    const losses = chosen.map((own) => ({ ...own, limits: limitsOf({ [limit]: most }, own) }))
    const verdict = preliminary ? 'inconclusive' : (worstOf(losses.flatMap(({ limits }) => limits)) as Verdict)
    const { sentences, why } = unmetLimits(name, losses, verdict)
    const concerned = losses.filter(({ limits: [each] }) => each.verdict === verdict)
    const contrary =
      limit === 'recovery'
        ? `recovery not within ${most} s`
        : `lost ${most === 0 ? 'some' : `more than ${inSoMany(most)}`}`
    const unmet = `${resultWords[verdict]}  ${sentences.join('; ')}.`
    const heads = {
      pass: `FAIL  ${losses.map((own) => lossSentence(name, own)).join('; ')}; required: ${contrary}.`,
      fail: unmet,
      inconclusive: preliminary ? earlySentence(candidate) : unmet
    }
    const isOpen =
      verdict === 'inconclusive' && !preliminary && concerned.every(({ problems }) => problems.length === 0)
    return {
      verdict,
      head: heads[verdict],
      lines: [
        ...(isOpen
          ? [adviceOn(`${limit}: '${limit === 'lost' ? `${100 * most}%` : `${most}s`}'`, candidate, 'limit')]
          : []),
        `${scenario}: ${placesOf(chosen).join(', ')}, over ${counted(rounds, 'interleaved round')}.`,
        ...(verdict === 'pass' ? [] : why)
      ],
      found: (concerned.length === 0 ? losses : concerned).map((own) => limitClause(own, own.limits[0])).join('; '),
      claim: limitName(losses[0].limits[0]),
      contrary
    }
  }

/** @throws SpeedupError NO_COMPARISON: there is none, or more than one; or nothing was done to it */
function disturbedCandidate(subject: Subject): CandidateData & { losses: Losses[] } {
  const { losses, ...candidate } = anyCandidate(subject)
  if (losses) return { ...candidate, losses }
  const advice = "Give compare the disturbances of each run, such as disturb: [{ kill: 'worker', at: '4s' }]."
  return noComparison(`${subject.assertion} needs a disturbance, but ${candidate.name} was not disturbed. ${advice}`)
}

/**
 * `assertLosses(comparison, { atMost: '0.1%', after: 'reload' })`: no more of the requests were lost; 0%: no loss was
 * seen. Default: after each disturbance.
 */
export function assertLosses(subject: Compared, options?: { atMost?: Percentage } & AfterOptions) {
  check(subject, assertLosses, () => judgeLosses(readLossOptions('lost', options, 'assertLosses')))
}

/**
 * `assertRecovery(comparison, { within: '1s', after: 'kill' })`: all was as before within that time. Default: after
 * each disturbance.
 */
export function assertRecovery(subject: Compared, options?: { within?: Duration } & AfterOptions) {
  check(subject, assertRecovery, () => judgeLosses(readLossOptions('recovery', options, 'assertRecovery')))
}

/** What may be required of losses: behind which verb of chai, in which word it is given, and what it is. */
export const lossWords = {
  lost: { verb: 'lose', word: 'atMost', example: '0%', shape: percentage },
  recovery: { verb: 'recover', word: 'within', example: '1s', shape: recoveryTime }
}

/** most: left out, the comparison declares it; after: only those of one kind of disturbance. */
export type LossDemand = { limit: keyof typeof lossWords; most?: number | undefined } & AfterOptions
export type AfterOptions = { after?: DisturbanceKind | undefined }

/** As values of a method: `.atMost('0%', { after: 'reload' })`. */
export function readLoss(limit: LossDemand['limit'], word: string, [value, options]: unknown[]): LossDemand {
  const { after } = readOptions(options, word, { after: 'reload' }, { after: [afterKind] })
  return { limit, most: mostOf(limit, value, `The value of ${word}`), after }
}

/** As options: `assertLosses(comparison, { atMost: '0%', after: 'reload' })`. */
function readLossOptions(limit: LossDemand['limit'], options: unknown, assertion: string): LossDemand {
  const { word, example, shape } = lossWords[limit]
  const { [word]: value, after } = readOptions(
    options,
    assertion,
    { [word]: example, after: 'reload' },
    { [word]: [shape], after: [afterKind] }
  )
  return { limit, most: mostOf(limit, value, `${assertion}.${word}`), after: after as DisturbanceKind | undefined }
}

function mostOf(limit: LossDemand['limit'], value: unknown, name: string) {
  const given = optional<string>(lossWords[limit].shape, value, name)
  return given === undefined ? undefined : lossesWritten.numbersOf[limit](given)
}
