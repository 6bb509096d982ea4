import { listCounts, percent } from '../../wording.ts'
import { addCounts } from './add-counts.ts'
import type { CandidateResult, Run, Warning } from '../../vocabulary.ts'

/** Candidates that failed more often than they may. */
export function checkErrors(runs: Run[], candidates: CandidateResult[]): Warning[] {
  return candidates.flatMap(({ name, limits }) => {
    const errors = limits.find(({ metric, verdict }) => metric === 'errorRate' && verdict === 'fail')
    if (errors === undefined) return []
    const kinds = addCounts(runs.filter(({ variant }) => variant === name).map(({ failureKinds }) => failureKinds))
    const message =
      `${name}: ${percent(Number(errors.value))} of its requests failed (${listCounts(kinds)}), where ${percent(Number(errors.required))} are allowed. ` +
      'Errors are answered faster than real work, so its latencies and its throughput carry no verdict. Mend the app or lower the load.'
    return [{ code: 'errors', severity: 'problem', variant: name, rounds: [], message }]
  })
}
