import { speedupAxis } from '../charts/axes.ts'
import { speedupStrip } from '../charts/speedup-strip.ts'
import { markup, type Content } from '../markup.ts'
import { speedupRange, speedupText } from '../words/numbers.ts'
import { change } from '../words/scenario-sentences.ts'
import type { Estimate } from '../../concepts/comparison.ts'

/** What stands in a row or above it, by the class of its cell. */
export type Cells = Record<string, Content>

const roomAroundOne = 0.17 // least part of the strips on either side of 1x: there is room for the words above it
type OnAxis = Pick<Estimate, 'interval' | 'ratios'> & Partial<Pick<Estimate, 'speedup' | 'required'>>

/** That strips have in common. */
export const stripsAxis = (shown: readonly OnAxis[]) =>
  speedupAxis(
    shown.flatMap(({ speedup = 1, interval, ratios, required }) => [speedup, ...interval, ...ratios, required ?? 1]),
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
export const stripCells = (estimate: Estimate, drawn: Parameters<typeof speedupStrip>[1]): Cells => ({
  change: change(estimate),
  'strip-cell': speedupStrip(estimate, drawn),
  figure: markup`<strong>${speedupText(estimate)}</strong>`,
  range: speedupRange(estimate) ?? '–',
  required: estimate.required !== null && `≥ ${estimate.required}x`
})

/** The same where figures are missing. */
export const missingCells = { change: '–', figure: '–', range: '–' }
