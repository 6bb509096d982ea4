import { markup, type Markup } from '../markup.ts'
import { sweepCells, sweepColumns, type Cell } from '../scaling-rows.ts'
import { scrolling, type ScenarioView } from './section.ts'
import type { Sweep, SweepPoint } from '../../vocabulary.ts'

/** @returns a row for each number of workers */
export function sweepTable(view: ScenarioView, sweep: Sweep): Markup {
  const { name, points, law, knee } = sweep
  const rowOf = (point: SweepPoint) => {
    const remarks = [...(point.workers === knee ? ['knee'] : []), ...(law !== null && !point.isFitted ? ['not fitted'] : [])]
    return markup`<tr><th scope="row"><span title="${point.variant}">${point.workers}</span>${remarks.length === 0 ? null : markup` <span class="range">${remarks.join(', ')}</span>`}</th>${sweepCells(point).map(cell)}</tr>
`
  }
  const table = markup`<table class="scaling"><thead><tr><th scope="col">Workers</th>${sweepColumns.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead><tbody>
${points.map(rowOf)}</tbody></table>`
  return scrolling(view, `${name}: numbers of workers`, table)
}

function cell({ value, range }: Cell): Markup {
  return markup`<td>${value}${range === null ? null : markup` <span class="range">${range}</span>`}</td>`
}
