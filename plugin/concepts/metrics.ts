import { foundIn, questionLimitFacts, questionMetrics, type QuestionReading } from '../questions/concepts-codes.ts'
import type { Range } from './figures.ts'

/** A value over all rounds: the geometric mean of the rounds' values, and its confidence interval. */
export interface Ranged {
  value: number
  interval: Range
}

/** Time to first byte, in ms. */
export interface LatencySummary extends Record<Percentile, number> {
  mean: number
  min: number
  max: number
  around?: Partial<Record<Percentile, number[]>> // see aroundOf; left out: metered
}

/** All that is known of a metric. */
interface MetricFacts {
  title: string // above a column
  heading: string // above a chart
  place: string // in a sentence: where a speedup is
  what: string // in the description of an option
  unit: 'ms' | 'responses/s' | 'as searched'
  better: 'lower' | 'higher'
  /**
   * Of a run. Of fewer than the fewest, a handful decides: bias is above 5 %, or intervals miss too often. Of fewer
   * than enough, it is rough, and its interval says so. By simulation: test/statistics/percentiles-simulated.test.ts
   */
  fewestLatencies: number
  enoughLatencies: number
  // whether it stands in results whose runs have fewer; searched: alone, where it was searched for
  isTold: 'always' | 'with enough latencies' | 'searched'
}

/** What has a speedup. All lists of metrics follow from this table: a new metric is a row. */
export const metricFacts = {
  p50: latency('p50', 'the median latency', [0, 0]),
  p95: latency('p95', 'the 95th percentile of latency', [100, 200]),
  p99: latency('p99', 'the 99th percentile of latency', [300, 1000]),
  'p99.9': latency('p99.9', 'the 99.9th percentile of latency', [10_000, 10_000], 'with enough latencies'),
  throughput: {
    title: 'Throughput',
    heading: 'throughput',
    place: 'in throughput',
    what: 'the responses per second',
    unit: 'responses/s',
    better: 'higher',
    fewestLatencies: 0,
    enoughLatencies: 0,
    isTold: 'always'
  },
  ...questionMetrics
} as const satisfies Record<string, MetricFacts>

export type Metric = keyof typeof metricFacts

export type Percentile = Exclude<Metric, 'throughput' | keyof typeof questionMetrics>

export const metrics = Object.keys(metricFacts) as Metric[]

/**
 * What a variant may have an absolute limit of: percentiles in ms at most, responses per second at least, the share of
 * failed requests at most.
 */
export const limitMetrics = [...metrics, 'errorRate'] as const

/** What is no metric, and may have a limit: the most that is allowed, and how it is told. */
export const otherLimits = { errorRate: { name: 'error rate', unit: ' %', scale: 100 }, ...questionLimitFacts } as const

export type LimitMetric = Metric | keyof typeof otherLimits

export const percentiles = metrics.filter((metric) => metricFacts[metric].unit === 'ms') as Percentile[]

/** Those of few responses of a run. */
export const tailPercentiles = percentiles.filter((percentile) => metricFacts[percentile].fewestLatencies > 0)

/** @returns how many of them to plan for, so that a run which is slower than the last one has them, too */
export const withSpare = (latencies: number) => 1.1 * latencies

/** Those that a question searches for, by loads that it chooses. */
export const isOfSearch = (metric: string) => metric in questionMetrics
export const searchedMetrics = metrics.filter(isOfSearch)

/** Those that a comparison goes on for, where nothing is demanded. */
export const usuallyTold: readonly Metric[] = ['p95', 'throughput']

/** The metric that a sentence is about: the first of these with a verdict. */
export const tellingOrder: readonly Metric[] = [
  'p95',
  ...metrics.filter((metric) => !['p95', 'p50', 'throughput'].includes(metric)),
  'p50',
  'throughput'
] // one that was searched for is told alone

