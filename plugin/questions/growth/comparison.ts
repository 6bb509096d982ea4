import { worst } from '../../concepts/verdicts.ts'
import { decideAtMost } from '../../statistics/decide.ts'
import { mean, meanBy, median, standardDeviation } from '../../statistics/descriptive.ts'
import { studentTQuantile } from '../../statistics/distributions.ts'
import { noOutlook } from '../../comparison/estimate.ts'
import type { FindsBeside } from '../../comparison/question.ts'
import { warning } from '../../comparison/warnings/warning-of.ts'
import { growing, type Foot, type Growing, type Growth, type Round, type Slope } from './concepts.ts'
import { isTold, sentenceOf } from './concepts/sentence.ts'

/** Of both sides of an interval together. */
const confidence = 0.95
/** What slows down to less than this part of itself, beyond what may be noise, grows ever less. */
const steadyPart = 0.9

/**
 * How each is read, and how much of it, while a start is watched, is left by code that is being compiled, by pools of
 * buffers that Node begins, 64 KiB each, and by us; of what the system sees, by V8's young generation, of which two
 * halves may grow to 16 MB each.
 */
const kinds: Record<Growing, { of: (foot: Foot) => number; noise: number }> = {
  memory: { of: ({ heapBytes, externalBytes }) => heapBytes + externalBytes, noise: 200_000 },
  outside: { of: ({ externalBytes }) => externalBytes, noise: 200_000 },
  resident: { of: ({ rssBytes }) => rssBytes, noise: 32_000_000 },
  descriptors: { of: ({ descriptors }) => descriptors, noise: 5 },
  handles: { of: ({ handles }) => handles, noise: 5 }
}

/**
 * What each thing that may grow does. Of each start of the app, one figure: the median of the slopes between all pairs
 * of its feet (P. K. Sen, Estimates of the Regression Coefficient Based on Kendall's Tau, JASA 63, 1968), which a table
 * that doubles, or a page that is given back late, hardly moves. Over the starts, which are independent, the interval
 * of their mean: m +- t(0.975; n - 1) s / sqrt(n). It knows nothing of what all starts have in common, such as code
 * that is compiled, and tables that double: so it is told wider by as much as may be noise, and includes the slope from
 * the first foot to the last.
 *
 * @param rounds at least two
 */
export const growthsOf = (rounds: readonly Round[]) => growing.map((what) => ({ what, ...growthOf(rounds, what) }))

function growthOf(rounds: readonly Round[], what: Growing): Omit<Growth, 'what'> {
  const { of, noise } = kinds[what]
  const { feet } = rounds[0]
  const half = feet.length >> 1
  const slopes = (rate: typeof slopeOf, from: number, to?: number) =>
    rounds.map(({ feet }) => rate(feet.slice(from, to), of))
  const [slope, early, late] = [slopes(slopeOf, 0), slopes(slopeOf, 0, half + 1), slopes(slopeOf, half)].map(intervalOf)
  const [first, second] = [slopes(rateOf, 0, half + 1), slopes(rateOf, half)]
  const least = noise / requestsOf(rounds[0])
  const told = (slope: Slope, from: number, noise: number) =>
    widened(
      slope,
      rounds.map(({ feet }) => slopeOf([feet[from], feet[feet.length - 1]], of)),
      noise
    )
  const isGrowing = slope.interval[0] > least
  const slowed = intervalOf(first.map((value, i) => value - second[i]))
  const isSlower = slowed.interval[0] > 0 && mean(second) < steadyPart * (mean(first) - least)
  if (early.interval[0] <= least || !isSlower)
    return { slope: told(slope, 0, least), state: isGrowing ? 'grows' : 'steady', early: null }
  // What has filled up has grown once. What goes on more slowly may end or not: that takes longer to see.
  const ofHalf = 2 * least
  const isOver = late.interval[0] <= ofHalf && (late.interval[1] < early.value / 2 || !isGrowing)
  return { slope: told(late, half, ofHalf), state: isOver ? 'steady' : 'unknown', early }
}

