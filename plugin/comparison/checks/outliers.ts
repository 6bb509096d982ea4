import type { CandidateResult, Estimate, Warning } from '../../vocabulary.ts'

export function checkOutliers(candidates: CandidateResult[]): Warning[] {
  return candidates.flatMap(({ name, estimates }) =>
    estimates.flatMap(({ metric, outliers }) =>
      outliers.filter(isTelling).map(({ round, ratio, pulledTo }) => ({
        code: 'outlier-round' as const,
        severity: 'note' as const,
        variant: name,
        rounds: [round],
        message: `${name} ${metric}: round ${round} (${ratio.toFixed(2)}x) was an outlier and was pulled to ${pulledTo.toFixed(2)}x, so that it can't decide alone.`
      }))
    )
  )
}

/** @returns whether it was pulled by more than rounding hides */
function isTelling({ ratio, pulledTo }: Estimate['outliers'][number]): boolean {
  return ratio.toFixed(2) !== pulledTo.toFixed(2)
}
