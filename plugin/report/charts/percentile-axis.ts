/** An axis of percentiles that gives each decade of the tail the same room: x = -log10(1 - p). */
export interface PercentileAxis {
  part: (probability: number) => number // of the axis, from 0 to 1
  /** isMinor: to be left out where there is little room */
  ticks: { probability: number, part: number, label: string, isMinor: boolean }[]
  probabilities: number[] // close enough for smooth curves, p50, p95 and p99 among them
  thinFrom: number // part of the axis from where the smallest round has fewer than 10 responses beyond
}

/** The percentiles that have marks, estimates and thresholds. */
export const markedPercentiles = [
  { metric: 'p50', probability: 0.5 },
  { metric: 'p95', probability: 0.95 },
  { metric: 'p99', probability: 0.99 }
] as const

const ticks = [
  { probability: 0, label: 'min', isMinor: true },
  { probability: 0.5, label: 'p50', isMinor: false },
  { probability: 0.75, label: 'p75', isMinor: true },
  { probability: 0.9, label: 'p90', isMinor: true },
  { probability: 0.95, label: 'p95', isMinor: false },
  { probability: 0.99, label: 'p99', isMinor: false },
  { probability: 0.999, label: 'p99.9', isMinor: false }
]

/** Decades of the tail: p99 always has its place, and p99.9 is the last, as far as quantiles are known exactly. */
const [shortest, longest] = [2.05, 3]
const steps = 120

/** @param counts responses that count in each round, at least one */
export function percentileAxis(counts: readonly number[]): PercentileAxis {
  const end = Math.min(longest, Math.max(shortest, Math.log10(Math.max(...counts))))
  const part = (probability: number) => Math.min(1, tailOf(probability) / end)
  const smooth = Array.from({ length: steps + 1 }, (_, i) => 1 - 10 ** (-end * (i / steps)))
  return {
    part,
    ticks: ticks.filter(({ probability }) => tailOf(probability) <= end).map((tick) => ({ ...tick, part: part(tick.probability) })),
    probabilities: [...smooth, ...markedPercentiles.map(({ probability }) => probability)].sort((a, b) => a - b),
    thinFrom: Math.min(1, Math.max(0, Math.log10(Math.min(...counts) / 10)) / end)
  }
}

function tailOf(probability: number) {
  // Rounded, so that p99.9 is exactly three decades.
  return Number((-Math.log10(1 - probability)).toFixed(9))
}
