import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { historyPage } from './history/history-page.ts'
import { badgeSvg } from './ci/badge.ts'
import { junitXml } from './ci/junit.ts'
import { verdictOf } from './ci/verdict-json.ts'
import { renderPage } from './page/render-page.ts'
import { commentMarkdown, summaryMarkdown } from './ci/summary-markdown.ts'
import type { Comparison } from '../concepts/comparison.ts'
import type { HistoryEntry, ReportData } from '../concepts/report-data.ts'

// Each of these throws SpeedupError NOT_WRITABLE. Their folder is that of the comparison's record.

/** Writes what needs the conclusions alone: for people's own programs, and for CI. */
export function writeComparison(folder: string, comparison: Comparison) {
  writeWhole(folder, 'comparison.json', `${JSON.stringify(comparison, null, 2)}\n`)
  writeForCi(folder, comparison)
}

/** @param picture address of one of its first screen */
export const writePage = (folder: string, data: ReportData, picture?: string) =>
  writeWhole(folder, 'index.html', renderPage(data, picture))

/** Writes all that can be made again from a record. */
export function writeReport(folder: string, data: ReportData, picture?: string) {
  writePage(folder, data, picture)
  writeForCi(folder, data.comparison)
}

function writeForCi(folder: string, comparison: Comparison) {
  writeWhole(folder, 'verdict.json', `${JSON.stringify(verdictOf(comparison))}\n`)
  writeWhole(folder, 'junit.xml', junitXml(comparison))
  writeWhole(folder, 'summary.md', summaryMarkdown(comparison))
  writeWhole(folder, 'comment.md', commentMarkdown(comparison))
  writeWhole(folder, 'badge.svg', badgeSvg(comparison))
}

/** Writes the list of all comparisons, unless another page has that name: the directory is the user's. */
export function writeHistory(
  reportDirectory: string,
  { entries, ignored }: { entries: HistoryEntry[]; ignored: number }
) {
  const file = join(reportDirectory, 'index.html')
  // It stands in each of our pages.
  const isOurs = () =>
    statSync(file).isFile() && readFileSync(file, 'utf8').includes('Made by artillery-plugin-speedup')
  if (existsSync(file) && !isOurs()) return
  writeWhole(reportDirectory, 'index.html', historyPage(entries, ignored))
}

/** Whole or not at all: a reader, also after we were killed, never finds half a file. @returns its path */
export function writeWhole(folder: string, name: string, content: string | Buffer) {
  const file = join(folder, name)
  // Two comparisons may write the same list at the same time.
  const unfinished = `${file}.${process.pid}.unfinished`
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(unfinished, content)
    renameSync(unfinished, file)
    return file
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw new SpeedupError(
      'NOT_WRITABLE',
      `${file} cannot be written (${(error as Error).message}). ` +
        'Make room there, or choose another directory with plugins.speedup.report.'
    )
  }
}
