import { openSync, writeSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { threadId } from 'node:worker_threads'
import { watchLoopDelay } from '../machine/loop-delay.ts'
import type { LoopDelay } from '../concepts/run.ts'

/** What a load thread says about itself: a line of the telemetry file. */
export interface ThreadReport {
  source: 'load-thread'
  thread: number
  atMs: number // milliseconds since 1970
  activeMs: number // of the event loop, since it began
  idleMs: number // of the event loop, since it began
  loopDelayMs: LoopDelay | null // since the thread started
}

const periodMs = 250
/** A finer one would wake the thread more often than some loads do. */
const resolutionMs = 50

/** Writes a line now and each 250 ms, as it happens: a load thread may be ended without a word. */
export function reportThreadUsage(telemetryFile: string) {
  // Kept open: where users have taken all the descriptors, a file could not be opened, and the thread would end of that.
  const descriptor = openSync(telemetryFile, 'a')
  const delay = watchLoopDelay(resolutionMs)
  const report = () => {
    const { active: activeMs, idle: idleMs } = performance.eventLoopUtilization()
    const atMs = performance.timeOrigin + performance.now()
    const line: ThreadReport = { source: 'load-thread', thread: threadId, atMs, activeMs, idleMs, loopDelayMs: delay.read() }
    // Appending a whole line is atomic between the threads that share the file.
    writeSync(descriptor, `${JSON.stringify(line)}\n`)
  }
  report()
  setInterval(report, periodMs).unref()
}
