import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SpeedupError } from '../errors.js'
import { readConclusion } from '../record/read-record.js'
import { compareAndTell } from './compare-and-tell.js'
import { keptComparison } from './kept-comparison.js'
/**
 * @typedef {import('../vocabulary.js').Options} Options
 * @typedef {import('../vocabulary.js').Comparison} Comparison
 * @typedef {import('./kept-comparison.js').KeptComparison} KeptComparison
 * @typedef {import('./subject.js').ComparedCandidate} ComparedCandidate
 */

export { SpeedupError }

/**
 * Compares the variants of an app as `artillery run <scenarioFile>` does, and hands over the result.
 *
 * @param {string | URL} scenarioFile an Artillery script, a path from the working directory
 * @param {Options} [options] those of `config.plugins.speedup`; each given one takes the place of the file's, but for
 *   thresholds of one variant or scenario, which go before `thresholds` as in the file. Paths begin where those of the
 *   file do.
 * @param {AbortSignal} [signal] ends it early; what has been measured is kept
 * @returns {Promise<KeptComparison>}
 * @throws {SpeedupError} when it could not be measured: with the codes of an `artillery run`, and ARTILLERY_FAILED,
 *   INTERRUPTED; and what the signal was aborted with
 */
export async function compare(scenarioFile, options = {}, signal) {
  return await compareAndTell({ scenarioFile, options }, () => {}, signal)
}

/**
 * @param {string | URL} folder of a finished comparison, such as reports/2026-11-20T12-00-00-primes, a path from the
 *   working directory
 * @returns {KeptComparison}
 * @throws {SpeedupError} NOT_A_RECORD
 */
export function readComparison(folder) {
  const isFolder = typeof folder === 'string' || (/** @type {unknown} */ (folder) instanceof URL && folder.protocol === 'file:')
  if (!isFolder) throw new SpeedupError('NOT_A_RECORD', 'readComparison needs the folder of a comparison, such as reports/2026-11-20T12-00-00-primes.')
  const absolute = typeof folder === 'string' ? resolve(folder) : fileURLToPath(folder)
  const page = join(absolute, 'index.html')
  return keptComparison({ comparison: readConclusion(absolute), folder: absolute, page: existsSync(page) ? page : null })
}
