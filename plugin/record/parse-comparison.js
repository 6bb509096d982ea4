import { readFileSync } from 'node:fs'
import { SpeedupError } from '../errors.js'
import { firstFlaw } from './first-flaw.js'
/** @import { Comparison } from '../vocabulary.js' */

/** What this version writes and reads. */
export const schemaVersion = /** @type {const} */ (1)

/** The published one: what it promises to others, our own readers rely on. */
const schema = JSON.parse(readFileSync(new URL('../comparison.schema.json', import.meta.url), 'utf8'))

/**
 * @param {string} text of a comparison.json
 * @param {string} file for the error
 * @returns {Comparison} with all that the schema requires
 * @throws {SpeedupError} NOT_A_RECORD, one sentence that begins with the file
 */
export function parseComparison(text, file) {
  const value = completed(parse(text, file))
  if (Number(value?.schemaVersion) > schemaVersion) {
    return refuse(`${file} has schemaVersion ${value.schemaVersion}, but this version of artillery-plugin-speedup reads ${schemaVersion} only; update it: npm install --save-dev artillery-plugin-speedup@latest`)
  }
  const flaw = firstFlaw(value, schema, { root: schema, path: '' })
  if (flaw !== null) return refuse(`${file} is JSON, but no comparison made by this version of artillery-plugin-speedup: ${flaw}; give another one, or measure again`)
  return value
}

/**
 * What the first versions did not tell: which client made the load, and where the time of a response went.
 *
 * @param {any} value
 * @returns {any} the same
 */
function completed(value) {
  const scenarios = partsOf([value?.scenarios])
  for (const part of [...partsOf([value?.settings]), ...scenarios]) part.client ??= null
  for (const variant of partsOf(scenarios.map(({ variants }) => variants))) {
    variant.responseTime ??= null
    variant.demand ??= null
  }
  const candidates = partsOf(scenarios.map(({ candidates }) => candidates))
  for (const bound of partsOf(candidates.map(({ bound }) => bound))) bound.loop ??= null
  return value
}

/** @param {unknown[]} found */
function partsOf(found) {
  return /** @type {any[]} */ (found.flat().filter((part) => typeof part === 'object' && part !== null))
}

/**
 * @param {string} text
 * @param {string} file
 * @returns {any}
 */
function parse(text, file) {
  try {
    return JSON.parse(text)
  } catch {
    return refuse(`${file} is no whole JSON file: it was half-written or changed; copy it again, or measure again`)
  }
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function refuse(sentence) {
  throw new SpeedupError('NOT_A_RECORD', `${sentence}.`)
}
