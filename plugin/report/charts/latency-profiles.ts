import type { RunDetail } from '../../vocabulary.ts'
import type { Look } from '../palette.ts'

/** A curve over percentiles, and how far its rounds are apart. */
export interface Profile {
  name: string // of the variant
  look: Look
  points: ProfilePoint[]
}

export interface ProfilePoint {
  probability: number
  value: number // geometric mean of the rounds: ms, or a speedup
  least: number // of the rounds
  most: number // of the rounds
}

interface Variants {
  names: readonly string[]
  baseline: string
  lookOf: (name: string) => Look
}

/**
 * @param details with responses that count
 * @returns in ms, of every variant that was seen
 */
export function latencyProfiles({ names, lookOf }: Variants, details: readonly RunDetail[], probabilities: readonly number[]): Profile[] {
  return names.flatMap((name) => {
    const rounds = details.filter(({ run }) => run.variant === name)
    if (rounds.length === 0) return []
    return [{ name, look: lookOf(name), points: probabilities.map((probability) => pointOf(probability, rounds.map((detail) => latencyAt(detail, probability)))) }]
  })
}

/**
 * @param details with responses that count
 * @returns speedups, of every candidate that was seen in a round with the baseline
 */
export function speedupProfiles({ names, baseline, lookOf }: Variants, details: readonly RunDetail[], probabilities: readonly number[]): Profile[] {
  return names.filter((name) => name !== baseline).flatMap((name) => {
    const pairs = details.filter(({ run }) => run.variant === name).flatMap((candidate) => {
      const before = details.find(({ run }) => run.variant === baseline && run.round === candidate.run.round)
      return before === undefined ? [] : [{ before, candidate }]
    })
    const points = probabilities.flatMap((probability) => {
      const speedups = pairs.map(({ before, candidate }) => latencyAt(before, probability) / latencyAt(candidate, probability))
      const real = speedups.filter((speedup) => speedup > 0 && Number.isFinite(speedup))
      return real.length === 0 ? [] : [pointOf(probability, real)]
    })
    return points.length === 0 ? [] : [{ name, look: lookOf(name), points }]
  })
}

/**
 * @param probability one of its points'
 * @returns undefined: it has no such point
 */
export function valueAt({ points }: Profile, probability: number): number | undefined {
  return points.find((point) => point.probability === probability)?.value
}

/** @param values of the rounds */
function pointOf(probability: number, values: number[]): ProfilePoint {
  const mean = values.reduce((sum, value) => sum + Math.log(value), 0) / values.length
  return { probability, value: Math.exp(mean), least: Math.min(...values), most: Math.max(...values) }
}

/** What the run itself keeps, so that curves agree with all that is computed from it. */
const kept: Record<number, 'p50' | 'p95' | 'p99'> = { 0.5: 'p50', 0.95: 'p95', 0.99: 'p99' }

/**
 * @param detail with quantiles
 * @returns in ms, interpolated by probability
 */
function latencyAt({ run, quantiles }: RunDetail, probability: number): number {
  if (probability in kept && run.latencyMs !== null) return run.latencyMs[kept[probability]]
  const above = quantiles.findIndex((quantile) => quantile.probability >= probability)
  if (above === 0) return quantiles[0].latencyMs
  if (above < 0) return quantiles[quantiles.length - 1].latencyMs
  const [from, to] = [quantiles[above - 1], quantiles[above]]
  return from.latencyMs + ((to.latencyMs - from.latencyMs) * (probability - from.probability)) / (to.probability - from.probability)
}
