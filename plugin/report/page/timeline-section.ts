import { counted, percent } from '../../concepts/wording.ts'
import { timelineLatency } from '../charts/timeline-latency.ts'
import { busyFrom, timelineUtilization } from '../charts/timeline-utilization.ts'
import { isBand, mostLines } from '../charts/steps.ts'
import { markup, type Markup } from '../markup.ts'
import { legend, section, subheading, nameOf, scrolling, type ScenarioView } from './section.ts'
import { byMetrics, isMetered, isOutside, listUntold } from './untold.ts'
import type { RunDetail } from '../../concepts/report-data.ts'
import { clock, timeSpan } from '../charts/axes.ts'
import { timelineOf, type Block } from '../charts/timeline.ts'
import { grouped, milliseconds } from '../words/numbers.ts'
import { percentiles } from '../../concepts/metrics.ts'

/** @returns null: there was no run */
export function timelineSection(view: ScenarioView): Markup | null {
  const { runs, names, lookOf } = view
  if (runs.length === 0) return null
  const place = { id: 'timeline', title: 'The run, as it happened' }
  if (runs.some(({ run }) => isMetered(run))) return section(view, { ...place, lead: nothingToDraw }, runsTable(view))
  const seen = names.filter((name) => runs.some(({ run }) => run.variant === name))
  return section(view, { ...place, lead: leadOf(view) }, markup`${legend(view, seen)}
${subheading(view, 'Latency: p50 in a band from p5 to p95')}
${timelineLatency(runs, lookOf)}
${subheading(view, 'Event-loop utilization: workers (solid), load generator (dotted)')}
${timelineUtilization(runs, lookOf)}
${runsTable(view)}`)
}

const nothingToDraw = `The runs in numbers, in the order in which they were made. ${byMetrics('not what happened when within a run, so that there is nothing to draw over time')}`

function leadOf(view: ScenarioView): string {
  const { runs } = view
  const failed = runs.some(({ run }) => run.failures > 0)
  const many = runs.some(isBand)
  return [
    `Every run in the order in which it was made, with the pauses between them; latency on a logarithmic scale.`,
    ...(failed ? ['Red ticks at the bottom: requests failed.'] : []),
    `Above ${percent(busyFrom)}, in the red zone, an event loop has no headroom: whatever comes has to wait.`,
    ...(many ? [`Of more than ${mostLines} workers, the median and the band in which all of them are.`] : []),
    ...unknownSentences(view)
  ].join(' ')
}

/** @returns what could not be drawn */
function unknownSentences(view: ScenarioView): string[] {
  const { runs, names } = view
  const answerless = runs.filter(({ counted: responses }) => responses === 0).length
  const told = runs.map(({ run, workers }) => ({ name: run.variant, some: workers.some(knows), every: workers.every(knows) }))
  const never = names.filter((name) => isOutside(view, name) && told.some((one) => one.name === name) && told.every((one) => one.name !== name || !one.some))
  const silent = told.filter(({ name, some }) => !some && !never.includes(name)).length
  const partly = told.filter(({ some, every }) => some && !every).length
  const generators = runs.filter(({ generator }) => generator.length === 0).length
  return [
    ...(answerless > 0 ? [`In ${counted(answerless, 'run')} there was no response that counts.`] : []),
    ...(never.length > 0 ? [`Nothing is known of the event loops of ${listUntold(view, never)}: question marks.`] : []),
    ...(silent > 0 ? [`In ${counted(silent, 'run')}, marked with a question mark, the workers told too little of their event loops.`] : []),
    ...(partly > 0 ? [`In ${counted(partly, 'run')} some of the workers told too little.`] : []),
    ...(generators > 0 ? [`In ${counted(generators, 'run')} the load generator told too little.`] : [])
  ]
}

function knows({ utilization }: RunDetail['workers'][number]) {
  return utilization.length > 0
}

const columns = ['Round', 'Variant', 'Began at', 'Took', 'Requests', 'Failed', ...percentiles.map((percentile) => `${percentile} (ms)`), 'Responses/s', 'Busiest worker', 'Load generator']

/**
 * The runs in numbers, for those who want to read what the charts draw.
 *
 * @param view with runs
 */
function runsTable(view: ScenarioView): Markup {
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
