import { latencyScale } from '../charts/latency-scale.ts'
import { scalingLatency } from '../charts/scaling-latency.ts'
import { idealOf, scalingThroughput } from '../charts/scaling-throughput.ts'
import { workersAxis } from '../charts/workers-axis.ts'
import { markup, type Markup } from '../markup.ts'
import { sweepRemarks } from '../scaling-rows.ts'
import { lawDetails } from './law-details.ts'
import { heading, nameOf, section, type ScenarioView } from './section.ts'
import { sweepTable } from './sweep-table.ts'
import type { Sweep } from '../../vocabulary.ts'

/**
 * What each number of workers brings, and how many to take.
 *
 * @returns null: no variant was run with several numbers of workers
 */
export function sweepSection(view: ScenarioView): Markup | null {
  const sweeps = view.result?.sweeps ?? []
  if (sweeps.length === 0) return null
  const [only, ...others] = sweeps
  const content = others.length === 0 ? sweepPart(view, only, view.level + 1) : sweeps.map((sweep) => markup`${heading(view.level + 1, nameOf(sweep.name), null)}
${sweepPart(view, sweep, view.level + 2)}`)
  return section(view, { id: 'how-many', title: 'How many workers' }, content)
}

/** @param level of its headings */
function sweepPart(view: ScenarioView, sweep: Sweep, level: number) {
  const { recommendation, law } = sweep
  const remarks = sweepRemarks(sweep)
  return markup`<p class="finding"><strong>${recommendation}</strong></p>
<p class="lead">${leadOf(sweep)}</p>
${charts(sweep, level)}
${remarks.length === 0 ? null : markup`<p class="lead">${remarks.join(' ')}</p>`}
${sweepTable(view, sweep)}
${law === null ? null : lawDetails(law, sweep)}`
}

function leadOf(sweep: Sweep) {
  const { law, knee, cores } = sweep
  return [
    'A mark is the geometric mean of the rounds, the bar through it the confidence interval.',
    ...(cores === null || idealOf(sweep, cores) === null ? [] : ['Dashed: what the cores could do at best, if every worker did as much as one alone.']),
    ...(law === null ? [] : ['The curve and its band are the Universal Scalability Law as it was fitted to the filled marks; dotted, it goes on beyond them.']),
    ...(knee === null ? [] : ['From the knee on, more workers gain nothing that could be measured.'])
  ].join(' ')
}

/** An interval may stretch the axis of latencies by so much. */
const roomForIntervals = 1.2

/** @param level of their headings */
function charts(sweep: Sweep, level: number) {
  const axis = workersAxis(sweep.points.map(({ workers }) => workers))
  const all = sweep.points.map(({ p95Ms }) => p95Ms)
  const most = roomForIntervals * Math.max(...all.map(({ value }) => value))
  const latency = latencyScale(all.flatMap(({ value, interval: [, high] }) => [value, Math.min(high, most)]))
  return markup`<div class="panels">
<div>${heading(level, 'Throughput', null)}
<p class="muted">Responses per second over the number of workers.</p>
${scalingThroughput(sweep, axis)}</div>
<div>${heading(level, 'p95 latency', null)}
<p class="muted">Over the number of workers${latency.isLog ? ', on a logarithmic scale' : ''}.</p>
${scalingLatency(sweep, axis, latency)}</div>
</div>`
}
