import type { Metric, Ranged } from '../../concepts/metrics.ts'

/** What the question adds to shapes that are everybody's. */
export interface CrossoverAdds {
  options: {
    /**
     * factors by which the phases' arrivals are multiplied: the scenarios are compared under each; thresholds apply to 1.
     * With `capacity`: parts of the baseline's capacity
     */
    levels?: number[]
  }
  comparison: { crossovers: Crossover[] }
}

export const crossover = { options: ['levels'] }
/** The property of a comparison that it adds. */
export const crossoverPart = 'crossovers' satisfies keyof CrossoverAdds['comparison']

export interface Crossover {
  scenario: string // as it was written
  of: 'load' | Metric // what the factors multiply: the load as written, or what was found of the baseline
  levels: CrossoverLevel[] // least load first
  candidates: CrossoverCandidate[]
}

export interface CrossoverLevel {
  factor: number
  scenario: string // the name of its result
  offeredPerSecond: number // requests, geometric mean over all runs
  variants: LevelVariant[]
}

export interface LevelVariant {
  name: string
  p95Ms: Ranged | null // null: it failed too much for it to mean anything
  keepsUp: boolean // with the users who came
  answeredPerSecond: number // below status 400; mean over its runs
  errorRate: number // of all requests of its runs
}

/** Rates are requests per second. */
export interface CrossoverCandidate {
  name: string
  // the largest load below the first at which the candidate's p95 is clearly better; null: none was
  asGoodUpTo: number | null
  betterFrom: number | null // the candidate is clearly better at this load and each larger one; null: at none
  message: string // one sentence
}
