// What instances did with their limits of CPU and memory.
import { largestBy, mean, sum } from '../../statistics/descriptive.ts'
import { counted, inMiB, percent, roughMs } from '../../concepts/wording.ts'
import { shapeOf, type Shape, type Variant } from '../../concepts/settings.ts'
import { quotaPeriodMs } from '../../concepts/run.ts'
import { oomKillsOf, runsOf } from '../variant-use.ts'
import { warning, warningOf } from './warning-of.ts'
import type { Warning } from '../../concepts/comparison.ts'
import type { Run } from '../../concepts/run.ts'

const often = 0.1 // of its periods, in which a quota is used up
const hasRoom = 0.8 // of a quota: below, what uses it up comes in bursts

export const checkLimits = (runs: readonly Run[], variants: readonly Variant[]): Warning[] =>
  variants.flatMap((variant) => {
    const shape = shapeOf(variant)
    const own = runsOf(runs, variant.name)
    return shape === null ? [] : [...outOfMemory(own, shape), ...throttled(own, shape), ...oversubscribed(own, shape)]
  })

function outOfMemory(runs: Run[], { memoryBytes }: Shape) {
  const killed = runs.filter((run) => oomKillsOf(run) > 0)
  return warningOf('out-of-memory', killed, () => {
    const count = sum(killed.map(oomKillsOf))
    const last = killed.find(({ lastReport }) => lastReport)?.lastReport
    const told = last
      ? ` The last report of one of them: ${last.rssMegabytes} MB resident, ${last.heapMegabytes} MB of it in V8’s heap.`
      : ''
    return (
      `the kernel killed ${counted(count, 'process', 'processes')} because an instance needed more memory than its limit of ${inMiB(memoryBytes ?? 0)}.${told} ` +
      'Raise memory, let it have fewer workers, or keep the heap smaller (nodeArgs: [--max-old-space-size=...]).'
    )
  })
}

/** @param shape of an instance. @returns CPUs on which it can compute at once */
const atOnce = ({ workers }: Shape, { coresSeen = 1, machine }: Run) =>
  Math.min(workers ?? coresSeen, machine?.cores ?? 1)

function throttled(runs: Run[], shape: Shape) {
  const { cpus } = shape
  const periods = (run: Run) => mean((run.instances ?? []).map(({ throttledPeriods }) => throttledPeriods))
  const found = cpus === null ? [] : runs.filter((run) => periods(run) > often)
  return warningOf(
    'throttled',
    found,
    () => {
      const run = largestBy(found, periods)
      const instances = run.instances ?? []
      const share = (key: 'throttledTime' | 'cpu') => mean(instances.map((one) => one[key]))
      // Who uses up the quota at once waits for the rest of the period.
      const waitMs = quotaPeriodMs * Math.max(0, 1 - (cpus ?? 0) / atOnce(shape, run))
      const p99 = run.latencyMs === null ? '' : ` (p99 was ${roughMs(run.latencyMs.p99)} ms)`
      const why =
        share('cpu') < hasRoom * (cpus ?? 0)
          ? `although it used only ${share('cpu').toFixed(2)} of ${cpus} cores: its work comes in bursts. Fewer workers, or a larger quota, would shorten its latencies.`
          : 'since it needs more than that. A larger quota, or more instances, would answer more.'
      return (
        `the CPU quota was used up in ${percent(periods(run))} of its periods of ${quotaPeriodMs} ms, and the app stood still for ${percent(share('throttledTime'))} of the time. ` +
        `A request that meets this waits up to ${roughMs(waitMs)} ms${p99}, ${why}`
      )
    },
    found.every((run) => mean((run.instances ?? []).map(({ cpu }) => cpu)) < hasRoom * (cpus ?? 0)) ? 'warning' : 'note'
  )
}

function oversubscribed(runs: Run[], { cpus, workers, instances }: Shape) {
  const [run] = runs
  const inside = workers ?? (run?.workers.length ?? 0) / instances
  if (run === undefined || cpus === null || inside <= Math.ceil(cpus)) return []
  const megabytes = mean(run.workers.flatMap(({ usage }) => usage?.rssMegabytes ?? []))
  const seen = run.coresSeen ?? 0
  const told =
    seen > Math.ceil(cpus)
      ? ` os.availableParallelism() told the app ${seen}, which are the cores of the machine, not of its quota: set the number of workers by hand.`
      : ''
  return [
    warning(
      'oversubscribed',
      run.variant,
      `${run.variant}: ${inside} workers share a quota of ${counted(cpus, 'core')}, which ${counted(Math.ceil(cpus), 'worker')} can use up; ` +
        `each further one took ${megabytes.toFixed(0)} MB.${told}`
    )
  ]
}
