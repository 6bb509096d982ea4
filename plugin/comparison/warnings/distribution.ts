import { modes } from '../../concepts/modes.ts'
import { mean, medianBy, sum } from '../../statistics/descriptive.ts'
import { equalSharesProbability } from '../../statistics/distributions.ts'
import { unattributedAllowed, unattributedShare } from '../candidate-limits.ts'
import { isOutside, mayHaveMore, runsOf, named } from '../variant-use.ts'
import { warning } from './warning-of.ts'
import { percent } from '../../concepts/wording.ts'
import type { CandidateResult, VariantUse } from '../../concepts/comparison.ts'
import type { Run } from '../../concepts/run.ts'
import type { Variant } from '../../concepts/settings.ts'

const imbalanceAllowed = 1.2 // the busiest worker's share over the fair one
export const connectionsForEachWorker = 10 // with fewer, chance alone deals them unevenly

/**
 * @returns whether the busiest worker is known to have taken far more than its share of the work. Its share of the
 * requests says little where some cost far more than others: then the event loops tell.
 */
export function isUneven(
  { workers, shares, limits }: Pick<CandidateResult, 'workers' | 'shares' | 'limits'>,
  { busiest, utilization }: VariantUse
) {
  const isKnown = limits.some(({ metric, value }) => metric === 'fairness' && value !== null)
  const allAnswer = shares.every((share) => share > 0) // else some may be unseen
  const worksEvenly = allAnswer && utilization !== null && (busiest ?? 0) <= imbalanceAllowed * utilization
  return isKnown && workers > 1 && workers * shares[0] > imbalanceAllowed && !worksEvenly
}

/** One worker that does most of the work is hardly better than a single process. */
export function checkDistribution(
  { runs: allRuns, uses }: { runs: Run[]; uses: VariantUse[] },
  candidates: CandidateResult[],
  variants: Variant[]
) {
  const isKnownUneven = (candidate: CandidateResult) => isUneven(candidate, named(uses, candidate.name))
  // Those whose shares are known come first.
  return candidates
    .toSorted((a, b) => Number(isKnownUneven(b)) - Number(isKnownUneven(a)))
    .flatMap((candidate) => {
      const {
        name,
        workers,
        shares: [largest],
        limits
      } = candidate
      const runs = runsOf(allRuns, name)
      const variant = named(variants, name)
      if (isKnownUneven(candidate)) {
        const dealt = runs.map((run) => Array.from({ length: workers }, (_, i) => run.workers[i]?.connections ?? 0))
        return warning(
          'uneven-distribution',
          name,
          `${name}: the busiest of ${workers} workers took ${percent(largest)} of the requests instead of a fair ${percent(1 / workers)}, ` +
            `so a CPU-bound speedup can't exceed ${(1 / largest).toFixed(1)}x. ${whyUneven(dealt, variant)}`
        )
      }
      if (!mayHaveMore(variant) || largest === 0 || unattributedShare(runs) > unattributedAllowed) return []
      const isRequired = limits.some(({ metric, required }) => metric === 'fairness' && required !== null)
      return warning(
        'uneven-distribution',
        name,
        `${name}: ${workers === 1 ? '1 worker answered all' : `${workers} workers answered, the busiest of them ${percent(largest)}`} of the requests. ` +
          `Idle workers can't be seen, so the fairness is unknown. Set the number of workers in plugins.speedup.variants.${name}.workers.`,
        isRequired ? 'warning' : 'note'
      )
    })
}

/** @param dealt connections of each worker, in each run */
function whyUneven(dealt: number[][], { mode, scheduling }: Variant) {
  const workers = dealt[0].length
  const connections = medianBy(dealt, sum)
  if (connections < connectionsForEachWorker * workers)
    return `Too few connections to balance: ${connections} for ${workers} workers. Add users, or don't keep connections open.`
  // Requests follow one another on a connection: only connections are distributed independently. A hash distributes
  // them by chance.
  const { deals } = modes[mode]
  const isHash = deals === 'by hash'
  const areUneven = isHash
    ? medianBy(dealt, (counts) => Math.max(...counts) / mean(counts)) > imbalanceAllowed
    : equalSharesProbability(dealt) <= 0.01
  if (!areUneven)
    return 'The connections are spread as evenly as chance allows, but some carry more requests than others.'
  if (isHash)
    return 'The kernel distributes connections by a hash, whether workers are busy or not: add users, or use mode cluster with round-robin.'
  if (deals === 'in turn')
    return (
      'The connections themselves were distributed unevenly, although the load balancer takes the processes in turn: ' +
      'check whether one of them restarted or left connections without a response.'
    )
  if (isOutside(mode))
    return (
      'The connections themselves were distributed unevenly by what is in front of these processes ' +
      '(a load balancer, a cluster primary, the kernel): check its settings.'
    )
  return scheduling === 'none'
    ? 'The kernel distributes connections unevenly: set scheduling: round-robin.'
    : 'The connections themselves were distributed unevenly: some workers were too busy to accept them when they came.'
}
