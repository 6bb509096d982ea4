import { SpeedupError } from '../errors.ts'
import { errorSentence } from '../report/sentences.ts'
import { onlyCandidate, type ComparedCandidate, type Subject } from './subject.ts'
import type { Verdict } from '../vocabulary.ts'

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
