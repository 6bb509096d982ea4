import { inspect } from 'node:util'
import { disturbanceKinds, type DisturbanceKind } from '../concepts/disturbances.ts'
import { metrics, type Metric } from '../concepts/metrics.ts'
import { refuse } from '../concepts/errors.ts'
import { capacity, percentage, recoveryTime } from '../settings/option-shapes.ts'
import { secondsOf } from '../settings/phases.ts'
import { isMap, shareOf, suggest, type Shape } from '../settings/shapes.ts'
import { brief } from './subject.ts'
import type { CapacityLevel } from '../concepts/options.ts'
import type { LevelDemand } from './judge-capacity.ts'
import type { SpreadDemand } from './judges.ts'

// Reads the options of assertions. A wrong one throws a SpeedupError INVALID_SETTINGS.

export type FasterOptions = { at?: Metric; by?: number }

export function readFaster(options: unknown, assertion: string) {
  const { at, by } = readOptions(options, assertion, { at: 'p95', by: 1.3 })
  return { metric: optional(readMetric, at, `${assertion}.at`), least: optional(readSpeedup, by, `${assertion}.by`) }
}

type Bound<T> = { atLeast?: T; below?: undefined } | { below: T; atLeast?: undefined }
export type BoundOptions = Bound<number>
export type LevelOptions = Bound<CapacityLevel>

/** @returns least: left out, the comparison declares it; isDenied: the speedup is to lie below */
export const readBound = (metric: unknown, options: unknown, assertion: string) => ({
  ...boundOf(options, assertion, readSpeedup, 1.3),
  metric: readMetric(metric, `The metric of ${assertion}`)
})

/** The same of a capacity. */
export const readLevelBound = (options: unknown, assertion: string) => boundOf(options, assertion, readLevel, '300/s')

function boundOf<T>(options: unknown, assertion: string, read: (value: unknown, name: string) => T, example: unknown) {
  const { atLeast, below } = readOptions(options, assertion, { atLeast: example }, ['atLeast', 'below'])
  if (atLeast !== undefined && below !== undefined) refuse(`${assertion} takes atLeast or below, not both.`)
  const isDenied = below !== undefined
  return {
    least: isDenied ? read(below, `${assertion}.below`) : optional(read, atLeast, `${assertion}.atLeast`),
    isDenied
  }
}

/** over: exactly that many workers; evenly: true stands for the fairness that the comparison declares */
export type SpreadOptions = { over?: number; atLeast?: number; evenly?: number | true }

/** @returns at least one of the two */
export function readSpread(
  options: unknown,
  assertion: string
): { demand: SpreadDemand | undefined; evenly: number | true | undefined } {
  const { over, atLeast, evenly } = readOptions(options, assertion, { over: 4, evenly: 0.8 }, [
    'over',
    'atLeast',
    'evenly'
  ])
  if (over !== undefined && atLeast !== undefined)
    refuse(`${assertion} takes over (exactly so many workers) or atLeast, not both.`)
  const [word, count] = over === undefined ? ['atLeast', atLeast] : ['over', over]
  if (count === undefined && evenly === undefined) refuse(`${assertion} needs over, atLeast or evenly.`)
  return {
    demand: optional(
      (value, name) => ({ count: readCount(value, name), orMore: word === 'atLeast' }),
      count,
      `${assertion}.${word}`
    ),
    evenly: evenly === true || optional(readFairness, evenly, `${assertion}.evenly`)
  }
}

/**
 * What is required of losses. most: left out, the comparison declares it; after: only those of one kind of disturbance.
 */
export type LossDemand = { limit: keyof typeof readMost; most?: number | undefined; after?: DisturbanceKind }
export type AfterOptions = Pick<LossDemand, 'after'>

/** @returns undefined: nothing was given, so that what the comparison declares counts */
export const optional = <T>(read: (value: unknown, name: string) => T, value: unknown, name: string): T | undefined =>
  value === undefined ? undefined : read(value, name)

/** As values of a method: `.atMost('0%', { after: 'reload' })`. */
export function readLoss(limit: LossDemand['limit'], word: string, [value, options]: unknown[]): LossDemand {
  const { after } = readOptions(options, word, { after: 'reload' })
  return { limit, most: optional(readMost[limit], value, `The value of ${word}`), ...readAfter(after, word) }
}

/** As options: `assertLosses(comparison, { atMost: '0%', after: 'reload' })`. */
export function readLossOptions(limit: LossDemand['limit'], options: unknown, assertion: string): LossDemand {
  const [word, example] = limit === 'lost' ? ['atMost', '0%'] : ['within', '1s']
  const { [word]: value, after } = readOptions(options, assertion, { [word]: example, after: 'reload' })
  return { limit, most: optional(readMost[limit], value, `${assertion}.${word}`), ...readAfter(after, assertion) }
}

const readAfter = (value: unknown, assertion: string): AfterOptions =>
  value === undefined ? {} : { after: readOneOf(disturbanceKinds, value, `${assertion}.after`) }

function readOneOf<T extends string>(known: readonly T[], value: unknown, name: string): T {
  return (
    known.find((each) => each === value) ?? reject(name, value, `one of ${known.join(', ')}${suggest(value, known)}`)
  )
}

/** @param name for the error */
export const readMetric = (value: unknown, name: string): Metric => readOneOf(metrics, value, name)

const numberReader = (allowed: string, isAllowed: (value: number) => boolean) => (value: unknown, name: string) =>
  typeof value === 'number' && isAllowed(value) ? value : reject(name, value, allowed)

/** @param name for errors, also those of whom it does not suit */
export function readLevel(value: unknown, name: string): LevelDemand {
  capacity(value, name)
  return { level: value as string, place: name }
}

export const readSpeedup = numberReader('a number above 0, such as 1.3', (value) => value > 0 && value < Infinity)
export const readCount = numberReader(
  'a whole number of workers, from 1',
  (value) => Number.isInteger(value) && value >= 1
)
export const readFairness = numberReader(
  'a number above 0, at most 1 (even), such as 0.8',
  (value) => value > 0 && value <= 1
)
const quantityReader = (shape: Shape<string>, numberOf: (text: string) => number) => (value: unknown, name: string) => {
  shape(value, name)
  return numberOf(value as string)
}
const readMost = { lost: quantityReader(percentage, shareOf), recovery: quantityReader(recoveryTime, secondsOf) }

function readOptions(
  options: unknown = {},
  assertion: string,
  example: object,
  known = Object.keys(example)
): Record<string, unknown> {
  if (!isMap(options))
    refuse(`${assertion} takes options such as ${inspect(example)}, but was given ${brief(options)}.`)
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined)
    refuse(
      `${assertion}.${unknown} is an unknown option${suggest(unknown, known)}. Options of ${assertion}: ${known.join(', ')}.`
    )
  return { ...options }
}

const reject = (name: string, value: unknown, allowed: string) =>
  refuse(`${name} is ${value === undefined ? 'missing' : brief(value)}. It must be ${allowed}.`)
