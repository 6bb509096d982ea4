import { area, line, type Area, type Line } from 'd3-shape'
import { curveWidth } from './plot.ts'

/** What a value did in a part of a plot's width: its middle, and between what it lay. */
interface Band {
  low: number
  middle: number
  high: number
}

export interface Step {
  from: number // part of the width, from 0 to 1
  to: number
  value: Band | null // null: nothing is known
}

type Point = { x: number, value: Band }

/** @returns a path for `curves` from low to high; empty where nothing is known */
export function bandPath(steps: readonly Step[], y: (value: number) => number): string {
  const draw = (area() as Area<Point>)
    .x(({ x }) => x)
    .y0(({ value }) => y(value.low))
    .y1(({ value }) => y(value.high))
    .digits(1)
  return piecesOf(steps).map((piece) => draw(piece)).join('')
}

/** @returns a path for `curves`; empty where nothing is known */
export function linePath(steps: readonly Step[], y: (value: number) => number, of: keyof Band = 'middle'): string {
  const draw = (line() as Line<Point>)
    .x(({ x }) => x)
    .y(({ value }) => y(value[of]))
    .digits(1)
  return piecesOf(steps).map((piece) => draw(piece)).join('')
}

/** The middles of steps that follow on each other; a single one from its beginning to its end, so that it can be seen. */
function piecesOf(steps: readonly Step[]): Point[][] {
  const pieces: Point[][] = []
  steps.forEach(({ from, to, value }, i) => {
    if (value === null) return
    const [before, after] = [steps[i - 1]?.value ?? null, steps[i + 1]?.value ?? null]
    if (before === null) pieces.push([])
    const ends = before === null && after === null ? [from, to] : [(from + to) / 2]
    pieces[pieces.length - 1].push(...ends.map((part) => ({ x: across(part), value })))
  })
  return pieces
}

/** @returns a coordinate of `curves`, which are finer than any screen */
function across(part: number): number {
  return Math.round(curveWidth * part)
}