function latency(
  name: string,
  what: string,
  [fewestLatencies, enoughLatencies]: [number, number],
  isTold: MetricFacts['isTold'] = 'always'
) {
  return {
    title: name,
    heading: `${name} latency`,
    place: `at ${name}`,
    what,
    unit: 'ms',
    better: 'lower',
    fewestLatencies,
    enoughLatencies,
    isTold
  } as const
}

/** @returns from 0 to 1 */
export function probabilityOf(percentile: Percentile) {
  // Rounded: 99.9 / 100 is a little more than 0.999.
  return Number((Number(percentile.slice(1)) / 100).toFixed(6))
}

/** @returns two probabilities below that percentile, and two above it, between which most samples have it */
export const aroundOf = (percentile: Percentile) => {
  const at = probabilityOf(percentile)
  const beyond = Math.min(0.125, 1 - at)
  return [-0.8, -0.4, 0.4, 0.8].map((part) => at + part * beyond)
}

/** Those that stand in every result. */
const commonMetrics = metrics.filter((metric) => metricFacts[metric].isTold === 'always')

export const commonPercentiles = percentiles.filter((percentile) => commonMetrics.includes(percentile))

/** @returns the name in Artillery's metrics, which knows letters and digits only */
export const artilleryName = (metric: Metric) => metric.replace('.', '')

/** What of a run its metrics are taken from. */
interface Measured extends QuestionReading {
  latencyMs: LatencySummary | null
  throughputPerSecond: number
  counted: { latencies: number }
}

const ofSearch = (run: Measured) => foundIn(run) !== null

/** @returns whether each run has latencies enough for it */
export function isTold(metric: Metric, runs: readonly Measured[]) {
  const { isTold: when, fewestLatencies }: MetricFacts = metricFacts[metric]
  if (when === 'searched' || runs.some(ofSearch)) return when === 'searched' && runs.every(ofSearch)
  return when === 'always' || runs.every((run) => run.latencyMs !== null && run.counted.latencies >= fewestLatencies)
}

/**
 * @returns whether each run has a value of it: under a load that is more than the app can do, there may be no response
 * that counts
 */
export const isMeasured = (metric: Metric, runs: readonly Measured[]) =>
  metricFacts[metric].unit !== 'ms' || runs.every(({ latencyMs }) => latencyMs !== null)

// These stand for 0, which has no logarithm: no response at all, and a latency that was too short to be told from none.
export const leastPerSecond = 0.01
export const resolutionMs = 0.001 // of what is recorded

/**
 * @param run in which it is measured
 * @returns in the metric's unit
 */
export function valueOf(run: Measured, metric: Metric) {
  if (isOfSearch(metric)) return foundIn(run) ?? NaN
  if (metric === 'throughput') return Math.max(leastPerSecond, run.throughputPerSecond)
  return Math.max(resolutionMs, (run.latencyMs as LatencySummary)[metric as Percentile])
}

/** @returns above 1 when the candidate is better */
export const speedupOf = (metric: Metric, baseline: number, candidate: number) =>
  metricFacts[metric].better === 'higher' ? candidate / baseline : baseline / candidate

export const ofPercentiles = <T>(valueOf: (percentile: Percentile) => T) =>
  Object.fromEntries(percentiles.map((each) => [each, valueOf(each)])) as Record<Percentile, T>

/** @param valueAt in ms */
export const summaryOf = (
  valueAt: (percentile: Percentile) => number,
  others: { mean: number; min: number; max: number }
): LatencySummary => ({ ...ofPercentiles(valueAt), ...others })

/** @returns the metrics of a table's columns: those of every result, and those that one of these has */
export const columnsOf = (estimates: readonly { metric: Metric }[]): Metric[] =>
  metrics.filter(
    (metric) =>
      (commonMetrics.includes(metric) && !estimates.some((estimate) => isOfSearch(estimate.metric))) ||
      estimates.some((estimate) => estimate.metric === metric)
  )
