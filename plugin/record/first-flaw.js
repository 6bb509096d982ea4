/**
 * As much of JSON Schema as the schema of comparison.json uses. What a schema does not know is no flaw: it does no harm.
 *
 * @typedef {Record<string, any>} Schema
 */

/**
 * @param {unknown} value that came from JSON
 * @param {Schema} schema
 * @param {{ root: Schema, path: string }} place root: the schema that has the definitions; path: of the value, empty at
 *   the top
 * @returns {string | null} what is missing or wrong first, such as "scenarios[0].rounds is missing"
 */
export function firstFlaw(value, schema, { root, path }) {
  if (schema.$ref !== undefined) return firstFlaw(value, root.$defs[schema.$ref.split('/').at(-1)], { root, path })
  if (schema.anyOf !== undefined) return flawOfAll(value, schema.anyOf, { root, path })
  if (!isAsDescribed(value, schema)) return `${path || 'its content'} is ${shown(value)}`
  if (Array.isArray(value)) return flawOfItems(value, schema, { root, path })
  return typeof value === 'object' && value !== null ? flawOfProperties(value, schema, { root, path }) : null
}

/**
 * @param {unknown} value
 * @param {Schema[]} alternatives
 * @param {{ root: Schema, path: string }} place
 */
function flawOfAll(value, alternatives, place) {
  const flaws = alternatives.map((schema) => firstFlaw(value, schema, place))
  return flaws.includes(null) ? null : flaws[0]
}

/**
 * @param {unknown} value
 * @param {Schema} schema
 */
function isAsDescribed(value, { type, enum: allowed, const: only, minimum, maximum, exclusiveMinimum, pattern }) {
  if (type !== undefined && ![type].flat().some((one) => isOfType(value, one))) return false
  if (allowed !== undefined && !allowed.includes(value)) return false
  if (only !== undefined && value !== only) return false
  if (typeof value === 'string') return pattern === undefined || new RegExp(pattern, 'u').test(value)
  return typeof value !== 'number' || (!(value < minimum) && !(value > maximum) && !(value <= exclusiveMinimum))
}

/**
 * @param {unknown} value
 * @param {string} type
 */
function isOfType(value, type) {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === type
}

/**
 * @param {unknown[]} items
 * @param {Schema} schema
 * @param {{ root: Schema, path: string }} place
 */
function flawOfItems(items, { minItems = 0, maxItems = Infinity, prefixItems = [], items: others }, { root, path }) {
  if (items.length < minItems || items.length > maxItems) return `${path} has ${items.length} of ${minItems} items`
  return firstOf(items, (item, i) => firstFlaw(item, prefixItems[i] ?? (others || {}), { root, path: `${path}[${i}]` }))
}

/**
 * @param {object} value
 * @param {Schema} schema
 * @param {{ root: Schema, path: string }} place
 */
function flawOfProperties(value, { required = [], properties = {} }, { root, path }) {
  const given = new Map(Object.entries(value))
  const pathOf = (/** @type {string} */ key) => (path === '' ? key : `${path}.${key}`)
  return firstOf(Object.entries(properties), ([key, schema]) => {
    if (given.has(key)) return firstFlaw(given.get(key), schema, { root, path: pathOf(key) })
    return required.includes(key) ? `${pathOf(key)} is missing` : null
  })
}

/**
 * @template T
 * @param {readonly T[]} items
 * @param {(item: T, i: number) => string | null} flawOf
 */
function firstOf(items, flawOf) {
  for (const [i, item] of items.entries()) {
    const flaw = flawOf(item, i)
    if (flaw !== null) return flaw
  }
  return null
}

/** @param {unknown} value */
function shown(value) {
  const text = JSON.stringify(value)
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`
}
