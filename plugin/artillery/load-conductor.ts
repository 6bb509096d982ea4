import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { builtModule } from '../package-files.ts'
import type { Conductor } from './conduct.ts'

/**
 * The conductor brings all with it that compares and reports; whoever does not conduct can do without. No `await`:
 * before 2.0.34, Artillery loads plugins by require().
 */
export function loadConductor(): typeof Conductor {
  return createRequire(import.meta.url)(fileURLToPath(builtModule('artillery/conduct.js'))).Conductor
}
