import { stripVTControlCharacters } from 'node:util'
import {
  isFigure,
  isName,
  isOutcomes,
  withoutEmpty,
  type Cell,
  type Column,
  type Name,
  type Outcome,
  type Table
} from '../tables/table.ts'
import { headline, isShown, type CandidateResult, type ScenarioResult } from '../../concepts/comparison.ts'
import { warningKinds } from '../../concepts/warnings.ts'
import { counted, joinParts, list } from '../../concepts/wording.ts'
import { flowTable, speedupTable, variantsTable } from '../tables/speedup-tables.ts'
import { figureText } from '../words/numbers.ts'
import { codedText, type ToldTogether } from '../words/told.ts'
import { cut, labelled, longestName, mostColumns, tableLines, widthOf, wrap, type Layout, type Line } from './layout.ts'
import type { blocksInstead } from '../../questions/report.ts'

// Tables on a console, each with what is said above and below it.

/** @returns lines: what was found; of one candidate each metric, and each request where it is known */
export function formatSpeedups(result: ScenarioResult, layout: Layout) {
  const { candidates } = result
  if (candidates.length > 1) return linesOf(variantsTable(result), layout)
  const [candidate] = candidates
  return [...linesOf(speedupTable(result), layout), ...withheld(candidate, layout), ...ofFlow(result, layout)]
}

/** Why rows have no verdict of which nothing was required, where nothing else says it. */
function withheld(candidate: CandidateResult, { columns }: Layout) {
  const rows = candidate.estimates.filter((estimate) => isShown(estimate) && estimate.required === null)
  const told = [headline(candidate), ...candidate.estimates.filter(({ required }) => required !== null)]
  return [...Map.groupBy(rows, ({ reason }) => reason)].flatMap(([reason, alike]) => {
    if (reason === null || told.some((estimate) => estimate.reason === reason)) return []
    const own = list(alike.map(({ metric }) => metric))
    return wrap(`  no verdict on ${own}: ${warningKinds[reason].noVerdict.inShort}`, columns)
  })
}

const mostRequests = 5

/** A row for each request of the flow, those first for which users wait most. */
function ofFlow(result: ScenarioResult, layout: Layout) {
  const { rows, ...table } = flowTable(result.candidates[0], result)
  if (rows.length === 0) return []
  const more = rows.length - mostRequests
  return [
    '',
    ...linesOf({ ...table, rows: rows.slice(0, mostRequests) }, layout),
    ...(more > 0 ? [`  and ${counted(more, 'more row')}, on the page`] : [])
  ]
}

/** What was found, then the table of it. */
export const formatTogether = (
  { head, found: [first, ...others], table, remarks, aside = '' }: ToldTogether,
  layout: Layout
) =>
  [
    ...[layout.paint('name', `${head}: ${first}`), ...others].map((sentence) => wrap(sentence, layout.columns, 2)),
    ...linesOf(table, layout),
    ...remarks.map((remark) => wrap(`  ${remark}${aside}`, layout.columns))
  ].join('\n')

/** @returns lines: of each block its table, what came of demands, and why */
export const formatBlocks = (blocks: NonNullable<ReturnType<typeof blocksInstead>>, layout: Layout) =>
  blocks.flatMap(({ title, table, limits, problems, why }) => [
    '',
    layout.paint('name', title),
    ...linesOf(table, layout),
    ...labelled(layout, [
      ...limits.map((text): Line => ['limit', text]),
      ...problems.map(({ variant, problem }): Line => ['problem', `${variant}: ${problem}`]),
      ...why.map((each): Line => ['why', codedText(each)])
    ])
  ])

const verdictStyles = { pass: 'good', fail: 'bad', inconclusive: 'doubt' } as const

/**
 * A table as wide as there is room: remarks on names go first, then columns and intervals in the order of their ranks,
 * then the ends of lines. Notes stand below it. No rows: no lines.
 */
export function linesOf(told: Table, layout: Layout) {
  const table = withoutEmpty(told)
  if (table.rows.length === 0) return []
  const room = Math.min(layout.columns, mostColumns)
  let lines: string[]
  let most = rankOfRemarks
  do lines = alignedLines(table, most, layout)
  while (most-- > 0 && lines.some((line) => widthOf(line) > room))
  const short = (line: string) =>
    widthOf(line) <= layout.columns ? line : cut(stripVTControlCharacters(line), layout.columns)
  return [
    ...lines.map(short),
    ...notesOf(table).map((note, i) => wrap(`  ${'*'.repeat(i + 1)} ${note}`, layout.columns))
  ]
}

const rankOfRemarks = 9 // on names: above those of all columns

/** @param most the highest rank that is shown */
function alignedLines({ columns, rows }: Table, most: number, layout: Layout) {
  const isShown = ({ rank = 0, isBelow }: Column) => !isBelow && rank <= most
  const hasIntervals = ({ intervalRank = 0 }: Column) => intervalRank <= most
  const notes = notesOf({ rows })
  const nameText = ({ name, remark }: Name) =>
    cut(remark && most === rankOfRemarks ? `${name} (${remark})` : name, longestName)
  const text = (cell: Cell, column: Column) => {
    if (cell === null) return '-'
    if (typeof cell === 'string') return cell
    if (isName(cell)) return nameText(cell)
    if (isOutcomes(cell)) return cell.map((outcome) => outcomeText(outcome, layout)).join('; ')
    const mark = cell.note ? '*'.repeat(1 + notes.indexOf(cell.note)) : ''
    const isInline = column.interval === undefined && hasIntervals(column)
    return (isInline ? figureText(cell) : cell.text) + mark
  }
  const parts = columns.flatMap((column, i) => {
    if (!isShown(column)) return []
    const { title, alone, isLeft = false, isProper, interval } = column
    const named = typeof title === 'string' ? (isProper ? title : lowerFirst(title)) : nameText(title)
    const head = alone !== undefined && !isShown(columns[i - 1]) ? alone : named
    // What stands at the left needs no head.
    const own = { isLeft, cells: [isLeft ? '' : head, ...rows.map((row) => text(row[i], column))] }
    const ends = rows.map((row) => (isFigure(row[i]) && row[i].ends?.join(' - ')) || '')
    return interval !== undefined && hasIntervals(column) && ends.some(Boolean)
      ? [own, { isLeft: false, cells: [interval, ...ends] }]
      : [own]
  })
  const lines = ['', ...rows].map((_, row) => parts.map(({ cells }) => cells[row]))
  return tableLines(
    // The baseline has no row of its own where its values have fallen away.
    lines.filter((cells, i) => i === 0 || cells.slice(1).some(Boolean)),
    layout,
    parts.map(({ isLeft }) => isLeft)
  )
}

const notesOf = ({ rows }: Pick<Table, 'rows'>) => [
  ...new Set(rows.flat().flatMap((cell) => (isFigure(cell) && cell.note) || []))
]

const lowerFirst = (title: string) => title.charAt(0).toLowerCase() + title.slice(1)

function outcomeText({ verdict, reason, isEarly, fell, words = [] }: Outcome, { paint }: Layout) {
  const unjudged = isEarly ? 'preliminary' : !verdict && reason && 'no verdict'
  return joinParts([
    verdict && paint(verdictStyles[verdict], verdict),
    fell && paint('bad', 'fell'),
    unjudged,
    ...words
  ])
}
