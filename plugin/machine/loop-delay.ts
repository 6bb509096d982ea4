import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { LoopDelay } from '../concepts/run.ts'

/** How late the event loop of this thread is, from now on; read returns null when nothing was measured yet. */
export function watchLoopDelay(resolutionMs: number): { histogram: ReturnType<typeof monitorEventLoopDelay>, read: () => LoopDelay | null } {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()
  // The histogram holds the time between two ticks, which were due a resolution apart.
  const late = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1000 - resolutionMs * 1000) / 1000)
  const read = () => ({ p50: late(histogram.percentile(50)), p99: late(histogram.percentile(99)), max: late(histogram.max) })
  return { histogram, read: () => (histogram.count === 0 ? null : read()) }
}
