import { openSync } from 'node:fs'
import { SampleWriter } from './sample-writer.js'
/**
 * @import { RunOrder } from './run-order.js'
 * @import { SeenRequest } from './watch-requests.js'
 */

/** Often enough that hardly anything is lost when the thread is ended, seldom enough to cost nothing: each time wakes the thread. */
const writeMilliseconds = 100

/**
 * Records requests of this thread: one line of the samples file each, written as they come, since a
 * load thread may be ended without a word. It is written synchronously: 5 kB of 200 requests, at 10,000 a second, take
 * 10 microseconds, less than to hand them to another thread, and what waits to be written cannot grow.
 *
 * @param {Pick<RunOrder, 'samplesFile' | 'originMs'>} order
 * @returns {{ see: (request: SeenRequest) => void, flush: () => void }} flush: afterwards, all is in the file
 */
export function startRecorder({ samplesFile, originMs }) {
  const writer = new SampleWriter(openSync(samplesFile, 'a'))
  const offset = performance.timeOrigin - originMs
  /** @type {NodeJS.Timeout | undefined} */
  let timer

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    writer.write()
  }

  /** @param {SeenRequest} request */
  const see = (request) => {
    const { startMs, endMs } = request
    writer.add(startMs + offset, endMs - startMs, request)
    timer ??= setTimeout(flush, writeMilliseconds)
  }
  return { see, flush }
}
