import { percent } from '../../plugin/concepts/wording.ts'
import { interval as written, times } from '../../plugin/report/words/numbers.ts'
import { reasonClause } from '../../plugin/report/words/sentences.ts'
import { logInterval } from '../../plugin/statistics/sequential-rule.ts'
import { disturbed } from '../tutorials/disturbed.ts'
import { comparedOf } from '../tutorials/found-of.ts'
import type { Comparison, Estimate } from '../../plugin/concepts/comparison.ts'
import type { Compared, Dealt, Point } from './claims.ts'

/** What is kept of a claim. connections: of each worker that had some, in each round; versions: of the packages that its scenario file names. */
export interface Measured {
  comparison: Comparison
  versions: Record<string, string>
  connections: { scenario: string, variant: string, rounds: number[][] }[]
}

/** In the order in which the page explains them. */
export const answers = {
  holds: 'the claimed ratio lies inside our interval, which does not contain 1; or, where only a direction is claimed, our interval lies on that side of 1',
  'holds, by more': 'our interval lies beyond what is claimed',
  'holds in kind': 'the direction is right, but so large a ratio takes more cores than there are here',
  'holds in part': 'the direction is right, but our interval stays short of what is claimed',
  'does not hold here': 'our interval lies on the other side of 1, or contains 1 and not what is claimed (where that is only a direction: no 10 % of it)',
  'cannot be told here': 'the tool gives no verdict, other programs may have hidden the rest, or our interval contains both 1 and what is claimed'
}
export type Answer = keyof typeof answers | 'nothing is claimed'

export type Judgement = { answer: Answer, why: string, estimate: { value: number, interval: [low: number, high: number] } }

const isDealt = (point: Point): point is Point & Dealt => 'busiest' in point

export const judge = (point: Point, measured: Measured): Judgement => isDealt(point) ? judgeDealt(point, measured) : judgeCompared(point, measured)

/** @returns above 1: the candidate is better, as in all our speedups; null: only a direction is claimed, or nothing */
export function claimedSpeedup({ metric, claimed }: Compared): number | null {
  if (!Array.isArray(claimed)) return null
  const [baseline, candidate] = claimed
  return metric === 'throughput' ? candidate / baseline : baseline / candidate
}

export const estimateOf = (point: Point & Compared, comparison: Comparison): Estimate =>
  comparedOf({ ...point, factor: null }, comparison).candidate.estimates.find(({ metric }) => metric === point.metric) as Estimate

function judgeCompared(point: Point & Compared, { comparison }: Measured): Judgement {
  const { speedup: value, interval, reason } = estimateOf(point, comparison)
  const estimate = { value, interval }
  const { baseline, warnings } = comparedOf({ ...point, factor: null }, comparison).result
  if (point.claimed === null) return { answer: 'nothing is claimed', why: '', estimate }
  if (reason !== null) return { answer: 'cannot be told here', why: `No verdict on ${point.metric}: ${reasonClause(reason, baseline)}.`, estimate }
  const judgement = beside(claimedSpeedup(point) ?? (point.claimed === 'better' ? Infinity : 0), interval, comparison.environment.cores)
  const isLess = judgement.answer === 'holds in part' || judgement.answer === 'does not hold here'
  const isDisturbed = warnings.some(({ code, severity }) => code === 'machine-disturbed' && severity === 'problem')
  return isLess && isDisturbed ? { answer: 'cannot be told here', why: disturbed, estimate } : { ...judgement, estimate }
}

/** Where only a direction is claimed, less than this is no difference. */
const negligible = 1.1

/** The first that fits is the one. @param claimed ratio; Infinity or 0: the direction alone */
export function beside(claimed: number, [low, high]: [number, number], cores: number): Pick<Judgement, 'answer' | 'why'> {
  const ours = `our interval ${written([low, high])}`
  // So that what is claimed lies above 1.
  const [near, far] = claimed > 1 ? [low, high] : [1 / high, 1 / low]
  const aim = claimed > 1 ? claimed : 1 / claimed
  const needsCores = claimed > cores && aim < Infinity
  const reachable = aim === Infinity ? negligible : needsCores ? cores : aim
  const goal = aim === Infinity ? 'a difference of 10 %' : `the claimed ${times(claimed)}`
  const cases: [Answer, boolean, string][] = [
    ['holds', near > 1 && aim === Infinity, `It is ${claimed > 1 ? 'better' : 'worse'}: ${ours}.`],
    ['cannot be told here', near <= 1 && far >= reachable, `Too wide: ${ours} contains both 1 and ${needsCores ? `all that ${cores} cores allow` : goal}.`],
    ['holds, by more', near > aim, `${capitalised(ours)} lies beyond ${goal}.`],
    ['holds', far >= aim, `${capitalised(goal)} lies inside ${ours}.`],
    ['holds in kind', near > 1 && needsCores, `The direction is right, but ${goal} needs more than our ${cores} cores: ${ours}.`],
    ['holds in part', near > 1, `The direction is right, but ${ours} stays short of ${goal}.`],
    ['does not hold here', far < 1, `It is the other way round: ${ours}.`],
    ['does not hold here', true, `No measurable difference: ${ours} does not reach ${goal}.`]
  ]
  const [answer, , why] = cases.find(([, fits]) => fits) as typeof cases[number]
  return { answer, why }
}

const capitalised = (text: string) => `${text[0].toUpperCase()}${text.slice(1)}`

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
  const cases: [Answer, boolean][] = least === 'even'
    ? [['holds', high <= uneven * even], ['does not hold here', isUneven], ['cannot be told here', true]]
    : [['holds, by more', low > least], ['holds', high >= least && isUneven], ['cannot be told here', high >= least], ['holds in part', isUneven], ['does not hold here', true]]
  const [answer] = cases.find(([, fits]) => fits) as typeof cases[number]
  return { answer, why: `The busiest ${busiest} of ${workers} had ${ours}.`, estimate }
}

/** Which part of the connections the busiest workers had, over the rounds. */
export function shareOf({ scenario, candidate, busiest }: Point & Dealt, { comparison, connections }: Measured): Judgement['estimate'] {
  const { confidence } = comparison.scenarios[0]
  const { rounds } = connections.find((one) => one.scenario === scenario && one.variant === candidate) as Measured['connections'][number]
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const shares = rounds.map((workers) => sum(workers.toSorted((a, b) => b - a).slice(0, busiest)) / sum(workers))
  const { centre, halfWidth } = logInterval(shares.map(Math.log), (1 - confidence) / 2)
  return { value: Math.exp(centre), interval: [Math.exp(centre - halfWidth), Math.min(1, Math.exp(centre + halfWidth))] }
}
