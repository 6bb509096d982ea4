// What instances did with their limits of CPU and memory.
import { largestBy, mean, meanBy, sumBy } from '../../statistics/descriptive.ts'
import { capitalised, coresWords, counted, inMiB, paragraph, percent, roughMs } from '../../concepts/wording.ts'
import { shapeOf, type Shape, type Variant } from '../../concepts/settings.ts'
import { quotaPeriodMs, type Run } from '../../concepts/run.ts'
import { hyperthreadGain } from '../bound.ts'
import { oomKillsOf, runsOf } from '../variant-use.ts'
import { warning, warningOf } from './warning-of.ts'
import { isKnown, type CandidateResult, type VariantUse } from '../../concepts/comparison.ts'

const often = 0.1 // of its periods, in which a quota is used up
/** Of a quota: below, what uses it up comes in bursts; from here on, it is what limits an app. */
export const hasRoom = 0.8

export const checkLimits = (runs: readonly Run[], variants: readonly Variant[]) =>
  variants.flatMap((variant) => {
    const shape = shapeOf(variant)
    const own = runsOf(runs, variant.name)
    return shape === null ? [] : [...outOfMemory(own, shape), ...throttled(own, shape), ...oversubscribed(own, shape)]
  })

/** What the CPUs give that app and load generator share, and a quota around both. */
export function checkCores(runs: Run[], uses: readonly VariantUse[]) {
  const shareOf = ({ machine }: Run) => machine?.throttled ?? 0
  const found = runs.filter((run) => shareOf(run) > often)
  const inQuota = warningOf('quota-throttled', found, () => {
    const worst = largestBy(found, shareOf)
    return (
      `our own CPU quota of ${counted(worst.machine?.cores ?? 0, 'core')} throttled app and load generator while ` +
      `measuring: it was used up in ${percent(shareOf(worst))} of its periods, in which both stood still until ` +
      'the next. Raise the quota of this container or cgroup, or lower the load.'
    )
  })
  const onThreads = uses.flatMap(({ name, machine, workers }) => {
    const own = machine?.physicalCores ?? Infinity
    if (machine === null || workers <= own) return []
    const [low, high] = hyperthreadGain.map((gain) => (own + gain * (machine.cores - own)).toFixed(1))
    return warning(
      'hyperthreads',
      name,
      `${name}: ${coresWords(machine)}: ${low} to ${high}x is what they give of one core’s work. ` +
        `A machine with ${counted(machine.cores, 'core')} of its own shows what more workers gain there.`
    )
  })
  return [...inQuota, ...onThreads]
}

function outOfMemory(runs: Run[], { memoryBytes, workers }: Shape) {
  const killed = runs.filter((run) => oomKillsOf(run) > 0)
  return warningOf('out-of-memory', killed, () => {
    const count = sumBy(killed, oomKillsOf)
    const last = killed.find(({ lastReport }) => lastReport)?.lastReport
    const told = last
      ? ` The last report of one of them: ${last.rssMegabytes} MB resident, ` +
        `${last.heapMegabytes} MB of it in V8’s heap.`
      : ''
    const [because, advice] =
      memoryBytes === null
        ? ['the machine, or the container around all instances, had no memory left', 'Run fewer instances']
        : [`an instance needed more memory than its limit of ${inMiB(memoryBytes)}`, 'Raise memory']
    const fewer = workers === 1 ? '' : ' run fewer workers in an instance,'
    return (
      `the kernel killed ${counted(count, 'process', 'processes')}, because ${because}.${told} ` +
      `${advice},${fewer} or keep the heap smaller (nodeArgs: [--max-old-space-size=...]).`
    )
  })
}

/** @param shape of an instance. @returns CPUs on which it can compute at once */
const atOnce = ({ workers }: Shape, { coresSeen = 1, machine }: Run) =>
  Math.min(workers ?? coresSeen, machine?.cores ?? 1)

