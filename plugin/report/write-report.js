import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
/** @import { Comparison } from '../vocabulary.js' */

/**
 * @param {string} folder of the comparison's record
 * @param {Comparison} comparison
 */
export function writeReport(folder, comparison) {
  writeFileSync(join(folder, 'comparison.json'), `${JSON.stringify(comparison, null, 2)}\n`)
}
