/** A reading of counters that only grow. */
export interface Reading {
  atMs: number // when it was taken
  activeMs: number // of an event loop
  idleMs: number // of an event loop
  cpuMs?: number
  gcMs?: number
}

export type Span = { fromMs: number, toMs: number }

/** Readings that cover less of the span than this say nothing about it. */
const leastCover = 0.5
/** In a shorter span every process is busy with starting. */
const leastMs = 1000

/**
 * How busy a process was in a span of time: utilization is the share of it in which the event loop was active, cpu is in
 * CPU seconds a second, gc is a share of the time. Counters are interpolated linearly between two readings.
 *
 * @param readings in the order of time
 * @returns null: the span is shorter than a second, or the readings cover less than half of it
 */
export function usageOver(readings: readonly Reading[], span: Span) {
  const spanMs = span.toMs - span.fromMs
  if (readings.length < 2 || spanMs < leastMs) return null
  const grown = (valueOf: (reading: Reading) => number) => growthOver(readings, span, valueOf)
  const elapsed = grown(({ atMs }) => atMs)
  if (!(elapsed > leastCover * spanMs)) return null
  return {
    utilization: utilizationOf(grown(({ activeMs }) => activeMs), grown(({ idleMs }) => idleMs)),
    cpu: grown(({ cpuMs = 0 }) => cpuMs) / elapsed,
    gc: grown(({ gcMs = 0 }) => gcMs) / elapsed
  }
}

/** @returns from 0 to 1; 0 where no time passed */
export const utilizationOf = (activeMs: number, idleMs: number): number => activeMs / (activeMs + idleMs) || 0

/** @param readings at least one, in the order of time; the first stands for the time before it, the last for the time after it */
export function growthOver<T extends { atMs: number }>(readings: readonly T[], { fromMs, toMs }: Span, valueOf: (reading: T) => number): number {
  const valueAt = (wantedMs: number) => {
    const next = readings.findIndex(({ atMs }) => atMs >= wantedMs)
    if (next <= 0) return valueOf(readings.at(next) as T)
    const [before, after] = [readings[next - 1], readings[next]]
    const part = (wantedMs - before.atMs) / (after.atMs - before.atMs)
    return valueOf(before) + part * (valueOf(after) - valueOf(before))
  }
  return valueAt(toMs) - valueAt(fromMs)
}
