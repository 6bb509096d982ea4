import { counted, list } from '../concepts/wording.ts'
import { interval, perSecond, ranged, times } from './words/numbers.ts'
import type { Crossover, CrossoverLevel, Sweep, SweepPoint } from '../concepts/load-results.ts'
import type { Estimate, ScenarioResult } from '../concepts/comparison.ts'

/** The figures of numbers of workers and of loads as text, for console, page and Markdown alike. */
export interface Cell {
  value: string
  range: string | null // its interval; null: it has none
}

/** What a row of a sweep tells beside its number of workers. */
export const sweepColumns = ['Responses/s', 'Speedup', 'p95 (ms)', 'App (MB)', 'A worker (MB)']

/** One for each of `sweepColumns`. */
export function sweepCells({ throughputPerSecond, speedup, p95Ms, appMegabytes, workerMegabytes }: SweepPoint): Cell[] {
  const megabytes = (value: number | null) => ({ value: value === null ? 'unknown' : value.toFixed(0), range: null })
  return [
    ranged(throughputPerSecond),
    { value: times(speedup.value), range: interval(speedup.interval) },
    ranged(p95Ms),
    megabytes(appMegabytes),
    megabytes(workerMegabytes)
  ]
}

/** What there is to know beside its recommendation, in sentences. */
export function sweepRemarks({ law, whyNoLaw, points, cores }: Sweep): string[] {
  if (law === null) return whyNoLaw === null ? [] : [whyNoLaw]
  const left = points.filter(({ isFitted }) => !isFitted).map(({ workers }) => workers)
  if (left.length === 0) return []
  const beyond = cores !== null && Math.min(...left) > cores ? `, which are more than the ${counted(cores, 'core')}` : ''
  return [`The law was not fitted to ${list(left.map(String))} workers${beyond}.`]
}

/** What is true of all its candidates only once. */
export function crossoverMessages({ candidates }: Crossover): string[] {
  return [...new Set(candidates.map(({ message }) => message))]
}

/** Whether anyone could not keep up with the users who came. */
export function isAnyoneBehind({ levels }: Crossover): boolean {
  return levels.some(({ variants }) => variants.some(({ keepsUp }) => !keepsUp))
}

/**
 * Between the largest load at which the candidate gains nothing and the least from which on it pays off. Null: there are
 * no such two, or several candidates, whose zones would cover one another.
 */
export function turnOf({ candidates }: Crossover): { name: string, asGoodUpTo: number, betterFrom: number } | null {
  if (candidates.length !== 1) return null
  const [{ name, asGoodUpTo, betterFrom }] = candidates
  return asGoodUpTo === null || betterFrom === null ? null : { name, asGoodUpTo, betterFrom }
}

/** One load of a crossover. */
interface LevelRow {
  factor: string // such as "0.5x"
  offered: string // requests per second
  variants: LevelCell[]
}

export interface LevelCell {
  name: string // of the variant
  p95Ms: Cell
  keepsUp: boolean
  speedup: Cell | null // at p95 over the baseline; null: it is the baseline, or nothing is known
  isCarried: boolean // whether the measurement carries a verdict on that speedup
}

/** @param results those of its levels among them */
export function levelRows({ levels }: Crossover, results: readonly ScenarioResult[]): LevelRow[] {
  return levels.map((level) => {
    const candidates = results.find(({ scenario }) => scenario === level.scenario)?.candidates ?? []
    const variants = level.variants.map((variant) => {
      const estimates = candidates.find(({ name }) => name === variant.name)?.estimates
      return levelCell(variant, estimates?.find(({ metric }) => metric === 'p95'))
    })
    return { factor: `${level.factor}x`, offered: perSecond(level.offeredPerSecond), variants }
  })
}

function levelCell({ name, p95Ms, keepsUp }: CrossoverLevel['variants'][number], estimate: Estimate | undefined): LevelCell {
  const speedup = estimate === undefined ? null : { value: times(estimate.speedup), range: interval(estimate.interval) }
  return { name, p95Ms: ranged(p95Ms), keepsUp, speedup, isCarried: estimate !== undefined && estimate.reason === null }
}
