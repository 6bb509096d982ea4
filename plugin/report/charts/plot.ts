import { area, line } from 'd3-shape'
import { Markup, markup, type Content } from '../markup.ts'
import { boldInk, gridLine, ink, mark, muted, page, type Look } from '../palette.ts'
import { shortName } from '../words/names.ts'
import { within, type Axis, type Tick } from './axes.ts'
import type { Ranged } from '../../concepts/metrics.ts'

type Attributes = Record<string, Content>
export type Height = (value: number) => number // where a value stands, in px down
type Edges = { top: number; bottom: number } // of a plot, in px down

/** An element of an SVG, without the attributes that are null. */
export function draw(name: string, attributes: Attributes, content: Content = null) {
  const tag = new Markup(name)
  const start = [
    tag,
    ...Object.entries(attributes).map(([key, value]) => value !== null && markup` ${new Markup(key)}="${value}"`)
  ]
  return content === null ? markup`<${start}/>` : markup`<${start}>${content}</${tag}>`
}

/** What an element says when it is pointed at. */
export const tooltip = (text: Content) => draw('title', {}, text)

/** @param label what it shows, for those who can't see it */
export const picture = (label: string, attributes: Attributes, marks: Content) =>
  draw(
    'svg',
    {
      class: null,
      role: 'img',
      'aria-label': label,
      width: '100%',
      ...attributes,
      'font-size': 11,
      'font-family': 'system-ui, sans-serif'
    },
    marks
  )

export const axisHeight = 20 // below a plot with an axis, for the labels, in px

/**
 * A chart that is as wide as the page allows, without a script: marks are at percents across and pixels down, curves
 * are stretched, text never is. Labels left of the plot stand in the figure's margin, which browsers give it even where
 * CSS is dropped.
 */
export const plot = (
  { height, label, className }: { height: number; label: string; className: string },
  marks: Content
) => markup`<figure class="chart ${className}">${picture(label, { height, overflow: 'visible' }, marks)}</figure>`

/** A plot with room for `lineEnds` and, below its bottom, for an axis. */
export const plotOfLines = (
  { bottom, ...frame }: { bottom: number; label: string; className: string },
  marks: Content
) =>
  plot(
    { ...frame, height: bottom + axisHeight },
    draw('svg', { width: '90%', height: bottom, overflow: 'visible' }, marks)
  )

export const curveWidth = 1000 // of the stretched coordinates of `curves`

/**
 * Paths whose x goes from 0 to `curveWidth` and is stretched over the plot; y is in px, as is the height of the plot.
 */
export const curves = (height: number, paths: Content) =>
  draw('svg', { width: '100%', height, viewBox: `0 0 ${curveWidth} ${height}`, preserveAspectRatio: 'none' }, paths)

/** A line for `curves` whose width is not stretched. */
export const curve = (d: string | null, attributes: Attributes, title: string | null = null) =>
  draw('path', { d, fill: 'none', ...attributes, 'vector-effect': 'non-scaling-stroke' }, title && tooltip(title))

const round = { 'stroke-linejoin': 'round' }

/** A variant's line, and the pale band around it. */
export const lineOf = (d: string | null, { colour, dash }: Look) =>
  curve(d, { stroke: colour, 'stroke-width': 2, ...round, 'stroke-dasharray': dash })
export const bandOf = (d: string | null, colour: string, opacity = 0.16) =>
  draw('path', { d, fill: colour, 'fill-opacity': opacity })

/** A line of p95 over dots, on a pale ground that sets it off from these. */
export const p95Line = (d: string) => [
  curve(d, { stroke: page, 'stroke-width': 4, ...round, 'stroke-opacity': 0.7 }),
  curve(d, { ...boldInk, ...round, 'stroke-dasharray': '5 3' })
]

/** A value in a part of the plot's width, from 0 to 1; null: it is unknown. */
export type Step = { from: number; to: number; value: number | null }

/** A path for `curves`; empty where nothing is known. */
export const linePath = (steps: readonly Step[], y: Height) =>
  line().defined(isKnown).digits(1)(pointsOf(steps, y)) ?? ''

/** A line, with all filled below it. */
export const filledLine = (steps: readonly Step[], y: Height, colour: string) => [
  bandOf(area().y0(y(0)).defined(isKnown).digits(1)(pointsOf(steps, y)), colour, 0.3),
  curve(linePath(steps, y), { stroke: colour, 'stroke-width': 1.5, ...round })
]

type Point = [x: number, y: number] // NaN: unknown
const isKnown = ([, y]: Point) => !Number.isNaN(y)

/** The middles of steps; of one without neighbours its beginning and its end, so that it can be seen. */
const pointsOf = (steps: readonly Step[], y: Height) =>
  steps.flatMap(({ from, to, value }, i) => {
    const isAlone = (steps[i - 1]?.value ?? steps[i + 1]?.value ?? null) === null
    const height = value === null ? NaN : y(value)
    return (isAlone ? [from, to] : [(from + to) / 2]).map((part): Point => [stretched(part), height])
  })

/** The coordinates of `curves` are finer than any screen. */
const stretched = (part: number) => Math.round(curveWidth * part)

type Cell = { row: number; from: number; to: number }

