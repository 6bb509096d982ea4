import { appendFileSync, readFileSync } from 'node:fs'
import type { UsageReport } from '../app/messages.ts'
import type { ClientReport } from '../generator/run-order.ts'
import type { ThreadReport } from '../generator/run-order.ts'

/** The telemetry of one run: the load threads' own lines, then those of the app's processes. */
type WorkerLine = { source: 'worker' } & UsageReport
type TelemetryLine = WorkerLine | ThreadReport | ClientReport

export function appendWorkers(file: string, reports: readonly UsageReport[]) {
  appendFileSync(file, reports.map((report) => `${JSON.stringify({ source: 'worker', ...report })}\n`).join(''))
}

/** @returns without lines that were cut off while they were written */
export function readTelemetry(file: string): TelemetryLine[] {
  return readFileSync(file, 'utf8').split('\n').slice(0, -1).flatMap(parse)
}

function parse(line: string) {
  try {
    return [JSON.parse(line)]
  } catch {
    return []
  }
}
