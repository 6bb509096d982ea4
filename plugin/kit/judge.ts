import { SpeedupError } from '../concepts/errors.ts'
import { counted, list, percent } from '../concepts/wording.ts'
import { times } from '../report/words/numbers.ts'
import { change } from '../report/words/scenario-sentences.ts'
import { errorSentence, placeOf } from '../report/words/sentences.ts'
import { readSubject, type ComparedCandidate, type Subject } from './subject.ts'
import type { Verdict } from '../concepts/verdicts.ts'
import type { Severity } from '../concepts/warnings.ts'
import type { Estimate, Limit } from '../concepts/comparison.ts'

/** Whether a claim is true. */
export interface Judgement {
  verdict: Verdict // pass: it is true; fail: its contrary is
  head: string // of the message for whoever expected another verdict, its first word in capitals
  lines: string[] // of that message, below its head
  found: string // in short, as the next two
  claim: string
  contrary: string
}

/** Judges a comparison that was measured to its end. */
export type Judge = (subject: Subject) => Judgement

/**
 * @param isDenied the contrary was claimed
 * @returns what a test runner shows; null: it is as expected
 * @throws SpeedupError NO_COMPARISON, and what the judge throws
 */
export function unmet(value: unknown, assertion: string, judge: Judge, isDenied: boolean) {
  const subject = readSubject(value, assertion)
  const { error, page } = subject
  const { verdict, head, lines, found, claim, contrary } = error === null ? judge(subject) : { ...unmeasured, head: errorSentence(error) }
  if (verdict === (isDenied ? 'fail' : 'pass')) return null
  const message = [head, ...lines.map((line) => `  ${line}`), ...(page === null ? [] : [`Report: ${page}`])].join('\n')
  return { message, actual: found, expected: isDenied ? contrary : claim }
}

const untilEnd = 'measured to the end'
const unmeasured: Omit<Judgement, 'head'> = { verdict: 'inconclusive', lines: [], found: 'ended early', claim: untilEnd, contrary: untilEnd }

/** Lets the stack of a SpeedupError begin at the line that called the assertion. */
export function fromCaller<T>(assertion: Function, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (error instanceof SpeedupError) Error.captureStackTrace(error, assertion)
    throw error
  }
}

/** @param candidate a preliminary one */
export const earlySentence = ({ name, baseline, rounds }: ComparedCandidate): string =>
  `INCONCLUSIVE  The comparison of ${name} with ${baseline} was ended after ${counted(rounds, 'round')}, too early for a verdict.`

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

/** @returns each warning once, as the console writes it; with the scenario where there are several */
export function warningLines(candidates: ComparedCandidate[], severity: Severity): string[] {
  const isOneScenario = new Set(candidates.map(({ scenario }) => scenario)).size === 1
  // Each candidate has the same warnings of the baseline.
  const scenarios = new Map(candidates.flatMap(({ scenario, warnings }) => warnings.map((warning) => [warning, scenario])))
  return [...scenarios]
    .filter(([warning]) => warning.severity === severity)
    .map(([{ message, code }, scenario]) => `${severity}: ${isOneScenario ? '' : `${scenario}: `}${message} [${code}]`)
}

/** @returns the worst, and how many there are besides */
export function worstWarningLines(candidates: ComparedCandidate[]): string[] {
  const lines = [...warningLines(candidates, 'problem'), ...warningLines(candidates, 'warning')]
  const rest = lines.length - warningsShown
  return rest <= 0 ? lines : [...lines.slice(0, warningsShown), `and ${counted(rest, 'more warning')}.`]
}
