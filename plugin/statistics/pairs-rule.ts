import { metricFacts, type Metric } from '../concepts/metrics.ts'
import type { Run } from '../concepts/run.ts'
import { highest, lowest, mean, sum, sumBy } from './descriptive.ts'
import { chiSquareQuantile, normalBelow, normalQuantile } from './distributions.ts'

/** Of one round: ratios of two variants in each pair of turns, in logarithms, and the seconds of a turn that count. */
export interface Pairs {
  logs: readonly number[]
  seconds: number
  rough?: number // how many times as much variance a round has as its pairs tell; 1 unless given
}

/**
 * What is believed of the spread between launches before they were seen, on the log scale: Student's t with four
 * degrees of freedom, folded at 0 (Gelman, "Prior distributions for variance parameters in hierarchical models", 2006).
 * Launches of our five apps spread by 0.03 to 0.09; with this scale, errors are what is promised up to 0.1.
 */
const launches = { scale: 0.1, freedom: 4 }
const mostScales = 4
const gridSize = 40
const negligible = 1e-7 // beside the weight of the likeliest spread
/** How seldom launches within the prior spread more than they may here. */
const beyondPrior = 0.05
const fewestFreedom = 3

/** A slice with fewer of the latencies that a percentile takes has hardly any of its tail. */
const partOfFewest = 1 / 4
/**
 * Of so few, percentiles of slices vary less than their number lets expect of the round's: by 8 to 14 % of the standard
 * deviation, of four times as many by 2 to 7 % (p95 and p99, exponential and lognormal latencies).
 */
const roughness = 0.3

/**
 * Pairs of slices; where one of them has too few responses for the metric, pairs of halves of a round. It goes by their
 * number alone, before a ratio is seen.
 *
 * @returns of each round; null: it took no turns, or they had too few responses for that metric
 */
export function pairsOf(runs: readonly Run[], others: readonly Run[], metric: Metric): (Pairs | null)[] {
  const [slices, halves] = (['inSlices', 'inHalves'] as const).map((parts) =>
    runs.map((run, i) => pairsIn(parts, run, others[i], metric))
  )
  return slices.includes(null) && !halves.includes(null) ? halves : slices
}

function pairsIn(parts: 'inSlices' | 'inHalves', run: Run, other: Run, metric: Metric): Pairs | null {
  const both = [run, other]
  const sign = metricFacts[metric].better === 'lower' ? -1 : 1
  const fewest = partOfFewest * metricFacts[metric].fewestLatencies
  const [logs, beside] = both.map((one) => {
    const values = one[parts]?.[metric] ?? []
    const isEnough = one.counted.latencies >= fewest * values.length && values.every((value) => value > 0)
    return isEnough ? values.map((value) => sign * Math.log(value)) : []
  })
  const seconds = run.loadSeconds / logs.length
  // A pass counts in each part by its time there: of longer ones, parts tell nearly the same.
  const isShared = metric === 'throughput' && both.some(({ passes }) => (passes?.seconds ?? 0) > seconds)
  if (logs.length === 0 || logs.length !== beside.length || isShared) return null
  const latencies = lowest(both, ({ counted }) => counted.latencies) / logs.length
  return {
    logs: logs.map((log, at) => log - beside[at]),
    seconds,
    rough: 1 + (fewest === 0 ? 0 : roughness * (fewest / latencies))
  }
}

/**
 * The variance of each round's log ratio that its pairs explain: what they differ by, over their number, in proportion
 * to 1 / seconds.
 *
 * @param rounds null: it took no turns, or nothing was answered in one of them
 * @param least standard deviation of a round that is believed
 * @returns null: there are too few pairs to tell
 */
export function varianceByPairs(rounds: readonly (Pairs | null)[], least: number) {
  const known = rounds.filter((round) => round !== null)
  const freedom = sumBy(known, ({ logs }) => logs.length - 1)
  if (known.length < rounds.length || freedom < fewestFreedom) return null
  const perSecond =
    sumBy(known, ({ logs, seconds }) => {
      const middle = mean(logs)
      return seconds * sumBy(logs, (log) => (log - middle) ** 2)
    }) / freedom
  return known.map(({ logs, seconds, rough = 1 }) =>
    Math.max(least ** 2, (rough * perSecond) / (seconds * logs.length))
  )
}

