import { counted, list } from '../concepts/wording.ts'
import { interval, perSecond, ranged, times } from './words/numbers.ts'
import { estimateOf } from './words/sentences.ts'
import type { Crossover, Ranged, Sweep, SweepPoint } from '../concepts/load-results.ts'
import type { ScenarioResult } from '../concepts/comparison.ts'

/** The figures of numbers of workers and of loads as text, for console, page and Markdown alike. range: the interval; null: it has none */
export type Cell = { value: string, range: string | null }

/** What a row of a sweep shows beside its number of workers, as `sweepCells`. */
export const sweepColumns = ['Responses/s', 'Speedup', 'p95 (ms)', 'App (MB)', 'A worker (MB)']

export function sweepCells({ throughputPerSecond, speedup, p95Ms, appMegabytes, workerMegabytes }: SweepPoint): Cell[] {
  const megabytes = (value: number | null) => ({ value: value === null ? 'unknown' : value.toFixed(0), range: null })
  return [ranged(throughputPerSecond), timesOf(speedup), ranged(p95Ms), megabytes(appMegabytes), megabytes(workerMegabytes)]
}

const timesOf = (speedup: Ranged): Cell => ({ value: times(speedup.value), range: interval(speedup.interval) })

/** Sentences beside the recommendation. */
export function sweepRemarks({ law, whyNoLaw, points, cores }: Sweep): string[] {
  if (law === null) return whyNoLaw === null ? [] : [whyNoLaw]
  const left = points.filter(({ isFitted }) => !isFitted).map(({ workers }) => workers)
  if (left.length === 0) return []
  const beyond = cores !== null && Math.min(...left) > cores ? `, which are more than the ${counted(cores, 'core')}` : ''
  return [`The law was not fitted to ${list(left.map(String))} workers${beyond}.`]
}

/** Once what is true of all its candidates. */
export const crossoverMessages = ({ candidates }: Crossover): string[] => [...new Set(candidates.map(({ message }) => message))]

/** Whether any variant could not keep up with the users who came. */
export const isAnyoneBehind = ({ levels }: Crossover): boolean => levels.some(({ variants }) => variants.some(({ keepsUp }) => !keepsUp))

/** The loads of no gain and of gain. Null: one of them is unknown, or there are several candidates, whose zones would cover one another. */
export function turnOf({ candidates }: Crossover): { name: string, asGoodUpTo: number, betterFrom: number } | null {
  if (candidates.length !== 1) return null
  const [{ name, asGoodUpTo, betterFrom }] = candidates
  return asGoodUpTo === null || betterFrom === null ? null : { name, asGoodUpTo, betterFrom }
}

/** speedup: at p95 over the baseline; null: it is the baseline, or nothing is known; isCarried: whether the measurement carries a verdict on it */
export type LevelCell = { name: string, p95Ms: Cell, keepsUp: boolean, speedup: Cell | null, isCarried: boolean }

/** A row for each load of a crossover: its factor, such as "0.5x", and requests per second. Its own results may be among others. */
export function levelRows({ levels }: Crossover, results: readonly ScenarioResult[]) {
  return levels.map(({ factor, scenario, offeredPerSecond, variants }) => {
    const candidates = results.find((result) => result.scenario === scenario)?.candidates
    const cells = variants.map(({ name, p95Ms, keepsUp }): LevelCell => {
      const estimate = estimateOf(candidates?.find((candidate) => candidate.name === name), 'p95')
      const speedup = estimate ? timesOf({ value: estimate.speedup, interval: estimate.interval }) : null
      return { name, p95Ms: ranged(p95Ms), keepsUp, speedup, isCarried: estimate?.reason === null }
    })
    return { factor: `${factor}x`, offered: perSecond(offeredPerSecond), variants: cells }
  })
}
