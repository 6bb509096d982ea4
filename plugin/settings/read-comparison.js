import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SpeedupError } from '../errors.js'
import { parseComparison } from '../record/parse-comparison.js'
import { placesOf } from './places.js'
/**
 * @import { Comparison } from '../vocabulary.js'
 * @import { ScriptSource } from './read-settings.js'
 */

const advice = 'Give the comparison.json of an earlier comparison, or its folder; paths begin at the scenario file.'

/**
 * @param {string} given the option `compareWith`: a comparison.json, or a folder that holds one
 * @param {ScriptSource} source
 * @returns {{ file: string, comparison: Comparison }} file: absolute path
 * @throws {SpeedupError} INVALID_SETTINGS
 */
export function readComparison(given, source) {
  const refuse = (/** @type {string} */ problem) => {
    throw new SpeedupError('INVALID_SETTINGS', `plugins.speedup.compareWith is ${JSON.stringify(given)}, but ${problem}`)
  }
  const places = placesOf(given, source)
  const place = places.find((one) => existsSync(one))
  if (place === undefined) return refuse(`there is no ${places.join(' nor ')}. ${advice}`)
  const file = statSync(place).isDirectory() ? join(place, 'comparison.json') : place
  if (!existsSync(file)) return refuse(`the folder ${place} holds no comparison.json: no comparison ended there. ${advice}`)
  try {
    return { file, comparison: parseComparison(readFileSync(file, 'utf8'), file) }
  } catch (error) {
    const { message } = /** @type {Error} */ (error)
    return refuse(error instanceof SpeedupError ? message : `${file} can't be read (${message}). ${advice}`)
  }
}
