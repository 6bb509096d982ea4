import { counted, list } from '../../wording.js'
import { doubtOf } from './doubt-of.js'
import { over, ratios } from './measure-points.js'
import { workersOf } from './workers-of.js'
/**
 * @import { Ranged, Sweep } from '../../vocabulary.js'
 * @import { MeasuredPoint, Precision } from './measure-points.js'
 *
 * @typedef {{ cores: number | null, baseline: string, precision: Precision }} How
 */

/**
 * How many workers to take: the fewest that no larger number measurably surpasses.
 *
 * @param {MeasuredPoint[]} points fewest workers first
 * @param {How} how
 * @returns {Pick<Sweep, 'knee' | 'recommendation'>}
 */
export function recommend(points, how) {
  const doubt = doubtOf(points, how.baseline)
  if (doubt !== null) return { knee: null, recommendation: `${doubt.clause}: to learn how many are best, ${doubt.advice}.` }
  // Nobody can serve more users than come.
  if (points[0].keepsUp) return { knee: null, recommendation: byLatency(points, how) }
  const best = fewestUnsurpassed(points, 'throughput', how.precision)
  return { knee: best.shown.workers, recommendation: `${advice(points, best, { ...how, gain: best.shown.speedup, at: '' })}.` }
}

/**
 * @param {MeasuredPoint[]} points
 * @param {How} how
 */
function byLatency(points, how) {
  const [fewest] = points
  const kept = `${workersOf([fewest])} kept up with the users who came`
  const best = fewestUnsurpassed(points, 'p95', how.precision)
  if (best === fewest) return `This load is too small to tell: ${kept}, and more gain nothing measurable at p95.`
  const gain = over(ratios(best.goodness.p95, fewest.goodness.p95), 'p95', how.precision)
  return `${advice(points, best, { ...how, gain, at: ' at p95' })}; throughput can't tell, since ${kept}.`
}

/**
 * @param {MeasuredPoint[]} points
 * @param {'throughput' | 'p95'} metric
 * @param {Precision} precision
 * @returns {MeasuredPoint}
 */
function fewestUnsurpassed(points, metric, precision) {
  const isBetter = (/** @type {MeasuredPoint} */ a, /** @type {MeasuredPoint} */ b) => over(ratios(a.goodness[metric], b.goodness[metric]), metric, precision).interval[0] > 1
  return /** @type {MeasuredPoint} */ (points.find((point, i) => !points.slice(i + 1).some((larger) => isBetter(larger, point))))
}

/**
 * @param {MeasuredPoint[]} points
 * @param {MeasuredPoint} best
 * @param {{ cores: number | null, gain: Ranged, at: string }} how
 * @returns {string} without a full stop
 */
function advice(points, best, { cores, gain, at }) {
  const [fewest] = points
  const larger = points.slice(points.indexOf(best) + 1).map(({ shown }) => shown.workers)
  const nothing = `gain nothing measurable${onCores(larger, cores)}`
  const who = workersOf([best])
  if (points.length === 1) return `${who}: no other number was tried`
  if (best === fewest) return `${who} ${best.shown.workers === 1 ? 'is' : 'are'} as good as any: ${list(larger.map(String))} ${nothing}`
  const over = fewest.shown.workers === 1 ? '' : ` over ${fewest.shown.workers}`
  const rest = larger.length === 0 ? 'more were not tried' : `${list(larger.map(String))} workers ${nothing}`
  return `${who}: ${times(gain)}${at}${over}${memory(fewest, best)}; ${rest}`
}

/**
 * @param {number[]} workers that gain nothing
 * @param {number | null} cores
 * @returns {string} the reason, where it is that there are not as many cores
 */
function onCores(workers, cores) {
  return cores !== null && workers.every((count) => count > cores) ? ` on ${counted(cores, 'core')}` : ''
}

/** @param {Ranged} gain */
function times({ value, interval: [low, high] }) {
  const maybe = low > 1 ? '' : ` (${low.toFixed(2)}x to ${high.toFixed(2)}x, so maybe nothing)`
  return `${value.toFixed(2)}x${maybe}`
}

/**
 * @param {MeasuredPoint} fewest
 * @param {MeasuredPoint} best
 */
function memory({ shown: before }, { shown: after }) {
  if (before.appMegabytes === null || after.appMegabytes === null) return ''
  const more = after.appMegabytes - before.appMegabytes
  return more < 0.5 ? '' : ` for ${more.toFixed(0)} MB more`
}
