import { readFileSync } from 'node:fs'
import { SpeedupError } from '../errors.js'
import { countsAfter, countUsers } from './count-users.js'
/** @import { LatencySummary } from '../vocabulary.js' */

/**
 * The metrics of a whole run, as Artillery writes them with --output. Percentiles are those of a DDSketch, up to 1 % off;
 * times are milliseconds since 1970 by the clock of whoever made the load.
 *
 * @typedef {object} Aggregate
 * @property {(name: string) => number} count of a counter, 0 where nobody counted
 * @property {(prefix: string) => Record<string, number>} countsAfter the counters whose names begin so, by the rest of
 *   their names
 * @property {(name: string) => Summary | undefined} summary of a histogram
 * @property {(name: string, perMs: number) => MeteredLatencies} latencies a histogram of them; perMs: its units in a
 *   millisecond
 * @property {ReturnType<typeof countUsers>} outcome
 * @property {number} firstMetricAt
 * @property {number} lastMetricAt
 *
 * @typedef {{ count: number, min: number, max: number, mean: number, p50: number, p95: number, p99: number }} Summary
 * @typedef {{ count: number, latencyMs: LatencySummary | null }} MeteredLatencies
 */

/**
 * @param {string} file
 * @returns {Aggregate}
 * @throws {SpeedupError} GENERATOR_FAILED
 */
export function readAggregate(file) {
  const { counters, summaries, firstMetricAt = 0, lastMetricAt = 0 } = parse(file)
  return {
    count: (name) => counters[name] ?? 0,
    countsAfter: (prefix) => countsAfter(counters, prefix),
    summary: (name) => summaries[name],
    latencies: (name, perMs) => latenciesOf(summaries[name], perMs),
    outcome: countUsers(counters, summaries),
    firstMetricAt,
    lastMetricAt
  }
}

/**
 * @param {string} file
 * @returns {{ counters: Record<string, number>, summaries: Record<string, Summary>, firstMetricAt?: number, lastMetricAt?: number }}
 */
function parse(file) {
  try {
    const { counters, summaries, ...times } = JSON.parse(readFileSync(file, 'utf8')).aggregate
    return { counters: { ...counters }, summaries: { ...summaries }, ...times }
  } catch (error) {
    const reason = /** @type {Error} */ (error).message
    throw new SpeedupError('GENERATOR_FAILED', `The load generator left no metrics in the file that Artillery was to write with --output (${reason}). Run its command by hand with --output to see why.`)
  }
}

/**
 * @param {Summary | undefined} summary
 * @param {number} perMs
 * @returns {MeteredLatencies}
 */
function latenciesOf(summary, perMs) {
  if (summary === undefined) return { count: 0, latencyMs: null }
  const { count, p50, p95, p99, mean, min, max } = summary
  const ms = (/** @type {number} */ value) => Math.round((value / perMs) * 1e4) / 1e4
  return { count, latencyMs: { p50: ms(p50), p95: ms(p95), p99: ms(p99), mean: ms(mean), min: ms(min), max: ms(max) } }
}
