import { studentTQuantile } from './distributions.ts'
import { largestBy, medianBy, sumBy } from './descriptive.ts'

/** A measured value, and its standard error; both on the log scale. */
export interface Reading {
  value: number
  error: number
}

/** Readings from one place until before another, and the mean of them. */
export interface Level {
  from: number
  to: number
  mean: number
  spread: number // standard error of the mean, with what readings differ by beyond their own errors
}

/** Standard errors that half of an interval is, about: of few rounds, it is more. */
const errorsInHalf = 2

type Speedup = { speedup: number; interval: [number, number] }

export const readingOf = ({ speedup, interval: [low, high] }: Speedup): Reading => ({
  value: Math.log(speedup),
  error: Math.log(high / low) / 2 / errorsInHalf
})

/** @returns where another reading of that level lies, beside its own error */
export const rangeOfLevel = ({ mean, spread }: Level): Speedup => ({
  speedup: Math.exp(mean),
  interval: [Math.exp(mean - errorsInHalf * spread), Math.exp(mean + errorsInHalf * spread)]
})

/** Of a level: two that lie off by chance are no change. */
const fewest = 3
/**
 * How improbable a difference is where there is no change: of the newest results, which are those that are looked at,
 * less is demanded than of all other places together. So one history of twenty is parted at most, of 6 to 200
 * readings, and two spreads are found within six readings in 93 of 100 (test/statistics/change-points.test.ts).
 */
const improbable = { newest: 0.005, other: 0.0006 }
const newest = 8 // readings since the change
const neighbours = 2 // on either side
const mostAway = 3 // standard deviations from the median of a reading and its neighbours: what lies beyond is cut off
const leastVariance = 1e-6

/**
 * Where a history changed its level: it is parted where the means on both sides differ most clearly, by the t of two
 * samples with weights, and each part again (binary segmentation; Scott and Knott 1974, A cluster analysis method for
 * grouping means in the analysis of variance). Readings count by their errors and by what they differ beyond them.
 *
 * @param readings the oldest first
 * @returns the levels in their order; of fewer than six readings, one at most
 */
export function levelsOf(readings: readonly Reading[]): Level[] {
  if (readings.length === 0) return []
  const between = varianceBetween(readings)
  const variances = readings.map(({ error }) => error ** 2 + between)
  const weighted = readings.map(({ value }, i) => {
    const near = medianBy(readings.slice(Math.max(0, i - neighbours), i + neighbours + 1), (each) => each.value)
    const reach = mostAway * Math.sqrt(variances[i])
    return { value: Math.min(near + reach, Math.max(near - reach, value)), weight: 1 / variances[i] }
  })
  return partsOf(weighted, 0, readings.length).map((part) => {
    const { mean, weight } = meanOf(weighted.slice(part.from, part.to))
    return { ...part, mean, spread: Math.sqrt(between + 1 / weight) }
  })
}

type Weighted = { value: number; weight: number }

function partsOf(all: readonly Weighted[], from: number, to: number): Pick<Level, 'from' | 'to'>[] {
  const places = Array.from({ length: Math.max(0, to - from - 2 * fewest + 1) }, (_, i) => from + fewest + i)
  const demanded = (place: number) => {
    const isNewest = to === all.length && to - place <= Math.min(newest, place - from - 1)
    return studentTQuantile(1 - improbable[isNewest ? 'newest' : 'other'] / 2, to - from - 2)
  }
  const parted = places.map((place) => ({ place, beyond: differenceAt(all, from, place, to) - demanded(place) }))
  const clearest = parted.length === 0 ? null : largestBy(parted, ({ beyond }) => beyond)
  if (clearest === null || clearest.beyond < 0) return [{ from, to }]
  return [...partsOf(all, from, clearest.place), ...partsOf(all, clearest.place, to)]
}

function differenceAt(all: readonly Weighted[], from: number, place: number, to: number) {
  const [before, after] = [all.slice(from, place), all.slice(place, to)].map(meanOf)
  const variance = Math.max(leastVariance, (before.squares + after.squares) / (to - from - 2))
  return Math.abs(before.mean - after.mean) / Math.sqrt(variance * (1 / before.weight + 1 / after.weight))
}

function meanOf(part: readonly Weighted[]) {
  const weight = sumBy(part, (each) => each.weight)
  const mean = sumBy(part, (each) => each.weight * each.value) / weight
  return { weight, mean, squares: sumBy(part, (each) => each.weight * (each.value - mean) ** 2) }
}

/** By the median of squared steps from one to the next, which a few changes of the level don't move. */
function varianceBetween(readings: readonly Reading[]) {
  const steps = readings
    .slice(1)
    .map(({ value, error }, i) => ({
      square: (value - readings[i].value) ** 2,
      own: error ** 2 + readings[i].error ** 2
    }))
  if (steps.length === 0) return leastVariance
  const [square, own] = [medianBy(steps, (step) => step.square), medianBy(steps, (step) => step.own)]
  return Math.max(leastVariance, (square / medianOfChiSquared - own) / 2)
}

const medianOfChiSquared = 0.4549 // of one degree of freedom
