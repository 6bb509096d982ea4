import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SpeedupError } from '../errors.js'
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
