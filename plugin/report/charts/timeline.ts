import { markup, type Content, type Markup } from '../markup.ts'
import { across } from './plot.ts'
import type { RunDetail } from '../../vocabulary.ts'

/** The runs of a scenario on one time axis, which begins with the first load. */
interface Timeline {
  blocks: Block[] // in the order of the runs
  seconds: number // from the first load's begin to the last one's end
  mostSteps: number // of each run, so that all of them together are as fine as can be seen
}

/** a run's place */
export interface Block {
  detail: RunDetail
  from: number // part of the axis, from 0 to 1
  width: number // part of the axis
  fromSeconds: number
  seconds: number // that its load took
  isNewRound: boolean // the run before was of another one
}

/** Of all runs: in a page's width nobody sees more. */
const mostStepsOfAll = 1500
const fewestSteps = 6
/** A shorter run could not be seen: a pixel on a phone. */
const leastWidth = 0.004
/** Where there is no time at all, there is still a place. */
const leastSeconds = 0.001

/** @param runs at least one, in the order in which they were made */
export function timelineOf(runs: readonly RunDetail[]): Timeline {
  const beginMs = Math.min(...runs.map(({ beganMs }) => beganMs))
  const spans = runs.map((detail) => ({ detail, fromSeconds: (detail.beganMs - beginMs) / 1000, seconds: loadSecondsOf(detail) }))
  const seconds = Math.max(leastSeconds, ...spans.map((span) => span.fromSeconds + span.seconds))
  const blocks = spans.map((span, i) => {
    const width = Math.max(leastWidth, span.seconds / seconds)
    return {
      ...span,
      from: Math.min(span.fromSeconds / seconds, 1 - width),
      width,
      isNewRound: i === 0 || runs[i - 1].run.round !== span.detail.run.round
    }
  })
  return { blocks, seconds, mostSteps: Math.max(fewestSteps, Math.floor(mostStepsOfAll / runs.length)) }
}

/** @returns of all that is known of it */
export function loadSecondsOf({ run, bins }: RunDetail): number {
  return Math.max(leastSeconds, run.loadSeconds, bins[bins.length - 1]?.toSeconds ?? 0)
}

/** A run's part of the plot. Within it, x goes from 0 to 100 % of the run, and y is the plot's. */
export function blockOf({ from, width }: Block, { height, title }: { height: number, title: string }, marks: Content | readonly Content[]): Markup {
  return markup`<svg x="${across(from)}" width="${across(width)}" height="${height}"><title>${title}</title>${marks}</svg>`
}

/** @returns such as "Round 2, clustered" */
export function runTitle({ detail: { run } }: Block): string {
  return `Round ${run.round}, ${run.variant}`
}
