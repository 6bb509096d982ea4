import { ranged, type Precision } from '../estimate.ts'
import { valueOf } from '../../concepts/metrics.ts'
import { reasonAgainst } from '../what-it-carries.ts'
import type { Seen } from '../compare-candidate.ts'
import type { CountedVariant } from '../variant-use.ts'
import type { CandidateResult, VariantUse } from '../../concepts/comparison.ts'
import type { Ranged, SweepPoint } from '../../concepts/load-results.ts'
import type { Reason } from '../../concepts/warnings.ts'

export type SweptSeen = Seen & { candidates: CandidateResult[] }

type SweptMetric = 'throughput' | 'p95'

/** One number of workers. */
export interface MeasuredPoint {
  shown: Omit<SweepPoint, 'isFitted'>
  throughputLogs: number[] // of each round
  gainOver: (other: MeasuredPoint, metric: SweptMetric) => Ranged // above 1: it is better
  use: VariantUse
  generatorUtilization: number // the most of all rounds
  keepsUp: boolean // with all users who come, whatever the app does; false: it could not, or they wait for it
  doubt: Reason | null // why its throughput is not what so many workers can do; null: it is
}

/** @returns fewest workers first */
export function measurePoints(variants: CountedVariant[], seen: SweptSeen, precision: Precision): MeasuredPoint[] {
  const sorted = [...variants].sort((a, b) => a.workers - b.workers)
  return sorted.map(({ name }) => measurePoint(name, sorted[0].name, seen, precision))
}

function measurePoint(name: string, fewest: string, seen: SweptSeen, precision: Precision): MeasuredPoint {
  const { load, answers, candidates } = seen
  const runs = seen.runs.filter(({ variant }) => variant === name)
  const use = seen.uses.find((one) => one.name === name) as VariantUse
  const limits = candidates.find((candidate) => candidate.name === name)?.limits ?? []
  const circumstances = {
    runs,
    baseline: name,
    candidate: name,
    tooManyErrors: limits.some(({ metric, verdict }) => metric === 'errorRate' && verdict === 'fail'),
    load,
    answers: answers.find(({ variant }) => variant === name)
  }
  const logs = (variant: string, metric: SweptMetric) =>
    seen.runs.filter((run) => run.variant === variant).map((run) => Math.log(valueOf(run, metric)))
  // What is larger is better.
  const goodness = (variant: string, metric: SweptMetric) => logs(variant, metric).map((log) => (metric === 'p95' ? -log : log))
  const gainOver = (other: string, metric: SweptMetric) => {
    const others = goodness(other, metric)
    return ranged(goodness(name, metric).map((log, i) => log - others[i]), metric, precision)
  }
  return {
    shown: {
      variant: name,
      workers: use.workers,
      throughputPerSecond: ranged(logs(name, 'throughput'), 'throughput', precision),
      p95Ms: ranged(logs(name, 'p95'), 'p95', precision),
      speedup: name === fewest ? { value: 1, interval: [1, 1] } : gainOver(fewest, 'throughput'),
      appMegabytes: use.machine?.appMegabytes ?? null,
      workerMegabytes: use.workerMegabytes
    },
    throughputLogs: logs(name, 'throughput'),
    gainOver: ({ shown }, metric) => gainOver(shown.variant, metric),
    use,
    generatorUtilization: Math.max(...runs.map(({ generator }) => Number(generator.utilization))),
    keepsUp: load.model === 'open' && !load.saturated.includes(name),
    doubt: reasonAgainst(circumstances, { metric: 'throughput', required: null })
  }
}
