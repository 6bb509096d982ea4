import { valueOf, ranged, type Precision } from '../estimate.ts'
import { reasonAgainst } from '../what-it-carries.ts'
import type { CandidateResult, VariantUse } from '../../concepts/comparison.ts'
import type { Ranged, SweepPoint } from '../../concepts/load-results.ts'
import type { Reason } from '../../concepts/warnings.ts'
import type { Run } from '../../concepts/run.ts'
import type { Seen } from '../compare-candidate.ts'
import type { CountedVariant } from '../variant-use.ts'

/** One number of workers. */
export interface MeasuredPoint {
  shown: Omit<SweepPoint, 'isFitted'>
  goodness: { throughput: number[], p95: number[] } // of each round, as a logarithm: what is larger is better
  use: VariantUse
  generatorUtilization: number // the most of all rounds
  keepsUp: boolean // with all users who come, whatever the app does; false: it could not, or they wait for it
  doubt: DoubtReason | null // why its throughput is not what so many workers can do; null: it is
}

/** the others come from comparing two variants */
type DoubtReason = Exclude<Reason, 'baseline-saturated' | 'throughput-fixed'>

/**
 * @param variants of one sweep
 * @returns fewest workers first
 */
export function measurePoints(variants: CountedVariant[], seen: Seen & { candidates: CandidateResult[] }, precision: Precision): MeasuredPoint[] {
  const sorted = [...variants].sort((a, b) => a.workers - b.workers)
  const points = sorted.map((variant) => measurePoint(variant, seen))
  const [fewest] = points
  return points.map((point) => ({ ...point, shown: show(point, fewest, precision) }))
}

function show(point: Omit<MeasuredPoint, 'shown'>, fewest: Omit<MeasuredPoint, 'shown'>, precision: Precision): MeasuredPoint['shown'] {
  const { goodness: { throughput, p95 }, use } = point
  return {
    variant: use.name,
    workers: use.workers,
    throughputPerSecond: ranged(throughput, 'throughput', precision),
    p95Ms: inverse(ranged(p95, 'p95', precision)),
    speedup: point === fewest ? { value: 1, interval: [1, 1] } : ranged(ratios(throughput, fewest.goodness.throughput), 'throughput', precision),
    appMegabytes: use.machine?.appMegabytes ?? null,
    workerMegabytes: use.workerMegabytes
  }
}

function measurePoint({ name }: CountedVariant, { runs: all, uses, load, answers, candidates }: Seen & { candidates: CandidateResult[] }): Omit<MeasuredPoint, 'shown'> {
  const runs = all.filter((run) => run.variant === name)
  const limits = candidates.find((candidate) => candidate.name === name)?.limits ?? []
  const circumstances = {
    runs,
    baseline: name,
    candidate: name,
    tooManyErrors: limits.some(({ metric, verdict }) => metric === 'errorRate' && verdict === 'fail'),
    load,
    answers: answers.find(({ variant }) => variant === name)
  }
  return {
    goodness: logsOf(runs),
    use: uses.find((use) => use.name === name) as VariantUse,
    generatorUtilization: Math.max(...runs.map(({ generator }) => Number(generator.utilization))),
    keepsUp: load.model === 'open' && !load.saturated.includes(name),
    doubt: reasonAgainst(circumstances, { metric: 'throughput', required: null }) as DoubtReason | null
  }
}

function logsOf(runs: Run[]) {
  return {
    throughput: runs.map((run) => Math.log(valueOf(run, 'throughput'))),
    p95: runs.map((run) => -Math.log(valueOf(run, 'p95')))
  }
}

/**
 * @param logs of the same rounds
 * @returns logarithms of their ratios, round by round
 */
export function ratios(logs: number[], others: number[]): number[] {
  return logs.map((log, i) => log - others[i])
}

function inverse({ value, interval: [low, high] }: Ranged): Ranged {
  return { value: 1 / value, interval: [1 / high, 1 / low] }
}
