/** @import { Settings, Target, Variant } from '../vocabulary.js' */

/**
 * @param {Pick<Settings, 'target'>} settings
 * @param {Pick<Variant, 'targets'>} variant
 * @returns {Target[]} what is loaded: its own URLs, or where it is started
 */
export function targetsOf({ target }, { targets }) {
  return targets.length > 0 ? targets : [target]
}
