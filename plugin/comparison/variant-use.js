import { mean, median } from '../statistics/descriptive.js'
import { demand, responseTime } from './response-time.js'
/**
 * @import { MachineUse, Run, VariantUse } from '../vocabulary.js'
 * @import { CountedVariant } from './count-workers.js'
 */

/**
 * How a variant spent the time of its loads.
 *
 * @param {Pick<CountedVariant, 'name' | 'workers'>} variant
 * @param {Run[]} runs of it
 * @returns {VariantUse}
 */
export function variantUse({ name, workers }, runs) {
  const usages = runs.map((run) => run.workers.flatMap(({ usage }) => (usage === null ? [] : [usage])))
  const told = usages.filter((of) => of.length > 0)
  const meanOf = (/** @type {(of: typeof told[0]) => number} */ value) => meanOrNull(told.map(value))
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

/** @param {Run[]} runs */
function meanMachine(runs) {
  const known = runs.flatMap(({ machine }) => machine ?? [])
  if (known.length === 0) return null
  const keys = /** @type {(keyof MachineUse)[]} */ (Object.keys(known[0]))
  return /** @type {MachineUse} */ (Object.fromEntries(keys.map((key) => [key, round(mean(known.map((one) => one[key])))])))
}

/** @param {number[]} values */
function meanOrNull(values) {
  return values.length === 0 ? null : round(mean(values))
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10_000) / 10_000
}
