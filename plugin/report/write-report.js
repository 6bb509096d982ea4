import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SpeedupError } from '../errors.js'
import { historyPage } from './history/history-page.js'
import { junitXml } from './junit.js'
import { renderPage } from './page/render-page.js'
import { summaryMarkdown } from './summary-markdown.js'
/** @import { Comparison, HistoryEntry, ReportData } from '../vocabulary.js' */

/**
 * All that needs nothing but the conclusions: for people's own programs, and for CI.
 *
 * @param {string} folder of the comparison's record
 * @param {Comparison} comparison
 * @throws {SpeedupError} NOT_WRITABLE
 */
export function writeComparison(folder, comparison) {
  write(join(folder, 'comparison.json'), `${JSON.stringify(comparison, null, 2)}\n`)
  writeForCi(folder, comparison)
}

/**
 * @param {string} folder of the comparison's record
 * @param {ReportData} data
 * @throws {SpeedupError} NOT_WRITABLE
 */
export function writePage(folder, data) {
  write(join(folder, 'index.html'), renderPage(data))
}

/**
 * All that is made of what was kept.
 *
 * @param {string} folder of the comparison's record
 * @param {ReportData} data
 * @throws {SpeedupError} NOT_WRITABLE
 */
export function writeReport(folder, data) {
  writePage(folder, data)
  writeForCi(folder, data.comparison)
}

/**
 * @param {string} folder
 * @param {Comparison} comparison
 */
function writeForCi(folder, comparison) {
  write(join(folder, 'junit.xml'), junitXml(comparison))
  write(join(folder, 'summary.md'), summaryMarkdown(comparison))
}

/** Stands in each of our pages. */
const signature = 'Made by artillery-plugin-speedup'

/**
 * The list of all comparisons, unless somebody else's page has that name: the directory is the user's.
 *
 * @param {string} reportDirectory
 * @param {{ entries: HistoryEntry[], ignored: number }} found the newest first
 * @throws {SpeedupError} NOT_WRITABLE
 */
export function writeHistory(reportDirectory, { entries, ignored }) {
  const file = join(reportDirectory, 'index.html')
  if (existsSync(file) && !readFileSync(file, 'utf8').includes(signature)) return
  write(file, historyPage(entries, ignored))
}

/**
 * Whole or not at all: whoever reads it meanwhile, or after we were killed, finds no half of it.
 *
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  // Two comparisons may write the same list at the same time.
  const unfinished = `${file}.${process.pid}.unfinished`
  try {
    writeFileSync(unfinished, text)
    renameSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    const reason = /** @type {Error} */ (error).message
    throw new SpeedupError('NOT_WRITABLE', `${file} cannot be written (${reason}). Make room there, or choose another directory by plugins.speedup.report.`)
  }
}
