import { extentOf, type Extent } from '../charts/scales.ts'
import { cloudExtent, hasLines, latencyCloud, workerLook } from '../charts/latency-cloud.ts'
import { markup, type Markup } from '../markup.ts'
import { grouped, groupedCount } from '../words/numbers.ts'
import { nameOf, section, subheading, swatch, type ScenarioView } from './section.ts'
import { withoutLatencies } from './untold.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

/** @returns null: there is no response that counts */
export function overTimeSection(view: ScenarioView): Markup | null {
  const shown = view.names.flatMap((name) => view.runs.find(({ run, cloud }) => run.variant === name && cloud !== null) ?? [])
  const extent = cloudExtent(shown)
  const place = { id: 'over-time', title: 'Latency over time' }
  if (extent === null) return withoutLatencies(view, place, 'neither when each response came nor how long it took')
  return section(view, { ...place, lead: leadOf(shown) }, markup`<div class="panels">
${shown.map((detail) => panel(view, detail, extent))}</div>`)
}

function leadOf(shown: readonly RunDetail[]): string {
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

/** @param extent of all panels */
function panel(view: ScenarioView, detail: RunDetail, extent: Extent) {
  const { variant, round } = detail.run
  const look = view.lookOf(variant)
  return markup`<div>${subheading(view, markup`${nameOf(variant)}, round ${round}`)}
<p class="muted">${shownOf(detail)}</p>
${latencyCloud(detail, { look, extent })}
${workerLegend(view, detail)}</div>
`
}

function shownOf({ cloud, counted: responses }: RunDetail) {
  if (responses === 0) return 'No response that counts.'
  if (cloud?.dots) return `${groupedCount(responses, 'dot')}, one for each response that counts.`
  const densest = extentOf(cloud?.density?.cells.map(([, , count]) => count) ?? [])
  return `Density of ${grouped(responses)} responses, at most ${grouped(densest?.max ?? 0)} in a cell.`
}

/** @returns null: colours don't tell workers apart */
function workerLegend(view: ScenarioView, { run, cloud, workers }: RunDetail): Markup | null {
  if (!isByWorker({ cloud, workers })) return null
  const look = view.lookOf(run.variant)
  const dot = (i: number) => swatch(workerLook(i, { workers: workers.length, look }))
  const known = workers.map(({ pid }, i) => markup`<li>${dot(i)} worker ${i + 1} <span class="muted">PID ${nameOf(pid)}</span></li>`)
  return markup`<ul class="legend">${known}${cloud?.dots?.worker.includes(-1) && markup`<li>${dot(-1)} unknown worker</li>`}</ul>`
}

function isByWorker({ cloud, workers }: Pick<RunDetail, 'cloud' | 'workers'>) {
  return cloud?.dots != null && workers.length > 1
}