/** Joins cells that touch, row by row. Their ends are parts of the width. */
export function joined(cells: readonly Cell[]) {
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

/** A part of the plot's width, for the `x` of a mark. */
export const across = (part: number) => `${short(100 * part)}%`

/** A coordinate with no more digits than can be seen. */
export const short = (value: number) => String(Math.round(value * 100) / 100)

export const lineAcross = (y: number, attributes: Attributes, [from, to]: readonly Content[] = [0, '100%']) =>
  draw('line', { x1: from, x2: to, y1: short(y), y2: short(y), ...attributes })

export const lineUp = (x: string, y1: Content, y2: Content, attributes: Attributes) =>
  draw('line', { x1: x, x2: x, y1, y2, ...attributes })

/** Where values of an upright axis stand. */
export const upwards =
  ({ part }: Axis, { top, bottom }: Edges): Height =>
  (value) =>
    bottom - part(value) * (bottom - top)

/** Left of the plot, beside what is so far down. */
export const labelLeft = (y: number, text: Content, style: Attributes = { fill: muted }) =>
  draw('text', { x: -6, y: short(y + 4), 'text-anchor': 'end', ...style }, text)

/** Horizontal lines with their labels left of the plot. */
export const ticksDown = (ticks: readonly Tick[], y: Height) =>
  ticks.map(({ value, label }) => [lineAcross(y(value), { stroke: gridLine }), labelLeft(y(value), label)])

/** With a bold line at 1x. */
export const speedupsDown = ({ ticks }: Axis, y: Height) => [
  ticksDown(
    ticks.filter(({ value }) => value !== 1),
    y
  ),
  lineAcross(y(1), boldInk, [null, '100%']),
  labelLeft(y(1), '1x', { 'font-weight': 'bold', fill: ink })
]

/** Labels below the plot, or above it, each with a short vertical line. */
export function ticksAcross(
  ticks: readonly Pick<Tick, 'part' | 'label'>[],
  y: number,
  side: 'below' | 'above' = 'below'
) {
  const [end, baseline] = side === 'below' ? [y + 4, y + 16] : [y - 4, y - 8]
  return ticks.map(({ part, label }) => [
    lineUp(across(part), y, end, { stroke: muted }),
    draw('text', { x: across(part), y: baseline, 'text-anchor': anchorAt(part), fill: muted }, label)
  ])
}

/** Near to an end, a text stands beside its place, to stay within the plot. */
export const anchorAt = (part: number) => (part < 0.03 ? 'start' : part > 0.97 ? 'end' : 'middle')

const gap = 14 // px from a label to the next

/**
 * Moves labels apart that would overlap, each as little as it takes from where it would be best, within the height as
 * far as they fit. In px.
 */
export function spreadLabels(wanted: readonly number[], height: number) {
  const order = [...wanted.keys()].sort((a, b) => wanted[a] - wanted[b])
  const places = [...wanted]
  let least = 0
  for (const i of order) {
    places[i] = Math.max(places[i], least)
    least = places[i] + gap
  }
  let most = height
  for (const i of order.reverse()) {
    places[i] = Math.min(places[i], most)
    most = places[i] - gap
  }
  return places
}

const mostNames = 9 // with more variants, names at the ends of their lines would be a heap

/**
 * The names of lines right of their ends, unless there are too many. A stylesheet hides them where there is no room.
 */
export function lineEnds(ends: readonly { name: string; look: Look; y: number }[], height: number) {
  if (ends.length > mostNames) return null
  const places = spreadLabels(
    ends.map(({ y }) => y),
    height
  )
  const labels = ends.map(({ name, look }, i) => {
    const style = { x: '100%', dx: 7, y: short(places[i] + 4), 'font-weight': 600, fill: look.colour }
    return draw('text', style, [shortName(name, 14), tooltip(name)])
  })
  return draw('g', { class: 'roomy' }, labels)
}

/** A mark and the upright bar of its interval, with a cap at each end that is within the plot. */
export function rangedMark(
  look: Look,
  { value, interval }: Ranged,
  { x, y, edges: { top, bottom }, title }: { x: string; y: Height; edges: Edges; title: string }
) {
  const ends = interval.map(y).sort((a, b) => a - b)
  const caps = ends.filter((end) => end >= top && end <= bottom).map((end) => `M-4 ${short(end)}h8`)
  const [from, to] = ends.map((end) => short(within(end, top, bottom)))
  const d = `M0 ${from}V${to}${caps.join('')}`
  const bar = draw('path', { d, fill: 'none', stroke: look.colour, 'stroke-width': 1.5 })
  return [draw('svg', { x, overflow: 'visible' }, bar), mark(look, { x, y: short(y(value)), title })]
}

export const curveEdges = { top: 22, bottom: 242 } // in px; above the plot there is room for a label

type CurvePoint = { at: number; ranged: Ranged; look: Look; title: string }

/**
 * Values with their intervals over a number, on a line.
 *
 * @param points ascending
 * @param ticks what stands left of the plot; lines: in place of the one through the points
 */
export function rangedCurve(
  points: readonly CurvePoint[],
  {
    label,
    axis,
    values,
    ticks,
    lines
  }: { label: string; axis: Axis; values: Axis; ticks?: (y: Height) => Content; lines?: Content }
) {
  const y = upwards(values, curveEdges)
  const way = line<CurvePoint>(
    ({ at }) => curveWidth * axis.part(at),
    ({ ranged }) => y(ranged.value)
  ).digits(1)
  return plot({ height: curveEdges.bottom + axisHeight, label, className: 'scaling' }, [
    ticks?.(y) ?? ticksDown(values.ticks, y),
    ticksAcross(axis.ticks, curveEdges.bottom),
    lines ?? curves(curveEdges.bottom, points.length > 1 && curve(way(points), { stroke: muted, 'stroke-width': 1.5 })),
    points.map(({ at, ranged, look, title }) =>
      rangedMark(look, ranged, { x: across(axis.part(at)), y, edges: curveEdges, title })
    )
  ])
}
