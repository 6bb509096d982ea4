import { SpeedupError } from '../concepts/errors.ts'
import { errorSentence, evidenceClause, inconclusiveSentence, placeOf } from '../report/words/sentences.ts'
import { onlyCandidate, type ComparedCandidate, type Subject } from './subject.ts'
import type { Verdict } from '../concepts/verdicts.ts'
import type { Severity } from '../concepts/warnings.ts'
import { interval, times } from '../report/words/numbers.ts'
import { change, unmetSentence } from '../report/words/scenario-sentences.ts'
import { counted, list, percent } from '../concepts/wording.ts'
import type { Estimate, Limit } from '../concepts/comparison.ts'

/** Whether a claim is true. */
export interface Judgement {
  /** pass: it is; fail: its contrary is; inconclusive: nobody can tell */
  verdict: Verdict
  /** for whoever expected another verdict: lines, the first word in capitals */
  message: string
  /** in short */
  found: string
  /** in short */
  claim: string
  /** in short */
  contrary: string
}

/** its lines will stand below its head */
export type Draft = Omit<Judgement, 'message'> & { head: string, lines: string[] }

/**
 * @param isDenied the contrary was claimed
 * @returns null: it is as expected
 */
export function unmet({ verdict, message, found, claim, contrary }: Judgement, isDenied: boolean): { message: string, actual: string, expected: string } | null {
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

/** As many as are read at a glance. */
const [warningsShown, sharesShown] = [3, 4]
/** `rounds.max` may be no more. */
const mostRounds = 30

/**
 * @param candidate a preliminary one
 * @returns its first word in capitals
 */
export function earlySentence({ name, baseline, rounds }: ComparedCandidate): string {
  return `INCONCLUSIVE  The comparison of ${name} with ${baseline} was ended after ${counted(rounds, 'round')}, too early for a verdict.`
}

/**
 * What a speedup was to be; where nobody can tell whether it is, what would help.
 *
 * @param estimate of it, with the verdict on what is required here
 */
export function demandLines(candidate: ComparedCandidate, estimate: Estimate): string[] {
  const { name, preliminary, rounds, roundsAllowed } = candidate
  const { metric, interval: range, required, verdict, reason, timesLonger } = estimate
  if (verdict === 'pass') return [`${name} was to stay below ${required}x ${placeOf(metric)}, its interval is ${interval(range)}.`]
  if (verdict === 'fail') return [unmetSentence(candidate, estimate)]
  const found = `${evidenceClause(estimate, candidate)}.`
  if (preliminary || reason !== null) return [found]
  // Known where the comparison had that very threshold.
  if (timesLonger !== null) return [inconclusiveSentence(estimate, candidate)]
  if (rounds < roundsAllowed.max) {
    return [found, `Give compare the same threshold, thresholds: { ${metric}: ${required} }: rounds then go on until it is decided, up to rounds.max (${roundsAllowed.max}).`]
  }
  return [found, `No more than ${counted(roundsAllowed.max, 'round')} were allowed: ${rounds < mostRounds ? `raise rounds.max, up to ${mostRounds}, or ` : ''}make each run longer.`]
}

/** @returns what was measured */
export function figuresLine(candidate: ComparedCandidate, of: Estimate | Limit): string {
  const { scenario, workers, shares, rounds } = candidate
  const over = `over ${counted(rounds, 'interleaved round')}.`
  if ('speedup' in of) return `${scenario}: ${change(of)} ${placeOf(of.metric)}, ${times(of.speedup)}, ${over}`
  if (of.metric === 'errorRate' || of.value === null) return `${scenario}, ${over}`
  const shown = shares.map(percent)
  const each = shares.length <= sharesShown ? list(shown) : `${shown[0]} (the busiest) to ${shown[shares.length - 1]} (the idlest)`
  return `${scenario}: ${counted(workers, 'worker')} with ${each} of the requests, ${over}`
}

export function whyLine({ diagnosis }: ComparedCandidate) {
  return `why: ${diagnosis.message}`
}

/**
 * What speaks against a measurement, each once.
 *
 * @returns as the console writes it; with the scenario where there are several
 */
export function warningLines(candidates: ComparedCandidate[], severities: Severity[]): string[] {
  const isOneScenario = new Set(candidates.map(({ scenario }) => scenario)).size === 1
  const all = candidates.flatMap(({ scenario, warnings }) => warnings.map((warning) => ({ scenario, warning })))
  // Of the baseline's warnings each candidate has the same.
  const each = [...new Map(all.map((one) => [one.warning, one])).values()]
  return each
    .filter(({ warning }) => severities.includes(warning.severity))
    .map(({ scenario, warning: { severity, message, code } }) => `${severity}: ${isOneScenario ? '' : `${scenario}: `}${message} [${code}]`)
}

/** @returns the worst, and how many there are besides */
export function worstWarningLines(candidates: ComparedCandidate[]): string[] {
  const lines = [...warningLines(candidates, ['problem']), ...warningLines(candidates, ['warning'])]
  const rest = lines.length - warningsShown
  return rest <= 0 ? lines : [...lines.slice(0, warningsShown), `and ${counted(rest, 'more warning')}.`]
}