/** @param whole from the first foot to the last, of each start; noise: of one request */
function widened({ value, interval }: Slope, whole: readonly number[], noise: number): Slope {
  const ends = [...interval, mean(whole)]
  return { value, interval: [Math.min(...ends) - noise, Math.max(...ends) + noise] }
}

/** @param feet at least two, each after more requests than the one before. @returns of one request */
export function slopeOf(feet: readonly Foot[], of: (foot: Foot) => number) {
  const slopes = feet.flatMap((foot, i) =>
    feet.slice(i + 1).map((later) => (of(later) - of(foot)) / (later.requests - foot.requests))
  )
  return median(slopes)
}

/**
 * @returns of one request, from foot to foot, without where it is most: a table has doubled, or it is the first cycle
 */
function rateOf(feet: readonly Foot[], of: (foot: Foot) => number) {
  const rates = feet.slice(1).map((later, i) => slopeOf([feet[i], later], of))
  return mean(rates.toSorted((a, b) => a - b).slice(0, -1))
}

function intervalOf(values: readonly number[]): Slope {
  const value = mean(values)
  const half =
    (studentTQuantile((1 + confidence) / 2, values.length - 1) * standardDeviation(values)) / Math.sqrt(values.length)
  return { value, interval: [value - half, value + half] }
}

/**
 * Of one request, in memory, beyond what one of another version leaves, which was started in the same rounds.
 *
 * @returns fail: it is more than can be told from nothing
 */
export function moreOf(rounds: readonly Round[], before: readonly Round[]) {
  const { of, noise } = kinds.memory
  const differences = (pick: (feet: Foot[]) => Foot[]) =>
    rounds.map(({ feet }, i) => slopeOf(pick(feet), of) - slopeOf(pick(before[i].feet), of))
  const more = intervalOf(differences((feet) => feet))
  const least = noise / requestsOf(rounds[0])
  const whole = differences((feet) => [feet[0], feet[feet.length - 1]])
  return { more: widened(more, whole, least), verdict: decideAtMost(more.interval, least) }
}

/** While it is watched. */
const requestsOf = ({ feet }: Round) => feet[feet.length - 1].requests - feet[0].requests

const verdictOf = { grows: 'fail', unknown: 'inconclusive', steady: 'pass' } as const

/** @param limit bytes that a request may leave in memory; null: as many as can't be told from none, of anything */
export function judgeGrowths(growths: readonly Growth[], limit: number | null) {
  const [{ slope }] = growths
  if (limit !== null) return decideAtMost(slope.interval, limit)
  return worst(growths.map(({ state }) => verdictOf[state])) ?? 'pass'
}

/** What is told of variants after their rounds. */
export const growthBeside: FindsBeside = {
  besides({ growth: seen }, { limits }) {
    if (seen === undefined) return null
    const growth = Object.entries(seen).map(([variant, rounds]) => ({
      variant,
      requests: Math.round(meanBy(rounds, requestsOf)),
      starts: rounds.length,
      growths: growthsOf(rounds)
    }))
    return {
      part: { growth },
      limits: growth.flatMap(({ variant, growths }) => {
        const limit = limits[variant]?.growth ?? null
        if (limit === null) return []
        const verdict = judgeGrowths(growths, limit)
        const [{ slope }] = growths
        const values = seen[variant].map(({ feet }) => atLeastNone(slopeOf(feet, kinds.memory.of)))
        const interval = slope.interval.map(atLeastNone) as [number, number]
        return [
          {
            variant,
            request: null,
            metric: 'growth' as const,
            side: null,
            spread: null,
            reason: null,
            value: atLeastNone(slope.value),
            interval,
            values,
            limit,
            verdict,
            ...noOutlook(verdict === 'inconclusive')
          }
        ]
      }),
      warnings: growth.flatMap(({ variant, growths }) =>
        growths.filter(isTold).map((growth) => {
          const grows = growth.state === 'grows'
          const cure = grows ? ' What grows is found by: npx artillery-speedup growth, with this file.' : ''
          const message = `${variant}: a request ${sentenceOf(growth)}.${cure}`
          return warning('growth', variant, message, grows ? 'warning' : 'note')
        })
      )
    }
  }
}

const atLeastNone = (value: number) => Math.max(0, value)
