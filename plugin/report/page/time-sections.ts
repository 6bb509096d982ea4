import { counted, paragraph, percent } from '../../concepts/wording.ts'
import { clock } from '../charts/axes.ts'
import { busyFrom, isBand, mostLines, timelineLatency, timelineUtilization } from '../charts/timelines.ts'
import { loadSecondsOf, timelineOf, type Block } from '../charts/timeline.ts'
import { markup } from '../markup.ts'
import { grouped, milliseconds, timeSpan } from '../words/numbers.ts'
import {
  byMetrics,
  cells,
  folded,
  foldedTable,
  isTroubled,
  legend,
  listUnknown,
  nameOf,
  note,
  section,
  subheading,
  toldPercentiles,
  variantsWith,
  whyOutside,
  type ScenarioView
} from './section.ts'
import { isMetered } from '../../concepts/run.ts'
import type { RunDetail } from '../../concepts/report-data.ts'

/** @returns null: there was no run */
export function timelineSection(view: ScenarioView) {
  const { runs, lookOf } = view
  if (runs.length === 0) return null
  const head = { id: 'timeline', title: 'The run, as it happened' }
  if (runs.some(({ run }) => isMetered(run))) {
    const why = byMetrics('not when each response came within a run, so there is nothing to draw over time')
    return section(view, { ...head, lead: `All runs in numbers, in the order they were made. ${why}` }, runsTable(view))
  }
  const seen = variantsWith(view, () => true)
  const loops = folded(
    'Event-loop utilization: workers (solid), load generator (dotted)',
    [note(eventLoopLead(view)), timelineUtilization(runs, lookOf)],
    isTroubled(view, ['App', 'Load generator', 'Machine'])
  )
  return section(
    view,
    { ...head, lead: timelineLead(view) },
    markup`${legend(view, seen)}
${subheading(view, 'Latency: p50 in a band from p5 to p95')}
${timelineLatency(runs, lookOf)}
${loops}
${runsTable(view)}`
  )
}

const inRuns = (runs: readonly RunDetail[], isMeant: (detail: RunDetail) => boolean, sentence: string) => {
  const count = runs.filter(isMeant).length
  return count > 0 && `In ${counted(count, 'run')}${sentence}`
}

const timelineLead = ({ runs }: ScenarioView) =>
  paragraph([
    runs.some(tookTurns)
      ? 'All turns in the order they were made: each variant rests while another one is loaded. ' +
        'What does not count, as warm-ups, is left out.'
      : 'All runs in the order they were made, with the pauses between them.',
    'Latency is on a logarithmic scale.',
    runs.some((detail) => !tookTurns(detail) && detail.run.counted.requests < detail.run.requests) &&
      'The start of each run, when users arrive, and its end, when they leave, are drawn but not counted.',
    runs.some(({ run }) => run.failures > 0) && 'Red ticks at the bottom mark failed requests.',
    inRuns(runs, (detail) => detail.counted === 0, ' there were no counted responses.')
  ])

function eventLoopLead(view: ScenarioView) {
  const { runs } = view
  const knownOf = ({ workers }: RunDetail) => workers.filter(({ utilization }) => utilization.length > 0).length
  const known = variantsWith(view, (detail) => knownOf(detail) > 0)
  const never = variantsWith(view, ({ run }) => whyOutside(view, run.variant) !== null && !known.includes(run.variant))
  const isSilent = (detail: RunDetail) => knownOf(detail) === 0 && !never.includes(detail.run.variant)
  return paragraph([
    `Above ${percent(busyFrom)}, in the red zone, an event loop has no headroom: new work has to wait.`,
    runs.some(isBand) &&
      `More than ${mostLines} workers are drawn as their median and a band that contains all of them.`,
    never.length > 0 && `The event loops of ${listUnknown(view, never)} are unknown and marked with a question mark.`,
    inRuns(runs, isSilent, ', marked with a question mark, the workers reported too little about their event loops.'),
    inRuns(
      runs,
      (detail) => knownOf(detail) > 0 && knownOf(detail) < detail.workers.length,
      ' some of the workers reported too little.'
    ),
    inRuns(runs, ({ generator }) => generator.length === 0, ' the load generator reported too little.')
  ])
}

/** The runs in numbers, for those who want to read what the charts draw. */
function runsTable(view: ScenarioView) {
  const told = toldPercentiles(view)
  const columns = [
    'Round',
    'Variant',
    'Began at',
    'Took',
    'Requests',
    'Failed',
    ...told.map((percentile) => `${percentile} (ms)`),
    'Responses/s',
    'Busiest worker',
    'Load generator'
  ]
  const { blocks } = timelineOf(view.runs)
  const rows = view.runs.map((detail) => {
    const { run, workers } = detail
    const { fromSeconds } = blocks.find((block) => block.detail === detail) as Block
    const busiest = workers.flatMap(({ usage }) => usage?.utilization ?? [])
    const figures = cells([
      clock(Math.round(fromSeconds)),
      timeSpan(loadSecondsOf(detail)),
      grouped(run.requests),
      grouped(run.failures),
      ...told.map((percentile) => (run.latencyMs === null ? 'none' : milliseconds(run.latencyMs[percentile]))),
      run.throughputPerSecond.toFixed(1),
      busiest.length === 0 ? 'unknown' : percent(Math.max(...busiest)),
      run.generator.utilization === null ? 'unknown' : percent(run.generator.utilization)
    ])
    const round = run.round === 0 ? 'search' : run.round
    return markup`<tr><td>${round}</td><th scope="row">${nameOf(run.variant)}</th>${figures}</tr>\n`
  })
  return foldedTable(view, 'Numbers: all runs in their order', 'numbers', columns, rows)
}

const tookTurns = ({ run }: RunDetail) => run.counted.slices !== undefined
