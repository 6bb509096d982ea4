import { mean, median } from '../statistics/descriptive.ts'
import { demand, responseTime } from './response-time.ts'
import type { MachineUse, Run, VariantUse } from '../vocabulary.ts'
import type { CountedVariant } from './count-workers.ts'

/**
 * How a variant spent the time of its loads.
 *
 * @param runs of it
 */
export function variantUse({ name, workers }: Pick<CountedVariant, 'name' | 'workers'>, runs: Run[]): VariantUse {
  const usages = runs.map((run) => run.workers.flatMap(({ usage }) => (usage === null ? [] : [usage])))
  const told = usages.filter((of) => of.length > 0)
  const meanOf = (value: (of: typeof told[0]) => number) => meanOrNull(told.map(value))
  const utilization = meanOf((of) => mean(of.map((one) => one.utilization)))
  const gc = meanOf((of) => mean(of.map((one) => one.gc)))
  return {
    name,
    workers,
    utilization,
    busiest: meanOf((of) => Math.max(...of.map((one) => one.utilization))),
    cpu: meanOf((of) => workers * mean(of.map((one) => one.cpu))),
    gc: gc === null || utilization === null || utilization === 0 ? gc : gc / utilization,
    workerMegabytes: meanOf((of) => mean(of.map((one) => one.rssMegabytes))),
    machine: meanMachine(runs),
    generatorUtilization: meanOrNull(runs.flatMap(({ generator }) => generator.utilization ?? [])),
    errorRate: runs.reduce((sum, { failures }) => sum + failures, 0) / runs.reduce((sum, { requests }) => sum + requests, 0),
    connections: median(runs.map((run) => run.workers.reduce((sum, { connections }) => sum + connections, 0))),
    responseTime: responseTime(runs),
    demand: demand(runs)
  }
}

function meanMachine(runs: Run[]) {
  const known = runs.flatMap(({ machine }) => machine ?? [])
  if (known.length === 0) return null
  const keys = Object.keys(known[0]) as (keyof MachineUse)[]
  return Object.fromEntries(keys.map((key) => [key, round(mean(known.map((one) => one[key])))])) as Record<keyof MachineUse, number>
}

function meanOrNull(values: number[]) {
  return values.length === 0 ? null : round(mean(values))
}

function round(value: number) {
  return Math.round(value * 10_000) / 10_000
}
