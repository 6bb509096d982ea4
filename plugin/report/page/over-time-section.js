import { extentOf } from '../charts/extent.js'
import { cloudExtent, hasLines, latencyCloud, workerLook } from '../charts/latency-cloud.js'
import { markup } from '../markup.js'
import { grouped, groupedCount } from '../numbers.js'
import { nameOf, section, subheading, swatch } from './section.js'
import { withoutLatencies } from './untold.js'
/**
 * @import { RunDetail } from '../../vocabulary.js'
 * @import { Extent } from '../charts/extent.js'
 * @import { Markup } from '../markup.js'
 * @import { ScenarioView } from './section.js'
 */

/**
 * @param {ScenarioView} view
 * @returns {Markup | null} null: there is no response that counts
 */
export function overTimeSection(view) {
  const shown = view.names.flatMap((name) => view.runs.find(({ run, cloud }) => run.variant === name && cloud !== null) ?? [])
  const extent = cloudExtent(shown)
  const place = { id: 'over-time', title: 'Latency over time' }
  if (extent === null) return withoutLatencies(view, place, 'neither when each response came nor how long it took')
  return section(view, { ...place, lead: leadOf(shown) }, markup`<div class="panels">
${shown.map((detail) => panel(view, detail, extent))}</div>`)
}

/**
 * @param {readonly RunDetail[]} shown
 * @returns {string}
 */
function leadOf(shown) {
  const hasDots = shown.some(({ cloud }) => cloud?.dots)
  const isColoured = shown.some((detail) => isByWorker(detail))
  const hasDensity = shown.some(({ cloud }) => cloud?.density)
  return [
    'Of each variant, the round with the median p95.',
    ...(hasDots ? [`A dot is a response${isColoured ? '; where there are several workers, its colour and shape are its worker’s, not a variant’s' : ''}.`] : []),
    ...(hasDensity ? ['Shading is for many responses or workers: the stronger, the more responses (square-root scale).'] : []),
    ...(shown.some(hasLines) ? ['Lines: p50 (solid) and p95 (dashed).'] : []),
    ...(shown.length > 1 ? ['All panels share one logarithmic scale of latencies; times are each run’s own.'] : ['The scale is logarithmic.'])
  ].join(' ')
}

/**
 * @param {ScenarioView} view
 * @param {RunDetail} detail
 * @param {Extent} extent of all panels
 */
function panel(view, detail, extent) {
  const { variant, round } = detail.run
  const look = view.lookOf(variant)
  return markup`<div>${subheading(view, markup`${nameOf(variant)}, round ${round}`)}
<p class="muted">${shownOf(detail)}</p>
${latencyCloud(detail, { look, extent })}
${workerLegend(view, detail)}</div>
`
}

/** @param {RunDetail} detail */
function shownOf({ cloud, counted: responses }) {
  if (responses === 0) return 'No response that counts.'
  if (cloud?.dots) return `${groupedCount(responses, 'dot')}, one for each response that counts.`
  const densest = extentOf(cloud?.density?.cells.map(([, , count]) => count) ?? [])
  return `Density of ${grouped(responses)} responses, at most ${grouped(densest?.max ?? 0)} in a cell.`
}

/**
 * @param {ScenarioView} view
 * @param {RunDetail} detail
 * @returns {Markup | null} null: colours don't tell workers apart
 */
function workerLegend(view, { run, cloud, workers }) {
  if (!isByWorker({ cloud, workers })) return null
  const look = view.lookOf(run.variant)
  const dot = (/** @type {number} */ i) => swatch(workerLook(i, { workers: workers.length, look }))
  const known = workers.map(({ pid }, i) => markup`<li>${dot(i)} worker ${i + 1} <span class="muted">PID ${nameOf(pid)}</span></li>`)
  return markup`<ul class="legend">${known}${cloud?.dots?.worker.includes(-1) && markup`<li>${dot(-1)} unknown worker</li>`}</ul>`
}

/** @param {Pick<RunDetail, 'cloud' | 'workers'>} detail */
function isByWorker({ cloud, workers }) {
  return cloud?.dots != null && workers.length > 1
}
