import { ranged, type Precision } from '../ranged.ts'
import { ratios, type MeasuredPoint } from './measure-points.ts'
import type { Ranged } from '../../vocabulary.ts'
/** by what numbers of workers are compared */
export type Judged = { metric: 'throughput' | 'p95', precision: Precision }

/**
 * @param points fewest workers first
 * @returns the fewest workers that no larger number measurably surpasses
 */
export function fewestUnsurpassed(points: MeasuredPoint[], judged: Judged): MeasuredPoint {
  return points.find((point, i) => !points.slice(i + 1).some((larger) => isBetter(larger, point, judged))) as MeasuredPoint
}

/** @returns those that are measurably worse */
export function slowerThan(best: MeasuredPoint, others: MeasuredPoint[], judged: Judged): MeasuredPoint[] {
  return others.filter((other) => isBetter(best, other, judged))
}

/** @returns by which a is better than b; above 1: it is */
export function gainOver(a: MeasuredPoint, b: MeasuredPoint, { metric, precision }: Judged): Ranged {
  return ranged(ratios(a.goodness[metric], b.goodness[metric]), metric, precision)
}

/** @returns whether a is measurably better than b */
function isBetter(a: MeasuredPoint, b: MeasuredPoint, judged: Judged): boolean {
  return gainOver(a, b, judged).interval[0] > 1
}
