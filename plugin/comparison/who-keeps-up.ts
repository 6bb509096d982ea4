import type { LoadShape } from '../vocabulary.ts'

/**
 * Users who come whatever the app does tell more than any speedup when only one of two keeps up with them: the other's
 * latencies grow with the length of the test, and its throughput hardly falls behind that of the users.
 *
 * @returns who alone keeps up; null: both do, or neither
 */
export function whoKeepsUp({ baseline, candidate }: { baseline: string, candidate: string }, { saturated }: Pick<LoadShape, 'saturated'>): 'candidate' | 'baseline' | null {
  const [isBaselineLate, isLate] = [saturated.includes(baseline), saturated.includes(candidate)]
  if (isBaselineLate === isLate) return null
  return isLate ? 'baseline' : 'candidate'
}
