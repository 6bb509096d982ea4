import { percent } from '../../wording.js'
import { workersOf } from './workers-of.js'
/** @import { MeasuredPoint } from './measure-points.js' */

/**
 * @typedef {object} Doubt
 * @property {string} clause what was seen
 * @property {string} advice what to do
 */

/**
 * Why the throughput of some points is not what their workers can do.
 *
 * @param {MeasuredPoint[]} points
 * @param {string} baseline
 * @returns {Doubt | null} null: nothing is wrong with them
 */
export function doubtOf(points, baseline) {
  const reason = points.find(({ doubt }) => doubt !== null)?.doubt
  if (reason == null) return null
  const concerned = points.filter(({ doubt }) => doubt === reason)
  return doubts[reason](concerned, baseline)
}

/** @type {Record<NonNullable<MeasuredPoint['doubt']>, (concerned: MeasuredPoint[], baseline: string) => Doubt>} */
const doubts = {
  'generator-saturated': (concerned) => ({
    clause: `The load generator was ${percent(Math.max(...concerned.map(({ generatorUtilization }) => generatorUtilization)))} busy with ${workersOf(concerned)}, so their throughput is its own`,
    advice: 'load less (fewer users, or think time between requests), ask for heavier work, or use a machine with more cores'
  }),
  errors: (concerned) => ({
    clause: `${percent(Math.max(...concerned.map(({ use }) => use.errorRate)))} of the requests failed with ${workersOf(concerned)}`,
    advice: 'mend the app or lower the load'
  }),
  'different-answers': (concerned, baseline) => ({
    clause: `With ${workersOf(concerned)} the app does not answer as ${baseline} does`,
    advice: 'mend that first'
  })
}
