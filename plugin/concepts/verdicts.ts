/** the worst first */
export const verdicts = ['fail', 'inconclusive', 'pass'] as const

export type Verdict = (typeof verdicts)[number]

/** @returns null: nothing was required */
export const worst = (found: readonly (Verdict | null)[]) => verdicts.find((verdict) => found.includes(verdict)) ?? null

type Judged = { verdict: Verdict | null }

export const worstOf = (judged: readonly Judged[]) => worst(judged.map(({ verdict }) => verdict))

const ranks: readonly (Verdict | null)[] = [...verdicts, null]

export const worstFirst = <One extends Judged>(judged: readonly One[]): One[] =>
  judged.toSorted((a, b) => ranks.indexOf(a.verdict) - ranks.indexOf(b.verdict))

/**
 * @returns the verdict on a candidate together with its limits and those of the baseline: of a row that shows nothing
 * but the candidate
 */
export const rowVerdict = (
  candidate: Judged & { name: string },
  { baseline, limits }: { baseline: string; limits: readonly (Judged & { variant: string })[] }
) => worstOf([candidate, ...limits.filter(({ variant }) => [baseline, candidate.name].includes(variant))])

/** What a result begins with, in the order of docs/codes.md. */
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

/** How Artillery exits, for CI, in the order of docs/codes.md. */
export const exitCodes = { pass: 0, fail: 1, inconclusive: 2, notMeasured: 3, SIGINT: 130, SIGTERM: 143 }
