import { isolated, list } from '../../wording.js'
/**
 * @import { Mode, Run } from '../../vocabulary.js'
 * @import { ScenarioView } from './section.js'
 */

/** @type {Partial<Record<Mode, string>>} what is not a Node process that we start: nothing inside of it talks to us */
const outside = { command: 'started by a command', url: 'running elsewhere' }

/**
 * @param {Pick<ScenarioView, 'planned'>} view
 * @param {string} name of a variant
 * @returns {boolean} whether only what it sends can be known of it
 */
export function isOutside({ planned }, name) {
  return planned[name]?.mode in outside
}

/**
 * @param {Pick<Run, 'generator'>} run
 * @returns {boolean} whether no single request of it was recorded here
 */
export function isMetered({ generator }) {
  return generator.threads === 0
}

/** What a sentence about metered runs begins with. */
export const byMetrics = 'The option generator was set, so that what is known of the load comes from Artillery’s own metrics:'

/**
 * Variants of which something can’t be known, with the reason.
 *
 * @param {Pick<ScenarioView, 'planned'>} view
 * @param {readonly string[]} names of variants
 * @returns {string} such as "threads (started by a command)"
 */
export function listUntold({ planned }, names) {
  return list(names.map((name) => {
    const reason = outside[planned[name]?.mode]
    return reason === undefined ? isolated(name) : `${isolated(name)} (${reason})`
  }))
}
