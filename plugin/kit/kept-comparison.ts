import { SpeedupError } from '../concepts/errors.ts'
import { comparisonProperties } from '../record/parse-comparison.ts'
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

export function keptComparison({ comparison, folder, page }: Pick<Kept, 'folder' | 'page'> & { comparison: Comparison }): KeptComparison {
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
  const get = (property: string) => {
    if (made !== null) return made[property as keyof KeptComparison]
    throw new SpeedupError('NO_COMPARISON', `The comparison of ${scenarioFile} ${problem}`)
  }
  const properties = [...comparisonProperties, 'folder', 'page', 'candidate'] satisfies (keyof KeptComparison)[]
  const getters = properties.map((property) => [property, { enumerable: true, get: () => get(property) }])
  return {
    comparison: Object.defineProperties({}, Object.fromEntries(getters)) as KeptComparison,
    settle: (comparison: KeptComparison) => void (made = comparison),
    fail: ({ message }: Error) => void (problem = `could not be made: ${message}`)
  }
}
