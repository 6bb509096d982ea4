import { counted, list } from '../../wording.js'
/** @import { MeasuredPoint } from './measure-points.js' */

/**
 * @param {MeasuredPoint[]} points at least one, fewest workers first
 * @returns {string} such as "1 worker" or "1, 2 and 4 workers"
 */
export function workersOf(points) {
  const numbers = points.map(({ shown }) => shown.workers)
  return numbers.length === 1 ? counted(numbers[0], 'worker') : `${list(numbers.map(String))} workers`
}
