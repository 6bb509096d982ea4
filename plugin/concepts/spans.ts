/** A stretch of time, in ms; of a run, as start_ms in its samples file. Its start is not in it, its end is. */
export type Span = { fromMs: number; toMs: number }

/** When a worker was there: from listening to its end. */
export interface Life {
  pid: number
  fromMs: number // as Run.originMs
  toMs: number | null // null: it was there until the end
  bySignal: boolean // it ended by a signal that it did not handle
}

/** What the kernel counts of a cgroup, since it was made; 0 where this system does not count it. */
export interface GroupReading {
  atMs: number // by machine/clock.ts
  periods: number // of its quota, in which it wanted to run
  throttledPeriods: number // in which the quota was used up
  throttledMs: number // for which it stood still, summed over the CPUs
  usedMs: number // CPU time
  peakBytes: number // of memory
  oomKills: number // processes that the kernel killed, as the memory was full
}

/** @returns ms of all of them together */
export const lengthOf = (spans: readonly Span[]) => spans.reduce((ms, { fromMs, toMs }) => ms + toMs - fromMs, 0)

/** @returns from the start of the first to the end of the last */
export const around = (spans: readonly Span[]) => ({ fromMs: spans[0].fromMs, toMs: spans[spans.length - 1].toMs })

/**
 * Called for each of millions of requests: nothing is made of the spans.
 *
 * @returns the place of the one that the moment is in; -1: it is in none
 */
export function placeIn(spans: readonly Span[], ms: number) {
  for (let i = 0; i < spans.length; i++) if (ms > spans[i].fromMs && ms <= spans[i].toMs) return i
  return -1
}

/** @returns whether the moment is in one of them */
export const isIn = (spans: readonly Span[], ms: number) => placeIn(spans, ms) >= 0

/**
 * Cuts a span, to see how what is in it varies.
 *
 * @returns as many parts of the same length, one after the other
 */
export function evenly({ fromMs, toMs }: Span, count: number) {
  const atMs = (i: number) => (i === count ? toMs : fromMs + (i * (toMs - fromMs)) / count)
  return Array.from({ length: count }, (_, i) => ({ fromMs: atMs(i), toMs: atMs(i + 1) }))
}
