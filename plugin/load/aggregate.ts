import { readFileSync } from 'node:fs'
import { SpeedupError } from '../errors.ts'
import { countsAfter, countUsers } from './count-users.ts'
import type { LatencySummary } from '../vocabulary.ts'

/**
 * The metrics of a whole run, as Artillery writes them with --output. Percentiles are those of a DDSketch, up to 1 % off;
 * times are milliseconds since 1970 by the clock of whoever made the load.
 */
export interface Aggregate {
  count: (name: string) => number // of a counter, 0 where nobody counted
  countsAfter: (prefix: string) => Record<string, number> // the counters whose names begin so, by the rest of their names
  summary: (name: string) => Summary | undefined // of a histogram
  latencies: (name: string, perMs: number) => MeteredLatencies // a histogram of them; perMs: its units in a millisecond
  outcome: ReturnType<typeof countUsers>
  firstMetricAt: number
  lastMetricAt: number
}

type Summary = { count: number, min: number, max: number, mean: number, p50: number, p95: number, p99: number }

export type MeteredLatencies = { count: number, latencyMs: LatencySummary | null }

/** @throws SpeedupError GENERATOR_FAILED */
export function readAggregate(file: string): Aggregate {
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

function parse(file: string): { counters: Record<string, number>, summaries: Record<string, Summary>, firstMetricAt?: number, lastMetricAt?: number } {
  try {
    const { counters, summaries, ...times } = JSON.parse(readFileSync(file, 'utf8')).aggregate
    return { counters: { ...counters }, summaries: { ...summaries }, ...times }
  } catch (error) {
    const reason = (error as Error).message
    throw new SpeedupError('GENERATOR_FAILED', `The load generator left no metrics in the file that Artillery was to write with --output (${reason}). Run its command by hand with --output to see why.`)
  }
}

function latenciesOf(summary: Summary | undefined, perMs: number): MeteredLatencies {
  if (summary === undefined) return { count: 0, latencyMs: null }
  const { count, p50, p95, p99, mean, min, max } = summary
  const ms = (value: number) => Math.round((value / perMs) * 1e4) / 1e4
  return { count, latencyMs: { p50: ms(p50), p95: ms(p95), p99: ms(p99), mean: ms(mean), min: ms(min), max: ms(max) } }
}
