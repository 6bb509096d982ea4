import { SpeedupError } from '../concepts/errors.ts'
import { counted, list, percent } from '../concepts/wording.ts'
import { interval, times } from '../report/words/numbers.ts'
import { change, unmetSentence } from '../report/words/scenario-sentences.ts'
import { errorSentence, evidenceClause, inconclusiveSentence, placeOf } from '../report/words/sentences.ts'
import { onlyCandidate, type ComparedCandidate, type Subject } from './subject.ts'
import type { Verdict } from '../concepts/verdicts.ts'
import type { Severity } from '../concepts/warnings.ts'
import type { Estimate, Limit } from '../concepts/comparison.ts'

/** Whether a claim is true. */
export interface Judgement {
  verdict: Verdict // pass: it is true; fail: its contrary is; inconclusive: nobody can tell
  message: string // for whoever expected another verdict: lines, the first word in capitals
  found: string // in short, as the next two
  claim: string
  contrary: string
}

/** its lines will stand below its head */
export type Draft = Omit<Judgement, 'message'> & { head: string, lines: string[] }

/**
 * @param isDenied the contrary was claimed
 * @returns null: it is as expected
 */
export function unmet({ verdict, message, found, claim, contrary }: Judgement, isDenied: boolean) {
  if (verdict === (isDenied ? 'fail' : 'pass')) return null
  return { message, actual: found, expected: isDenied ? contrary : claim }
}

/** @param assertion called by a test: whoever reads of a wrong call wants to see that line first */
export function fromCaller<T>(assertion: Function, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof SpeedupError) Error.captureStackTrace(error, assertion)
    throw error
  }
}

export function judgeOne(subject: Subject, judge: (candidate: ComparedCandidate) => Draft): Judgement {
  return judgeAll(subject, () => judge(onlyCandidate(subject)))
}

/** @returns without asking `judge` when it was not measured */
export function judgeAll({ candidates, error, page }: Subject, judge: (candidates: ComparedCandidate[]) => Draft): Judgement {
  const { head, lines, ...short } = error === null ? judge(candidates) : unmeasured(error)
  const below = lines.map((line) => `  ${line}`)
  return { ...short, message: [head, ...below, ...(page === null ? [] : [`Report: ${page}`])].join('\n') }
}

function unmeasured(error: NonNullable<Subject['error']>): Draft {
  const measured = 'measured to the end'
  return { verdict: 'inconclusive', head: errorSentence(error), lines: [], found: 'ended early', claim: measured, contrary: measured }
}

/** @param candidate a preliminary one */
export function earlySentence({ name, baseline, rounds }: ComparedCandidate): string {
  return `INCONCLUSIVE  The comparison of ${name} with ${baseline} was ended after ${counted(rounds, 'round')}, too early for a verdict.`
}

/** `rounds.max` may be no more. */
const mostRounds = 30

/**
 * What a speedup was to be; where nobody can tell whether it is, what would help.
 *
 * @param estimate with the verdict on what is required here
 */
export function demandLines(candidate: ComparedCandidate, estimate: Estimate): string[] {
  const { name, preliminary, rounds, roundsAllowed: { max } } = candidate
  const { metric, interval: range, required, verdict, reason, timesLonger } = estimate
  if (verdict === 'pass') return [`${name} was to stay below ${required}x ${placeOf(metric)}, its interval is ${interval(range)}.`]
  if (verdict === 'fail') return [unmetSentence(candidate, estimate)]
  const found = `${evidenceClause(estimate, candidate)}.`
  if (preliminary || reason !== null) return [found]
  // Known where the comparison had that very threshold.
  if (timesLonger !== null) return [inconclusiveSentence(estimate, candidate)]
  const sameThreshold = `Give compare the same threshold, thresholds: { ${metric}: ${required} }`
  if (rounds < max) return [found, `${sameThreshold}: rounds then go on until it is decided, up to rounds.max (${max}).`]
  const more = rounds < mostRounds ? `raise rounds.max, up to ${mostRounds}, or ` : ''
  return [found, `No more than ${counted(max, 'round')} were allowed: ${more}make each run longer.`]
}

/** As many as are read at a glance. */
const [warningsShown, sharesShown] = [3, 4]

/** What was measured. */
export function figuresLine({ scenario, workers, shares, rounds }: ComparedCandidate, measured: Estimate | Limit): string {
  const over = `over ${counted(rounds, 'interleaved round')}.`
  if ('speedup' in measured) return `${scenario}: ${change(measured)} ${placeOf(measured.metric)}, ${times(measured.speedup)}, ${over}`
  if (measured.metric === 'errorRate' || measured.value === null) return `${scenario}, ${over}`
  const shown = shares.map(percent)
  const each = shares.length <= sharesShown ? list(shown) : `${shown[0]} (the busiest) to ${shown[shares.length - 1]} (the idlest)`
  return `${scenario}: ${counted(workers, 'worker')} with ${each} of the requests, ${over}`
}

export function whyLine({ diagnosis }: ComparedCandidate): string {
  return `why: ${diagnosis.message}`
}

/**
 * What speaks against a measurement, each warning once.
 *
 * @returns as the console writes it; with the scenario where there are several
 */
export function warningLines(candidates: ComparedCandidate[], severities: Severity[]): string[] {
  const isOneScenario = new Set(candidates.map(({ scenario }) => scenario)).size === 1
  // Each candidate has the same warnings of the baseline.
  const scenarios = new Map(candidates.flatMap(({ scenario, warnings }) => warnings.map((warning) => [warning, scenario])))
  return [...scenarios]
    .filter(([{ severity }]) => severities.includes(severity))
    .map(([{ severity, message, code }, scenario]) => `${severity}: ${isOneScenario ? '' : `${scenario}: `}${message} [${code}]`)
}

/** @returns the worst, and how many there are besides */
export function worstWarningLines(candidates: ComparedCandidate[]): string[] {
  const lines = [...warningLines(candidates, ['problem']), ...warningLines(candidates, ['warning'])]
  const rest = lines.length - warningsShown
  return rest <= 0 ? lines : [...lines.slice(0, warningsShown), `and ${counted(rest, 'more warning')}.`]
}
