import { readFileSync } from 'node:fs'
import { SpeedupError } from '../concepts/errors.ts'
import type { Comparison } from '../concepts/comparison.ts'
import { packageFile } from '../package-files.ts'

/** What this version writes and reads. */
export const schemaVersion = 1 as const

/** The published one: what it promises to others, our own readers rely on. */
const schema = JSON.parse(readFileSync(packageFile('comparison.schema.json'), 'utf8'))

/**
 * @param text of a comparison.json
 * @param file for the error
 * @returns with all that the schema requires
 * @throws SpeedupError NOT_A_RECORD, one sentence that begins with the file
 */
export function parseComparison(text: string, file: string): Comparison {
  const value = completed(parse(text, file))
  if (Number(value?.schemaVersion) > schemaVersion) {
    return refuse(`${file} has schemaVersion ${value.schemaVersion}, but this version of artillery-plugin-speedup reads ${schemaVersion} only; update it: npm install --save-dev artillery-plugin-speedup@latest`)
  }
  const flaw = firstFlaw(value, schema, { root: schema, path: '' })
  if (flaw !== null) return refuse(`${file} is JSON, but no comparison made by this version of artillery-plugin-speedup: ${flaw}; give another one, or measure again`)
  return value
}

/**
 * What the first versions did not tell: which client made the load, and where the time of a response went.
 *
 * @returns the same
 */
function completed(value: any): any {
  const scenarios = partsOf([value?.scenarios])
  for (const part of [...partsOf([value?.settings]), ...scenarios]) part.client ??= null
  for (const variant of partsOf(scenarios.map(({ variants }) => variants))) {
    variant.responseTime ??= null
    variant.demand ??= null
  }
  const candidates = partsOf(scenarios.map(({ candidates }) => candidates))
  for (const bound of partsOf(candidates.map(({ bound }) => bound))) bound.loop ??= null
  return value
}

function partsOf(found: unknown[]) {
  return found.flat().filter((part) => typeof part === 'object' && part !== null) as any[]
}

function parse(text: string, file: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return refuse(`${file} is no whole JSON file: it was half-written or changed; copy it again, or measure again`)
  }
}

function refuse(sentence: string): never {
  throw new SpeedupError('NOT_A_RECORD', `${sentence}.`)
}

/** As much of JSON Schema as the schema of comparison.json uses. What a schema does not know is no flaw: it does no harm. */
type Schema = Record<string, any>

/**
 * @param value that came from JSON
 * @param place root: the schema that has the definitions; path: of the value, empty at the top
 * @returns what is missing or wrong first, such as "scenarios[0].rounds is missing"
 */
function firstFlaw(value: unknown, schema: Schema, { root, path }: { root: Schema, path: string }): string | null {
  if (schema.$ref !== undefined) return firstFlaw(value, root.$defs[schema.$ref.split('/').at(-1)], { root, path })
  if (schema.anyOf !== undefined) return flawOfAll(value, schema.anyOf, { root, path })
  if (!isAsDescribed(value, schema)) return `${path || 'its content'} is ${shown(value)}`
  if (Array.isArray(value)) return flawOfItems(value, schema, { root, path })
  return typeof value === 'object' && value !== null ? flawOfProperties(value, schema, { root, path }) : null
}

function flawOfAll(value: unknown, alternatives: Schema[], place: { root: Schema, path: string }) {
  const flaws = alternatives.map((schema) => firstFlaw(value, schema, place))
  return flaws.includes(null) ? null : flaws[0]
}

function isAsDescribed(value: unknown, { type, enum: allowed, const: only, minimum, maximum, exclusiveMinimum, pattern }: Schema) {
  if (type !== undefined && ![type].flat().some((one) => isOfType(value, one))) return false
  if (allowed !== undefined && !allowed.includes(value)) return false
  if (only !== undefined && value !== only) return false
  if (typeof value === 'string') return pattern === undefined || new RegExp(pattern, 'u').test(value)
  return typeof value !== 'number' || (!(value < minimum) && !(value > maximum) && !(value <= exclusiveMinimum))
}

function isOfType(value: unknown, type: string) {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

function flawOfItems(items: unknown[], { minItems = 0, maxItems = Infinity, prefixItems = [], items: others }: Schema, { root, path }: { root: Schema, path: string }) {
  if (items.length < minItems || items.length > maxItems) return `${path} has ${items.length} of ${minItems} items`
  return firstOf(items, (item, i) => firstFlaw(item, prefixItems[i] ?? (others || {}), { root, path: `${path}[${i}]` }))
}

function flawOfProperties(value: object, { required = [], properties = {} }: Schema, { root, path }: { root: Schema, path: string }) {
  const given = new Map(Object.entries(value))
  const pathOf = (key: string) => (path === '' ? key : `${path}.${key}`)
  return firstOf(Object.entries(properties as Record<string, Schema>), ([key, schema]) => {
    if (given.has(key)) return firstFlaw(given.get(key), schema, { root, path: pathOf(key) })
    return required.includes(key) ? `${pathOf(key)} is missing` : null
  })
}

function firstOf<T>(items: readonly T[], flawOf: (item: T, i: number) => string | null) {
  for (const [i, item] of items.entries()) {
    const flaw = flawOf(item, i)
    if (flaw !== null) return flaw
  }
  return null
}

function shown(value: unknown) {
  const text = JSON.stringify(value)
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`
}
