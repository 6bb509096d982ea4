import { markup } from '../markup.js'
import { sweepCells, sweepColumns } from '../scaling-rows.js'
import { scrolling } from './section.js'
/**
 * @import { Sweep, SweepPoint } from '../../vocabulary.js'
 * @import { Markup } from '../markup.js'
 * @import { Cell } from '../scaling-rows.js'
 * @import { ScenarioView } from './section.js'
 */

/**
 * @param {ScenarioView} view
 * @param {Sweep} sweep
 * @returns {Markup} a row for each number of workers
 */
export function sweepTable(view, sweep) {
  const { name, points, law, knee } = sweep
  const rowOf = (/** @type {SweepPoint} */ point) => {
    const remarks = [...(point.workers === knee ? ['knee'] : []), ...(law !== null && !point.isFitted ? ['not fitted'] : [])]
    return markup`<tr><th scope="row"><span title="${point.variant}">${point.workers}</span>${remarks.length === 0 ? null : markup` <span class="range">${remarks.join(', ')}</span>`}</th>${sweepCells(point).map(cell)}</tr>
`
  }
  const table = markup`<table class="scaling"><thead><tr><th scope="col">Workers</th>${sweepColumns.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead><tbody>
${points.map(rowOf)}</tbody></table>`
  return scrolling(view, `${name}: numbers of workers`, table)
}

/**
 * @param {Cell} cell
 * @returns {Markup}
 */
function cell({ value, range }) {
  return markup`<td>${value}${range === null ? null : markup` <span class="range">${range}</span>`}</td>`
}
