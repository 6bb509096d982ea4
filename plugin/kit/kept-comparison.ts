import { SpeedupError } from '../concepts/errors.ts'
import { findCandidate, type ComparedCandidate } from './subject.ts'
import type { Comparison } from '../concepts/comparison.ts'

/** A finished comparison: all that stands in its comparison.json, where it is kept, and its candidates by name. */
interface Kept {
  /** absolute path of what is kept */
  folder: string
  /** absolute path; null: there is none */
  page: string | null
  /**
   * the name may be left out where there is one candidate only, the scenario where there is one only; throws
   * NO_COMPARISON where there is none of that name
   */
  candidate: (name?: string, scenario?: string) => ComparedCandidate
}

export type KeptComparison = Comparison & Kept

export function keptComparison({ comparison, folder, page }: { comparison: Comparison, folder: string, page: string | null }): KeptComparison {
  return { ...comparison, folder, page, candidate: (name, scenario) => findCandidate(comparison, name, scenario) }
}

const properties: (keyof KeptComparison)[] = [
  'schemaVersion', 'file', 'startedAt', 'finishedAt', 'environment', 'settings', 'scenarios', 'crossovers', 'error', 'verdict', 'exitCode',
  'folder', 'page', 'candidate'
]

/**
 * A comparison that has yet to be made: a test file names it where it describes its tests, and asks it inside them.
 *
 * @param scenarioFile for messages
 */
export function laterComparison(scenarioFile: string): { comparison: KeptComparison, settle: (made: KeptComparison) => void, fail: (reason: Error) => void } {
  let found: KeptComparison | null = null
  let failure: Error | null = null
  const get = (property: keyof KeptComparison) => {
    if (found !== null) return found[property]
    if (failure !== null) throw new SpeedupError('NO_COMPARISON', `The comparison of ${scenarioFile} could not be made: ${failure.message}`)
    throw new SpeedupError('NO_COMPARISON', `The comparison of ${scenarioFile} has not been made yet. Use what compareBeforeAll returns inside \`it\` or a later hook only.`)
  }
  const entries = properties.map((property) => [property, { enumerable: true, get: () => get(property) }])
  return {
    comparison: Object.defineProperties({} as any, Object.fromEntries(entries)),
    settle: (made) => void (found = made),
    fail: (reason) => void (failure = reason)
  }
}
