import { distance } from 'fastest-levenshtein'
import { inspect, isDeepStrictEqual } from 'node:util'
import { SpeedupError } from '../errors.js'

/**
 * A check of one value: throws a SpeedupError that names the key's path, what was given and what is allowed.
 * Its schema says the same: of what JSON can hold, it accepts exactly what the check lets pass.
 *
 * @typedef {Check & { schema: JsonSchema }} Shape
 * @typedef {(value: unknown, path: string) => void} Check
 * @typedef {Record<string, unknown>} JsonSchema draft 2020-12
 */

/**
 * @param {Check} check
 * @param {JsonSchema} schema
 * @returns {Shape}
 */
export function shape(check, schema) {
  /** @type {Check} */
  const own = (value, path) => check(value, path)
  return Object.assign(own, { schema })
}

/**
 * @param {Shape} inner
 * @param {string} description what an editor tells of it
 * @param {{ default?: unknown, examples?: unknown[] }} [hints] what an editor offers for it; no example is a map, which it would show as [object Object]
 * @returns {Shape} the same
 */
export function described(inner, description, hints) {
  return shape(inner, { description, ...inner.schema, ...hints })
}

/**
 * @param {Record<string, Shape>} named one, by its name among the schema's $defs
 * @returns {Shape} the same
 */
export function reference(named) {
  const [[name, inner]] = Object.entries(named)
  return shape(inner, { $ref: `#/$defs/${name}` })
}

/** @type {(path: string, value: unknown, allowed: string) => never} */
export function reject(path, value, allowed) {
  throw new SpeedupError('INVALID_SETTINGS', `${path} is ${show(value)}. It must be ${allowed}.`)
}

/**
 * @param {RegExp} pattern
 * @param {string} allowed
 * @returns {Shape}
 */
export function matching(pattern, allowed) {
  return shape((value, path) => {
    if (typeof value !== 'string' || !pattern.test(value)) reject(path, value, allowed)
  }, { type: 'string', pattern: pattern.source })
}

export const text = matching(/\S/, 'a text that is not empty')

export const truth = shape((value, path) => {
  if (typeof value !== 'boolean') reject(path, value, 'true or false')
}, { type: 'boolean' })

/**
 * @param {{ from?: number, above?: number, to?: number, whole?: boolean }} range
 * @returns {Shape}
 */
export function number({ from = -Infinity, above = -Infinity, to = Infinity, whole = false }) {
  const least = from > -Infinity ? ` from ${from}` : ` above ${above}`
  const allowed = `a ${whole ? 'whole ' : ''}number${least}${to < Infinity ? ` to ${to}` : ''}`
  const bounds = Object.entries({ minimum: from, exclusiveMinimum: above, maximum: to }).filter(([, bound]) => Number.isFinite(bound))
  return shape((value, path) => {
    const fits = typeof value === 'number' && Number.isFinite(value) && value >= from && value > above && value <= to
    if (!fits || (whole && !Number.isInteger(value))) reject(path, value, allowed)
  }, { type: whole ? 'integer' : 'number', ...Object.fromEntries(bounds) })
}

/**
 * @param {readonly (string | number)[]} choices
 * @returns {Shape}
 */
export function oneOf(choices) {
  return shape((value, path) => {
    if (choices.includes(/** @type {string} */ (value))) return
    reject(path, value, `one of ${choices.join(', ')}${suggest(value, choices)}`)
  }, { enum: choices })
}

/**
 * @param {Shape} item a scalar where the items must be distinct
 * @param {{ atLeast?: number, distinct?: boolean, allowed?: string }} [whole] of the list
 * @returns {Shape}
 */
export function listOf(item, { atLeast = 0, distinct = false, allowed = 'a list' } = {}) {
  const bounds = { ...(atLeast > 0 ? { minItems: atLeast } : {}), ...(distinct ? { uniqueItems: true } : {}) }
  return shape((value, path) => {
    if (!Array.isArray(value)) return reject(path, value, allowed)
    for (const [i, one] of value.entries()) item(one, `${path}[${i}]`)
    if (value.length < atLeast || (distinct && new Set(value).size < value.length)) reject(path, value, allowed)
  }, { type: 'array', items: item.schema, ...bounds })
}

/**
 * @param {Shape} item
 * @returns {Shape}
 */
export function mapOf(item) {
  return shape((value, path) => {
    for (const [key, one] of entries(value, path)) {
      if (one !== undefined) item(one, `${path}.${key}`)
    }
  }, { type: 'object', additionalProperties: item.schema })
}

/**
 * An object with these keys and no others; each may be left out, or be undefined.
 *
 * @param {Record<string, Shape>} fields
 * @returns {Shape}
 */
export function object(fields) {
  const properties = Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema]))
  return shape((value, path) => {
    for (const [key, one] of entries(value, path)) {
      if (!Object.hasOwn(fields, key)) rejectKey(path, key, Object.keys(fields))
      if (one !== undefined) fields[key](one, `${path}.${key}`)
    }
  }, { type: 'object', additionalProperties: false, properties })
}

/**
 * @param {Shape} inner of one type
 * @returns {Shape} the same, or null
 */
export function orNull(inner) {
  return shape((value, path) => {
    if (value !== null) inner(value, path)
  }, { ...inner.schema, type: [inner.schema.type, 'null'] })
}

/**
 * @param {Shape} map
 * @param {string} allowed
 * @returns {Shape} a text, or a map that says more
 */
export function textOrMap(map, allowed) {
  return shape((value, path) => {
    if (typeof value === 'string') return text(value, path)
    if (!isMap(value)) reject(path, value, allowed)
    map(value, path)
    // The map comes first: of a mistake in it, an editor would else say that it is no text.
  }, { anyOf: [map.schema, text.schema] })
}

/** @param {unknown} value @returns {boolean} it has keys and values as a map in YAML has them */
export function isMap(value) {
  return Object.prototype.toString.call(value) === '[object Object]'
}

/** @type {(path: string, key: string, known: string[]) => never} */
function rejectKey(path, key, known) {
  const hint = suggest(key, known)
  // Options given in code have no other name.
  const all = path === 'options' ? 'Options' : `Options of ${path}`
  const message = `${path}.${key} is no option${hint}. ${all}: ${known.join(', ')}.`
  throw new SpeedupError('INVALID_SETTINGS', message)
}

/**
 * @param {unknown} value
 * @param {string} path
 */
function entries(value, path) {
  if (isMap(value)) return Object.entries(/** @type {object} */ (value))
  // Only code can give a Map, an AbortSignal or a Promise that nobody awaited.
  const isOther = typeof value === 'object' && value !== null && !Array.isArray(value)
  return reject(path, value, isOther ? 'a plain object' : 'a map of keys to values')
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
  return value === undefined ? 'missing' : asJson(value) ?? inspect(value, { depth: -1 })
}

/** @param {unknown} value @returns {string | null} null: JSON can't hold it */
function asJson(value) {
  try {
    const json = JSON.stringify(value)
    return isDeepStrictEqual(JSON.parse(json), value) ? json : null
  } catch {
    return null
  }
}
