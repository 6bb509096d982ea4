import { usageOver, type Reading, type Span } from '../telemetry/usage-over.ts'
import { round } from './round.ts'
import type { UtilizationPoint } from '../vocabulary.ts'

const mostPoints = 60

/**
 * How busy an event loop was over a load, from reading to reading.
 *
 * @param readings in the order of time
 * @returns within the load, and one beyond its end; of many, every second, third ...
 */
export function utilizationPoints(readings: readonly Reading[], { fromMs, toMs }: Span): UtilizationPoint[] {
  const first = readings.findIndex(({ atMs }, i) => i > 0 && atMs > fromMs)
  if (first < 0) return []
  const beyond = readings.findIndex(({ atMs }) => atMs >= toMs)
  const during = readings.slice(first, beyond < 0 ? undefined : beyond + 1)
  const stride = Math.ceil(during.length / mostPoints)
  // The last one stays.
  const chosen = during.filter((_, i) => (during.length - 1 - i) % stride === 0)
  return chosen.map((reading, i) => ({
    seconds: round((reading.atMs - fromMs) / 1000),
    utilization: round(between(chosen[i - 1] ?? readings[first - 1], reading))
  }))
}

/** @returns from 0 to 1 */
function between(before: Reading, after: Reading): number {
  const activeMs = after.activeMs - before.activeMs
  const idleMs = after.idleMs - before.idleMs
  return activeMs + idleMs === 0 ? 0 : activeMs / (activeMs + idleMs)
}

/**
 * @param threads each one's readings, in the order of time
 * @returns those of the busiest; empty where none told enough
 */
export function busiest<T extends Reading>(threads: readonly T[][], load: Span): T[] {
  const told = threads.flatMap((readings) => {
    const usage = usageOver(readings, load)
    return usage === null ? [] : [{ readings, utilization: usage.utilization }]
  })
  return told.length === 0 ? [] : told.reduce((a, b) => (b.utilization > a.utilization ? b : a)).readings
}
