import { advice, fewestThatKeepUp, nothingGained } from './advice.js'
import { doubtOf } from './doubt-of.js'
import { fewestUnsurpassed, gainOver } from './ranking.js'
import { workersOf } from './workers-of.js'
/**
 * @import { Sweep } from '../../vocabulary.js'
 * @import { Precision } from '../ranged.js'
 * @import { MeasuredPoint } from './measure-points.js'
 *
 * @typedef {{ cores: number | null, baseline: string, precision: Precision }} How
 */

/**
 * How many workers to take: the fewest that no larger number measurably surpasses; where users come whatever the app
 * does, the fewest that keep up with them.
 *
 * @param {MeasuredPoint[]} points fewest workers first
 * @param {How} how
 * @returns {Pick<Sweep, 'knee' | 'recommendation'>}
 */
export function recommend(points, how) {
  const doubt = doubtOf(points, how.baseline)
  if (doubt !== null) return { knee: null, recommendation: `${doubt.clause}: to learn how many are best, ${doubt.advice}.` }
  // Nobody can serve more users than come.
  const first = points.find(({ keepsUp }) => keepsUp)
  if (first === points[0]) return { knee: null, recommendation: byLatency(points, how) }
  if (first !== undefined) return { knee: null, recommendation: fewestThatKeepUp(points[0], first) }
  const judged = { metric: /** @type {const} */ ('throughput'), precision: how.precision }
  const best = fewestUnsurpassed(points, judged)
  return { knee: best.shown.workers, recommendation: `${advice(points, best, { ...judged, cores: how.cores, gain: best.shown.speedup })}.` }
}

/**
 * @param {MeasuredPoint[]} points
 * @param {How} how
 */
function byLatency(points, how) {
  const [fewest, ...more] = points
  const kept = `${workersOf([fewest])} kept up with the users who came`
  const judged = { metric: /** @type {const} */ ('p95'), precision: how.precision }
  const best = fewestUnsurpassed(points, judged)
  if (best === fewest) return `This load is too small to tell: ${kept}, and ${nothingGained(more, fewest, judged)} at p95.`
  return `${advice(points, best, { ...judged, cores: how.cores, gain: gainOver(best, fewest, judged) })}; throughput can't tell, since ${kept}.`
}
