import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SpeedupError } from '../errors.js'
import { readConclusion } from '../record/read-record.js'
import { optionShapes } from '../settings/option-shapes.js'
import { checkNode } from '../settings/requirements.js'
import { keptComparison } from './kept-comparison.js'
import { runArtillery } from './run-artillery.js'
/**
 * @import { Options } from '../vocabulary.js'
 * @import { CallEvent } from '../artillery/call.js'
 * @import { KeptComparison } from './kept-comparison.js'
 */

/**
 * Compares the variants of an app as `artillery run <scenarioFile>` does, and hands over the result.
 *
 * @param {string | URL} scenarioFile an Artillery script, a path from the working directory
 * @param {Options} [options] those of `config.plugins.speedup`; each given one takes the place of the file's. Paths in
 *   them begin at the scenario file, as in the file.
 * @param {AbortSignal} [signal] ends it early; what has been measured is kept
 * @returns {Promise<KeptComparison>}
 * @throws {SpeedupError} when it could not be measured: with the codes of an `artillery run`, and ARTILLERY_FAILED,
 *   INTERRUPTED; and what the signal was aborted with
 */
export async function compare(scenarioFile, options = {}, signal) {
  return await compareAndTell({ scenarioFile, options }, () => {}, signal)
}

/**
 * @param {string} folder of a finished comparison, such as reports/2026-11-20T12-00-00-primes, a path from the working
 *   directory
 * @returns {KeptComparison}
 * @throws {SpeedupError} NOT_A_RECORD
 */
export function readComparison(folder) {
  const absolute = resolve(folder)
  const page = join(absolute, 'index.html')
  return keptComparison({ comparison: readConclusion(absolute), folder: absolute, page: existsSync(page) ? page : null })
}

/**
 * @param {{ scenarioFile: string | URL, options: Options }} what
 * @param {(event: CallEvent) => void} hear
 * @param {AbortSignal} [signal]
 * @returns {Promise<KeptComparison>}
 */
export async function compareAndTell({ scenarioFile, options }, hear, signal) {
  signal?.throwIfAborted()
  checkNode(process.versions.node)
  optionShapes(options, 'options')
  const concluded = await runArtillery({ scriptFile: findScenarioFile(scenarioFile), options }, hear, signal)
  signal?.throwIfAborted()
  const { comparison: { error }, folder } = concluded
  if (error !== null) throw new SpeedupError(error.code, `${error.message}\nWhat was measured is kept in ${folder}.`)
  return keptComparison(concluded)
}

/** @param {unknown} given */
function findScenarioFile(given) {
  if (typeof given !== 'string' && !(given instanceof URL)) {
    throw new SpeedupError('INVALID_SETTINGS', `The scenario file is ${JSON.stringify(given) ?? 'missing'}. Give the path of an Artillery script, such as 'scenarios/primes.yml'.`)
  }
  const file = given instanceof URL ? fileURLToPath(given) : resolve(given)
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return file
  throw new SpeedupError('INVALID_SETTINGS', `There is no scenario file ${file}. A path begins at the working directory, ${process.cwd()}; for one beside a test, give new URL('./primes.yml', import.meta.url).`)
}
