import { SpeedupError } from '../concepts/errors.ts'
import type { Run } from '../concepts/run.ts'
import { commonPercentiles } from '../concepts/metrics.ts'

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

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** @returns as far as it is shown, and needed to find and read what belongs to it */
function isRun(value: any): value is Run {
  const run = value ?? {}
  const { requests, latencyMs, firstRequests, workers, generator, machine, startedAt } = run
  const isWorker = (worker: any) =>
    typeof worker?.pid === 'string' && typeof worker.usage === 'object' && haveNumbers(worker, ['requests', 'connections'])
  return ['scenario', 'variant', 'samples', 'telemetry'].every((key) => typeof run[key] === 'string') &&
    Number.isSafeInteger(requests) && haveNumbers(run, ['requests', 'round', 'loadSeconds', 'failures', 'throughputPerSecond']) &&
    (latencyMs === null || haveNumbers(latencyMs, commonPercentiles)) &&
    (generator?.utilization === null || haveNumbers(generator, ['utilization'])) &&
    (machine === null || haveNumbers(machine, ['cores', 'others', 'stolen'])) &&
    typeof firstRequests?.apart === 'boolean' &&
    Array.isArray(workers) && workers.every(isWorker) &&
    !Number.isNaN(Date.parse(startedAt))
}

function haveNumbers(object: any, keys: string[]) {
  return keys.every((key) => typeof object?.[key] === 'number' && object[key] >= 0)
}

/**
 * One run of each variant and scenario, to be shown in detail: the one whose p95 is the median of its rounds', of an
 * even number the lower one.
 */
export function runsInDetail(runs: readonly Run[]): Set<Run> {
  const rounds = Map.groupBy(runs, ({ scenario, variant }) => JSON.stringify([scenario, variant]))
  return new Set([...rounds.values()].map((group) => group.toSorted((a, b) => p95(a) - p95(b))[(group.length - 1) >> 1]))
}

function p95({ latencyMs }: Run) {
  return latencyMs?.p95 ?? Number.MAX_VALUE
}
