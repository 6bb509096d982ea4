import { SpeedupError } from '../errors.js'
/** @import { Run } from '../vocabulary.js' */

/**
 * @param {string} text of a runs.ndjson
 * @param {string} file for the error
 * @returns {Run[]} without a last line that was cut off: its run was never compared
 * @throws {SpeedupError} NOT_A_RECORD
 */
export function readRuns(text, file) {
  return text.split('\n').slice(0, -1).map((line, i) => {
    const run = parse(line)
    if (isRun(run)) return run
    throw new SpeedupError('NOT_A_RECORD', `${file} is broken in line ${i + 1}, which is no run; copy the whole folder of the comparison again.`)
  })
}

/** @param {string} line */
function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/**
 * @param {any} value
 * @returns {value is Run} as far as it is needed to find and read what belongs to it
 */
function isRun(value) {
  const { scenario, variant, startedAt, requests, latencyMs, firstRequests, workers, samples, telemetry } = value ?? {}
  const isNamed = [scenario, variant, samples, telemetry].every((one) => typeof one === 'string')
  const isCounted = Number.isSafeInteger(requests) && requests >= 0 && typeof firstRequests?.apart === 'boolean' && Array.isArray(workers)
  return isNamed && isCounted && typeof latencyMs === 'object' && !Number.isNaN(Date.parse(startedAt))
}
