import { valueOf } from '../estimate.js'
import { ranged } from '../ranged.js'
import { reasonAgainst } from '../what-it-carries.js'
/**
 * @import { CandidateResult, Ranged, Reason, Run, SweepPoint, VariantUse } from '../../vocabulary.js'
 * @import { Seen } from '../compare-candidate.js'
 * @import { CountedVariant } from '../count-workers.js'
 * @import { Precision } from '../ranged.js'
 */

/**
 * One number of workers.
 *
 * @typedef {object} MeasuredPoint
 * @property {Omit<SweepPoint, 'isFitted'>} shown
 * @property {{ throughput: number[], p95: number[] }} goodness of each round, as a logarithm: what is larger is better
 * @property {VariantUse} use
 * @property {number} generatorUtilization the most of all rounds
 * @property {boolean} keepsUp with all users who come, whatever the app does; false: it could not, or they wait for it
 * @property {DoubtReason | null} doubt why its throughput is not what so many workers can do; null: it is
 *
 * @typedef {Exclude<Reason, 'baseline-saturated' | 'throughput-fixed'>} DoubtReason the others come from comparing two
 *   variants
 */

/**
 * @param {CountedVariant[]} variants of one sweep
 * @param {Seen & { candidates: CandidateResult[] }} seen
 * @param {Precision} precision
 * @returns {MeasuredPoint[]} fewest workers first
 */
export function measurePoints(variants, seen, precision) {
  const sorted = [...variants].sort((a, b) => a.workers - b.workers)
  const points = sorted.map((variant) => measurePoint(variant, seen))
  const [fewest] = points
  return points.map((point) => ({ ...point, shown: show(point, fewest, precision) }))
}

/**
 * @param {Omit<MeasuredPoint, 'shown'>} point
 * @param {Omit<MeasuredPoint, 'shown'>} fewest
 * @param {Precision} precision
 * @returns {MeasuredPoint['shown']}
 */
function show(point, fewest, precision) {
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

/**
 * @param {CountedVariant} variant
 * @param {Seen & { candidates: CandidateResult[] }} seen
 * @returns {Omit<MeasuredPoint, 'shown'>}
 */
function measurePoint({ name }, { runs: all, uses, load, answers, candidates }) {
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
    use: /** @type {VariantUse} */ (uses.find((use) => use.name === name)),
    generatorUtilization: Math.max(...runs.map(({ generator }) => Number(generator.utilization))),
    keepsUp: load.model === 'open' && !load.saturated.includes(name),
    doubt: /** @type {DoubtReason | null} */ (reasonAgainst(circumstances, { metric: 'throughput', required: null }))
  }
}

/** @param {Run[]} runs */
function logsOf(runs) {
  return {
    throughput: runs.map((run) => Math.log(valueOf(run, 'throughput'))),
    p95: runs.map((run) => -Math.log(valueOf(run, 'p95')))
  }
}

/**
 * @param {number[]} logs of the same rounds
 * @param {number[]} others
 * @returns {number[]} logarithms of their ratios, round by round
 */
export function ratios(logs, others) {
  return logs.map((log, i) => log - others[i])
}

/**
 * @param {Ranged} of
 * @returns {Ranged}
 */
function inverse({ value, interval: [low, high] }) {
  return { value: 1 / value, interval: [1 / high, 1 / low] }
}
