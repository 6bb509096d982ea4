import { stripVTControlCharacters } from 'node:util'
import {
  isFigure,
  isName,
  withoutEmpty,
  type Cell,
  type Column,
  type Name,
  type Outcome,
  type Table
} from '../tables/table.ts'
import { figureText } from '../words/numbers.ts'
import { cut, longestName, mostColumns, tableLines, widthOf, wrap, type Layout } from './layout.ts'
import type { Verdict } from '../../concepts/verdicts.ts'

const verdictStyles = { pass: 'good', fail: 'bad', inconclusive: 'doubt' } as const

export const painted = (verdict: Verdict | null, { paint }: Layout): string =>
  verdict === null ? '' : paint(verdictStyles[verdict], verdict)

/** What is shown of a table: remarks, names of so many columns, and what has no higher rank. */
type Shown = { hasRemarks: boolean; longest: number; rank: number }

/**
 * A table as wide as there is room: remarks on names go first, then columns and intervals in the order of their ranks,
 * then the ends of names. Notes stand below it. No rows: no lines.
 */
export function linesOf(told: Table, layout: Layout): string[] {
  const table = withoutEmpty(told)
  if (table.rows.length === 0) return []
  const room = Math.min(layout.columns, mostColumns)
  const ranks = table.columns.flatMap(({ rank = 0, intervalRank = 0 }) => [rank, intervalRank])
  const highest = Math.max(...ranks)
  const ways = [
    { hasRemarks: true, longest: longestName, rank: highest },
    ...Array.from({ length: highest + 1 }, (_, i) => ({ hasRemarks: false, longest: longestName, rank: highest - i })),
    ...[16, 10].map((longest) => ({ hasRemarks: false, longest, rank: 0 }))
  ]
  let lines: string[] = []
  for (const shown of ways) {
    lines = alignedLines(table, shown, layout)
    if (lines.every((line) => widthOf(line) <= room)) break
  }
  const notes = notesOf(table).map((note, i) => wrap(`  ${'*'.repeat(i + 1)} ${note}`, layout.columns))
  const short = (line: string) =>
    widthOf(line) <= layout.columns ? line : cut(stripVTControlCharacters(line), layout.columns)
  return [...lines.map(short), ...notes]
}

function alignedLines({ columns, rows }: Table, shown: Shown, layout: Layout) {
  const isShown = ({ rank = 0 }: Column) => rank <= shown.rank
  const hasIntervals = ({ intervalRank = 0 }: Column) => intervalRank <= shown.rank
  const notes = notesOf({ rows })
  const name = ({ name: own, remark }: Name) =>
    cut(remark && shown.hasRemarks ? `${own} (${remark})` : own, shown.longest)
  const text = (cell: Cell, column: Column): string => {
    if (cell === null) return '-'
    if (typeof cell === 'string') return cell
    if (isName(cell)) return name(cell)
    if (!isFigure(cell)) return cell.outcomes.map((outcome) => outcomeText(outcome, layout)).join('; ')
    const mark = cell.note ? '*'.repeat(1 + notes.indexOf(cell.note)) : ''
    const isInline = column.interval === undefined && hasIntervals(column)
    return (isInline ? figureText(cell) : cell.text) + mark
  }
  const parts = columns.flatMap((column, i) => {
    if (!isShown(column)) return []
    const { title, isLeft = false, interval } = column
    const isAlone = i > 0 && !isShown(columns[i - 1])
    // What stands at the left needs no head.
    const worded = typeof title === 'string' ? lowerFirst((isAlone && column.alone) || title) : name(title)
    const own = { isLeft, cells: [isLeft ? '' : worded, ...rows.map((row) => text(row[i], column))] }
    if (interval === undefined || !hasIntervals(column)) return [own]
    const ends = rows.map((row) => {
      const cell = row[i]
      return isFigure(cell) ? (cell.ends?.join(' - ') ?? '') : ''
    })
    return ends.some(Boolean) ? [own, { isLeft: false, cells: [interval, ...ends] }] : [own]
  })
  const lines = ['', ...rows].map((_, row) => parts.map(({ cells }) => cells[row]))
  // The baseline has no row of its own where its values have fallen away.
  const said = lines.filter((cells, i) => i === 0 || cells.slice(1).some(Boolean))
  return tableLines(
    said,
    layout,
    parts.map(({ isLeft }) => isLeft)
  )
}

const notesOf = ({ rows }: Pick<Table, 'rows'>) => [
  ...new Set(rows.flat().flatMap((cell) => (isFigure(cell) && cell.note) || []))
]

/** @returns for a head, in which only what is written so has capitals, such as "GiB" */
const lowerFirst = (title: string) => title.replace(/^[A-Z](?=[a-z]*(?![A-Za-z]))/, (first) => first.toLowerCase())

function outcomeText({ verdict, reason, isEarly, fell, words }: Outcome, layout: Layout) {
  const unjudged = isEarly ? 'preliminary' : verdict === null && reason ? 'no verdict' : ''
  return [painted(verdict, layout), fell ? layout.paint('bad', 'fell') : '', unjudged, ...words]
    .filter(Boolean)
    .join(', ')
}
