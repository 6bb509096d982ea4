import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { harmless } from '../processes/harmless.ts'
import type { LoadClock } from '../concepts/run.ts'

/**
 * Milliseconds of the clock that all processes of this machine share and that nobody sets, as Date's may be at any
 * moment: on Linux those since it booted. What one process writes and another compares with its own times is told by
 * it.
 */
export const clockMs = () => Number(process.hrtime.bigint()) / 1e6 - aheadMs

let aheadMs = 0

/** Has this thread tell times by the clock of the machine that wants the load, where ours is so far ahead of it. */
export const followClock = ({ offsetMs }: Pick<LoadClock, 'offsetMs'> = { offsetMs: 0 }) => void (aheadMs = offsetMs)

/**
 * @returns how far clockMs() is ahead of performance.now(), to some microseconds. performance.timeOrigin is Date's, of
 * long ago.
 */
export function clockAheadMs() {
  const readings = Array.from({ length: 5 }, () => {
    const before = performance.now()
    const ms = clockMs()
    const after = performance.now()
    return { tookMs: after - before, aheadMs: ms - (before + after) / 2 }
  })
  // Others may take the CPU between two looks.
  return readings.reduce((best, reading) => (reading.tookMs < best.tookMs ? reading : best)).aheadMs
}

/** CPU time of all threads of this process since it began. */
export function ownCpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** How late the event loop of this thread is, in ticks that wake nobody. To take them costs about 10 µs each. */
export function watchLoopDelay(resolutionMs: number) {
  const sinceTaken = monitorEventLoopDelay({ resolution: resolutionMs })
  let all = createHistogram()
  let firstTick = 0
  // A histogram holds the time between two ticks, which were due a resolution apart. It begins with its first: what
  // comes before, a timer sees.
  const awaitFirst = () => {
    const atMs = performance.now()
    firstTick = 0
    // A timer's time is in whole milliseconds.
    const note = () => (firstTick = Math.max(1, Math.round(1e6 * (performance.now() - atMs - 1))))
    setTimeout(harmless(note), resolutionMs).unref()
  }
  const late = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1000 - resolutionMs * 1000) / 1000)
  sinceTaken.enable()
  awaitFirst()
  return {
    /** Has what was measured since the last time count, or not. */
    take(counts: boolean) {
      const { count } = sinceTaken
      if (counts && firstTick > 0) all.record(firstTick)
      // Of so many, the value in the i-th of as many equal steps is the i-th that was measured.
      for (let i = 0; counts && i < count; i++)
        all.record(Math.max(1, Math.round(sinceTaken.percentile((100 * (i + 0.75)) / count))))
      sinceTaken.reset()
      awaitFirst()
    },
    /** Nothing that was taken so far counts. */
    forget: () => void (all = createHistogram()),
    /** @returns of what counts; null: nothing does yet */
    read: () =>
      all.count === 0 ? null : { p50: late(all.percentile(50)), p99: late(all.percentile(99)), max: late(all.max) },
    end: () => sinceTaken.disable()
  }
}
