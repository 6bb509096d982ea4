import { inspect, isDeepStrictEqual } from 'node:util'
import { distance } from 'fastest-levenshtein'
import { refuse } from '../concepts/errors.ts'

export { refuse }

/**
 * A check of a value: throws a SpeedupError that names the key's path, the given value and what is allowed.
 * Of what JSON can hold, its schema accepts exactly what the check accepts; and strings of times that are too long.
 * What it has accepted is a Value; that is said for the compiler only.
 */
export type Shape<Value = unknown> = Check & { schema: JsonSchema; readonly value?: Value }
type Check = (value: unknown, path: string) => void
export type JsonSchema = Record<string, unknown> // draft 2020-12

export type OptionTable = Record<string, Row>
/**
 * description: left out, as is a schema, where code alone can give the option; usual: what is used where the option is
 * left out; examples: no maps: an editor would show [object Object]
 */
type Row = readonly [shape: Shape, description?: string, usual?: Usual, ...examples: unknown[]]
/** In words; or the default, which is its own words, unless there are others. */
type Usual = string | { default: unknown; words?: string } | null

/** What a shape accepts. */
export type ValueOf<Of> = Of extends { readonly value?: infer Value } ? Exclude<Value, undefined> : never
/** What users may give of a table. */
export type GivenOf<Table> = { [Key in keyof Table]?: ValueIn<Table[Key]> }
/** The same with defaults. */
export type Complete<Table> = {
  [Key in keyof Table]:
    | ValueIn<Table[Key]>
    | (Table[Key] extends readonly [unknown, string, { readonly default: unknown }, ...unknown[]] ? never : undefined)
}

type ValueIn<Row> = ValueOf<Row[0 & keyof Row]>

export const shape = <Value = unknown>(check: Check, schema: JsonSchema = {}): Shape<Value> =>
  Object.assign(check, { schema })

/** What is used more than once: the schema defines it once, by these names. */
export const definitions: Record<string, JsonSchema> = {}

export function named<Value>(name: string, inner: Shape<Value>) {
  definitions[name] = inner.schema
  return shape<Value>((value, path) => inner(value, path), { $ref: `#/$defs/${name}` })
}

/** @returns a row for each key */
export const rowsOf = <Key extends string, const Made extends Row>(keys: readonly Key[], make: (key: Key) => Made) =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Made>

/**
 * A map with these keys and no others; each may be left out, or be undefined. elsewhere: where keys belong that users
 * look for here
 */
export function object<const Table extends OptionTable>(options: Table, elsewhere: Record<string, string> = {}) {
  const keys = Object.keys(options)
  const properties = keys.map((key) => {
    const [{ schema }, text, usual, ...examples]: Row = options[key]
    const { words, ...more } = typeof usual === 'string' ? { words: usual } : { words: usual?.default, ...usual }
    const description = words === undefined ? text : `${text} Default: ${words}.`
    return [key, { description, ...schema, ...more, ...(examples.length > 0 && { examples }) }]
  })
  const check: Check = (value, path) =>
    checkEntries(value, path, (key) => {
      if (Object.hasOwn(options, key)) return options[key][0]
      // Options given in code have no other name.
      const all = path === 'options' ? 'Options' : `Options of ${path}`
      refuse(
        `${path}.${key} is an unknown option${Object.hasOwn(elsewhere, key) ? `: ${elsewhere[key]}` : suggest(key, keys)}. ${all}: ${keys.join(', ')}.`
      )
    })
  return Object.assign(
    shape<GivenOf<Table>>(check, {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(properties)
    }),
    { options }
  )
}

/** @returns every option of the table: as it was given, else its default, else undefined */
export const complete = <Table extends OptionTable>({ options }: { options: Table }, given: GivenOf<Table> = {}) =>
  Object.fromEntries(
    Object.entries(options).map(([key, [, , usual]]) => [
      key,
      given[key] === undefined ? Object(usual).default : given[key]
    ])
  ) as Complete<Table>

export const mapOf = <Value>(item: Shape<Value>) =>
  shape<Record<string, Value>>((value, path) => checkEntries(value, path, () => item), {
    type: 'object',
    additionalProperties: item.schema
  })

function checkEntries(value: unknown, path: string, shapeOf: (key: string) => Shape) {
  if (!isMap(value)) {
    // Only code can give a Map, an AbortSignal or a Promise that was not awaited.
    const isOther = typeof value === 'object' && value !== null && !Array.isArray(value)
    reject(path, value, isOther ? 'a plain object' : 'a map of keys to values')
  }
  for (const [key, item] of Object.entries(value)) {
    const check = shapeOf(key)
    if (item !== undefined) check(item, `${path}.${key}`)
  }
}

/** @returns it has keys and values as a map in YAML has them */
export const isMap = (value: unknown): value is Record<string, any> =>
  Object.prototype.toString.call(value) === '[object Object]'

export function listOf<Value>(item: Shape<Value>, { atLeast = 0, distinct = false, allowed = 'a list' } = {}) {
  return shape<Value[]>(
    (value, path) => {
      if (!Array.isArray(value)) return reject(path, value, allowed)
      for (const [i, element] of value.entries()) item(element, `${path}[${i}]`)
      if (
        value.length < atLeast ||
        (distinct && new Set(value.map((element) => JSON.stringify(element))).size < value.length)
      )
        reject(path, value, allowed)
    },
    { type: 'array', items: item.schema, minItems: atLeast || undefined, uniqueItems: distinct || undefined }
  )
}

/**
 * One shape where a condition holds, as isSo says of values, else another. The schema is not an anyOf: of a list that
 * may be a single value, an editor would say for the number 0 that it must be auto.
 */
