import { metrics } from '../concepts/metrics.ts'
import { SpeedupError } from '../concepts/errors.ts'
import { suggest } from '../settings/shapes.ts'
import { brief } from './subject.ts'
import type { Metric } from '../concepts/codes.ts'

/** @throws SpeedupError INVALID_SETTINGS, as all of this file */
export function readFaster(given: unknown, assertion: string): { metric: Metric, least: number } {
  const { at = 'p95', by = 1 } = readOptions(given, { assertion, known: ['at', 'by'], example: "{ at: 'p95', by: 1.3 }" })
  return { metric: readMetric(at, `${assertion}.at`), least: readSpeedup(by, `${assertion}.by`) }
}

/**
 * @param given `{ atLeast }` or `{ below }`
 * @returns isDenied: it is to lie below
 */
export function readBound(metric: unknown, given: unknown): { metric: Metric, least: number, isDenied: boolean } {
  const { atLeast, below } = readOptions(given, { assertion: 'assertSpeedup', known: ['atLeast', 'below'], example: '{ atLeast: 1.3 }' })
  if ((atLeast === undefined) === (below === undefined)) return rejectCount('assertSpeedup takes atLeast or below', below)
  const isDenied = atLeast === undefined
  const least = isDenied ? readSpeedup(below, 'assertSpeedup.below') : readSpeedup(atLeast, 'assertSpeedup.atLeast')
  return { metric: readMetric(metric, 'The metric of assertSpeedup'), least, isDenied }
}

/** @returns at least one */
export function readSpread(given: unknown): { over: number | null, evenly: number | null } {
  const { over, evenly } = readOptions(given, { assertion: 'assertSpread', known: ['over', 'evenly'], example: '{ over: 4, evenly: 0.8 }' })
  if (over === undefined && evenly === undefined) return rejectCount('assertSpread takes over, evenly or both', over)
  return {
    over: over === undefined ? null : readCount(over, 'assertSpread.over'),
    evenly: evenly === undefined ? null : readFairness(evenly, 'assertSpread.evenly')
  }
}

/** @param what it is */
export function readMetric(given: unknown, what: string): Metric {
  const found = metrics.find((metric) => metric === given)
  return found ?? reject(what, given, `one of ${metrics.join(', ')}${suggest(given, metrics)}`)
}

/**
 * @param what it is
 * @returns above 0
 */
export function readSpeedup(given: unknown, what: string): number {
  return typeof given === 'number' && given > 0 && given < Infinity ? given : reject(what, given, 'a number above 0, such as 1.3')
}

/**
 * @param what it is
 * @returns from 1
 */
export function readCount(given: unknown, what: string): number {
  return Number.isInteger(given) && Number(given) >= 1 ? Number(given) : reject(what, given, 'a whole number of workers, from 1')
}

/**
 * @param what it is
 * @returns above 0, at most 1
 */
export function readFairness(given: unknown, what: string): number {
  return typeof given === 'number' && given > 0 && given <= 1 ? given : reject(what, given, 'a number above 0, at most 1 (even), such as 0.8')
}

function readOptions(given: unknown, { assertion, known, example }: { assertion: string, known: string[], example: string }): Record<string, unknown> {
  if (given === undefined) return {}
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new SpeedupError('INVALID_SETTINGS', `${assertion} takes options such as ${example}, but was given ${brief(given)}.`)
  }
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown === undefined) return { ...given }
  throw new SpeedupError('INVALID_SETTINGS', `${assertion}.${unknown} is no option${suggest(unknown, known)}. Options of ${assertion}: ${known.join(', ')}.`)
}

function rejectCount(what: string, one: unknown): never {
  throw new SpeedupError('INVALID_SETTINGS', `${what}, but was given ${one === undefined ? 'neither' : 'both'}.`)
}

function reject(what: string, given: unknown, allowed: string): never {
  throw new SpeedupError('INVALID_SETTINGS', `${what} is ${given === undefined ? 'missing' : brief(given)}. It must be ${allowed}.`)
}
