import { openSync, writeSync } from 'node:fs'
/**
 * @import { RunOrder } from './run-order.js'
 * @import { SeenRequest } from './watch-requests.js'
 */

/** Often enough that hardly anything is lost when the thread is ended, seldom enough to cost nothing. */
const flushMilliseconds = 20

/**
 * Records requests of this thread: one line of the samples file each, written as they come, since a
 * load thread may be ended without a word.
 *
 * @param {Pick<RunOrder, 'samplesFile' | 'originMs'>} order
 * @returns {{ see: (request: SeenRequest) => void, flush: () => void }}
 */
export function startRecorder({ samplesFile, originMs }) {
  // Appending whole lines is atomic between the load threads that share the file.
  const file = openSync(samplesFile, 'a')
  const offset = performance.timeOrigin - originMs
  let lines = ''
  /** @type {NodeJS.Timeout | undefined} */
  let timer

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines === '') return
    writeSync(file, lines)
    lines = ''
  }

  /** @param {SeenRequest} request */
  const see = ({ startMs, endMs, outcome, pid, isFirst }) => {
    lines += `${(startMs + offset).toFixed(3)},${(endMs - startMs).toFixed(3)},${outcome},${pid},${isFirst ? 1 : 0}\n`
    timer ??= setTimeout(flush, flushMilliseconds)
  }
  return { see, flush }
}