export const either = <Then, Else>(
  condition: JsonSchema,
  isSo: (value: unknown) => boolean,
  then: Shape<Then>,
  other: Shape<Else>
) =>
  shape<Then | Else>((value, path) => (isSo(value) ? then : other)(value, path), {
    if: condition,
    then: then.schema,
    else: other.schema
  })

export const listOr = <List, Single>(items: Shape<List>, single: Shape<Single>) =>
  either({ type: 'array' }, Array.isArray, items, single)

/** @param allowed what a list must be */
export const severalOf = <Value>(item: Shape<Value>, allowed: string) =>
  listOf(item, { atLeast: 2, distinct: true, allowed })

/** A value, or a list of at least two different ones. */
export const oneOrSeveral = <Value>(item: Shape<Value>, allowed: string) => listOr(severalOf(item, allowed), item)

/** A list, or a list of several such lists, of which none need have anything in it. */
export const oneOrSeveralLists = <Item>(one: Shape<Item[]>, allowed: string) =>
  either(
    { type: 'array', contains: { type: 'array' } },
    (value) => Array.isArray(value) && value.some(Array.isArray),
    severalOf(one, allowed),
    one
  )

/**
 * A string, or a map that says more. The map comes first: for a mistake in it, an editor would otherwise say that it is
 * not a string.
 */
export const textOrMap = <Map>(map: Shape<Map>, allowed: string) =>
  shape<string | Map>(
    (value, path) => {
      if (typeof value === 'string') text(value, path)
      else if (isMap(value)) map(value, path)
      else reject(path, value, allowed)
    },
    { anyOf: [map.schema, text.schema] }
  )

export const fitting = <Value>(
  fits: (value: unknown) => boolean,
  allowed: string | ((value: unknown) => string),
  schema?: JsonSchema
) =>
  shape<Value>((value, path) => {
    if (!fits(value)) reject(path, value, typeof allowed === 'string' ? allowed : allowed(value))
  }, schema)

export const matching = (pattern: RegExp, allowed: string) =>
  fitting<string>((value) => typeof value === 'string' && pattern.test(value), allowed, {
    type: 'string',
    pattern: pattern.source
  })

/** YAML reads 12e45 as a number, and 24.20 as 24.2. */
export function quoted(pattern: RegExp, allowed: string) {
  const inner = matching(pattern, allowed)
  return shape<string>((value, path) => {
    if (typeof value === 'number')
      refuseValue(
        path,
        value,
        `a number, as YAML reads it, which may not be what you wrote. Put it in quotes: "${value}".`
      )
    inner(value, path)
  }, inner.schema)
}

export const text = matching(/\S/, 'a string that is not empty')
export const truth = fitting<boolean>((value) => typeof value === 'boolean', 'true or false', { type: 'boolean' })

export type Bounds = { from?: number; above?: number; to?: number; whole?: boolean }

export function number(bounds: Bounds) {
  const { from, above, to, whole } = bounds
  const allowed = `a ${whole ? 'whole ' : ''}number ${from === undefined ? `above ${above}` : `from ${from}`}${to === undefined ? '' : ` to ${to}`}`
  return fitting<number>((value) => isWithin(value, bounds), allowed, {
    type: whole ? 'integer' : 'number',
    minimum: from,
    exclusiveMinimum: above,
    maximum: to
  })
}

export const isWithin = (
  value: unknown,
  { from = -Infinity, above = -Infinity, to = Infinity, whole = false }: Bounds
) =>
  typeof value === 'number' &&
  (whole ? Number.isInteger(value) : Number.isFinite(value)) &&
  value >= from &&
  value > above &&
  value <= to

export const oneOf = <const Choice extends string | number>(choices: readonly Choice[]) =>
  fitting<Choice>(
    (value) => choices.includes(value as Choice),
    (value) => `one of ${choices.join(', ')}${suggest(value, choices)}`,
    { enum: choices }
  )

/** @param inner of one type, or a condition */
export const orNull = <Value>(inner: Shape<Value>) =>
  shape<Value | null>(
    (value, path) => {
      if (value !== null) inner(value, path)
    },
    inner.schema.type === undefined
      ? { if: { type: 'null' }, then: {}, else: inner.schema }
      : { ...inner.schema, type: [inner.schema.type, 'null'] }
  )

/** Stands in the description of each threshold and limit. */
export const takenBack = 'null removes a value set at a more general level.'

export function reject(path: string, value: unknown, allowed: string): never {
  refuse(`${path} is ${value === undefined ? 'missing' : show(value)}. It must be ${allowed}.`)
}

function show(value: unknown) {
  const text = asJson(value) ?? inspect(value, { depth: -1 })
  return text.length <= mostShown ? text : `${text.slice(0, mostShown)}…`
}

const mostShown = 200 // characters

/** @returns null: JSON can't hold it */
function asJson(value: unknown) {
  try {
    const json = JSON.stringify(value)
    return isDeepStrictEqual(JSON.parse(json), value) ? json : null
  } catch {
    return null
  }
}

export function refuseValue(path: string, value: unknown, problem: string): never {
  refuse(`${path} is ${JSON.stringify(value)}, ${problem}`)
}

export function suggest(given: unknown, choices: readonly (string | number)[]) {
  if (typeof given !== 'string' || choices.length === 0) return ''
  const far = (choice: string | number) => distance(given.toLowerCase(), String(choice).toLowerCase())
  const [nearest] = choices.toSorted((a, b) => far(a) - far(b))
  return far(nearest) <= Math.max(2, given.length / 3) && far(nearest) < given.length
    ? ` (did you mean ${nearest}?)`
    : ''
}