/**
 * The mean of all rounds and its interval, where the variance of a round is that of its launch and that of its pairs.
 * The second is known by many pairs; the first lies between the prior and what the rounds show: the mean's posterior is
 * a mixture of normal distributions over a grid of spreads between launches.
 *
 * @param logRatios of each round, at least 3
 * @param ofPairs the variance of each that its pairs explain
 * @param tail probability on each side
 * @returns null: the rounds differ by more than the prior allows, so that they alone must tell
 */
export function pairsInterval(logRatios: readonly number[], ofPairs: readonly number[], tail: number) {
  if (isBeyondPrior(logRatios, ofPairs)) return null
  const parts = Array.from({ length: gridSize }, (_, i) => {
    const step = (i + 0.5) / gridSize
    // Squared: closer where most of the prior is.
    return partOf(mostScales * launches.scale * step ** 2, step, { logRatios, ofPairs })
  })
  const largest = highest(parts, ({ log }) => log)
  const weighed = parts
    .map((part) => ({ ...part, weight: Math.exp(part.log - largest) }))
    .filter(({ weight }) => weight > negligible)
  const all = sumBy(weighed, ({ weight }) => weight)
  const centre = sumBy(weighed, (part) => part.weight * part.centre) / all
  const beyond = (halfWidth: number) =>
    sumBy(weighed, ({ weight, spread, centre: own }) => {
      const [below, above] = [centre - halfWidth - own, own - centre - halfWidth]
      return (weight / 2) * (normalBelow(below / spread) + normalBelow(above / spread))
    }) / all
  return {
    centre,
    halfWidth: whereItIs(
      tail,
      beyond,
      highest(weighed, ({ spread }) => spread)
    )
  }
}

/** @returns where a function that falls has that value, a probability, to a millionth of the scale */
function whereItIs(value: number, falls: (at: number) => number, scale: number) {
  // The logarithm of a tail is nearly a parabola: steps along its chord are few (Illinois' rule of false position).
  const of = (at: number) => Math.log(falls(at) / value)
  let [low, high] = [
    { at: 0, value: of(0) },
    { at: 6 * scale, value: of(6 * scale) }
  ]
  while (high.value > 0) high = { at: 2 * high.at, value: of(2 * high.at) }
  while (high.at - low.at > 1e-6 * scale) {
    const at = low.at + ((high.at - low.at) * low.value) / (low.value - high.value)
    const here = { at, value: of(at) }
    if (Math.abs(here.value) < 1e-6) return at
    if (here.value > 0) [low, high] = [here, { ...high, value: high.value / 2 }]
    else [low, high] = [{ ...low, value: low.value / 2 }, here]
  }
  return high.at
}

/** @param step by which the grid is wider there. @returns log: of the weight of that spread, the mean integrated out */
function partOf(
  between: number,
  step: number,
  { logRatios, ofPairs }: Record<'logRatios' | 'ofPairs', readonly number[]>
) {
  const precisions = ofPairs.map((variance) => 1 / (between ** 2 + variance))
  const all = sum(precisions)
  const centre = sumBy(precisions, (precision, i) => precision * logRatios[i]) / all
  const { scale, freedom } = launches
  const ofPrior = (-(freedom + 1) / 2) * Math.log(1 + (between / scale) ** 2 / freedom)
  const ofRounds = sumBy(precisions, (precision, i) => Math.log(precision) - precision * (logRatios[i] - centre) ** 2)
  return { centre, spread: 1 / Math.sqrt(all), log: ofPrior + Math.log(step) + (ofRounds - Math.log(all)) / 2 }
}

function isBeyondPrior(logRatios: readonly number[], ofPairs: readonly number[]) {
  const middle = mean(logRatios)
  const squares = sumBy(logRatios, (log, i) => (log - middle) ** 2 / (launches.scale ** 2 + ofPairs[i]))
  return squares > chiSquareQuantile(1 - beyondPrior, logRatios.length - 1)
}

/** @returns as many values around 0 as rounds would have, with that standard deviation, as even as normal ones are */
export function typicalRounds(count: number, spread: number) {
  const scores = Array.from({ length: count }, (_, i) => normalQuantile((i + 0.5) / count))
  const own = Math.sqrt(sumBy(scores, (score) => score ** 2) / (count - 1))
  return scores.map((score) => (spread * score) / own)
}
