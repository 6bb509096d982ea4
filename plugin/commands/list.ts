import { headline } from '../concepts/comparison.ts'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SpeedupError } from '../concepts/errors.ts'
import { inACell } from '../concepts/foreign-text.ts'
import { resultWords } from '../concepts/verdicts.ts'
import { counted, joinParts } from '../concepts/wording.ts'
import { listComparisons, readComparisonAt } from '../record/read-record.ts'
import { cut } from '../report/console/layout.ts'
import { changesOf, changeSentence, trendsOf, type Trend } from '../report/history/trends.ts'
import { answerOf } from '../report/words/answer.ts'
import { complain, say, styled, width, wrapped, type Command } from './command.ts'
import type { HistoryEntry } from '../concepts/report-data.ts'

/** Where comparisons are kept, unless the option `report` says otherwise. */
export const usualFolder = 'reports'

export const list: Command = {
  usage: '[folder]',
  takes: [0, 1],
  summary: 'list the comparisons in a folder, the newest first',
  details:
    `The folder is ${usualFolder} unless it is given. Each scenario has a line: its folder, which begins with the time (UTC), its result, its name and the ` +
    'answer; where its level changed, a line says when and at which commits. In a pipe, tabs separate them: artillery-speedup list | grep FAIL | cut -f 1',
  run([folder = usualFolder]) {
    const kept = listKept(folder)
    const changes = trendsOf(kept).shown.flatMap(changesOfHeadline)
    const document = { comparisons: kept, changes }
    const told = changes.map(({ scenario, ...change }) => `${inACell(scenario)}: ${changeSentence(change)}`)
    const rows = kept.flatMap((entry) => rowsOf(join(folder, entry.folder), entry)).map((cells) => cells.map(inACell))
    if (!process.stdout.isTTY) {
      say(rows.map((cells) => cells.join('\t')).join('\n'))
      for (const sentence of told) complain(sentence)
      return { document }
    }
    const lines = rows.map(([path, word, name, answer]) =>
      joinParts([styled('bold', cut(`${path}  ${word}  ${name}`, width())), answer && wrapped(answer, 2)], '\n')
    )
    say([...lines, ...told].join('\n'))
    return { document }
  }
}

/** @returns the folder of a comparison: this one, or the newest in it. Throws SpeedupError NOT_A_RECORD. */
export const comparisonIn = (folder: string) =>
  existsSync(join(folder, 'comparison.json')) ? folder : join(folder, listKept(folder)[0].folder)

/** @returns at least one, the newest first. Throws SpeedupError NOT_A_RECORD. */
function listKept(folder: string) {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory()
  const { entries, ignored } = isFolder ? listComparisons(folder) : { entries: [], ignored: 0 }
  const unread =
    ignored === 0
      ? ''
      : ` ${counted(ignored, 'comparison')} cannot be read: killed before the end, kept by another version, or changed since.`
  if (entries.length > 0) {
    if (unread !== '') complain(unread.trim())
    return entries
  }
  const problem =
    isFolder === undefined
      ? `No such folder: ${folder}.`
      : isFolder
        ? `${folder} holds no comparison.${unread}`
        : `${folder} is a file, not a folder.`
  throw new SpeedupError(
    'NOT_A_RECORD',
    `${problem} Give the folder in which comparisons are kept (${usualFolder} by default), or run one: artillery-speedup run <scenario file>`
  )
}

function rowsOf(folder: string, { scenarios, verdict, interrupted, file }: HistoryEntry) {
  const isMeasured = !interrupted && verdict !== 'not measured'
  const word = interrupted ? resultWords.interrupted : resultWords.notMeasured
  if (scenarios.length === 0) return [[folder, word, file, '']]
  const results = resultsIn(folder)
  return scenarios.map((scenario, i) => [
    folder,
    !isMeasured ? word : scenario.verdict === null ? '-' : resultWords[scenario.verdict],
    scenario.scenario,
    i in results ? answerOf(results[i]).answer : ''
  ])
}

/** @returns in the order in which they are listed; empty: no more than a list shows of them can be read */
function resultsIn(folder: string) {
  try {
    return readComparisonAt(folder).scenarios
  } catch (error) {
    if (error instanceof SpeedupError) return []
    throw error
  }
}

/** By the metric that stands for a candidate in the newest comparison that has it. */
function changesOfHeadline({ scenario, candidates, judged }: Trend) {
  return candidates.flatMap((name) => {
    const newest = judged.flatMap((result) => result.candidates.filter((own) => own.name === name)).at(-1)
    if (newest === undefined || newest.estimates.length === 0) return []
    return changesOf(judged, name, headline(newest).metric).map((change) => ({ scenario, ...change }))
  })
}
