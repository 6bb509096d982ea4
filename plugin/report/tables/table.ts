import type { Verdict } from '../../concepts/verdicts.ts'
import type { Reason } from '../../concepts/warnings.ts'

// What a table tells, described once: console, Markdown and page write it, each in its own way.

/** The ends of an interval, as they are written. */
export type Ends = readonly [low: string, high: string]

/**
 * A value as it is written. note: what must be known of it, in a few words; detail: what else is known, where there is
 * room
 */
export interface Figure {
  text: string
  ends?: Ends | null // null: it has no interval
  note?: string | null
  detail?: string | null
}

/** From a user's file. variant: it is one that the page has marks for; remark: what stands in brackets after it */
export interface Name {
  name: string
  isVariant?: boolean
  remark?: string | null
}

/**
 * reason: why there is no verdict; isEarly: it was ended too early for one; fell: since the earlier result; words: what
 * else there is to say, empty where there is nothing
 */
export interface Outcome {
  verdict?: Verdict | null
  reason?: Reason | null
  isEarly?: boolean
  fell?: boolean
  words?: readonly string[]
}

/** null: it is not known; empty: there is nothing to say. A list: one below the other, where there is room */
export type Cell = string | null | Figure | Name | readonly Outcome[]

/**
 * Where a table is too wide for a console, the columns with the highest rank fall away first; those without one never.
 */
export interface Column {
  title: string | Name
  isLeft?: boolean // a word, which begins at the left; figures end at the right
  isMain?: boolean // what is looked for first
  isProper?: boolean // its title is written so everywhere; others begin small on a console
  isBelow?: boolean // on a console, what it says is told below the table
  rank?: number
  interval?: string // title of its intervals, where they have a column of their own
  intervalRank?: number
  alone?: string // its title once the column before it has fallen away
}

export interface Table {
  title: string
  columns: readonly Column[]
  rows: readonly (readonly Cell[])[]
}

export const isName = (cell: Cell): cell is Name => cell !== null && typeof cell === 'object' && 'name' in cell

export const isFigure = (cell: Cell): cell is Figure => cell !== null && typeof cell === 'object' && 'text' in cell

export const isOutcomes = (cell: Cell): cell is readonly Outcome[] => Array.isArray(cell)

/** @returns without the columns in which nothing is said */
export function withoutEmpty({ columns, rows, ...rest }: Table): Table {
  const isSaid = (_: unknown, column: number) => rows.some((row) => !isEmpty(row[column]))
  return { ...rest, columns: columns.filter(isSaid), rows: rows.map((row) => row.filter(isSaid)) }
}

const isEmpty = (cell: Cell) =>
  cell === '' ||
  (isOutcomes(cell) && cell.every(({ words = [], ...rest }) => ![...words, ...Object.values(rest)].some(Boolean)))
