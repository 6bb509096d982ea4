/** Readings of counters that only grow, with the time they were taken. */
export interface Reading {
  atMs: number
  activeMs: number // of an event loop
  idleMs: number // of an event loop
  cpuMs?: number
  gcMs?: number
}

export type Span = { fromMs: number, toMs: number }

export interface Rates {
  utilization: number // share of the time that the event loop was active, from 0 to 1
  cpu: number // CPU seconds a second
  gc: number // share of the time, from 0 to 1
}

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
 * @param readings at least one, in the order of time
 */
export function growthOver<Counted extends { atMs: number }>(readings: readonly Counted[], { fromMs, toMs }: Span): (valueOf: (reading: Counted) => number) => number {
  const [first, last] = [placeOf(readings, fromMs), placeOf(readings, toMs)]
  return (valueOf) => between(last, valueOf) - between(first, valueOf)
}

/**
 * @param wantedMs before the first or after the last reading, that one is taken
 * @returns part: of the way between the two
 */
function placeOf<Counted extends { atMs: number }>(readings: readonly Counted[], wantedMs: number): { before: Counted, next: Counted, part: number } {
  const next = readings.find(({ atMs }) => atMs >= wantedMs) ?? readings[readings.length - 1]
  const before = readings[readings.indexOf(next) - 1] ?? next
  const span = next.atMs - before.atMs
  return { before, next, part: span === 0 ? 1 : Math.min(1, Math.max(0, (wantedMs - before.atMs) / span)) }
}

function between<Counted>({ before, next, part }: { before: Counted, next: Counted, part: number }, valueOf: (reading: Counted) => number) {
  return valueOf(before) + part * (valueOf(next) - valueOf(before))
}
