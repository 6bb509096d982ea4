import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SpeedupError } from '../errors.js'
import { condenseRun } from './condense-run.js'
import { readRuns } from './read-runs.js'
import { runsInDetail } from './runs-in-detail.js'
/** @import { Comparison, ReportData, RunDetail } from '../vocabulary.js' */

/** What this version reads. */
const schemaVersion = 1
const whatToGive = 'give the folder of a comparison, such as reports/2026-11-20T12-00-00-primes'

/**
 * Reads back what a comparison left in its folder: its conclusions whole, its runs condensed.
 *
 * @param {string} folder
 * @returns {Promise<ReportData>}
 * @throws {SpeedupError} NOT_A_RECORD
 */
export async function readRecord(folder) {
  checkFolder(folder)
  const runsText = readText(join(folder, 'runs.ndjson'))
  const comparison = readComparison(folder, runsText !== null)
  if (runsText === null) refuse(`${folder} has a comparison.json, but no runs.ndjson; copy the whole folder of the comparison`)
  const runs = readRuns(runsText, join(folder, 'runs.ndjson'))
  const shown = runsInDetail(runs)
  /** @type {RunDetail[]} */
  const details = []
  // One after the other: only one run's samples are in memory at a time.
  for (const run of runs) details.push(await condenseRun(run, { folder, withCloud: shown.has(run) }))
  return { comparison, runs: details }
}

/** @param {string} folder */
function checkFolder(folder) {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) refuse(`${folder} does not exist; ${whatToGive}`)
  if (!stats.isDirectory()) refuse(`${folder} is a file; ${whatToGive}`)
}

/**
 * @param {string} folder
 * @param {boolean} hasRuns
 * @returns {Comparison}
 */
function readComparison(folder, hasRuns) {
  const file = join(folder, 'comparison.json')
  const text = readText(file)
  if (text === null && hasRuns) refuse(`${folder} has no comparison.json: the comparison was killed before its end, so nothing was concluded; measure again`)
  if (text === null) refuse(`${folder} is no folder of a comparison: it has no comparison.json; ${whatToGive}`)
  const value = parse(text, file)
  if (value?.schemaVersion > schemaVersion) {
    refuse(`${file} has schemaVersion ${value.schemaVersion}, but this version of artillery-plugin-speedup reads ${schemaVersion} only; update it: npm install --save-dev artillery-plugin-speedup@latest`)
  }
  if (!isComparison(value)) refuse(`${file} is JSON, but no comparison made by artillery-plugin-speedup; ${whatToGive}`)
  return value
}

/**
 * @param {string} file
 * @returns {string | null} null: it is not there
 */
function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'ENOENT') return null
    return refuse(`${file} cannot be read (${message}); ${whatToGive}`)
  }
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
 * @param {any} value
 * @returns {value is Comparison}
 */
function isComparison(value) {
  const { environment, settings, scenarios } = value ?? {}
  return value?.schemaVersion === schemaVersion && isObject(environment) && Array.isArray(settings?.variants) && Array.isArray(scenarios)
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === 'object' && value !== null
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function refuse(sentence) {
  throw new SpeedupError('NOT_A_RECORD', `${sentence}.`)
}
