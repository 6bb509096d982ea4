import { paragraph } from '../../concepts/wording.ts'
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
  const head = { id: 'over-time', title: 'Latency over time' }
  if (extent === null) return withoutLatencies(view, head, 'neither when each response came nor how long it took')
  return section(view, { ...head, lead: leadOf(shown) }, markup`<div class="panels">
${shown.map((detail) => panel(view, detail, extent))}</div>`)
}

function leadOf(shown: readonly RunDetail[]): string {
  const colours = shown.some(isByWorker) ? '; where there are several workers, its colour and shape are its worker’s, not a variant’s' : ''
  return paragraph([
    'Of each variant, the round with the median p95.',
    shown.some(({ cloud }) => cloud?.dots) && `A dot is a response${colours}.`,
    shown.some(({ cloud }) => cloud?.density) &&
      'Shading is for many responses or workers: the stronger, the more responses (square-root scale).',
    shown.some(hasLines) && 'Lines: p50 (solid) and p95 (dashed).',
    shown.length > 1 ? 'All panels share one logarithmic scale of latencies; times are each run’s own.' : 'The scale is logarithmic.'
  ])
}

/** @param extent of all panels */
function panel(view: ScenarioView, detail: RunDetail, extent: Extent) {
  const { variant, round } = detail.run
  const look = view.lookOf(variant)
  return markup`<div>${subheading(view, markup`${nameOf(variant)}, round ${round}`)}
<p class="muted">${caption(detail)}</p>
${latencyCloud(detail, { look, extent })}
${isByWorker(detail) && workerLegend(detail, look)}</div>
`
}

function caption({ cloud, counted: responses }: RunDetail) {
  if (responses === 0) return 'No response that counts.'
  if (cloud?.dots) return `${groupedCount(responses, 'dot')}, one for each response that counts.`
  const densest = extentOf(cloud?.density?.cells.map(([, , count]) => count) ?? [])
  return `Density of ${grouped(responses)} responses, at most ${grouped(densest?.max ?? 0)} in a cell.`
}

function workerLegend({ cloud, workers }: RunDetail, look: ReturnType<ScenarioView['lookOf']>): Markup {
  const dot = (i: number) => swatch(workerLook(i, { workers: workers.length, look }))
  const known = workers.map(({ pid }, i) => markup`<li>${dot(i)} worker ${i + 1} <span class="muted">PID ${nameOf(pid)}</span></li>`)
  return markup`<ul class="legend">${known}${cloud?.dots?.worker.includes(-1) && markup`<li>${dot(-1)} unknown worker</li>`}</ul>`
}

/** @returns whether colours tell its workers apart */
function isByWorker({ cloud, workers }: RunDetail) {
  return cloud?.dots != null && workers.length > 1
}
