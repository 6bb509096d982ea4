import { capitalised, percent } from '../../plugin/concepts/wording.ts'
import { interval as written, times } from '../../plugin/report/words/numbers.ts'
import { reasonClause } from '../../plugin/report/words/sentences.ts'
import { logInterval } from '../../plugin/statistics/sequential-rule.ts'
import { comparedOf } from '../tutorials/found-of.ts'
import { addedMs } from './claims.ts'
import type { Comparison, Estimate } from '../../plugin/concepts/comparison.ts'
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

/** In the order in which the page explains them. */
export const answers = {
  holds:
    'the claimed ratio lies inside our interval, which does not contain 1; or, where only a direction is claimed, our interval lies on that side of 1',
  'holds, by more': 'our interval lies beyond what is claimed',
  'holds in kind': 'the direction is right, but so large a ratio takes more cores than there are here',
  'holds in part': 'the direction is right, but our interval stays short of what is claimed',
  'does not hold here':
    'our interval lies on the other side of 1, or contains 1 but not what is claimed (where only a direction is claimed: not a difference of 10 %)',
  'not seen under this load':
    'of what was observed under some loads: the busiest workers had not measurably more than 1.2 times their even part',
  'too small to see here':
    'less than 3 % is left of the claimed difference with our work, and our interval contains both 1 and that',
  'cannot be told here':
    'the tool gives no verdict, other programs disturbed the runs, or our interval contains both 1 and what is claimed'
}
export type Answer = keyof typeof answers | 'nothing is claimed'

export type Judgement = {
  answer: Answer
  why: string
  estimate: { value: number; interval: [low: number, high: number] }
}

const isDealt = (point: Point): point is Point & Dealt => 'busiest' in point

/** It can make a difference as well as hide one. */
const disturbed = 'Other programs took CPU time during these runs, which can make or hide such a difference.'

/** @param processes as in `Claim` */
export function judge(point: Point, measured: Measured, processes?: number): Judgement {
  const judgement = isDealt(point) ? judgeDealt(point, measured) : judgeCompared(point, measured, processes)
  return judgement.answer !== 'nothing is claimed' && isDisturbed(point, measured)
    ? { ...judgement, answer: 'cannot be told here', why: disturbed }
    : judgement
}

export const isDisturbed = (point: Pick<Point, 'scenario' | 'candidate'>, { comparison }: Measured): boolean =>
  comparedOf(point, comparison).result.warnings.some(
    ({ code, severity }) => code === 'machine-disturbed' && severity === 'problem'
  )

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

export const estimateOf = (
  point: Pick<Point, 'scenario' | 'candidate'> & Pick<Compared, 'metric'>,
  comparison: Comparison
): Estimate =>
  comparedOf(point, comparison).candidate.estimates.find(({ metric }) => metric === point.metric) as Estimate

function judgeCompared(point: Point & Compared, { comparison }: Measured, processes?: number): Judgement {
  const { speedup: value, interval, reason } = estimateOf(point, comparison)
  const estimate = { value, interval }
  const { baseline } = comparedOf(point, comparison).result
  if (point.claimed === null) return { answer: 'nothing is claimed', why: '', estimate }
  if (reason !== null)
    return {
      answer: 'cannot be told here',
      why: `No verdict on ${point.metric}: ${reasonClause(reason, baseline)}.`,
      estimate
    }
  const direction = point.claimed === 'better' ? Infinity : 0
  const ratios = {
    claimed: claimedSpeedup(point) ?? direction,
    expected: expectedSpeedup(point, processes) ?? direction
  }
  return { ...beside(ratios, interval, comparison.environment.cores), estimate }
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
): Pick<Judgement, 'answer' | 'why'> {
  const ours = `our interval ${written([low, high])}`
  // So that what is expected lies above 1.
  const [near, far] = expected > 1 ? [low, high] : [1 / high, 1 / low]
  const aim = expected > 1 ? expected : 1 / expected
  const needsCores = expected > cores && aim < Infinity
  const reachable = aim === Infinity ? negligible : needsCores ? cores : aim
  const goal =
    aim === Infinity
      ? 'a difference of 10 %'
      : `the claimed ${times(claimed)}${expected === claimed ? '' : ` (${times(expected)} with our work)`}`
  const cases: [Answer, boolean, string][] = [
    ['holds', near > 1 && aim === Infinity, `It is ${expected > 1 ? 'better' : 'worse'}: ${ours}.`],
    [
      'too small to see here',
      near <= 1 && far >= aim && aim < visible,
      `${capitalised(ours)} contains both 1 and ${goal}.`
    ],
    [
      'cannot be told here',
      near <= 1 && far >= reachable,
      `Too wide: ${ours} contains both 1 and ${needsCores ? `all that ${cores} cores allow` : goal}.`
    ],
    ['holds, by more', near > aim, `${capitalised(ours)} lies beyond ${goal}.`],
    ['holds', far >= aim, `${capitalised(goal)} lies inside ${ours}.`],
    [
      'holds in kind',
      near > 1 && needsCores,
      `The direction is right, but ${goal} needs more than our ${cores} cores: ${ours}.`
    ],
    ['holds in part', near > 1, `The direction is right, but ${ours} stays short of ${goal}.`],
    ['does not hold here', far < 1, `It is the other way round: ${ours}.`],
    ['does not hold here', true, `No measurable difference: ${ours} does not reach ${goal}.`]
  ]
  const [answer, , why] = cases.find(([, fits]) => fits) as (typeof cases)[number]
  return { answer, why }
}

/** From here on, a worker has measurably more than its part: where the tool begins to warn, too. */
const uneven = 1.2

function judgeDealt(point: Point & Dealt, measured: Measured): Judgement {
  const { busiest, workers, least } = point
  const estimate = shareOf(point, measured)
  const [low, high] = estimate.interval
  const even = busiest / workers
  const ours = `${percent(estimate.value)} of the connections, interval ${percent(low)} to ${percent(high)}; an even part is ${percent(even)}`
  const isUneven = low > uneven * even
  if (least === null) return { answer: 'nothing is claimed', why: '', estimate }
  const cases: [Answer, boolean][] =
    least === 'even'
      ? [
          ['holds', high <= uneven * even],
          ['does not hold here', isUneven],
          ['cannot be told here', true]
        ]
      : [
          ['holds, by more', low > least],
          ['holds', high >= least && isUneven],
          ['cannot be told here', high >= least],
          ['holds in part', isUneven],
          ['not seen under this load', true]
        ]
  const [answer] = cases.find(([, fits]) => fits) as (typeof cases)[number]
  return { answer, why: `The busiest ${busiest} of ${workers} had ${ours}.`, estimate }
}

/** Which part of the connections the busiest workers had, over the rounds. */
export function shareOf(
  { scenario, candidate, busiest }: Point & Dealt,
  { comparison, connections }: Measured
): Judgement['estimate'] {
  const { confidence } = comparison.scenarios[0]
  const { rounds } = connections.find(
    (one) => one.scenario === scenario && one.variant === candidate
  ) as Measured['connections'][number]
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const shares = rounds.map((workers) => sum(workers.toSorted((a, b) => b - a).slice(0, busiest)) / sum(workers))
  const { centre, halfWidth } = logInterval(shares.map(Math.log), (1 - confidence) / 2)
  return {
    value: Math.exp(centre),
    interval: [Math.exp(centre - halfWidth), Math.min(1, Math.exp(centre + halfWidth))]
  }
}