const meanOf = ({ instances = [] }: Run, key: 'cpu' | 'throttledPeriods' | 'throttledTime') =>
  meanBy(instances, (one) => one[key])

function throttled(runs: Run[], shape: Shape) {
  const { cpus, workers } = shape
  const periods = (run: Run) => meanOf(run, 'throttledPeriods')
  const found = runs.filter((run) => periods(run) > often)
  if (cpus === null || found.length === 0) return []
  const run = largestBy(found, periods)
  const used = meanOf(run, 'cpu')
  const inBursts = used < hasRoom * cpus
  // Who uses up the quota at once waits for the rest of the period.
  const waitMs = quotaPeriodMs * Math.max(0, 1 - cpus / atOnce(shape, run))
  const p99 = run.latencyMs && `p99 was ${roughMs(run.latencyMs.p99)} ms`
  const beside = p99 === null ? '' : ` (${p99})`
  const waits = `A request that meets this waits up to ${roughMs(waitMs)} ms for the next period${beside}.`
  const message = paragraph([
    `the CPU quota of ${counted(cpus, 'core')} was used up in ${percent(periods(run))} of its periods ` +
      `of ${quotaPeriodMs} ms: the app stood still for ${percent(meanOf(run, 'throttledTime'))} of the time.`,
    waitMs > 0 ? waits : p99 && `${capitalised(p99)}.`,
    inBursts
      ? `It used only ${used.toFixed(2)} cores on average, so its work comes in bursts: ` +
        `${workers === 1 ? '' : 'fewer workers, or '}a larger quota would shorten its latencies.`
      : 'The app needs more than its quota: a larger one, or more instances, would answer more.'
  ])
  return warningOf('throttled', found, () => message, inBursts ? 'warning' : 'note')
}

function oversubscribed(runs: Run[], { cpus, workers, instances }: Shape) {
  const [run] = runs
  const inside = workers ?? Math.round(run.workers.length / instances)
  if (cpus === null || inside <= Math.ceil(cpus)) return []
  const megabytes = run.workers.flatMap(({ usage }) => usage?.rssMegabytes ?? [])
  const cost = megabytes.length === 0 ? '' : `; each further one took ${mean(megabytes).toFixed(0)} MB of memory`
  const { coresSeen = 0 } = run
  const told =
    coresSeen > Math.ceil(cpus)
      ? ` os.availableParallelism() told the app ${coresSeen}, the cores of the machine, not of its quota: ` +
        'set the number of workers by hand.'
      : ''
  return [
    warning(
      'oversubscribed',
      run.variant,
      `${run.variant}: ${inside} workers share a quota of ${counted(cpus, 'core')}, ` +
        `which ${counted(Math.ceil(cpus), 'worker')} can use up${cost}.${told}`
    )
  ]
}

/** Who measurably carries more than others with another number of workers under the same quota, beside what it saw. */
export function checkWorkers(runs: Run[], uses: VariantUse[], candidates: CandidateResult[]) {
  const rangeOf = (name: string) => {
    // The last is throughput, or what was searched for. The baseline has none: it is as good as itself.
    const found = candidates.find((candidate) => candidate.name === name)?.estimates.at(-1)
    return found === undefined ? [1, 1] : isKnown(found) ? found.interval : [0, Infinity]
  }
  return uses.flatMap(({ name, shape, workers }) => {
    const { coresSeen } = runsOf(runs, name)[0]
    if (coresSeen === undefined || shape?.cpus == null) return []
    const { cpus, instances } = shape
    const others = uses.filter(
      (own) => own.shape?.cpus === cpus && own.shape.instances === instances && own.workers !== workers
    )
    if (others.length === 0 || others.some((own) => rangeOf(own.name)[1] >= rangeOf(name)[0])) return []
    return warning(
      'workers-measured',
      name,
      `availableParallelism() said ${coresSeen} under a quota of ${counted(cpus, 'core')}; ` +
        `${counted(workers / instances, 'worker')} carried the most here.`
    )
  })
}
