import { SpeedupError } from '../errors.js'
import { findCandidate } from './subject.js'
/**
 * @import { Comparison } from '../vocabulary.js'
 * @import { ComparedCandidate } from './subject.js'
 */

/**
 * A finished comparison: all that stands in its comparison.json, where it is kept, and its candidates by name.
 *
 * @typedef {object} Kept
 * @property {string} folder absolute path of what is kept
 * @property {string | null} page absolute path; null: there is none
 * @property {(name?: string, scenario?: string) => ComparedCandidate} candidate the name may be left out where there is
 *   one candidate only, the scenario where there is one only; throws NO_COMPARISON where there is none of that name
 *
 * @typedef {Comparison & Kept} KeptComparison
 */

/**
 * @param {{ comparison: Comparison, folder: string, page: string | null }} concluded
 * @returns {KeptComparison}
 */
export function keptComparison({ comparison, folder, page }) {
  return { ...comparison, folder, page, candidate: (name, scenario) => findCandidate(comparison, name, scenario) }
}

/** @type {(keyof KeptComparison)[]} */
const properties = [
  'schemaVersion', 'file', 'startedAt', 'finishedAt', 'environment', 'settings', 'scenarios', 'crossovers', 'error', 'verdict', 'exitCode',
  'folder', 'page', 'candidate'
]

/**
 * A comparison that has yet to be made: a test file names it where it describes its tests, and asks it inside them.
 *
 * @param {string} scenarioFile for messages
 * @returns {{ comparison: KeptComparison, settle: (made: KeptComparison) => void, fail: (reason: Error) => void }}
 */
export function laterComparison(scenarioFile) {
  /** @type {KeptComparison | null} */
  let found = null
  /** @type {Error | null} */
  let failure = null
  const get = (/** @type {keyof KeptComparison} */ property) => {
    if (found !== null) return found[property]
    if (failure !== null) throw new SpeedupError('NO_COMPARISON', `The comparison of ${scenarioFile} could not be made: ${failure.message}`)
    throw new SpeedupError('NO_COMPARISON', `The comparison of ${scenarioFile} has not been made yet. Use what compareBeforeAll returns inside \`it\` or a later hook only.`)
  }
  const entries = properties.map((property) => [property, { enumerable: true, get: () => get(property) }])
  return {
    comparison: Object.defineProperties(/** @type {any} */ ({}), Object.fromEntries(entries)),
    settle: (made) => void (found = made),
    fail: (reason) => void (failure = reason)
  }
}
