import type {
  CapacityResult,
  CapacityStep,
  VariantCapacity
} from '../../plugin/questions/capacity/concepts/capacity.ts'

/** @param capacity of its variant, which is saturated a quarter above it; below it there is room for 100 ms */
export function aStep(level: number, capacity: number, overrides?: Partial<CapacityStep>): CapacityStep {
  const room = Math.max(0.1, (1.25 * capacity - level) / (0.25 * capacity))
  return {
    round: 1,
    level,
    offered: level * 1.01,
    answeredPerSecond: Math.min(level, 1.25 * capacity),
    latencyMs: { p95: 100 / room },
    errorRate: 0,
    room,
    lateMs: 1.2,
    void: null,
    verdict: level < 0.95 * capacity ? 'pass' : level > 1.05 * capacity ? 'fail' : 'inconclusive',
    ...overrides
  }
}

/** Found in three loads of the search and three rounds. */
export function aVariantCapacity(overrides?: Partial<VariantCapacity>): VariantCapacity {
  const value = overrides?.capacity?.value ?? 200
  return {
    variant: 'single',
    workers: 1,
    end: 'found',
    capacity: { value, interval: [0.94 * value, 1.07 * value] },
    aloneMs: 5,
    costsMore: null,
    falls: null,
    appMegabytes: 80,
    utilization: 0.8,
    steps: [
      ...[0.4, 0.8, 1.3].map((part) => aStep(part * value, value, { round: 0 })),
      ...[0.97, 1.03, 0.98].map((part, i) => aStep(part * value, value, { round: i + 1 }))
    ],
    ...overrides
  }
}

/** Of single, and of clustered, which carries 1.8 times as much. */
export function aCapacityResult(overrides?: Partial<CapacityResult>): CapacityResult {
  return {
    limits: { p95: 100, errorRate: 0.01 },
    unit: '/s',
    wanted: null,
    carriers: null,
    sizes: [],
    cheapest: null,
    variants: [
      aVariantCapacity(),
      aVariantCapacity({ variant: 'clustered', workers: 2, capacity: { value: 360, interval: [345, 372] } })
    ],
    ...overrides
  }
}

/** With limits: of two instances, and of one without a limit of CPU, whose price is therefore not known. */
export function aSizedResult(overrides?: Partial<CapacityResult>): CapacityResult {
  const [perCore, perGigabyte] = [100, 400].map((value) => ({
    value,
    interval: [0.94 * value, 1.07 * value] as [number, number]
  }))
  return aCapacityResult({
    wanted: 150,
    carriers: 'single and clustered carry 150/s within the service level.',
    sizes: [
      { variant: 'single', cores: 2, gigabytes: 0.5, perCore, perGigabyte, price: 0.062 },
      {
        variant: 'clustered',
        cores: null,
        gigabytes: 1,
        perCore: null,
        perGigabyte: { value: 360, interval: [345, 372] },
        price: null
      }
    ],
    cheapest: 'For 150/s: single (price 0.062) is the cheapest that carries it, then clustered (1 GiB).',
    ...overrides
  })
}
