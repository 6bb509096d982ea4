import type { Metric, Ranged } from '../../concepts/metrics.ts'
import type { Positive, Share } from '../../concepts/figures.ts'

/** What the question adds to shapes that are everybody's. */
/** One scenario under several loads. */
export interface CrossoverAdds {
  options: {
    /**
     * factors by which the phases' arrivals are multiplied: the scenarios are compared under each; thresholds apply to
     * 1. With `capacity`: parts of the baseline's capacity
     */
    levels?: number[]
  }
  comparison: {
    /** One entry for each scenario of which at least two loads were compared to their end. */
    crossovers: Crossover[]
  }
}

export const crossover = { options: ['levels'] }
/** The property of a comparison that it adds. */
export const crossoverPart = 'crossovers' satisfies keyof CrossoverAdds['comparison']

export interface Crossover {
  /** Name of the scenario, as written. */
  scenario: string
  /**
   * What the factors multiply: the load as written, or the capacity of the baseline.
   * @enum ["load", "capacity"]
   */
  of: 'load' | Metric
  /** Lowest load first. @minItems 2 */
  levels: CrossoverLevel[]
  /** @minItems 1 */
  candidates: CrossoverCandidate[]
}

export interface CrossoverLevel {
  factor: Positive
  /** Name of its result in scenarios. */
  scenario: string
  /** Requests per second; geometric mean over all runs. */
  offeredPerSecond: Positive
  /** @minItems 2 */
  variants: LevelVariant[]
}

export interface LevelVariant {
  name: string
  /**
   * p95 over all rounds; null: it could not keep up and failed too many requests for its latencies to mean anything.
   */
  p95Ms: Ranged | null
  /** Whether it kept up with the arrival rate. */
  keepsUp: boolean
  /** Responses per second with a status below 400; mean over the runs. */
  answeredPerSecond: number
  /** Of all requests of its runs. */
  errorRate: Share
}

/** Rates are requests per second. */
export interface CrossoverCandidate {
  /** Name of the variant. */
  name: string
  /**
   * The highest load up to which the baseline's p95 is about as good: the one below the first at which the candidate is
   * clearly better; null: none.
   */
  asGoodUpTo: Positive | null
  /**
   * The lowest load from which on the candidate is clearly better (at p95, by 1.2x at least) at every load; null: none.
   */
  betterFrom: Positive | null
  /** One sentence. */
  message: string
}
