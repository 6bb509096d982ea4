import { SpeedupError } from '../concepts/errors.ts'
import { errorSentence } from '../report/words/sentences.ts'
import { readSubject, type Subject } from './subject.ts'
import type { Verdict } from '../concepts/verdicts.ts'

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
