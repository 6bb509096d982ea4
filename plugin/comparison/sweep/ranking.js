import { ranged } from '../ranged.js'
import { ratios } from './measure-points.js'
/**
 * @import { Ranged } from '../../vocabulary.js'
 * @import { Precision } from '../ranged.js'
 * @import { MeasuredPoint } from './measure-points.js'
 *
 * @typedef {{ metric: 'throughput' | 'p95', precision: Precision }} Judged by what numbers of workers are compared
 */

/**
 * @param {MeasuredPoint[]} points fewest workers first
 * @param {Judged} judged
 * @returns {MeasuredPoint} the fewest workers that no larger number measurably surpasses
 */
export function fewestUnsurpassed(points, judged) {
  return /** @type {MeasuredPoint} */ (points.find((point, i) => !points.slice(i + 1).some((larger) => isBetter(larger, point, judged))))
}

/**
 * @param {MeasuredPoint} best
 * @param {MeasuredPoint[]} others
 * @param {Judged} judged
 * @returns {MeasuredPoint[]} those that are measurably worse
 */
export function slowerThan(best, others, judged) {
  return others.filter((other) => isBetter(best, other, judged))
}

/**
 * @param {MeasuredPoint} a
 * @param {MeasuredPoint} b
 * @param {Judged} judged
 * @returns {Ranged} by which a is better than b; above 1: it is
 */
export function gainOver(a, b, { metric, precision }) {
  return ranged(ratios(a.goodness[metric], b.goodness[metric]), metric, precision)
}

/**
 * @param {MeasuredPoint} a
 * @param {MeasuredPoint} b
 * @param {Judged} judged
 * @returns {boolean} whether a is measurably better than b
 */
function isBetter(a, b, judged) {
  return gainOver(a, b, judged).interval[0] > 1
}
