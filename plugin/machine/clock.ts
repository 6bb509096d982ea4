import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import type { LoopDelay } from '../concepts/run.ts'

/**
 * Milliseconds of the clock that all processes of this machine share and that nobody sets, as Date's may be at any moment: on Linux those
 * since it booted. What one process writes and another compares with its own times is told by it.
 */
export const clockMs = (): number => Number(process.hrtime.bigint()) / 1e6

/** @returns how far clockMs() is ahead of performance.now(), to some microseconds. performance.timeOrigin is Date's, of long ago. */
export function clockAheadMs(): number {
  const readings = Array.from({ length: 5 }, () => {
    const before = performance.now()
    const ms = clockMs()
    const after = performance.now()
    return { tookMs: after - before, aheadMs: ms - (before + after) / 2 }
  })
  // Others may take the CPU between two looks.
  return readings.reduce((best, reading) => (reading.tookMs < best.tookMs ? reading : best)).aheadMs
}

/** How late the event loop of this thread is. It waits for the next tick, and nothing else of it costs anything. */
export function watchLoopDelay(resolutionMs: number) {
  const sinceReset = monitorEventLoopDelay({ resolution: resolutionMs })
  let [before, counted, firstTick] = [createHistogram(), 0, 0]
  sinceReset.enable()
  // A histogram holds the time between two ticks, which were due a resolution apart.
  const late = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1000 - resolutionMs * 1000) / 1000)
  const addTo = (histogram: typeof before) => {
    const { count } = sinceReset
    if (counted > 0 && firstTick > 0) histogram.record(firstTick)
    // Of so many, the value in the i-th of as many equal steps is the i-th that was measured. Those of an idle loop are the least.
    for (let i = count - counted; i < count; i++) histogram.record(Math.max(1, Math.round(sinceReset.percentile((100 * (i + 0.75)) / count))))
    return histogram
  }
  const reset = () => {
    sinceReset.reset()
    counted = 0
    firstTick = 0
    // It begins with its first tick: what blocks the loop until then is seen by a timer.
    const atMs = performance.now()
    setTimeout(() => (firstTick = Math.round(1e6 * (performance.now() - atMs))), resolutionMs).unref()
  }
  return {
    /** Has what was measured since the last time count, or not, since the loop was idle. */
    take(counts: boolean) {
      if (counts) return void (counted = sinceReset.count)
      addTo(before)
      reset()
    },
    /** Nothing that was taken so far counts. */
    forget: () => void (before = createHistogram()),
    /** @returns of what counts; null: nothing does yet */
    read(): LoopDelay | null {
      const all = before.count === 0 ? sinceReset : addTo(copyOf(before))
      return all.count === 0 ? null : { p50: late(all.percentile(50)), p99: late(all.percentile(99)), max: late(Math.max(all.max, counted > 0 ? firstTick : 0)) }
    },
    end: () => sinceReset.disable()
  }
}

function copyOf(histogram: ReturnType<typeof createHistogram>) {
  const copy = createHistogram()
  copy.add(histogram)
  return copy
}
