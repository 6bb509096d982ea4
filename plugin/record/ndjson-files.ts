import { appendFileSync, readFileSync } from 'node:fs'
import { isAbsolute, normalize } from 'node:path'
import { commonPercentiles } from '../concepts/metrics.ts'
import { refuse } from './parse-comparison.ts'
import type { Run } from '../concepts/run.ts'
import type { UsageReport } from '../messages/app.ts'
import type { ClientReport, ExitReport, LackReport, ThreadReport } from '../generator/run-order.ts'

/** The telemetry of one run: the load threads' own lines, then those of the app's processes. */
type TelemetryLine = ({ source: 'worker' } & UsageReport) | ThreadReport | ClientReport | LackReport | ExitReport

export const appendWorkers = (file: string, reports: readonly UsageReport[]) =>
  appendFileSync(file, reports.map((report) => `${JSON.stringify({ source: 'worker', ...report })}\n`).join(''))

/** @returns without lines that were cut off while they were written */
export const readTelemetry = (file: string): TelemetryLine[] =>
  parseLines(readFileSync(file, 'utf8')).filter((line) => line !== undefined)

/** @returns each whole line; undefined: it is not JSON */
const parseLines = (text: string): any[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      try {
        return JSON.parse(line)
      } catch {
        return undefined
      }
    })

/** Without a last line that was cut off: its run was never compared. Throws SpeedupError NOT_A_RECORD. */
export const readRuns = (text: string, file: string): Run[] =>
  parseLines(text).map((run, i) => {
    const problem = isRun(run)
      ? [run.samples, run.telemetry].filter(isOutside).map((path) => `names ${path}, which is outside of its folder`)[0]
      : 'is not a run'
    if (problem !== undefined)
      refuse(`${file} is broken: line ${i + 1} ${problem}; copy the whole comparison folder again`)
    return run
  })

const isOutside = (path: string) => isAbsolute(path) || /^\.\.(?:[/\\]|$)/.test(normalize(path))

/** Checks what the page shows, and what is needed to find and read the run's files. */
function isRun(run: any): run is Run {
  const isWorker = (worker: any) =>
    haveNumbers(worker, ['requests', 'connections']) &&
    typeof worker.pid === 'string' &&
    typeof worker.usage === 'object'
  return (
    ['scenario', 'variant', 'samples', 'telemetry'].every((key) => typeof run?.[key] === 'string') &&
    Number.isSafeInteger(run.requests) &&
    haveNumbers(run, ['originMs', 'requests', 'round', 'loadSeconds', 'failures', 'throughputPerSecond']) &&
    (run.latencyMs === null || haveNumbers(run.latencyMs, commonPercentiles)) &&
    (run.generator?.utilization === null || haveNumbers(run.generator, ['utilization'])) &&
    (run.machine === null || haveNumbers(run.machine, ['cores', 'others', 'stolen'])) &&
    typeof run.firstRequests?.apart === 'boolean' &&
    haveNumbers(run.counted, ['requests', 'latencies']) &&
    Array.isArray(run.disturbances) &&
    Array.isArray(run.lives) &&
    typeof run.client === 'object' &&
    Array.isArray(run.workers) &&
    run.workers.every(isWorker) &&
    !Number.isNaN(Date.parse(run.startedAt))
  )
}

const haveNumbers = (object: any, keys: string[]) =>
  keys.every((key) => typeof object?.[key] === 'number' && object[key] >= 0)
