import { equalSharesProbability } from '../../statistics/chi-square.js'
import { mean, median } from '../../statistics/descriptive.js'
import { counted, percent } from '../../wording.js'
import { mayHaveMore } from '../count-workers.js'
import { unattributedAllowed, unattributedShare } from '../limits.js'
import { isStranger } from '../stranger.js'
/** @import { CandidateResult, Run, Variant, Warning } from '../../vocabulary.js' */

/** The busiest worker's share over the fair one. */
const imbalanceAllowed = 1.2
/** With fewer for each worker, chance alone deals them unevenly. */
export const connectionsForEachWorker = 10

/**
 * @param {Pick<CandidateResult, 'workers' | 'shares' | 'limits'>} candidate
 * @returns {boolean} whether the busiest worker is known to have taken far more than its share
 */
export function isUneven({ workers, shares, limits }) {
  const isKnown = limits.some(({ metric, value }) => metric === 'fairness' && value !== null)
  return isKnown && workers > 1 && workers * shares[0] > imbalanceAllowed
}

/**
 * One worker that does most of the work is hardly better than a single process.
 *
 * @param {Run[]} runs
 * @param {CandidateResult[]} candidates
 * @param {Variant[]} variants
 * @returns {Warning[]}
 */
export function checkDistribution(runs, candidates, variants) {
  return [...uneven(runs, candidates, variants), ...uncounted(runs, candidates, variants)]
}

/**
 * @param {Run[]} runs
 * @param {CandidateResult[]} candidates
 * @param {Variant[]} variants
 * @returns {Warning[]}
 */
function uneven(runs, candidates, variants) {
  return candidates.filter(isUneven).map(({ name, workers, shares }) => {
    const dealt = connectionsOf(runs.filter(({ variant }) => variant === name), workers)
    const way = /** @type {Variant} */ (variants.find((variant) => variant.name === name))
    const message =
      `${name}: the busiest of ${workers} workers took ${percent(shares[0])} of the requests, where ${percent(1 / workers)} would be fair, so a CPU-bound speedup can't exceed ${(1 / shares[0]).toFixed(1)}x. ` +
      whyUneven(dealt, way)
    return { code: 'uneven-distribution', severity: 'warning', variant: name, rounds: [], message }
  })
}

/**
 * Those of which only who answers is seen.
 *
 * @param {Run[]} runs
 * @param {CandidateResult[]} candidates
 * @param {Variant[]} variants
 * @returns {Warning[]}
 */
function uncounted(runs, candidates, variants) {
  const open = variants.filter(mayHaveMore).map(({ name }) => name)
  const isTold = (/** @type {CandidateResult} */ { name, shares }) => shares[0] > 0 && unattributedShare(runs.filter(({ variant }) => variant === name)) <= unattributedAllowed
  return candidates.filter((candidate) => open.includes(candidate.name) && isTold(candidate)).map(({ name, workers, shares, limits }) => {
    const isRequired = limits.some(({ metric, required }) => metric === 'fairness' && required !== null)
    const message =
      `${name}: ${counted(workers, 'worker')} answered, ${workers === 1 ? 'all' : `the busiest ${percent(shares[0])}`} of the requests; idle ones can't be seen, so the fairness is unknown. ` +
      `Tell how many there are: plugins.speedup.variants.${name}.workers.`
    return { code: 'uneven-distribution', severity: isRequired ? 'warning' : 'note', variant: name, rounds: [], message }
  })
}

/**
 * @param {Run[]} runs
 * @param {number} workers
 * @returns {number[][]} connections of each worker, in each run
 */
function connectionsOf(runs, workers) {
  return runs.map((run) => Array.from({ length: workers }, (_, i) => run.workers[i]?.connections ?? 0))
}

/**
 * @param {number[][]} dealt
 * @param {Variant} way
 */
function whyUneven(dealt, way) {
  const workers = dealt[0].length
  const connections = median(dealt.map((counts) => counts.reduce((sum, one) => sum + one, 0)))
  if (connections < connectionsForEachWorker * workers) {
    return `Too few connections to balance: ${connections} for ${workers} workers. Let more users come, or use connections that don't stay open.`
  }
  // Requests follow one another on a connection: only connections are dealt out independently. A hash deals them out
  // by chance, which is cause enough.
  const isCause = way.mode === 'reuse-port' ? areUneven(dealt) : equalSharesProbability(dealt) <= 0.01
  return isCause ? whoDealt(way) : 'The connections were dealt out as chance has it, but some carry more requests than others.'
}

/** @param {number[][]} dealt */
function areUneven(dealt) {
  return median(dealt.map((counts) => Math.max(...counts) / mean(counts))) > imbalanceAllowed
}

/** @param {Variant} way */
function whoDealt({ mode, scheduling }) {
  if (mode === 'reuse-port') return 'The kernel deals out connections by a hash, busy or not: let more users come, or use mode cluster with round-robin.'
  if (isStranger(mode)) return 'The connections themselves were dealt out unevenly, by whatever stands before these processes: see how it does that (a load balancer, a cluster primary, the kernel).'
  return scheduling === 'none'
    ? 'The kernel deals out connections unevenly: set scheduling: round-robin.'
    : 'The connections themselves were dealt out unevenly: some workers were too busy to take them when they came.'
}
