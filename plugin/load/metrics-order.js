/**
 * What the plugin is told where its own environment and files don't reach: in a load generator that is known by its
 * official metrics alone. It travels with Artillery's flag --overrides, which every platform of Artillery passes on, under a
 * key of the plugin's section that is no option of the user's.
 *
 * @import { Settings, Target } from '../vocabulary.js'
 *
 * @typedef {object} MetricsOrder
 * @property {Pick<Target, 'hostname' | 'port' | 'url'>[]} targets the first one is Artillery's; requests to elsewhere are not
 *   counted
 * @property {string} pidHeader lower case
 * @property {Settings['client']} client
 */

const key = '_metrics'

/**
 * @param {MetricsOrder} order
 * @returns {Record<string, unknown>} for --overrides
 */
export function metricsOrderAsOverrides({ targets, pidHeader, client }) {
  const order = { targets: targets.map(({ hostname, port, url }) => ({ hostname, port, url })), pidHeader, client }
  return { config: { plugins: { speedup: { [key]: order } } } }
}

/**
 * @param {any} script as Artillery gives it to a plugin
 * @returns {MetricsOrder | null} null: nobody gave one
 */
export function readMetricsOrder(script) {
  return script?.config?.plugins?.speedup?.[key] ?? null
}
