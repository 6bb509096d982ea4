import { inspect, isDeepStrictEqual } from 'node:util'
import { distance } from 'fastest-levenshtein'
import { SpeedupError } from '../concepts/errors.ts'

/**
 * A check of one value: throws a SpeedupError that names the key's path, what was given and what is allowed.
 * Its schema says the same: of what JSON can hold, it accepts exactly what the check lets pass.
 */
export type Shape = Check & { schema: JsonSchema }

type Check = (value: unknown, path: string) => void

/** draft 2020-12 */
export type JsonSchema = Record<string, unknown>

export function shape(check: Check, schema: JsonSchema): Shape {
  const own: Check = (value, path) => check(value, path)
  return Object.assign(own, { schema })
}

/**
 * @param description what an editor tells of it
 * @param hints what an editor offers for it; no example is a map, which it would show as [object Object]
 * @returns the same
 */
export function described(inner: Shape, description: string, hints?: { default?: unknown, examples?: unknown[] }): Shape {
  return shape(inner, { description, ...inner.schema, ...hints })
}

/**
 * @param named one, by its name among the schema's $defs
 * @returns the same
 */
export function reference(named: Record<string, Shape>): Shape {
  const [[name, inner]] = Object.entries(named)
  return shape(inner, { $ref: `#/$defs/${name}` })
}

export function reject(path: string, value: unknown, allowed: string): never {
  throw new SpeedupError('INVALID_SETTINGS', `${path} is ${show(value)}. It must be ${allowed}.`)
}

export function matching(pattern: RegExp, allowed: string): Shape {
  return shape((value, path) => {
    if (typeof value !== 'string' || !pattern.test(value)) reject(path, value, allowed)
  }, { type: 'string', pattern: pattern.source })
}

export const text = matching(/\S/, 'a text that is not empty')

export const truth = shape((value, path) => {
  if (typeof value !== 'boolean') reject(path, value, 'true or false')
}, { type: 'boolean' })

export function number({ from = -Infinity, above = -Infinity, to = Infinity, whole = false }: { from?: number, above?: number, to?: number, whole?: boolean }): Shape {
  const least = from > -Infinity ? ` from ${from}` : ` above ${above}`
  const allowed = `a ${whole ? 'whole ' : ''}number${least}${to < Infinity ? ` to ${to}` : ''}`
  const bounds = Object.entries({ minimum: from, exclusiveMinimum: above, maximum: to }).filter(([, bound]) => Number.isFinite(bound))
  return shape((value, path) => {
    const fits = typeof value === 'number' && Number.isFinite(value) && value >= from && value > above && value <= to
    if (!fits || (whole && !Number.isInteger(value))) reject(path, value, allowed)
  }, { type: whole ? 'integer' : 'number', ...Object.fromEntries(bounds) })
}

export function oneOf(choices: readonly (string | number)[]): Shape {
  return shape((value, path) => {
    if (choices.includes(value as string)) return
    reject(path, value, `one of ${choices.join(', ')}${suggest(value, choices)}`)
  }, { enum: choices })
}

/**
 * @param item a scalar where the items must be distinct
 * @param whole of the list
 */
export function listOf(item: Shape, { atLeast = 0, distinct = false, allowed = 'a list' }: { atLeast?: number, distinct?: boolean, allowed?: string } = {}): Shape {
  const bounds = { ...(atLeast > 0 ? { minItems: atLeast } : {}), ...(distinct ? { uniqueItems: true } : {}) }
  return shape((value, path) => {
    if (!Array.isArray(value)) return reject(path, value, allowed)
    for (const [i, one] of value.entries()) item(one, `${path}[${i}]`)
    if (value.length < atLeast || (distinct && new Set(value).size < value.length)) reject(path, value, allowed)
  }, { type: 'array', items: item.schema, ...bounds })
}

export function mapOf(item: Shape): Shape {
  return shape((value, path) => {
    for (const [key, one] of entries(value, path)) {
      if (one !== undefined) item(one, `${path}.${key}`)
    }
  }, { type: 'object', additionalProperties: item.schema })
}

/** An object with these keys and no others; each may be left out, or be undefined. */
export function object(fields: Record<string, Shape>): Shape {
  const properties = Object.fromEntries(Object.entries(fields).map(([key, { schema }]) => [key, schema]))
  return shape((value, path) => {
    for (const [key, one] of entries(value, path)) {
      if (!Object.hasOwn(fields, key)) rejectKey(path, key, Object.keys(fields))
      if (one !== undefined) fields[key](one, `${path}.${key}`)
    }
  }, { type: 'object', additionalProperties: false, properties })
}

/**
 * @param inner of one type
 * @returns the same, or null
 */
export function orNull(inner: Shape): Shape {
  return shape((value, path) => {
    if (value !== null) inner(value, path)
  }, { ...inner.schema, type: [inner.schema.type, 'null'] })
}

/** @returns a text, or a map that says more */
export function textOrMap(map: Shape, allowed: string): Shape {
  return shape((value, path) => {
    if (typeof value === 'string') return text(value, path)
    if (!isMap(value)) reject(path, value, allowed)
    map(value, path)
    // The map comes first: of a mistake in it, an editor would else say that it is no text.
  }, { anyOf: [map.schema, text.schema] })
}

/** @returns it has keys and values as a map in YAML has them */
export function isMap(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Object]'
}

function rejectKey(path: string, key: string, known: string[]): never {
  const hint = suggest(key, known)
  // Options given in code have no other name.
  const all = path === 'options' ? 'Options' : `Options of ${path}`
  const message = `${path}.${key} is no option${hint}. ${all}: ${known.join(', ')}.`
  throw new SpeedupError('INVALID_SETTINGS', message)
}

function entries(value: unknown, path: string) {
  if (isMap(value)) return Object.entries(value as object)
  // Only code can give a Map, an AbortSignal or a Promise that nobody awaited.
  const isOther = typeof value === 'object' && value !== null && !Array.isArray(value)
  return reject(path, value, isOther ? 'a plain object' : 'a map of keys to values')
}

export function suggest(given: unknown, choices: readonly (string | number)[]) {
  if (typeof given !== 'string' || choices.length === 0) return ''
  const ranked = choices.map((choice) => ({ choice, far: distance(given.toLowerCase(), String(choice).toLowerCase()) }))
  const nearest = ranked.reduce((best, one) => (one.far < best.far ? one : best))
  return nearest.far <= Math.max(2, given.length / 3) && nearest.far < given.length ? ` (did you mean ${nearest.choice}?)` : ''
}

function show(value: unknown) {
  return value === undefined ? 'missing' : asJson(value) ?? inspect(value, { depth: -1 })
}

/** @returns null: JSON can't hold it */
function asJson(value: unknown): string | null {
  try {
    const json = JSON.stringify(value)
    return isDeepStrictEqual(JSON.parse(json), value) ? json : null
  } catch {
    return null
  }
}
