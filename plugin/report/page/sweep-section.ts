import { latencyScale } from '../charts/scales.ts'
import { scalingLatency, idealOf, scalingThroughput } from '../charts/scaling.ts'
import { workersAxis } from '../charts/axes.ts'
import { markup, type Markup } from '../markup.ts'
import { sweepRemarks, sweepCells, sweepColumns, type Cell } from '../scaling-rows.ts'
import { heading, nameOf, section, scrolling, type ScenarioView } from './section.ts'
import type { Sweep, SweepPoint, Ranged, ScalingLaw } from '../../concepts/load-results.ts'
import { counted } from '../../concepts/wording.ts'
import { ranged } from '../words/numbers.ts'

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

/** @returns a row for each number of workers */
function sweepTable(view: ScenarioView, sweep: Sweep): Markup {
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

/**
 * What was fitted, in numbers and in words.
 *
 * @param sweep its own
 */
function lawDetails(law: ScalingLaw, { points }: Sweep): Markup {
  const { lambda, sigma, kappa } = law
  const fitted = points.filter(({ isFitted }) => isFitted).map(({ workers }) => workers)
  const rows: [string, string][] = [
    ['Formula', 'with N workers λN / (1 + σ(N − 1) + κN(N − 1)) responses per second'],
    ['λ', `${figures(lambda)}: responses per second of one worker`],
    ['σ, contention', `${figures(sigma)}: the share of the work that waits for what only one worker can have at a time`],
    ['κ, coherency', `${figures(kappa)}: what each pair of workers costs to agree with one another`],
    ['Peak', peakOf(law, Math.max(...fitted))],
    ['Fitted to', `${fitted.join(', ')} workers, by least squares, weighted by the throughput of a worker; λ, σ and κ are not below 0`],
    ['Source', 'Neil J. Gunther, Guerrilla Capacity Planning (Springer, 2007): the Universal Scalability Law']
  ]
  return markup`<details><summary>The law behind the curve</summary>
<dl class="facts">
${rows.map(([term, text]) => markup`<dt>${term}</dt><dd>${text}</dd>
`)}</dl>
</details>`
}

function figures(value: Ranged) {
  const { value: shown, range } = ranged(value)
  return `${shown} ${range}`
}

/** @param most workers that it was fitted to */
function peakOf({ peak }: ScalingLaw, most: number) {
  if (peak === null) return `no peak visible up to ${counted(most, 'worker')}: κ may be 0`
  return `at ${figures({ value: peak.workers, interval: peak.interval })} workers; more of them are slower`
}
