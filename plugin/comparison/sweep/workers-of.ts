import { counted, list } from '../../wording.ts'
import type { MeasuredPoint } from './measure-points.ts'

/**
 * @param points at least one, fewest workers first
 * @returns such as "1 worker" or "1, 2 and 4 workers"
 */
export function workersOf(points: MeasuredPoint[]): string {
  const numbers = points.map(({ shown }) => shown.workers)
  return numbers.length === 1 ? counted(numbers[0], 'worker') : `${list(numbers.map(String))} workers`
}
