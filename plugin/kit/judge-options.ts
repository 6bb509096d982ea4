import { inspect } from 'node:util'
import { metrics, type Metric } from '../concepts/metrics.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { suggest } from '../settings/shapes.ts'
import { brief } from './subject.ts'

// Reads what tests hand to assertions. Whatever is wrong throws a SpeedupError INVALID_SETTINGS.

export type FasterOptions = { at?: Metric, by?: number }

export function readFaster(given: unknown, assertion: string) {
  const { at = 'p95', by = 1 } = readOptions(given, assertion, { at: 'p95', by: 1.3 })
  return { metric: readMetric(at, `${assertion}.at`), least: readSpeedup(by, `${assertion}.by`) }
}

/** @returns isDenied: the speedup is to lie below */
export function readBound(metric: unknown, given: unknown) {
  const { atLeast, below } = readOptions(given, 'assertSpeedup', { atLeast: 1.3 }, ['atLeast', 'below'])
  const isDenied = atLeast === undefined
  if (isDenied === (below === undefined)) refuse(`assertSpeedup takes atLeast or below, but was given ${isDenied ? 'neither' : 'both'}.`)
  const least = isDenied ? readSpeedup(below, 'assertSpeedup.below') : readSpeedup(atLeast, 'assertSpeedup.atLeast')
  return { metric: readMetric(metric, 'The metric of assertSpeedup'), least, isDenied }
}

/** @returns at least one */
export function readSpread(given: unknown) {
  const { over, evenly } = readOptions(given, 'assertSpread', { over: 4, evenly: 0.8 })
  if (over === undefined && evenly === undefined) refuse('assertSpread takes over, evenly or both, but was given neither.')
  if (over !== undefined) readCount(over, 'assertSpread.over')
  if (evenly !== undefined) readFairness(evenly, 'assertSpread.evenly')
  return { over, evenly } as { over?: number, evenly?: number }
}

/** @param what it is, for the error */
export function readMetric(given: unknown, what: string): Metric {
  return metrics.find((metric) => metric === given) ?? reject(what, given, `one of ${metrics.join(', ')}${suggest(given, metrics)}`)
}

export const readSpeedup = numberReader('a number above 0, such as 1.3', (value) => value > 0 && value < Infinity)
export const readCount = numberReader('a whole number of workers, from 1', (value) => Number.isInteger(value) && value >= 1)
export const readFairness = numberReader('a number above 0, at most 1 (even), such as 0.8', (value) => value > 0 && value <= 1)

function numberReader(allowed: string, isAllowed: (value: number) => boolean) {
  return (given: unknown, what: string) => (typeof given === 'number' && isAllowed(given) ? given : reject(what, given, allowed))
}

function readOptions(given: unknown = {}, assertion: string, example: object, known = Object.keys(example)): Record<string, unknown> {
  const isMap = typeof given === 'object' && given !== null && !Array.isArray(given)
  if (!isMap) refuse(`${assertion} takes options such as ${inspect(example)}, but was given ${brief(given)}.`)
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined) refuse(`${assertion}.${unknown} is no option${suggest(unknown, known)}. Options of ${assertion}: ${known.join(', ')}.`)
  return { ...given }
}

function reject(what: string, given: unknown, allowed: string) {
  return refuse(`${what} is ${given === undefined ? 'missing' : brief(given)}. It must be ${allowed}.`)
}

function refuse(message: string): never {
  throw new SpeedupError('INVALID_SETTINGS', message)
}
