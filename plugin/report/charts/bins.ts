import type { Step } from './steps.ts'
import type { TimeBin } from '../../vocabulary.ts'

/**
 * @param seconds of their run
 * @returns p50 between p5 and p95, in ms
 */
export function stepsOf(bins: readonly TimeBin[], seconds: number): Step[] {
  return bins.map(({ fromSeconds, toSeconds, latencyMs }) => {
    const value = latencyMs === null ? null : { low: latencyMs.p5, middle: latencyMs.p50, high: latencyMs.p95 }
    return { from: Math.min(1, fromSeconds / seconds), to: Math.min(1, toSeconds / seconds), value }
  })
}

/** Neighbours in one where there are more than can be told apart: the mean of their percentiles, weighted by requests. */
export function coarser(bins: readonly TimeBin[], most: number): readonly TimeBin[] {
  const together = Math.ceil(bins.length / most)
  if (together <= 1) return bins
  return Array.from({ length: Math.ceil(bins.length / together) }, (_, i) => merge(bins.slice(i * together, (i + 1) * together)))
}

function merge(bins: readonly TimeBin[]): TimeBin {
  const known = bins.flatMap(({ requests, latencyMs }) => (latencyMs === null ? [] : [{ requests, latencyMs }]))
  const mean = (of: 'p5' | 'p50' | 'p95') =>
    known.reduce((total, { requests, latencyMs }) => total + requests * latencyMs[of], 0) / total(known, 'requests')
  return {
    fromSeconds: bins[0].fromSeconds,
    toSeconds: bins[bins.length - 1].toSeconds,
    requests: total(bins, 'requests'),
    failures: total(bins, 'failures'),
    latencyMs: known.length === 0 ? null : { p5: mean('p5'), p50: mean('p50'), p95: mean('p95') }
  }
}

export function total<Key extends string>(bins: readonly Record<Key, number>[], of: Key): number {
  return bins.reduce((sum, bin) => sum + bin[of], 0)
}
