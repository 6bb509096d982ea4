import { counted, list, percent } from '../concepts/wording.ts'
import { capacityFigures } from './words/capacity-words.ts'
import { interval, perSecond, ranged, times } from './words/numbers.ts'
import type { Crossover, Sweep, SweepPoint } from '../concepts/load-results.ts'
import type { Ranged } from '../concepts/metrics.ts'
import { estimateOf, type ScenarioResult } from '../concepts/comparison.ts'

/**
 * The figures of numbers of workers and of loads as text, for console, page and Markdown alike. range: the interval;
 * null: it has none
 */
export type Cell = { value: string; range: string | null }

/** What the points of a sweep are, and their unit, also in full. */
export function sweptWords({ unit }: Sweep) {
  if (unit === null) return { what: 'Throughput', unit: 'responses/s', inFull: 'responses per second' }
  return {
    what: 'Capacity',
    ...(unit === '/s' ? { unit: 'users/s', inFull: 'users per second' } : { unit: 'users', inFull: 'users' })
  }
}

/** What a row of a sweep shows beside its number of workers, as `sweepCells`. */
export const sweepColumns = ({ unit }: Sweep): string[] =>
  unit === null
    ? ['Responses/s', 'Speedup', 'p95 (ms)', 'App (MB)', 'A worker (MB)']
    : ['Capacity', 'A worker', 'Speedup', 'App (MB)', unit === '/s' ? 'Users/s a GB' : 'Users a GB']

export function sweepCells(
  { workers, end, throughputPerSecond, speedup, p95Ms, appMegabytes, workerMegabytes }: SweepPoint,
  { unit }: Sweep
): Cell[] {
  const plain = (value: string | null): Cell => ({ value: value ?? 'unknown', range: null })
  const megabytes = (value: number | null) => plain(value?.toFixed(0) ?? null)
  if (unit === null || end === null)
    return [
      ranged(throughputPerSecond),
      timesOf(speedup),
      ranged(p95Ms),
      megabytes(appMegabytes),
      megabytes(workerMegabytes)
    ]
  const { value } = throughputPerSecond
  // Of a bound, nothing that is computed from it is known.
  const [each, perGigabyte] =
    end === 'found'
      ? [perSecond(value / workers), appMegabytes === null ? null : perSecond((1000 * value) / appMegabytes)]
      : [null, null]
  return [
    capacityFigures({ end, capacity: throughputPerSecond }, unit),
    plain(each),
    end === 'found' ? timesOf(speedup) : plain(null),
    megabytes(appMegabytes),
    plain(perGigabyte)
  ]
}

const timesOf = (speedup: Ranged): Cell => ({ value: times(speedup.value), range: interval(speedup.interval) })

/** Sentences beside the recommendation. */
export function sweepRemarks({ law, whyNoLaw, points, cores }: Sweep): string[] {
  if (law === null) return whyNoLaw === null ? [] : [whyNoLaw]
  const left = points.filter(({ isFitted }) => !isFitted).map(({ workers }) => workers)
  if (left.length === 0) return []
  const beyond =
    cores !== null && Math.min(...left) > cores ? `, which are more than the ${counted(cores, 'core')}` : ''
  return [`The law was not fitted to ${list(left.map(String))} workers${beyond}.`]
}

/** Once what is true of all its candidates. */
export const crossoverMessages = ({ candidates }: Crossover): string[] => [
  ...new Set(candidates.map(({ message }) => message))
]

/** What the factors of the loads are, above their column. */
export const loadTitle = ({ of }: Crossover): string => (of === 'capacity' ? 'Of capacity' : 'Load')

/** Whether any variant failed so much that its p95 means nothing. */
export const isAnyoneFailing = ({ levels }: Crossover): boolean =>
  levels.some(({ variants }) => variants.some(({ p95Ms }) => p95Ms === null))

/** Whether any variant could not keep up with the users who came. */
export const isAnyoneBehind = ({ levels }: Crossover): boolean =>
  levels.some(({ variants }) => variants.some(({ keepsUp }) => !keepsUp))

/**
 * The loads of no gain and of gain. Null: one of them is unknown, or there are several candidates, whose zones would
 * cover one another.
 */
export function turnOf({ candidates }: Crossover): { name: string; asGoodUpTo: number; betterFrom: number } | null {
  if (candidates.length !== 1) return null
  const [{ name, asGoodUpTo, betterFrom }] = candidates
  return asGoodUpTo === null || betterFrom === null ? null : { name, asGoodUpTo, betterFrom }
}

/**
 * answered: in place of a p95 that means nothing, such as "98.0/s, 7.9 % failed"; speedup: at p95 over the baseline;
 * null: it is the baseline, or nothing is known; isCarried: whether the measurement carries a verdict on it
 */
export type LevelCell = {
  name: string
  p95Ms: Cell | null
  answered: string
  keepsUp: boolean
  speedup: Cell | null
  isCarried: boolean
}

/**
 * A row for each load of a crossover: its factor, such as "0.5x", and requests per second. Its own results may be among
 * others.
 */
export const levelRows = ({ levels }: Crossover, results: readonly ScenarioResult[]) =>
  levels.map(({ factor, scenario, offeredPerSecond, variants }) => {
    const candidates = results.find((result) => result.scenario === scenario)?.candidates
    const cells = variants.map(({ name, p95Ms, keepsUp, answeredPerSecond, errorRate }): LevelCell => {
      const estimate = estimateOf(
        candidates?.find((candidate) => candidate.name === name),
        'p95'
      )
      const speedup = estimate ? timesOf({ value: estimate.speedup, interval: estimate.interval }) : null
      const answered = `${perSecond(answeredPerSecond)}/s, ${percent(errorRate)} failed`
      return { name, p95Ms: p95Ms && ranged(p95Ms), answered, keepsUp, speedup, isCarried: estimate?.reason === null }
    })
    return { factor: `${factor}x`, offered: perSecond(offeredPerSecond), variants: cells }
  })
