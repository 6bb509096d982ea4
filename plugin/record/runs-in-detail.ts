import type { Run } from '../vocabulary.ts'

/**
 * One run of each variant and scenario, to be shown in detail: the one whose p95 is the median of its rounds', of an
 * even number the lower one.
 */
export function runsInDetail(runs: readonly Run[]): Set<Run> {
  const rounds = Map.groupBy(runs, ({ scenario, variant }) => JSON.stringify([scenario, variant]))
  return new Set([...rounds.values()].map((of) => of.toSorted((a, b) => p95(a) - p95(b))[(of.length - 1) >> 1]))
}

function p95({ latencyMs }: Run) {
  return latencyMs?.p95 ?? Number.MAX_VALUE
}
