import { interval, times } from '../report/numbers.ts'
import { change, unmetSentence } from '../report/scenario-sentences.ts'
import { evidenceClause, inconclusiveSentence, placeOf } from '../report/sentences.ts'
import { counted, list, percent } from '../wording.ts'
import type { Estimate, Limit, Severity } from '../vocabulary.ts'
import type { ComparedCandidate } from './subject.ts'

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
