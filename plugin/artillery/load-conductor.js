import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
/** @import { Conductor } from './conduct.js' */

/**
 * The conductor brings all with it that compares and reports; whoever does not conduct can do without. No `await`:
 * before 2.0.34, Artillery loads plugins by require().
 *
 * @returns {typeof Conductor}
 */
export function loadConductor() {
  return createRequire(import.meta.url)(fileURLToPath(new URL('./conduct.js', import.meta.url))).Conductor
}
