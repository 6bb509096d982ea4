import { percent } from '../../wording.ts'
import { clock, timeSpan } from '../charts/time-axis.ts'
import { timelineOf, type Block } from '../charts/timeline.ts'
import { markup, type Markup } from '../markup.ts'
import { grouped, milliseconds } from '../numbers.ts'
import { nameOf, scrolling, type ScenarioView } from './section.ts'
import type { Percentile } from '../../vocabulary.ts'

const columns = ['Round', 'Variant', 'Began at', 'Took', 'Requests', 'Failed', 'p50 (ms)', 'p95 (ms)', 'p99 (ms)', 'Responses/s', 'Busiest worker', 'Load generator']
const percentiles: readonly Percentile[] = ['p50', 'p95', 'p99']

/**
 * The runs in numbers, for those who want to read what the charts draw.
 *
 * @param view with runs
 */
export function runsTable(view: ScenarioView): Markup {
  const title = 'Numbers: all runs in their order'
  const table = markup`<table class="numbers">
<thead><tr>${columns.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${timelineOf(view.runs).blocks.map(row)}</tbody>
</table>`
  return markup`<details>
<summary>${title}</summary>
${scrolling(view, title, table)}
</details>`
}

function row({ detail: { run, workers }, fromSeconds, seconds }: Block) {
  const { latencyMs } = run
  const busiest = workers.flatMap(({ usage }) => usage?.utilization ?? [])
  const cells = [
    clock(Math.round(fromSeconds)),
    timeSpan(seconds),
    grouped(run.requests),
    grouped(run.failures),
    ...percentiles.map((percentile) => (latencyMs === null ? 'none' : milliseconds(latencyMs[percentile]))),
    run.throughputPerSecond.toFixed(1),
    busiest.length === 0 ? 'unknown' : percent(Math.max(...busiest)),
    run.generator.utilization === null ? 'unknown' : percent(run.generator.utilization)
  ]
  return markup`<tr><td>${run.round}</td><th scope="row">${nameOf(run.variant)}</th>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>
`
}
