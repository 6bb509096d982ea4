import { isolated, list } from '../../wording.js'
import { section } from './section.js'
/**
 * @import { Mode, Run } from '../../vocabulary.js'
 * @import { Markup } from '../markup.js'
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

/**
 * @param {string} what of metered runs is known, and is not
 * @returns {string} sentence
 */
export function byMetrics(what) {
  return `The option generator was set, so that Artillery’s own metrics are all that tells of the load: ${what}.`
}

/**
 * What stands in the place of a section that is about single latencies.
 *
 * @param {ScenarioView} view of which no single latency is known
 * @param {{ id: string, title: string }} place
 * @param {string} what is known instead, or is not
 * @returns {Markup | null} null: there was no response that counts
 */
export function withoutLatencies(view, place, what) {
  const metered = view.runs.some(({ run }) => isMetered(run) && run.latencyMs !== null)
  return metered ? section(view, { ...place, lead: byMetrics(what) }, null) : null
}

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
