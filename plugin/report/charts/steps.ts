import { area, line } from 'd3-shape'
import { bandOf, curve, curveWidth, type Height } from './plot.ts'
import type { TimeBin } from '../../concepts/report-data.ts'

/**
 * What a value did in a part of the plot's width, from 0 to 1: its middle, and between what it lay; null: nothing is
 * known.
 */
export type Step = { from: number; to: number; value: Band | null }
type Band = Record<'low' | 'middle' | 'high', number>
type Point = { x: number; value: Band | null }

/** A path for `curves` from low to high; empty where nothing is known. */
export const bandPath = (steps: readonly Step[], y: Height) =>
  area(xOf, levelOf('low', y), levelOf('high', y)).defined(isKnown).digits(1)(pointsOf(steps)) ?? ''

/** A path for `curves`; empty where nothing is known. */
export const linePath = (steps: readonly Step[], y: Height) =>
  line(xOf, levelOf('middle', y)).defined(isKnown).digits(1)(pointsOf(steps)) ?? ''

/** A line of the middles in a band from low to high. */
export const lineInBand = (steps: readonly Step[], y: Height, colour: string) => [
  bandOf(bandPath(steps, y), colour, 0.3),
  curve(linePath(steps, y), { stroke: colour, 'stroke-width': 1.5, 'stroke-linejoin': 'round' })
]

const xOf = ({ x }: Point) => x
const isKnown = ({ value }: Point) => value !== null
const levelOf =
  (level: keyof Band, y: Height) =>
  ({ value }: Point) =>
    y(value?.[level] ?? NaN)

/** The middles of steps; of one without neighbours its beginning and its end, so that it can be seen. */
const pointsOf = (steps: readonly Step[]) =>
  steps.flatMap(({ from, to, value }, i) => {
    const isAlone = !steps[i - 1]?.value && !steps[i + 1]?.value
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

/** p50 between p5 and p95, in ms, for a run that took so many seconds; nothing is known where bins leave a gap. */
export const stepsOf = (bins: readonly TimeBin[], seconds: number): Step[] =>
  bins.flatMap(({ fromSeconds, toSeconds, latencyMs }, i) => {
    const [end, from, to] = [bins[i - 1]?.toSeconds ?? fromSeconds, fromSeconds, toSeconds].map((at) =>
      Math.min(1, at / seconds)
    )
    const step = { from, to, value: latencyMs && { low: latencyMs.p5, middle: latencyMs.p50, high: latencyMs.p95 } }
    return end < from ? [{ from: end, to: from, value: null }, step] : [step]
  })
