import { markup } from '../markup.js'
import { across } from './plot.js'
/**
 * @import { Content, Markup } from '../markup.js'
 * @import { RunDetail } from '../../vocabulary.js'
 */

/**
 * The runs of a scenario on one time axis, which begins with the first load.
 *
 * @typedef {object} Timeline
 * @property {Block[]} blocks in the order of the runs
 * @property {number} seconds from the first load's begin to the last one's end
 * @property {number} mostSteps of each run, so that all of them together are as fine as can be seen
 *
 * @typedef {object} Block a run's place
 * @property {RunDetail} detail
 * @property {number} from part of the axis, from 0 to 1
 * @property {number} width part of the axis
 * @property {number} fromSeconds
 * @property {number} seconds that its load took
 * @property {boolean} isNewRound the run before was of another one
 */

/** Of all runs: in a page's width nobody sees more. */
const mostStepsOfAll = 1500
const fewestSteps = 6
/** A shorter run could not be seen: a pixel on a phone. */
const leastWidth = 0.004
/** Where there is no time at all, there is still a place. */
const leastSeconds = 0.001

/**
 * @param {readonly RunDetail[]} runs at least one, in the order in which they were made
 * @returns {Timeline}
 */
export function timelineOf(runs) {
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

/**
 * @param {RunDetail} detail
 * @returns {number} of all that is known of it
 */
export function loadSecondsOf({ run, bins }) {
  return Math.max(leastSeconds, run.loadSeconds, bins[bins.length - 1]?.toSeconds ?? 0)
}

/**
 * A run's part of the plot. Within it, x goes from 0 to 100 % of the run, and y is the plot's.
 *
 * @param {Block} block
 * @param {{ height: number, title: string }} frame
 * @param {Content | readonly Content[]} marks
 * @returns {Markup}
 */
export function blockOf({ from, width }, { height, title }, marks) {
  return markup`<svg x="${across(from)}" width="${across(width)}" height="${height}"><title>${title}</title>${marks}</svg>`
}

/**
 * @param {Block} block
 * @returns {string} such as "Round 2, clustered"
 */
export function runTitle({ detail: { run } }) {
  return `Round ${run.round}, ${run.variant}`
}
