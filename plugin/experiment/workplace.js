import { openWorkbench } from '../processes/workbench.js'
/** @import { Workbench } from '../processes/workbench.js' */

/**
 * What all runs of a comparison share.
 *
 * @typedef {object} Comparing
 * @property {string} recordFolder where the comparison is kept
 * @property {string} artillery the script that is the `artillery` command
 * @property {Record<string, any>} flags of the outer `artillery run`
 *
 * @typedef {Workbench & Comparing} Workplace
 */

/**
 * @param {Comparing} given
 * @returns {Workplace} its owner has to close it
 */
export function openWorkplace(given) {
  return { ...openWorkbench(), ...given }
}
