import { bottlenecks } from './bottlenecks.ts'
import { doubts } from './doubts.ts'
import type { Case } from './case.ts'
import type { Diagnosis } from '../../concepts/comparison.ts'

/**
 * Why a candidate is faster, or is not, in one sentence. The first explanation that fits is the one: what makes
 * the comparison itself doubtful comes before what the app does.
 */
export function diagnose(facts: Case): Diagnosis {
  for (const [code, explain] of [...doubts, ...bottlenecks]) {
    const message = explain(facts)
    if (message !== null) return { code, message }
  }
  return { code: 'unknown', message: 'Nothing that was seen explains it.' }
}
