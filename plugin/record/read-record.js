import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SpeedupError } from '../errors.js'
import { counted } from '../wording.js'
import { condenseRun } from './condense-run.js'
import { parseComparison } from './parse-comparison.js'
import { readRuns } from './read-runs.js'
import { runsInDetail } from './runs-in-detail.js'
/** @import { Comparison, ReportData, Run, RunDetail } from '../vocabulary.js' */

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
  checkWhole(runs, comparison, join(folder, 'runs.ndjson'))
  const shown = runsInDetail(runs)
  /** @type {RunDetail[]} */
  const details = []
  // Two at a time, and not all: one is decompressed while the other is condensed, and only theirs are in memory.
  for (let at = 0; at < runs.length; at += 2) {
    details.push(...(await Promise.all(runs.slice(at, at + 2).map((run) => condenseRun(run, { folder, withCloud: shown.has(run) })))))
  }
  return { comparison, runs: details }
}

/**
 * @param {string} folder
 * @returns {Comparison} what was concluded, without the runs
 * @throws {SpeedupError} NOT_A_RECORD
 */
export function readConclusion(folder) {
  checkFolder(folder)
  return readComparison(folder, existsSync(join(folder, 'runs.ndjson')))
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
  return parseComparison(text, file)
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
 * The last lines may be cut off without a trace.
 *
 * @param {Run[]} runs
 * @param {Comparison} comparison
 * @param {string} file
 */
function checkWhole(runs, { scenarios }, file) {
  for (const { scenario, rounds, variants } of scenarios) {
    const found = runs.filter((run) => run.scenario === scenario).length
    const compared = rounds * variants.length
    if (found < compared) refuse(`${file} has ${counted(found, 'run')} of ${scenario}, but ${compared} were compared; copy the whole folder of the comparison again`)
  }
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function refuse(sentence) {
  throw new SpeedupError('NOT_A_RECORD', `${sentence}.`)
}
