/** the worst first */
export const verdicts = ['fail', 'inconclusive', 'pass'] as const

export type Verdict = typeof verdicts[number]

/** What a result begins with, in the order of the README, which says when, and what to do. */
export const resultWords = {
  pass: 'PASS',
  fail: 'FAIL',
  inconclusive: 'INCONCLUSIVE',
  preliminary: 'PRELIMINARY',
  notMeasured: 'NOT MEASURED',
  interrupted: 'INTERRUPTED',
  notWritten: 'NOT WRITTEN', // a file of the report
  regression: 'REGRESSION' // only a speedup fell; in annotations and on the page
}

/** How Artillery exits, for CI, in the order of the README. */
export const exitCodes = { pass: 0, fail: 1, inconclusive: 2, notMeasured: 3, SIGINT: 130, SIGTERM: 143 }

/** Why a candidate is faster, or is not: in the order of the README, which says what each means, and what to do. */
export const diagnosisCodes = [
  'cpu-bound', 'more-workers', 'machine-full', 'too-many-workers', 'uneven', 'waiting', 'few-users', 'idle', 'partly-busy', 'blocked',
  'garbage-collection', 'contention', 'busy-elsewhere', 'generator-bound', 'not-one-process', 'different-errors', 'disturbed', 'same', 'unknown'
] as const

export type DiagnosisCode = typeof diagnosisCodes[number]
