import { appendFileSync, readFileSync } from 'node:fs'
/**
 * @import { UsageReport } from '../variants/messages.js'
 * @import { ClientReport } from '../load/run-order.js'
 * @import { ThreadReport } from '../load/thread-usage.js'
 */

/**
 * The telemetry of one run: the load threads' own lines, then those of the app's processes.
 *
 * @typedef {{ source: 'worker' } & UsageReport} WorkerLine
 * @typedef {WorkerLine | ThreadReport | ClientReport} TelemetryLine
 */

/**
 * @param {string} file
 * @param {readonly UsageReport[]} reports
 */
export function appendWorkers(file, reports) {
  appendFileSync(file, reports.map((report) => `${JSON.stringify({ source: 'worker', ...report })}\n`).join(''))
}

/**
 * @param {string} file
 * @returns {TelemetryLine[]} without lines that were cut off while they were written
 */
export function readTelemetry(file) {
  return readFileSync(file, 'utf8').split('\n').slice(0, -1).flatMap(parse)
}

/** @param {string} line */
function parse(line) {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}
