import {
  limitedPercentiles,
  type CapacityResult,
  type CapacityStep,
  type VariantCapacity
} from '../concepts/capacity.ts'
import type { Percentile } from '../concepts/metrics.ts'

/** What the loads of a search say, for chart and table alike. */

export type LevelPoint = { level: number; latencyMs: number }

type Limits = CapacityResult['limits']
type Pool = { weight: number; level: number; latency: number } // logarithms, means

const near = Math.log(1.02) // levels that differ by less are alike
const pieces = 12 // between two points, so that a line looks bent, not broken
const anchorWeight = 1000 // of the capacity, which is known from all loads together

/**
 * How a percentile of latency rises with the load: isotonic regression (neighbours that would fall are pooled) of the
 * logarithms of all loads that say something, through the capacity where this percentile is what limits it. Between two
 * points it is as the search takes it to be: one over the latency falls in a straight line. Of fewer than two loads
 * there is no line.
 */
export function curveOf(found: VariantCapacity, percentile: Percentile, limits: Limits): LevelPoint[] {
  const points = found.steps
    .filter((step) => step.void === null && step.offered > 0)
    .flatMap(({ offered, latencyMs }) =>
      (latencyMs?.[percentile] ?? NaN) > 0
        ? [{ weight: 1, level: Math.log(offered), latency: Math.log(latencyMs?.[percentile] ?? NaN) }]
        : []
    )
  const anchor =
    found.end === 'found' && limiting(found, limits) === percentile
      ? [{ weight: anchorWeight, level: Math.log(found.capacity.value), latency: Math.log(limits[percentile] ?? NaN) }]
      : []
  if (points.length < 2) return []
  const corners = rising([...points, ...anchor]).map(({ level, latency }) => ({
    level: Math.exp(level),
    latencyMs: Math.exp(latency)
  }))
  return corners.flatMap((corner, i) =>
    i === 0
      ? [corner]
      : Array.from({ length: pieces }, (_, piece) => between(corners[i - 1], corner, (piece + 1) / pieces))
  )
}

const between = (a: LevelPoint, b: LevelPoint, part: number): LevelPoint => ({
  level: a.level + part * (b.level - a.level),
  latencyMs: 1 / ((1 - part) / a.latencyMs + part / b.latencyMs)
})

/** Pool adjacent violators; those that are near each other are pooled, too. */
function rising(points: readonly Pool[]) {
  const pools: Pool[] = []
  for (const point of points.toSorted((a, b) => a.level - b.level)) {
    pools.push(point)
    for (
      let [a, b] = pools.slice(-2);
      b !== undefined && (b.latency <= a.latency || b.level - a.level < near);
      [a, b] = pools.slice(-2)
    ) {
      const weight = a.weight + b.weight
      const meanOf = (key: 'level' | 'latency') => (a.weight * a[key] + b.weight * b[key]) / weight
      pools.splice(-2, 2, { weight, level: meanOf('level'), latency: meanOf('latency') })
    }
  }
  return pools
}

/** @returns the latency beside the capacity, in ms; null: too few loads tell */
export function latencyAtCapacity(found: VariantCapacity, percentile: Percentile, limits: Limits): number | null {
  const points = curveOf(found, percentile, limits)
  const i = points.findIndex(({ level }) => level >= found.capacity.value * (1 - 1e-6))
  if (i <= 0) return points.at(i)?.latencyMs ?? null
  const a = points[i - 1]
  const b = points[i]
  return between(a, b, Math.min(1, (found.capacity.value - a.level) / (b.level - a.level))).latencyMs
}

/** Which limit is in the way: of the loads beside the capacity, that which leaves the least room. */
export function limiting({ steps }: VariantCapacity, limits: Limits): Percentile | 'errorRate' {
  const beside = steps.some(({ round }) => round > 0) ? steps.filter(({ round }) => round > 0) : steps
  const meanRoom = (roomOf: (step: CapacityStep) => number) =>
    beside
      .filter((step) => step.void === null)
      .reduce((sum, step) => sum + Math.log(Math.min(mostRoom, roomOf(step))), 0)
  const rooms = [
    ...limitedPercentiles(limits).map((percentile) => ({
      by: percentile,
      room: meanRoom(({ latencyMs }) =>
        latencyMs === null || latencyMs[percentile] === undefined
          ? 1
          : (limits[percentile] ?? NaN) / latencyMs[percentile]
      )
    })),
    { by: 'errorRate' as const, room: meanRoom(({ errorRate }) => limits.errorRate / errorRate) }
  ]
  return rooms.reduce((a, b) => (b.room < a.room ? b : a)).by
}

const mostRoom = 10 // beyond it, a limit is far away
