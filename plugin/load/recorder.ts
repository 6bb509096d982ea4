import { openSync } from 'node:fs'
import { SampleWriter } from './sample-writer.ts'
import type { RunOrder } from './run-order.ts'
import type { SeenRequest } from './watch-requests.ts'

/** Often enough that hardly anything is lost when the thread is ended, seldom enough to cost nothing: each time wakes the thread. */
const writeMilliseconds = 100

/**
 * Records requests of this thread: one line of the samples file each, written as they come, since a
 * load thread may be ended without a word. It is written synchronously: 5 kB of 200 requests, at 10,000 a second, take
 * 10 microseconds, less than to hand them to another thread, and what waits to be written cannot grow.
 *
 * @returns flush: afterwards, all is in the file
 */
export function startRecorder({ samplesFile, originMs }: Pick<RunOrder, 'samplesFile' | 'originMs'>): { see: (request: SeenRequest) => void, flush: () => void } {
  const writer = new SampleWriter(openSync(samplesFile, 'a'))
  const offset = performance.timeOrigin - originMs
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    writer.write()
  }

  const see = (request: SeenRequest) => {
    const { startMs, endMs } = request
    writer.add(startMs + offset, endMs - startMs, request)
    timer ??= setTimeout(flush, writeMilliseconds)
  }
  return { see, flush }
}
