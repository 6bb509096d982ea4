import { monitorEventLoopDelay } from 'node:perf_hooks'
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

/** How late the event loop of this thread is, from now on; read returns null when nothing was measured yet. */
export function watchLoopDelay(resolutionMs: number): { histogram: ReturnType<typeof monitorEventLoopDelay>, read: () => LoopDelay | null } {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()
  // The histogram holds the time between two ticks, which were due a resolution apart.
  const late = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1000 - resolutionMs * 1000) / 1000)
  const read = () => ({ p50: late(histogram.percentile(50)), p99: late(histogram.percentile(99)), max: late(histogram.max) })
  return { histogram, read: () => (histogram.count === 0 ? null : read()) }
}
