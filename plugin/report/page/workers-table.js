import { percent } from '../../wording.js'
import { extentOf } from '../charts/extent.js'
import { beyondMark } from '../charts/share-bars.js'
import { heatExtent } from '../charts/worker-heat.js'
import { beyondChance, shareText } from '../charts/worker-shares.js'
import { markup } from '../markup.js'
import { grouped, milliseconds } from '../numbers.js'
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
export function workersTable({ shares, runs }) {
  const detailed = runs.find((detail) => heatExtent(detail) !== null)
  const heat = detailed === undefined ? [] : [`p95 (ms), round\u00a0${detailed.run.round}`]
  return table(['Worker', 'Share', ...columns, ...heat], shares.workers.map((worker, i) => {
    const beyond = beyondChance(worker, shares)
    const mark = beyond === null ? null : markup` <span title="${beyond} connections than chance allows">${beyondMark[beyond]}</span>`
    return markup`<tr><th scope="row" title="PID ${worker.pids.join(', ')}">${worker.number}</th><td>${shareText(worker.share)}</td>${cellsOf(worker, mark)}${detailed && markup`<td class="over-time">${overTime(detailed.cloud?.workerP95Ms[i] ?? [])}</td>`}</tr>
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
    ({ name, shares }) => markup`<tr><th scope="row" title="PID ${shares.workers[0].pids.join(', ')}">${nameOf(name)}${name === baseline && ' (baseline)'}</th>${cellsOf(shares.workers[0], null)}</tr>
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
 * @param {readonly (number | null)[]} p95 over the time of a run, in ms
 * @returns {string} what the map of it shows in colours
 */
function overTime(p95) {
  const extent = extentOf(p95.flatMap((one) => one ?? []))
  if (extent === null) return 'none'
  const [least, most] = [milliseconds(extent.min), milliseconds(extent.max)]
  return least === most ? least : `${least}\u00a0to ${most}`
}

/**
 * @param {WorkerSum} worker
 * @param {Markup | null} mark beside its connections
 * @returns {Markup[]}
 */
function cellsOf({ requests, connections, cpu, megabytes, utilization }, mark) {
  const cells = [grouped(requests), markup`${grouped(connections)}${mark}`, cpu?.toFixed(2) ?? 'unknown', megabytes?.toFixed(0) ?? 'unknown', utilization === null ? 'unknown' : percent(utilization)]
  return cells.map((cell) => markup`<td>${cell}</td>`)
}
