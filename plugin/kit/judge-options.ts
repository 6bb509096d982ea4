import { inspect } from 'node:util'
import { metrics, type Metric } from '../concepts/metrics.ts'
import { refuse } from '../concepts/errors.ts'
import {
  fitting,
  isMap,
  isWithin,
  object,
  oneOf,
  text,
  type GivenOf,
  type OptionTable,
  type Shape
} from '../settings/shapes.ts'
import { contraryOf, type Judge } from './judge.ts'
import { judgeSpeedup } from './judges.ts'
import { brief } from './subject.ts'

// Reads the options of assertions. A wrong one throws a SpeedupError INVALID_SETTINGS.

const even = 'a number above 0, at most 1 (even), such as 0.8'
const isEven = (value: unknown) => isWithin(value, { above: 0, to: 1 })
const metric: Shape<Metric> = oneOf(metrics)
const speedup: Shape<number> = fitting((value) => isWithin(value, { above: 0 }), 'a number above 0, such as 1.3')
const workers: Shape<number> = fitting(
  (value) => isWithin(value, { from: 1, whole: true }),
  'a whole number of workers, from 1'
)
export const fairness: Shape<number> = fitting(isEven, even)
const fairnessOrTrue = fitting<number | true>((value) => value === true || isEven(value), even)

/** @param name for the error */
export function read<T>(shape: Shape<T>, value: unknown, name: string) {
  shape(value, name)
  return value as T
}

/** @returns undefined: nothing was given, so that what the comparison declares counts */
export const optional = <T>(shape: Shape<T>, value: unknown, name: string) =>
  value === undefined ? undefined : read(shape, value, name)

/** @param example of what it takes, for the error */
export function readOptions<const Table extends OptionTable>(
  options: unknown = {},
  assertion: string,
  example: object,
  table: Table
): GivenOf<Table> {
  if (!isMap(options))
    refuse(`${assertion} takes options such as ${inspect(example)}, but was given ${brief(options)}.`)
  return read(object(table), options, assertion)
}

export const readFaster = (options: unknown, assertion: string) =>
  readOptions(options, assertion, { at: 'p95', by: 1.3 }, { at: [metric], by: [speedup], of: [text] })

export type Bound<T> = { atLeast?: T; below?: undefined } | { below: T; atLeast?: undefined }
export type BoundOptions = Bound<number>

/** What may be claimed to be at least so much, or below that. */
export interface BoundClaim<T = any> {
  name: string // of the property of chai before atLeast and below
  shape: Shape<T>
  example: T
  judge: (least: T | undefined, place: string) => Judge // left out: the comparison declares it; place: for an error
}

/** @returns a judge of what is to be `atLeast` so much, or of the contrary of what is to lie `below` */
export function readBound<T>({ shape, example, judge }: BoundClaim<T>, options: unknown, assertion: string): Judge {
  const { atLeast, below } = readOptions(options, assertion, { atLeast: example }, { atLeast: [shape], below: [shape] })
  if (atLeast !== undefined && below !== undefined) refuse(`${assertion} takes atLeast or below, not both.`)
  return below === undefined ? judge(atLeast, `${assertion}.atLeast`) : contraryOf(judge(below, `${assertion}.below`))
}

export function speedupClaim(of: unknown, assertion: string): BoundClaim<number> {
  const known = read(metric, of, `The metric of ${assertion}`)
  return { name: 'speedup', shape: speedup, example: 1.3, judge: (least) => judgeSpeedup({ metric: known, least }) }
}

/** @returns that many workers; orMore: or more */
export const readCount = (count: unknown, word: string, orMore: boolean) => ({
  count: read(workers, count, `The value of ${word}`),
  orMore
})

/** over: exactly that many workers; evenly: true stands for the fairness that the comparison declares */
export type SpreadOptions = { over?: number; atLeast?: number; evenly?: number | true }

/** @returns at least one of the two */
export function readSpread(options: unknown) {
  const { over, atLeast, evenly } = readOptions(
    options,
    'assertSpread',
    { over: 4, evenly: 0.8 },
    { over: [workers], atLeast: [workers], evenly: [fairnessOrTrue] }
  )
  if (over !== undefined && atLeast !== undefined)
    refuse('assertSpread takes over (exactly so many workers) or atLeast, not both.')
  const count = over ?? atLeast
  if (count === undefined && evenly === undefined) refuse('assertSpread needs over, atLeast or evenly.')
  return { demand: count === undefined ? undefined : { count, orMore: over === undefined }, evenly }
}
