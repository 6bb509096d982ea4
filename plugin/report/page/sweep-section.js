import { latencyScale } from '../charts/latency-scale.js'
import { scalingLatency } from '../charts/scaling-latency.js'
import { idealOf, scalingThroughput } from '../charts/scaling-throughput.js'
import { workersAxis } from '../charts/workers-axis.js'
import { markup } from '../markup.js'
import { sweepRemarks } from '../scaling-rows.js'
import { lawDetails } from './law-details.js'
import { heading, nameOf, section } from './section.js'
import { sweepTable } from './sweep-table.js'
/**
 * @import { Sweep } from '../../vocabulary.js'
 * @import { Markup } from '../markup.js'
 * @import { ScenarioView } from './section.js'
 */

/**
 * What each number of workers brings, and how many to take.
 *
 * @param {ScenarioView} view
 * @returns {Markup | null} null: no variant was run with several numbers of workers
 */
export function sweepSection(view) {
  const sweeps = view.result?.sweeps ?? []
  if (sweeps.length === 0) return null
  const [only, ...others] = sweeps
  const content = others.length === 0 ? sweepPart(view, only, view.level + 1) : sweeps.map((sweep) => markup`${heading(view.level + 1, nameOf(sweep.name), null)}
${sweepPart(view, sweep, view.level + 2)}`)
  return section(view, { id: 'how-many', title: 'How many workers' }, content)
}

/**
 * @param {ScenarioView} view
 * @param {Sweep} sweep
 * @param {number} level of its headings
 */
function sweepPart(view, sweep, level) {
  const { recommendation, law } = sweep
  const remarks = sweepRemarks(sweep)
  return markup`<p class="finding"><strong>${recommendation}</strong></p>
<p class="lead">${leadOf(sweep)}</p>
${charts(sweep, level)}
${remarks.length === 0 ? null : markup`<p class="lead">${remarks.join(' ')}</p>`}
${sweepTable(view, sweep)}
${law === null ? null : lawDetails(law, sweep)}`
}

/** @param {Sweep} sweep */
function leadOf(sweep) {
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

/**
 * @param {Sweep} sweep
 * @param {number} level of their headings
 */
function charts(sweep, level) {
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
