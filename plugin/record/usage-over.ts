/** Readings of counters that only grow, with the time they were taken. */
export interface Reading {
  atMs: number
  activeMs: number // of an event loop
  idleMs: number // of an event loop
  cpuMs?: number
  gcMs?: number
}

export type Span = { fromMs: number, toMs: number }

/** utilization: share of the time that the event loop was active; cpu: CPU seconds a second; gc: share of the time */
export type Rates = { utilization: number, cpu: number, gc: number }

/** Readings that cover less of the span than this say nothing about it. */
const leastCover = 0.5
/** In a shorter span everybody is busy with starting. */
const leastMs = 1000

/**
 * How busy somebody was in a span of time. The counters are interpolated linearly between two readings.
 *
 * @param readings in the order of time
 * @returns null: it is shorter than a second, or the readings cover less than half of it
 */
export function usageOver(readings: readonly Reading[], { fromMs, toMs }: Span): Rates | null {
  if (readings.length < 2 || toMs - fromMs < leastMs) return null
  const grown = growthOver(readings, { fromMs, toMs })
  const elapsed = grown(({ atMs }) => atMs)
  if (!(elapsed > leastCover * (toMs - fromMs))) return null
  const activeMs = grown((reading) => reading.activeMs)
  const idleMs = grown((reading) => reading.idleMs)
  return {
    utilization: utilizationOf(activeMs, idleMs),
    cpu: grown(({ cpuMs = 0 }) => cpuMs) / elapsed,
    gc: grown(({ gcMs = 0 }) => gcMs) / elapsed
  }
}

/** @returns from 0 to 1 */
export function utilizationOf(activeMs: number, idleMs: number): number {
  return activeMs + idleMs === 0 ? 0 : activeMs / (activeMs + idleMs)
}

/**
 * How much a counter grew in a span of time.
 *
 * @param readings at least one, in the order of time; before the first or after the last, that one is taken
 */
export function growthOver<Counted extends { atMs: number }>(readings: readonly Counted[], { fromMs, toMs }: Span) {
  return (valueOf: (reading: Counted) => number) => valueAt(readings, toMs, valueOf) - valueAt(readings, fromMs, valueOf)
}

function valueAt<Counted extends { atMs: number }>(readings: readonly Counted[], wantedMs: number, valueOf: (reading: Counted) => number) {
  const next = readings.findIndex(({ atMs }) => atMs >= wantedMs)
  if (next <= 0) return valueOf(readings.at(next) as Counted)
  const [before, after] = [readings[next - 1], readings[next]]
  const part = (wantedMs - before.atMs) / (after.atMs - before.atMs)
  return valueOf(before) + part * (valueOf(after) - valueOf(before))
}
