import { percent } from '../../plugin/concepts/wording.ts'
import { times } from '../../plugin/report/words/numbers.ts'
import { reasonClause } from '../../plugin/report/words/sentences.ts'
import { sum } from '../../plugin/statistics/descriptive.ts'
import { logInterval } from '../../plugin/statistics/sequential-rule.ts'
import { isDisturbed } from '../tutorials/disturbed.ts'
import { comparedOf, estimateOf } from '../tutorials/found-of.ts'
import { addedMs } from './claims.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'
import type { Answer, Judgement } from '../tutorials/answers.ts'
import type { Compared, Dealt, Point } from './claims.ts'

/**
 * What is kept of a claim. connections: of each worker that had some, in each round; versions: of the packages that its
 * scenario file names.
 */
export interface Measured {
  comparison: Comparison
  versions: Record<string, string>
  connections: { scenario: string; variant: string; rounds: number[][] }[]
}

/** judgement: null where nothing is claimed */
export type Measurement = {
  judgement: Judgement | null
  estimate: { value: number; interval: [low: number, high: number] }
}

const isDealt = (point: Point): point is Point & Dealt => 'busiest' in point

/** It can make a difference as well as hide one. */
const disturbed = '[Disturbed](#what-this-machine-cannot-decide).'

/** @param processes as in `Claim` */
export function judge(point: Point, measured: Measured, processes?: number): Measurement {
  const found = isDealt(point) ? judgeDealt(point, measured) : judgeCompared(point, measured, processes)
  return found.judgement !== null && wasDisturbed(point, measured)
    ? { ...found, judgement: { answer: 'unknown', why: disturbed } }
    : found
}

export const wasDisturbed = (point: Pick<Point, 'scenario' | 'candidate'>, { comparison }: Measured): boolean =>
  isDisturbed(comparedOf(point, comparison).result)

/** @returns above 1: the candidate is better, as in all our speedups; null: only a direction is claimed, or nothing */
export function claimedSpeedup({ metric, claimed }: Compared): number | null {
  if (!Array.isArray(claimed)) return null
  const [baseline, candidate] = claimed
  return metric === 'throughput' ? candidate / baseline : baseline / candidate
}

/**
 * @returns what is left of a claimed ratio of requests per second where each request costs our work as well; where
 * their cost is not known, the claimed ratio
 */
export function expectedSpeedup(point: Point & Compared, processes?: number): number | null {
  if (processes === undefined || point.metric !== 'throughput' || !Array.isArray(point.claimed))
    return claimedSpeedup(point)
  const [baselineMs, candidateMs] = point.claimed.map((rate) => (1000 * processes) / rate + addedMs[point.scenario])
  return baselineMs / candidateMs
}

function judgeCompared(point: Point & Compared, { comparison }: Measured, processes?: number): Measurement {
  const { speedup: value, interval, reason } = estimateOf(point, comparison)
  const estimate = { value, interval }
  const { baseline } = comparedOf(point, comparison).result
  if (point.claimed === null) return { judgement: null, estimate }
  if (reason !== null) {
    const why = `No verdict on ${point.metric}: ${reasonClause(reason, baseline)}.`
    return { judgement: { answer: 'unknown', why }, estimate }
  }
  const direction = point.claimed === 'better' ? Infinity : 0
  const ratios = {
    claimed: claimedSpeedup(point) ?? direction,
    expected: expectedSpeedup(point, processes) ?? direction
  }
  return { judgement: beside(ratios, interval, comparison.environment.cores), estimate }
}

/** Where only a direction is claimed, less than this is no difference. */
const negligible = 1.1

/** A smaller difference is lost in what else differs between two runs. */
const visible = 1.03

/**
 * The first that fits is the one.
 * @param ratios Infinity or 0: the direction alone; expected: what is left of it with our work
 */
export function beside(
  { claimed, expected }: { claimed: number; expected: number },
  [low, high]: [number, number],
  cores: number
): Judgement {
  // So that what is expected lies above 1.
  const [near, far] = expected > 1 ? [low, high] : [1 / high, 1 / low]
  const aim = expected > 1 ? expected : 1 / expected
  const needsCores = expected > cores && aim < Infinity
  const reachable = aim === Infinity ? negligible : needsCores ? cores : aim
  const goal =
    aim === Infinity
      ? 'a difference of 10 %'
      : expected === claimed
        ? `the claimed ${times(claimed)}`
        : `the ${times(expected)} that our work leaves of the claim`
  const cases: [Answer, boolean, string][] = [
    ['yes', near > 1 && aim === Infinity, `It is ${expected > 1 ? 'better' : 'worse'}.`],
    [
      'unknown',
      near <= 1 && far >= aim && aim < visible,
      `Too small to see: our interval contains both 1 and ${goal}.`
    ],
    [
      'unknown',
      near <= 1 && far >= reachable,
      `Too wide: our interval contains both 1 and ${needsCores ? `all that ${cores} cores allow` : goal}.`
    ],
    ['yes', near > aim, `Our interval lies beyond ${goal}.`],
    ['yes', far >= aim, 'It lies inside our interval.'],
    ['in kind', near > 1 && needsCores, `The claim needs at least ${Math.ceil(aim)} cores.`],
    ['in part', near > 1, `The direction is right, but our interval stays short of ${goal}.`],
    ['no', far < 1, 'It is the other way round.'],
    ['no', true, `No measurable difference: our interval does not reach ${goal}.`]
  ]
  const [answer, , why] = cases.find(([, fits]) => fits) as (typeof cases)[number]
  return answer === 'in kind' ? { answer, why, allowed: { cores, atMost: cores } } : { answer, why }
}

/** From here on, a worker has measurably more than its part: where the tool begins to warn, too. */
const uneven = 1.2

function judgeDealt(point: Point & Dealt, measured: Measured): Measurement {
  const { busiest, workers, least } = point
  const estimate = shareOf(point, measured)
  const [low, high] = estimate.interval
  const even = busiest / workers
  const isUneven = low > uneven * even
  if (least === null) return { judgement: null, estimate }
  const cases: [Exclude<Answer, 'in kind'>, boolean][] =
    least === 'even'
      ? [
          ['yes', high <= uneven * even],
          ['no', isUneven],
          ['unknown', true]
        ]
      : [
          ['yes', high >= least && isUneven],
          ['unknown', high >= least],
          ['in part', isUneven],
          ['no', true]
        ]
  const [answer] = cases.find(([, fits]) => fits) as (typeof cases)[number]
  const here = answer === 'no' && least !== 'even' ? 'Not seen under this load: an' : 'An'
  return { judgement: { answer, why: `${here} even part is ${percent(even)}.` }, estimate }
}

/** Which part of the connections the busiest workers had, over the rounds. */
export function shareOf(
  { scenario, candidate, busiest }: Point & Dealt,
  { comparison, connections }: Measured
): Measurement['estimate'] {
  const { confidence } = comparison.scenarios[0]
  const rounds = connections.find((one) => one.scenario === scenario && one.variant === candidate)?.rounds
  if (rounds === undefined) throw new Error(`${comparison.file} has no connections of ${candidate} in ${scenario}.`)
  const shares = rounds.map((workers) => sum(workers.toSorted((a, b) => b - a).slice(0, busiest)) / sum(workers))
  const { centre, halfWidth } = logInterval(shares.map(Math.log), (1 - confidence) / 2)
  return {
    value: Math.exp(centre),
    interval: [Math.exp(centre - halfWidth), Math.min(1, Math.exp(centre + halfWidth))]
  }
}
