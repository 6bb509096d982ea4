import { area, line } from 'd3-shape'
import { bandOf, curve, curveWidth, type Height } from './plot.ts'

/** A value in a part of the plot's width, from 0 to 1; null: it is unknown. */
export type Step = { from: number; to: number; value: number | null }
type Point = { x: number; value: number | null }

/** A path for `curves`; empty where nothing is known. */
export const linePath = (steps: readonly Step[], y: Height) =>
  line(xOf, levelBy(y)).defined(isKnown).digits(1)(pointsOf(steps)) ?? ''

/** A line, with all filled below it. */
export const filledLine = (steps: readonly Step[], y: Height, colour: string) => [
  bandOf(area(xOf, y(0), levelBy(y)).defined(isKnown).digits(1)(pointsOf(steps)), colour, 0.3),
  curve(linePath(steps, y), { stroke: colour, 'stroke-width': 1.5, 'stroke-linejoin': 'round' })
]

const xOf = ({ x }: Point) => x
const isKnown = ({ value }: Point) => value !== null
const levelBy =
  (y: Height) =>
  ({ value }: Point) =>
    y(value ?? NaN)

/** The middles of steps; of one without neighbours its beginning and its end, so that it can be seen. */
const pointsOf = (steps: readonly Step[]) =>
  steps.flatMap(({ from, to, value }, i) => {
    const isAlone = (steps[i - 1]?.value ?? steps[i + 1]?.value ?? null) === null
    return (isAlone ? [from, to] : [(from + to) / 2]).map((part) => ({ x: stretched(part), value }))
  })

/** The coordinates of `curves` are finer than any screen. */
const stretched = (part: number) => Math.round(curveWidth * part)

type Cell = { row: number; from: number; to: number }

/** Joins cells that touch, row by row. Their ends are parts of the width. */
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
export const rowsPath = (cells: readonly Cell[], y: (row: number) => string) =>
  joined(cells)
    .map(({ row, from, to }) => `M${stretched(from)} ${y(row)}h${stretched(to) - stretched(from)}`)
    .join('')
