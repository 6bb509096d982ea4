import { percent } from '../../wording.ts'
import { extentOf } from '../charts/extent.ts'
import { beyondMark } from '../charts/share-bars.ts'
import { heatExtent } from '../charts/worker-heat.ts'
import { beyondChance, shareText, type WorkerShares, type WorkerSum } from '../charts/worker-shares.ts'
import { markup, type Markup } from '../markup.ts'
import { grouped, milliseconds } from '../numbers.ts'
import { nameOf, type ScenarioView } from './section.ts'
import type { RunDetail } from '../../vocabulary.ts'
/** what is known of a variant's workers */
export interface VariantWorkers {
  name: string
  runs: RunDetail[] // its own
  shares: WorkerShares
}

/** What is said of every worker; soft hyphens for narrow pages. */
const columns = ['Re\u00adquests', 'Con\u00adnec\u00adtions', 'CPU (cores)', 'Mem\u00adory (MB)', 'Event loop']

/** @returns a row for each worker */
export function workersTable({ shares, runs }: VariantWorkers): Markup {
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
 * @param variants of one process each
 * @returns a row for each variant
 */
export function processesTable({ baseline }: ScenarioView, variants: readonly VariantWorkers[]): Markup {
  return table(['Variant', ...columns], variants.map(
    ({ name, shares }) => markup`<tr><th scope="row" title="PID ${shares.workers[0].pids.join(', ')}">${nameOf(name)}${name === baseline && ' (baseline)'}</th>${cellsOf(shares.workers[0], null)}</tr>
`
  ))
}

function table(head: readonly string[], rows: readonly Markup[]) {
  return markup`<table class="workers">
<thead><tr>${head.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows}</tbody>
</table>
`
}

/**
 * @param p95 over the time of a run, in ms
 * @returns what the map of it shows in colours
 */
function overTime(p95: readonly (number | null)[]): string {
  const extent = extentOf(p95.flatMap((one) => one ?? []))
  if (extent === null) return 'none'
  const [least, most] = [milliseconds(extent.min), milliseconds(extent.max)]
  return least === most ? least : `${least}\u00a0to ${most}`
}

/** @param mark beside its connections */
function cellsOf({ requests, connections, cpu, megabytes, utilization }: WorkerSum, mark: Markup | null): Markup[] {
  const cells = [grouped(requests), markup`${grouped(connections)}${mark}`, cpu?.toFixed(2) ?? 'unknown', megabytes?.toFixed(0) ?? 'unknown', utilization === null ? 'unknown' : percent(utilization)]
  return cells.map((cell) => markup`<td>${cell}</td>`)
}
