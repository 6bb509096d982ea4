import { openSync, writeSync } from 'node:fs'
import { watchRequests } from './watch-requests.js'
/** @import { RunOrder } from './run-order.js' */

/** Often enough that hardly anything is lost when the thread is ended, seldom enough to cost nothing. */
const flushMilliseconds = 20

/**
 * Records every request of this thread to a target: one line of the samples file each, written as they come, since a
 * load thread may be ended without a word.
 *
 * @param {RunOrder} order
 * @returns {{ flush: () => void }}
 */
export function startRecorder({ samplesFile, originMs, targets, pidHeader }) {
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

  watchRequests({ targets, pidHeader }, ({ startMs, endMs, outcome, pid, isFirst }) => {
    lines += `${(startMs + offset).toFixed(3)},${(endMs - startMs).toFixed(3)},${outcome},${pid},${isFirst ? 1 : 0}\n`
    timer ??= setTimeout(flush, flushMilliseconds)
  })
  return { flush }
}
