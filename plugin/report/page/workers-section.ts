import { counted, percent } from '../../wording.ts'
import { shareBars } from '../charts/share-bars.ts'
import { heatExtent, workerHeat } from '../charts/worker-heat.ts'
import { beyondChance, shareText, workerShares } from '../charts/worker-shares.ts'
import { markup, type Markup } from '../markup.ts'
import { groupedCount, milliseconds } from '../numbers.ts'
import { heading, nameOf, section, subheading, type ScenarioView } from './section.ts'
import { isOutside, listUntold } from './untold.ts'
import { processesTable, workersTable, type VariantWorkers } from './workers-table.ts'
import type { RunDetail } from '../../vocabulary.ts'

/** More rows are folded away. */
const mostInSight = { table: 8, bars: 16 }

/** @returns null: there was no run */
export function workersSection(view: ScenarioView): Markup | null {
  const variants = view.names.flatMap((name) => workersOf(view, name) ?? [])
  if (view.runs.length === 0) return null
  const { single, many } = { single: [], many: [], ...Object.groupBy(variants, ({ shares }) => (shares.workers.length === 1 ? 'single' : 'many')) }
  return section(view, { id: 'workers', title: 'Workers', lead: variants.length === 0 ? null : leadOf(many) }, [
    ...many.map((variant) => variantPart(view, variant)),
    single.length > 0 && markup`${many.length > 0 && subheading(view, single.length === 1 ? 'The single process' : 'Single processes')}
${processesTable(view, single)}`,
    ...unknownSentences(view).map((sentence) => markup`<p class="lead">${sentence}</p>
`)
  ])
}

/** @returns of which variants little is known, or nothing, and why */
function unknownSentences(view: ScenarioView): string[] {
  const runsOf = (name: string) => view.runs.filter(({ run }) => run.variant === name)
  const seen = view.names.filter((name) => runsOf(name).length > 0)
  const nameless = seen.filter((name) => runsOf(name).every(({ workers }) => workers.length === 0))
  const silent = seen.filter((name) => !nameless.includes(name) && isOutside(view, name) && runsOf(name).every(({ workers }) => workers.every(({ usage }) => usage === null)))
  return [
    ...(nameless.length === 0 ? [] : [`Nothing is known of the workers of ${listUntold(view, nameless)}: no response said by its header which process it came from.`]),
    ...(silent.length === 0 ? [] : [`CPU, memory and event loops of the workers of ${listUntold(view, silent)} are unknown: only Node processes that are started here tell them.`])
  ]
}

/** @returns null: nothing is known of its workers */
function workersOf({ runs, planned }: ScenarioView, name: string): VariantWorkers | null {
  const own = runs.filter(({ run }) => run.variant === name)
  if (own.every(({ workers }) => workers.length === 0)) return null
  // Where none had to be forked anew, those that served are those that were wanted.
  const undisturbed = own.filter(({ run }) => run.restarts === 0)
  const wanted = undisturbed.length > 0 ? mostWorkers(undisturbed) : Math.min(planned[name].workers ?? Infinity, mostWorkers(own))
  return { name, runs: own, shares: workerShares(own, Math.max(1, wanted)) }
}

function mostWorkers(runs: readonly RunDetail[]) {
  return Math.max(...runs.map(({ workers }) => workers.length))
}

/** @param many variants with more than one worker */
function leadOf(many: readonly VariantWorkers[]) {
  if (many.length === 0) return 'Sums and means over all rounds.'
  return 'A bar is a worker’s share of the requests of all rounds; the line is the fair share. Not requests but connections are dealt out: the tick on a bar is the worker’s share of them. Where chance alone deals them out, ticks stay in the grey zone 99 times in 100; ▲ and ▼ mark more and less. Workers are numbered by order of start; their PIDs change every round.'
}

function variantPart(view: ScenarioView, variant: VariantWorkers): Markup {
  const { name, runs, shares } = variant
  const count = shares.workers.length
  const look = view.lookOf(name)
  const heat = runs.flatMap((detail) => heatPart(view, detail) ?? [])
  const bars = markup`<div class="panels">
<div>${heading(view.level + 2, 'Share of the requests', null)}
<p class="muted">${sharesCaption(view, variant)}</p>
${shares.requests > 0 && shareBars(shares, { name, look })}</div>
${heat}</div>
`
  const table = workersTable(variant)
  return markup`${subheading(view, markup`${nameOf(name)}: ${counted(shares.wanted, 'worker')}`)}
${count > mostInSight.bars ? fold(`${summaryOf(variant)}`, [bars, table]) : [bars, count > mostInSight.table ? fold('Numbers of each worker', [table]) : table]}`
}

function fold(summary: string, content: readonly Markup[]) {
  return markup`<details>
<summary>${summary}</summary>
${content}</details>
`
}

function sharesCaption({ result }: ScenarioView, { name, runs, shares }: VariantWorkers) {
  const unknown = runs.reduce((sum, { run }) => sum + run.unattributed, 0)
  const left = unknown > 0 ? ` ${groupedCount(unknown, 'response')} did not tell the worker and ${unknown === 1 ? 'is' : 'are'} left out.` : ''
  const more = shares.workers.length - shares.wanted
  const forked = more > 0 ? ` ${counted(more, 'more worker')} took the place of one that died.` : ''
  // The busiest may be another one in each round, so that sums by number look more even than any round was.
  const busiest = result?.candidates.find((candidate) => candidate.name === name)?.shares[0]
  const mean = busiest === undefined ? '' : ` In the mean of the rounds, the busiest served ${percent(busiest)}.`
  return `${groupedCount(shares.requests, 'request')} on ${groupedCount(shares.connections, 'connection')} in ${counted(runs.length, 'round')}.${mean}${left}${forked}`
}

function summaryOf({ shares }: VariantWorkers) {
  const parts = shares.workers.map(({ share }) => share)
  const beyond = shares.workers.filter((worker) => beyondChance(worker, shares) !== null).length
  return `${shareText(Math.min(...parts))} to ${shareText(Math.max(...parts))} of the requests for each, fair share ${shareText(shares.fair)}, ${beyond === 0 ? 'none' : beyond} with connections beyond what chance allows`
}

/** @returns null: another round is shown in detail */
function heatPart(view: ScenarioView, detail: RunDetail): Markup | null {
  const extent = heatExtent(detail)
  if (extent === null) return null
  return markup`<div>${heading(view.level + 2, `p95 over time, round ${detail.run.round}`, null)}
<p class="muted">${milliseconds(extent.min)} ms (palest) to ${milliseconds(extent.max)} ms (strongest); blank: no response.</p>
${workerHeat(detail, view.lookOf(detail.run.variant))}</div>
`
}
