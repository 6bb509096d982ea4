import { area, line } from 'd3-shape'
import { curveWidth, type Height } from './plot.ts'
import type { TimeBin } from '../../concepts/report-data.ts'

/** What a value did: its middle, and between what it lay. */
type Band = Record<'low' | 'middle' | 'high', number>

export interface Step {
  from: number // part of the plot's width, from 0 to 1
  to: number
  value: Band | null // null: nothing is known
}

/** A path for `curves` from low to high; empty where nothing is known. */
export function bandPath(steps: readonly Step[], y: Height): string {
  return area(xOf, levelOf('low', y), levelOf('high', y)).defined(isKnown).digits(1)(pointsOf(steps)) ?? ''
}

/** A path for `curves`; empty where nothing is known. */
export function linePath(steps: readonly Step[], y: Height, level: keyof Band = 'middle'): string {
  return line(xOf, levelOf(level, y)).defined(isKnown).digits(1)(pointsOf(steps)) ?? ''
}

type Point = { x: number, value: Band | null }

const xOf = ({ x }: Point) => x
const isKnown = ({ value }: Point) => value !== null
const levelOf = (level: keyof Band, y: Height) => ({ value }: Point) => y(Number(value?.[level]))

/** The middles of steps; of one without neighbours its beginning and its end, so that it can be seen. */
function pointsOf(steps: readonly Step[]): Point[] {
  return steps.flatMap(({ from, to, value }, i) => {
    const isAlone = !steps[i - 1]?.value && !steps[i + 1]?.value
    return (isAlone ? [from, to] : [(from + to) / 2]).map((part) => ({ x: stretched(part), value }))
  })
}

/** The coordinates of `curves` are finer than any screen. */
function stretched(part: number): number {
  return Math.round(curveWidth * part)
}

/** A part of a row, with its ends as parts of the width. */
type Cell = { row: number, from: number, to: number }

/** Joins cells that touch, row by row. */
export function joined(cells: readonly Cell[]): Cell[] {
  const found: Cell[] = []
  for (const { row, from, to } of cells.toSorted((a, b) => a.row - b.row || a.from - b.from)) {
    const last = found.at(-1)
    if (last?.row === row && last.to === from) last.to = to
    else found.push({ row, from, to })
  }
  return found
}

/** A path for `curves` along the middles of rows. A stroke as high as a row costs half of a filled path's bytes. */
export function rowsPath(cells: readonly Cell[], y: (row: number) => string): string {
  return joined(cells).map(({ row, from, to }) => `M${stretched(from)} ${y(row)}h${stretched(to) - stretched(from)}`).join('')
}

/** p50 between p5 and p95, in ms, for a run that took so many seconds. */
export function stepsOf(bins: readonly TimeBin[], seconds: number): Step[] {
  return bins.map(({ fromSeconds, toSeconds, latencyMs }) => {
    const value = latencyMs === null ? null : { low: latencyMs.p5, middle: latencyMs.p50, high: latencyMs.p95 }
    return { from: Math.min(1, fromSeconds / seconds), to: Math.min(1, toSeconds / seconds), value }
  })
}

export function total<Key extends string>(rows: readonly Record<Key, number>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0)
}
