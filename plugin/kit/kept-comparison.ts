import { SpeedupError } from '../concepts/errors.ts'
import { comparisonProperties } from '../record/parse-comparison.ts'
import { findCandidate, type ComparedCandidate } from './subject.ts'
import type { Concluded } from '../artillery/call.ts'
import type { Comparison } from '../concepts/comparison.ts'

/** A finished comparison: all that stands in its comparison.json, where it is kept, and its candidates by name. */
export interface KeptComparison extends Comparison {
  /** absolute path of what is kept */
  folder: string
  /** absolute path; null: there is none */
  page: string | null
  /** the name, or the scenario, may be left out where there is only one; throws NO_COMPARISON for an unknown name */
  candidate: (name?: string, scenario?: string) => ComparedCandidate
}

export function keptComparison({ comparison, folder, page }: Concluded): KeptComparison {
  return { ...comparison, folder, page, candidate: (name, scenario) => findCandidate(comparison, name, scenario) }
}

/**
 * A comparison that has yet to be made: a test file names it where it describes its tests, and asks it inside them.
 *
 * @param scenarioFile for messages
 */
export function laterComparison(scenarioFile: string) {
  let made: KeptComparison | null = null
  let problem = 'has not been made yet. Use what compareBeforeAll returns inside `it` or a later hook only.'
  const get = (property: keyof KeptComparison) => {
    if (made !== null) return made[property]
    throw new SpeedupError('NO_COMPARISON', `The comparison of ${scenarioFile} ${problem}`)
  }
  const properties: (keyof KeptComparison)[] = [...comparisonProperties, 'folder', 'page', 'candidate']
  const getters = properties.map((property) => [property, { enumerable: true, get: () => get(property) }])
  return {
    comparison: Object.defineProperties({}, Object.fromEntries(getters)) as KeptComparison,
    settle: (comparison: KeptComparison) => void (made = comparison),
    fail: ({ message }: Error) => void (problem = `could not be made: ${message}`)
  }
}
