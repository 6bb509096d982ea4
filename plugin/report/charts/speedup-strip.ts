import { markup, type Content } from '../markup.ts'
import { interval, speedupRange, speedupText, times } from '../words/numbers.ts'
import { change } from '../words/scenario-sentences.ts'
import { boldInk, failZone, gridLine, ink, mark, muted, page, pass, passZone, type Look } from '../palette.ts'
import { across, anchorAt, draw, lineAcross, lineUp, picture, ticksAcross, tooltip } from './plot.ts'
import { speedupAxis, type Axis, type Tick } from './axes.ts'
import type { Estimate } from '../../concepts/comparison.ts'

const height = 44 // in px, where no stylesheet lets a strip fill its row
const headerHeight = 34

type Shown = Pick<Estimate, 'metric' | 'speedup' | 'interval' | 'ratios'> &
  Partial<Pick<Estimate, 'side' | 'pairs' | 'outliers' | 'required'>>

/**
 * One speedup on an axis that it shares with the strips above and below: the interval as a bar with the variant's mark,
 * a dot for each round, a faint one for each pair of turns, and zones of what is slower than the baseline and of what
 * is required. Whatever its height, it fills it.
 */
export function speedupStrip(
  estimate: Shown,
  { name, look, axis: { part, ticks } }: { name: string; look: Look; axis: Axis }
) {
  const { metric, speedup, interval: range, ratios, pairs = [], outliers = [], required = null } = estimate
  const x = (value: number) => across(part(value))
  const ends = range.map(x)
  const stroke = { stroke: look.colour }
  const [anchor, dx] = part(required ?? 1) > 0.5 ? ['end', -5] : ['start', 5]
  const dots = ratios.map((ratio, i) => {
    const outlier = outliers.find(({ round }) => round === i + 1)
    const paint = outlier ? { fill: page, ...stroke } : { fill: look.colour, 'fill-opacity': 0.7 }
    const pulled = outlier ? `, an outlier, pulled to ${times(outlier.pulledTo)}` : ''
    const title = `Round ${i + 1}: ${times(ratio)}${pulled}`
    return draw('circle', { cx: x(ratio), cy: 14, r: 2.5, ...paint }, tooltip(title))
  })
  const faint = pairs
    .flat()
    .filter((ratio) => part(ratio) >= 0 && part(ratio) <= 1)
    .map((ratio) => draw('circle', { cx: x(ratio), cy: 14, r: 1.5, fill: look.colour, 'fill-opacity': 0.4 }))
  const rounds = `${ratios.length} rounds from ${times(Math.min(...ratios))} to ${times(Math.max(...ratios))}`
  const figures = estimate.side ? speedupText(estimate) : `${times(speedup)}, interval ${interval(range)}`
  const demand = required === null ? '' : `, required at least ${required}x`
  const label = `${name}, ${metric}: speedup ${figures}, ${rounds}${demand}.`
  return picture(label, { class: 'strip', height }, [
    draw('rect', { width: x(Math.min(1, required ?? 1)), height: '100%', fill: failZone }),
    required !== null &&
      draw('rect', { x: x(required), width: across(1 - part(required)), height: '100%', fill: passZone }),
    ticks.map(({ value }) => lineUp(x(value), null, '100%', value === 1 ? boldInk : { stroke: gridLine })),
    required !== null &&
      lineUp(x(required), null, '100%', { stroke: pass, 'stroke-width': 2, 'stroke-dasharray': '4 3' }),
    draw('svg', { y: '50%', overflow: 'visible' }, [
      // Above the bar, on the side where there is more room.
      required !== null &&
        draw('text', { x: x(required), dx, y: -10, 'text-anchor': anchor, fill: ink }, `≥ ${required}x`),
      lineAcross(1, { ...stroke, 'stroke-width': 3 }, ends),
      ends.map((end) => lineUp(end, -4, 6, { ...stroke, 'stroke-width': 2 })),
      mark(look, { x: x(speedup), y: 1, title: `Speedup ${figures}` }),
      faint,
      dots
    ])
  ])
}

const roomAtEdge = 0.2 // between a label at an edge and the next tick, as a part of the axis

/** The axis of the strips, for the head of their column. */
export function stripHeader({ part, ticks }: Axis, isSearched = false) {
  const [less, more] = isSearched ? ['less', 'more'] : ['slower', 'faster']
  const x = across(part(1))
  const range = `from ${ticks[0].label} to ${ticks[ticks.length - 1].label}`
  const label = `Logarithmic axis of speedups ${range}, ${less} left of 1x, ${more} right of it`
  const named = ticks.filter((tick) => {
    const isClose = (other: Tick) => other !== tick && Math.abs(other.part - tick.part) <= roomAtEdge
    return tick.value !== 1 && (anchorAt(tick.part) === 'middle' || !ticks.some(isClose))
  })
  return picture(label, { class: 'strip', height: headerHeight, overflow: 'visible', 'font-weight': 'normal' }, [
    draw('text', { x, dx: -7, y: 10, 'text-anchor': 'end', fill: muted }, `← ${less}`),
    draw('text', { x, dx: 7, y: 10, fill: muted }, `${more} →`),
    ticksAcross(named, headerHeight, 'above'),
    draw('text', { x, y: headerHeight - 8, 'text-anchor': 'middle', 'font-weight': 'bold', fill: ink }, '1x')
  ])
}

/** What stands in a row or above it, by the class of its cell. */
export type Cells = Record<string, Content>

const roomAroundOne = 0.17 // least part of the strips on either side of 1x: there is room for the words above it

/** That strips have in common. */
export const stripsAxis = (shown: readonly Shown[]) =>
  speedupAxis(
    shown.flatMap(({ speedup, interval: range, ratios, required }) => [speedup, ...range, ...ratios, required ?? 1]),
    roomAroundOne
  )

const rowHeads = ['metric', 'variant']

/**
 * @param heads of the columns, in their order
 * @param groups of rows, which may have cells that no column shows
 */
export function stripsTable(classNames: string, heads: Cells, groups: readonly (readonly Cells[])[]) {
  const columns = Object.entries(heads).map(
    ([name, content]) =>
      markup`<th role="columnheader" scope="col" class="${name}"\
${name === 'strip-cell' && markup` width="40%"`}>${content}</th>`
  )
  const cellsOf = (row: Cells) =>
    Object.keys(heads).map((name) =>
      rowHeads.includes(name)
        ? markup`<th role="rowheader" scope="row" class="${name}">${row[name]}</th>`
        : markup`<td role="cell" class="${name}">${row[name]}</td>`
    )
  const bodies = groups.map(
    (rows) =>
      markup`<tbody role="rowgroup">\n${rows.map((row) => markup`<tr role="row">${cellsOf(row)}</tr>\n`)}</tbody>\n`
  )
  return markup`<table class="${classNames}" role="table"><thead role="rowgroup"><tr role="row">${columns}</tr></thead>
${bodies}</table>`
}

/** The cells of an estimate with its strip. */
export const stripCells = (estimate: Estimate, drawn: Parameters<typeof speedupStrip>[1]) => ({
  change: change(estimate),
  'strip-cell': speedupStrip(estimate, drawn),
  figure: markup`<strong>${speedupText(estimate)}</strong>`,
  range: speedupRange(estimate) ?? '–',
  required: estimate.required !== null && `≥ ${estimate.required}x`
})

/** The same where figures are missing. */
export const missingCells = { change: '–', figure: '–', range: '–' }
