import { aCandidateWith, aScenarioResult } from './results.ts'
import type { ScalingLaw, Sweep, SweepPoint } from '../../plugin/questions/workers/concepts.ts'
import type { Crossover, CrossoverLevel } from '../../plugin/questions/crossover/concepts.ts'
import type { Ranged } from '../../plugin/concepts/metrics.ts'
import type { ScenarioResult } from '../../plugin/concepts/comparison.ts'

/** @param reach of the interval, a ratio */
export const around = (value: number, reach: number = 1.06): Ranged => ({
  value,
  interval: [value / reach, value * reach]
})

/** What the law says of an app that has a little in common between its workers. */
const usual = { lambda: 228, sigma: 0.06, kappa: 0.004 }

/** @returns responses per second */
export const byLaw = (workers: number, { lambda, sigma, kappa }: typeof usual = usual): number =>
  (lambda * workers) / (1 + sigma * (workers - 1) + kappa * workers * (workers - 1))

/** Fitted up to the most workers, without a peak. */
export function aLaw(most: number, overrides?: Partial<ScalingLaw>): ScalingLaw {
  const curve = Array.from({ length: 4 * most - 3 }, (_, i) => {
    const workers = 1 + i / 4
    const throughputPerSecond = byLaw(workers)
    return { workers, throughputPerSecond, interval: around(throughputPerSecond, 1 + 0.02 * workers).interval }
  })
  const [sigma, kappa]: Ranged[] = [
    { value: usual.sigma, interval: [0.0123, 0.1085] },
    { value: usual.kappa, interval: [0, 0.00812] }
  ]
  return { lambda: around(usual.lambda), sigma, kappa, peak: null, curve, ...overrides }
}

export function aSweepPoint(workers: number, overrides?: Partial<SweepPoint>): SweepPoint {
  const throughput = byLaw(workers)
  const [throughputPerSecond, p95Ms, speedup] = [
    around(throughput),
    around(23_400 / throughput, 1.15),
    around(throughput / byLaw(1))
  ]
  const megabytes = { appMegabytes: 52 + 48 * workers, workerMegabytes: 48 }
  return {
    variant: `clustered ${workers}`,
    workers,
    end: null,
    throughputPerSecond,
    p95Ms,
    speedup,
    ...megabytes,
    isFitted: true,
    ...overrides
  }
}

/** @returns of 1, 2, 4 and 8 workers on eight cores */
export function aSweep(overrides?: Partial<Sweep>): Sweep {
  const recommendation = '4 workers: 3.25x for 144 MB more; 8 workers gain nothing measurable on 8 cores.'
  const points = [1, 2, 4, 8].map((workers) => aSweepPoint(workers))
  return {
    name: 'clustered',
    unit: null,
    points,
    cores: 8,
    law: aLaw(8),
    whyNoLaw: null,
    knee: 4,
    recommendation,
    ...overrides
  }
}

/** The same on two cores, where four and eight workers have nothing left to gain, and no law is to be fitted. */
export function aSmallSweep(overrides?: Partial<Sweep>): Sweep {
  const points = [
    [1, 228],
    [2, 380],
    [4, 384],
    [8, 371]
  ].map(([workers, rate]) =>
    aSweepPoint(workers, { throughputPerSecond: around(rate), speedup: around(rate / 228), isFitted: false })
  )
  const whyNoLaw =
    'The Universal Scalability Law needs at least three numbers of workers up to the number of cores, which is 2 here.'
  const recommendation = '2 workers: 1.66x for 48 MB more; 4 workers gain nothing measurable on 2 cores.'
  return aSweep({ points, cores: 2, law: null, whyNoLaw, knee: 2, recommendation, ...overrides })
}

/** p95Ms: of each variant; behind: who could not keep up */
export function aLevel(factor: number, p95Ms: Record<string, number>, behind: string[] = []): CrossoverLevel {
  const variants = Object.entries(p95Ms).map(([name, value]) => ({
    name,
    p95Ms: around(value, 1.1),
    keepsUp: !behind.includes(name),
    answeredPerSecond: 180 * factor,
    errorRate: 0
  }))
  return { factor, scenario: `primes at ${factor}x load`, offeredPerSecond: 180 * factor, variants }
}

/** @returns of single and clustered, which is better from 180 requests per second on */
export function aCrossover(overrides?: Partial<Crossover>): Crossover {
  const message =
    'Up to 144 requests/s single is as good as clustered at p95; from 180 requests/s on clustered is better.'
  return {
    scenario: 'primes',
    of: 'load',
    levels: [
      aLevel(0.5, { single: 11.4, clustered: 11.9 }),
      aLevel(0.8, { single: 19.5, clustered: 16.1 }),
      aLevel(1, { single: 48.2, clustered: 20.3 }),
      aLevel(1.5, { single: 1240, clustered: 35.5 }, ['single'])
    ],
    candidates: [{ name: 'clustered', asGoodUpTo: 144, betterFrom: 180, message }],
    ...overrides
  }
}

/** The same in parts of the capacity, where single fails too much under the highest for its p95 to mean anything. */
export function aFailingCrossover(): Crossover {
  const usual = aCrossover({ of: 'capacity' })
  const failing = { p95Ms: null, answeredPerSecond: 98, errorRate: 0.079 }
  const levels = usual.levels.map((level, i) =>
    i < 3
      ? level
      : {
          ...level,
          variants: level.variants.map((variant) => (variant.keepsUp ? variant : { ...variant, ...failing }))
        }
  )
  return { ...usual, levels }
}

/** @returns of each of its levels, with the p95 that the crossover has; without any where a variant has none */
export function resultsOf({ scenario, levels }: Crossover): ScenarioResult[] {
  return levels.map(({ factor, scenario: name, variants: [baseline, ...candidates] }) => {
    const reason = baseline.keepsUp ? null : ('baseline-saturated' as const)
    const compared = candidates.map((candidate) => {
      const [before, after] = [baseline, candidate].map(({ p95Ms }) => Number(p95Ms?.value))
      const { value: speedup, interval } = around(before / after, 1.2)
      if (baseline.p95Ms === null || candidate.p95Ms === null)
        return {
          ...aCandidateWith([], { name: candidate.name }),
          estimates: aCandidateWith([]).estimates.filter(({ metric }) => metric === 'throughput')
        }
      return aCandidateWith([{ metric: 'p95', baseline: before, candidate: after, speedup, interval, reason }], {
        name: candidate.name
      })
    })
    return aScenarioResult(compared, { scenario: name, baseline: baseline.name, level: { of: scenario, factor } })
  })
}
