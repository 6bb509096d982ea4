import { SpeedupError } from '../concepts/errors.ts'
import type { Run } from '../concepts/run.ts'
import { percentiles } from '../concepts/metrics.ts'

/**
 * @param text of a runs.ndjson
 * @param file for the error
 * @returns without a last line that was cut off: its run was never compared
 * @throws SpeedupError NOT_A_RECORD
 */
export function readRuns(text: string, file: string): Run[] {
  return text.split('\n').slice(0, -1).map((line, i) => {
    const run = parse(line)
    // Those of earlier versions do not tell.
    if (isRun(run)) return { ...run, client: run.client ?? null }
    throw new SpeedupError('NOT_A_RECORD', `${file} is broken in line ${i + 1}, which is no run; copy the whole folder of the comparison again.`)
  })
}

function parse(line: string) {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** @returns as far as it is shown, and needed to find and read what belongs to it */
function isRun(value: any): value is Run {
  const { scenario, variant, samples, telemetry, startedAt, requests, round, loadSeconds, failures, throughputPerSecond, latencyMs, firstRequests, workers, generator, machine } = value ?? {}
  const isNamed = [scenario, variant, samples, telemetry].every((one) => typeof one === 'string')
  const isCounted = Number.isSafeInteger(requests) && areNumbers([requests, round, loadSeconds, failures, throughputPerSecond])
  const isSummarised = latencyMs === null || areNumbers(percentiles.map((percentile) => latencyMs?.[percentile]))
  const isWatched = isUse(generator, ['utilization'], true) && (machine === null || isUse(machine, ['cores', 'others', 'stolen'], false))
  return isNamed && isCounted && isSummarised && isWatched && typeof firstRequests?.apart === 'boolean' && areWorkers(workers) && !Number.isNaN(Date.parse(startedAt))
}

function areWorkers(workers: any) {
  return Array.isArray(workers) && workers.every((one) => typeof one?.pid === 'string' && typeof one.usage === 'object' && areNumbers([one.requests, one.connections]))
}

/**
 * @param use of the machine, or of the load generator
 * @param mayBeUnknown each may be null
 */
function isUse(use: any, keys: string[], mayBeUnknown: boolean) {
  return typeof use === 'object' && use !== null && keys.every((key) => (mayBeUnknown && use[key] === null) || areNumbers([use[key]]))
}

function areNumbers(values: unknown[]) {
  return values.every((one) => typeof one === 'number' && one >= 0)
}

/**
 * One run of each variant and scenario, to be shown in detail: the one whose p95 is the median of its rounds', of an
 * even number the lower one.
 */
export function runsInDetail(runs: readonly Run[]): Set<Run> {
  const rounds = Map.groupBy(runs, ({ scenario, variant }) => JSON.stringify([scenario, variant]))
  return new Set([...rounds.values()].map((of) => of.toSorted((a, b) => p95(a) - p95(b))[(of.length - 1) >> 1]))
}

function p95({ latencyMs }: Run) {
  return latencyMs?.p95 ?? Number.MAX_VALUE
}
