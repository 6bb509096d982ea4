import { AssertionError } from 'node:assert'
import { SpeedupError } from '../concepts/errors.ts'
import { lineOf, toldOfError } from '../report/words/told.ts'
import { readSubject, type CandidateData, type Subject } from './subject.ts'
import type { Comparison } from '../concepts/comparison.ts'
import type { Verdict } from '../concepts/verdicts.ts'

/** Whether a claim is true. */
export interface Judgement {
  verdict: Verdict // pass: it is true; fail: its contrary is
  head: string // of the message where another verdict was expected, its first word in capitals
  lines: string[] // of that message, below its head
  found: string // in short, as the next two
  claim: string
  contrary: string
}

/** Judges a comparison that was measured to its end. */
export type Judge = (subject: Subject) => Judgement

/**
 * @param isDenied the contrary was claimed
 * @returns what a test runner shows; null: it is as expected. Throws SpeedupError NO_COMPARISON, and what the judge
 * throws.
 */
export function unmet(value: unknown, assertion: string, judge: Judge, isDenied: boolean) {
  const subject = readSubject(value, assertion)
  const { error, page } = subject
  const messageOf = (lines: string[]) => [...lines, ...(page === null ? [] : [`Report: ${page}`])].join('\n')
  if (error !== null)
    return {
      message: messageOf([lineOf(toldOfError(error))]),
      actual: 'stopped early',
      expected: 'measured to the end'
    }
  const { verdict, head, lines, found, claim, contrary } = judge(subject)
  if (verdict === (isDenied ? 'fail' : 'pass')) return null
  return {
    message: messageOf([head, ...lines.map((line) => `  ${line}`)]),
    actual: found,
    expected: isDenied ? contrary : claim
  }
}

/** @returns a judge of the contrary */
export const contraryOf =
  (judge: Judge): Judge =>
  (subject) => {
    const { verdict, claim, contrary, ...judgement } = judge(subject)
    return {
      ...judgement,
      verdict: ({ pass: 'fail', fail: 'pass', inconclusive: 'inconclusive' } as const)[verdict],
      claim: contrary,
      contrary: claim
    }
  }

/** Lets the stack of a SpeedupError begin at the line that called the assertion. */
export function fromCaller<T>(assertion: Function, act: () => T) {
  try {
    return act()
  } catch (error) {
    if (error instanceof SpeedupError) Error.captureStackTrace(error, assertion)
    throw error
  }
}

/** a comparison with one candidate, or a candidate */
export type Compared = Comparison | CandidateData

/** @throws AssertionError: the claim of that name is false, or inconclusive */
export function check(compared: Compared, assertion: Function, chooseJudge: () => Judge) {
  const { name } = assertion
  const failure = fromCaller(assertion, () => unmet(compared, name, chooseJudge(), false))
  if (failure !== null) throw new AssertionError({ ...failure, operator: name, stackStartFn: assertion })
}
