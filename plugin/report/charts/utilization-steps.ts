import type { Step } from './steps.ts'
import type { RunDetail, UtilizationPoint } from '../../vocabulary.ts'

/** More lines than these hide each other. */
export const mostLines = 4

/**
 * How busy the workers of a run were: a line for each, or, where they are many, the band in which they all are.
 *
 * @param run most: steps
 * @returns empty where no worker told
 */
export function workerSteps(detail: RunDetail, run: { seconds: number, most: number }): Step[][] {
  const told = toldBy(detail)
  return isBand(detail) ? [utilizationSteps(told, run)] : told.map((points) => utilizationSteps([points], run))
}

/** @returns too many workers told for a line each */
export function isBand(detail: RunDetail): boolean {
  return toldBy(detail).length > mostLines
}

function toldBy({ workers }: RunDetail) {
  return workers.flatMap(({ utilization }) => (utilization.length > 0 ? [utilization] : []))
}

/**
 * The mean utilization in equal steps of a run's time, of which there are no more than points.
 *
 * @param all of one event loop or of several
 * @returns the median loop between the least and the most busy
 */
export function utilizationSteps(all: readonly UtilizationPoint[][], { seconds, most }: { seconds: number, most: number }): Step[] {
  const count = Math.min(most, Math.max(...all.map((points) => points.length)))
  return Array.from({ length: count }, (_, i) => {
    const [from, to] = [i / count, (i + 1) / count]
    const values = all.flatMap((points) => meanOver(points, from * seconds, to * seconds) ?? []).sort((a, b) => a - b)
    return { from, to, value: values.length === 0 ? null : { low: values[0], middle: values[values.length >> 1], high: values[values.length - 1] } }
  })
}

/** @returns null: no point tells of that time */
function meanOver(points: readonly UtilizationPoint[], fromSeconds: number, toSeconds: number): number | null {
  let covered = 0
  let busy = 0
  points.forEach(({ seconds, utilization }, i) => {
    const since = points[i - 1]?.seconds ?? 0
    const overlap = Math.min(seconds, toSeconds) - Math.max(since, fromSeconds)
    if (overlap <= 0) return
    covered += overlap
    busy += overlap * Math.min(1, Math.max(0, utilization))
  })
  return covered === 0 ? null : busy / covered
}
