import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { historyPage } from './history/history-page.js'
import { junitXml } from './junit.js'
import { renderPage } from './page/render-page.js'
import { summaryMarkdown } from './summary-markdown.js'
/** @import { Comparison, HistoryEntry, ReportData } from '../vocabulary.js' */

/**
 * @param {string} folder of the comparison's record
 * @param {Comparison} comparison
 */
export function writeComparison(folder, comparison) {
  write(join(folder, 'comparison.json'), `${JSON.stringify(comparison, null, 2)}\n`)
}

/**
 * All that is made from a comparison: for people, for CI.
 *
 * @param {string} folder of the comparison's record
 * @param {ReportData} data
 */
export function writeReport(folder, data) {
  write(join(folder, 'index.html'), renderPage(data))
  write(join(folder, 'junit.xml'), junitXml(data.comparison))
  write(join(folder, 'summary.md'), summaryMarkdown(data.comparison))
}

/**
 * @param {string} reportDirectory
 * @param {{ entries: HistoryEntry[], ignored: number }} found the newest first
 */
export function writeHistory(reportDirectory, { entries, ignored }) {
  write(join(reportDirectory, 'index.html'), historyPage(entries, ignored))
}

/**
 * Whole or not at all: whoever reads it meanwhile, or after we were killed, finds no half of it.
 *
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  const unfinished = `${file}.unfinished`
  writeFileSync(unfinished, text)
  renameSync(unfinished, file)
}
