import { distance } from 'fastest-levenshtein'
import { SpeedupError } from '../errors.js'

/**
 * A check of one value: throws a SpeedupError that names the key's path, what was given and what is allowed.
 *
 * @typedef {(value: unknown, path: string) => void} Shape
 */

/** @type {(path: string, value: unknown, allowed: string) => never} */
export function reject(path, value, allowed) {
  throw new SpeedupError('INVALID_SETTINGS', `${path} is ${show(value)}. It must be ${allowed}.`)
}

/** @type {Shape} */
export const text = (value, path) => {
  if (typeof value !== 'string' || value.trim() === '') reject(path, value, 'a text that is not empty')
}

/** @type {Shape} */
export const truth = (value, path) => {
  if (typeof value !== 'boolean') reject(path, value, 'true or false')
}

/**
 * @param {{ from?: number, above?: number, to?: number, whole?: boolean }} range
 * @returns {Shape}
 */
export function number({ from = -Infinity, above = -Infinity, to = Infinity, whole = false }) {
  const least = from > -Infinity ? ` from ${from}` : ` above ${above}`
  const allowed = `a ${whole ? 'whole ' : ''}number${least}${to < Infinity ? ` to ${to}` : ''}`
  return (value, path) => {
    const fits = typeof value === 'number' && value >= from && value > above && value <= to
    if (!fits || (whole && !Number.isInteger(value))) reject(path, value, allowed)
  }
}

/**
 * @param {readonly (string | number)[]} choices
 * @returns {Shape}
 */
export function oneOf(choices) {
  return (value, path) => {
    if (choices.includes(/** @type {string} */ (value))) return
    reject(path, value, `one of ${choices.join(', ')}${suggest(value, choices)}`)
  }
}

/**
 * @param {Shape} item
 * @returns {Shape}
 */
export function listOf(item) {
  return (value, path) => {
    if (!Array.isArray(value)) return reject(path, value, 'a list')
    value.forEach((one, i) => item(one, `${path}[${i}]`))
  }
}

/**
 * @param {Shape} item
 * @returns {Shape}
 */
export function mapOf(item) {
  return (value, path) => {
    for (const [key, one] of Object.entries(record(value, path))) item(one, `${path}.${key}`)
  }
}

/**
 * An object with these keys and no others; each may be left out.
 *
 * @param {Record<string, Shape>} fields
 * @returns {Shape}
 */
export function object(fields) {
  return (value, path) => {
    for (const [key, one] of Object.entries(record(value, path))) {
      if (!Object.hasOwn(fields, key)) rejectKey(path, key, Object.keys(fields))
      fields[key](one, `${path}.${key}`)
    }
  }
}

/**
 * @param {Shape} shape
 * @returns {Shape} the same, or null
 */
export function orNull(shape) {
  return (value, path) => {
    if (value !== null) shape(value, path)
  }
}

/** @type {(path: string, key: string, known: string[]) => never} */
function rejectKey(path, key, known) {
  const hint = suggest(key, known)
  const message = `${path}.${key} is no option${hint}. Options of ${path}: ${known.join(', ')}.`
  throw new SpeedupError('INVALID_SETTINGS', message)
}

/**
 * @param {unknown} value
 * @param {string} path
 * @returns {Record<string, unknown>}
 */
function record(value, path) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) reject(path, value, 'a map of keys to values')
  return /** @type {Record<string, unknown>} */ (value)
}

/**
 * @param {unknown} given
 * @param {readonly (string | number)[]} choices
 */
export function suggest(given, choices) {
  if (typeof given !== 'string' || choices.length === 0) return ''
  const ranked = choices.map((choice) => ({ choice, far: distance(given.toLowerCase(), String(choice).toLowerCase()) }))
  const nearest = ranked.reduce((best, one) => (one.far < best.far ? one : best))
  return nearest.far <= Math.max(2, given.length / 3) && nearest.far < given.length ? ` (did you mean ${nearest.choice}?)` : ''
}

/** @param {unknown} value */
function show(value) {
  return value === undefined ? 'missing' : JSON.stringify(value)
}
