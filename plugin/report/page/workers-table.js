import { percent } from '../../wording.js'
import { beyondMark } from '../charts/share-bars.js'
import { beyondChance, shareText } from '../charts/worker-shares.js'
import { markup } from '../markup.js'
import { grouped } from '../numbers.js'
import { nameOf } from './section.js'
/**
 * @import { Content, Markup } from '../markup.js'
 * @import { RunDetail } from '../../vocabulary.js'
 * @import { WorkerShares, WorkerSum } from '../charts/worker-shares.js'
 * @import { ScenarioView } from './section.js'
 *
 * @typedef {object} VariantWorkers what is known of a variant's workers
 * @property {string} name
 * @property {RunDetail[]} runs its own
 * @property {WorkerShares} shares
 */

/** What is said of every worker; soft hyphens for narrow pages. */
const columns = ['Re\u00adquests', 'Con\u00adnec\u00adtions', 'CPU (cores)', 'Mem\u00adory (MB)', 'Event loop']

/**
 * @param {VariantWorkers} variant
 * @returns {Markup} a row for each worker
 */
export function workersTable({ shares }) {
  return table(['Worker', 'Share', ...columns], shares.workers.map((worker) => {
    const beyond = beyondChance(worker, shares)
    const mark = beyond === null ? null : markup` <span title="${beyond} than chance allows">${beyondMark[beyond]}</span>`
    return markup`<tr><th scope="row" title="PID ${worker.pids.join(', ')}">${worker.number}</th><td>${shareText(worker.share)}${mark}</td>${cellsOf(worker)}</tr>
`
  }))
}

/**
 * @param {ScenarioView} view
 * @param {readonly VariantWorkers[]} variants of one process each
 * @returns {Markup} a row for each variant
 */
export function processesTable({ baseline }, variants) {
  return table(['Variant', ...columns], variants.map(
    ({ name, shares }) => markup`<tr><th scope="row" title="PID ${shares.workers[0].pids.join(', ')}">${nameOf(name)}${name === baseline && ' (baseline)'}</th>${cellsOf(shares.workers[0])}</tr>
`
  ))
}

/**
 * @param {readonly string[]} head
 * @param {readonly Markup[]} rows
 */
function table(head, rows) {
  return markup`<table class="workers">
<thead><tr>${head.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table>
`
}

/**
 * @param {WorkerSum} worker
 * @returns {Markup[]}
 */
function cellsOf({ requests, connections, cpu, megabytes, utilization }) {
  const cells = [grouped(requests), grouped(connections), cpu?.toFixed(2) ?? 'unknown', megabytes?.toFixed(0) ?? 'unknown', utilization === null ? 'unknown' : percent(utilization)]
  return cells.map((cell) => markup`<td>${cell}</td>`)
}
