import { inspect, isDeepStrictEqual } from 'node:util'
import { distance } from 'fastest-levenshtein'
import { refuse } from '../concepts/errors.ts'
import { secondsOf } from './phases.ts'

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
type Row = readonly [shape: Shape, description: string, hints?: Hints]
export interface Hints {
  default?: unknown
  otherwise?: string // what is used where the option is left out, in words; without it, the default is named
  examples?: readonly unknown[] // no maps: an editor would show [object Object]
}

/** @returns hints of an option without a default */
export const otherwise = (used: string, ...examples: unknown[]): Omit<Hints, 'default'> => ({
  otherwise: used,
  ...(examples.length > 0 && { examples })
})

/** What a shape accepts. */
export type ValueOf<Of> = Of extends { readonly value?: infer Value } ? Exclude<Value, undefined> : never
/** What users may give of a table. */
export type GivenOf<Table> = { [Key in keyof Table]?: ValueOf<Table[Key][0 & keyof Table[Key]]> | undefined }
/** The same with defaults. */
export type Complete<Table> = {
  [Key in keyof Table]:
    | ValueOf<Table[Key][0 & keyof Table[Key]]>
    | (Table[Key] extends readonly [unknown, string, { readonly default: unknown }] ? never : undefined)
}

export const shape = <Value = unknown>(check: Check, schema: JsonSchema): Shape<Value> =>
  Object.assign(check, { schema })

/** What is used more than once: the schema defines it once, by these names. */
export const definitions: Record<string, JsonSchema> = {}

export function named<Value>(name: string, inner: Shape<Value>): Shape<Value> {
  definitions[name] = inner.schema
  return shape((value, path) => inner(value, path), { $ref: `#/$defs/${name}` })
}

/** @returns a row for each key */
export const rowsOf = <Key extends string, const Made extends Row>(
  keys: readonly Key[],
  make: (key: Key) => Made
): Record<Key, Made> => Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<Key, Made>

/**
 * A map with these keys and no others; each may be left out, or be undefined. elsewhere: where keys belong that users
 * look for here
 */
export function object<const Table extends OptionTable>(
  options: Table,
  elsewhere: Record<string, string> = {}
): Shape<GivenOf<Table>> & { options: Table } {
  const keys = Object.keys(options)
  const properties = keys.map((key) => {
    const [{ schema }, description, { otherwise, ...hints } = {}]: Row = options[key]
    const usual = otherwise ?? hints.default
    return [
      key,
      { description: usual === undefined ? description : `${description} Default: ${usual}.`, ...schema, ...hints }
    ]
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
export const complete = <Table extends OptionTable>(
  { options }: { options: Table },
  given: GivenOf<Table> = {}
): Complete<Table> =>
  Object.fromEntries(
    Object.entries(options).map(([key, [, , hints]]) => [key, given[key] === undefined ? hints?.default : given[key]])
  ) as Complete<Table>

export const mapOf = <Value>(item: Shape<Value>): Shape<Record<string, Value>> =>
  shape((value, path) => checkEntries(value, path, () => item), { type: 'object', additionalProperties: item.schema })

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

export function listOf<Value>(
  item: Shape<Value>,
  { atLeast = 0, distinct = false, allowed = 'a list' } = {}
): Shape<Value[]> {
  const bounds = { ...(atLeast > 0 ? { minItems: atLeast } : {}), ...(distinct ? { uniqueItems: true } : {}) }
  return shape(
    (value, path) => {
      if (!Array.isArray(value)) return reject(path, value, allowed)
      for (const [i, element] of value.entries()) item(element, `${path}[${i}]`)
      if (
        value.length < atLeast ||
        (distinct && new Set(value.map((element) => JSON.stringify(element))).size < value.length)
      )
        reject(path, value, allowed)
    },
    { type: 'array', items: item.schema, ...bounds }
  )
}

/**
 * A list, or a single value. The schema is not an anyOf: for the number 0, an editor would say that it must be auto.
 */
export const listOr = <List, Single>(items: Shape<List>, single: Shape<Single>): Shape<List | Single> =>
  shape((value, path) => (Array.isArray(value) ? items : single)(value, path), {
    if: { type: 'array' },
    then: items.schema,
    else: single.schema
  })

/** @param allowed what a list must be */
export const severalOf = <Value>(item: Shape<Value>, allowed: string): Shape<Value[]> =>
  listOf(item, { atLeast: 2, distinct: true, allowed })

/** A value, or a list of at least two different ones. */
export const oneOrSeveral = <Value>(item: Shape<Value>, allowed: string): Shape<Value[] | Value> =>
  listOr(severalOf(item, allowed), item)

/** A list, or a list of several such lists, of which none need have anything in it. */
export function oneOrSeveralLists<Item>(one: Shape<Item[]>, allowed: string): Shape<Item[] | Item[][]> {
  const several = severalOf(one, allowed)
  return shape((value, path) => (Array.isArray(value) && value.some(Array.isArray) ? several : one)(value, path), {
    if: { type: 'array', contains: { type: 'array' } },
    then: several.schema,
    else: one.schema
  })
}

/**
 * A string, or a map that says more. The map comes first: for a mistake in it, an editor would otherwise say that it is
 * not a string.
 */
export const textOrMap = <Map>(map: Shape<Map>, allowed: string): Shape<string | Map> =>
  shape(
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
  schema: JsonSchema
): Shape<Value> =>
  shape((value, path) => {
    if (!fits(value)) reject(path, value, typeof allowed === 'string' ? allowed : allowed(value))
  }, schema)

export const matching = (pattern: RegExp, allowed: string): Shape<string> =>
  fitting((value) => typeof value === 'string' && pattern.test(value), allowed, {
    type: 'string',
    pattern: pattern.source
  })

/** YAML reads 12e45 as a number, and 24.20 as 24.2. */
export function quoted(pattern: RegExp, allowed: string): Shape<string> {
  const inner = matching(pattern, allowed)
  return shape((value, path) => {
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
export const truth: Shape<boolean> = fitting((value) => typeof value === 'boolean', 'true or false', {
  type: 'boolean'
})

type Bounds = { from?: number; above?: number; to?: number; whole?: boolean }

export function number(bounds: Bounds): Shape<number> {
  const { from, above, to, whole } = bounds
  const allowed = `a ${whole ? 'whole ' : ''}number ${from === undefined ? `above ${above}` : `from ${from}`}${to === undefined ? '' : ` to ${to}`}`
  const limits = Object.entries({ minimum: from, exclusiveMinimum: above, maximum: to }).filter(
    ([, limit]) => limit !== undefined
  )
  return fitting((value) => isWithin(value, bounds), allowed, {
    type: whole ? 'integer' : 'number',
    ...Object.fromEntries(limits)
  })
}

export const isWithin = (
  value: unknown,
  { from = -Infinity, above = -Infinity, to = Infinity, whole = false }: Bounds
): boolean =>
  Number.isFinite(value) &&
  (!whole || Number.isInteger(value)) &&
  Number(value) >= from &&
  Number(value) > above &&
  Number(value) <= to

/** A number with its unit, as a text; of a number alone, nobody can tell what it counts. written: of such a number */
export const quantity = (
  pattern: RegExp,
  allowed: string,
  written: (value: number) => string,
  fits: (value: string) => boolean = () => true
): Shape<string> =>
  shape(
    (value, path) => {
      if (typeof value === 'string' && pattern.test(value) && fits(value)) return
      if (isWithin(value, { from: 0 })) refuseValue(path, value, `without a unit. Write ${written(Number(value))}.`)
      reject(path, value, allowed)
    },
    { type: 'string', pattern: pattern.source }
  )

/** As Artillery writes times, but in one way each. */
const timeText = /^\d+(\.\d+)? ?(ms|s|m|h)$/
const timeAboveZero = new RegExp(`^(?=.*[1-9])${timeText.source.slice(1)}`)

/** A time, of which secondsOf makes seconds; bounds: in seconds */
export function duration(bounds: Pick<Bounds, 'from' | 'above' | 'to'>): Shape<string> {
  const { from, above, to } = bounds
  const range = `${above === undefined ? `from ${from}` : `above ${above}`}${to === undefined ? '' : `, at most ${to} seconds`}`
  return quantity(
    above === undefined ? timeText : timeAboveZero,
    `a time ${range}, with its unit, such as 10s, 200ms or 5m`,
    (value) => `${value}s`,
    (value) => isWithin(secondsOf(value), bounds)
  )
}

/** A time of a response. */
export const latency: Shape<string> = quantity(
  timeAboveZero,
  'a time above 0 with its unit, such as 200ms or 0.2s',
  () => '200ms or 0.2s'
)

/** @returns the number of a quantity, whatever it counts */
export const amountOf: (quantity: string) => number = parseFloat

const units: Record<string, number> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }

/** @returns of an amount of memory such as 512Mi, 1GiB or 256 MB, which counts 1,024 as Docker's does */
export function bytesOf(amount: string): number {
  const [, number, unit] = /^([\d.]+) ?([kmg])/i.exec(amount) ?? []
  return Math.round(Number(number) * units[unit.toLowerCase()])
}

/** @returns of 0.5, or of 500m as Kubernetes has it */
export const cpusOf = (cpus: unknown): number =>
  typeof cpus === 'string' ? rounded(amountOf(cpus) / 1000) : Number(cpus)

/** @returns of a percentage */
export const shareOf = (percentage: string): number => rounded(amountOf(percentage) / 100)

/** @returns of a time */
export const millisecondsOf = (time: string): number => rounded(1000 * secondsOf(time))

/** 0.2 s are a little more than 200 ms. */
const rounded = (value: number) => Number(value.toPrecision(12))

/** @returns whether it is a time above 0, with a unit */
export const isTimeText = (value: unknown): value is string => typeof value === 'string' && timeAboveZero.test(value)

export const oneOf = <const Choice extends string | number>(choices: readonly Choice[]): Shape<Choice> =>
  shape(
    (value, path) => {
      if (!choices.includes(value as Choice))
        reject(path, value, `one of ${choices.join(', ')}${suggest(value, choices)}`)
    },
    { enum: choices }
  )

/** @param inner of one type, or a condition */
export const orNull = <Value>(inner: Shape<Value>): Shape<Value | null> =>
  shape(
    (value, path) => {
      if (value !== null) inner(value, path)
    },
    inner.schema.type === undefined
      ? { if: { type: 'null' }, then: {}, else: inner.schema }
      : { ...inner.schema, type: [inner.schema.type, 'null'] }
  )

export const percentage = quantity(
  /^(100(\.0+)?|\d{1,2}(\.\d+)?) ?%$/,
  'a percentage from 0% to 100%, such as 1%',
  () => 'a percentage, such as 1%'
)
export const share: Shape<string | null> = named('share', orNull(percentage))

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
  const ranked = choices.map((choice) => ({ choice, far: distance(given.toLowerCase(), String(choice).toLowerCase()) }))
  const [nearest] = ranked.toSorted((a, b) => a.far - b.far)
  return nearest.far <= Math.max(2, given.length / 3) && nearest.far < given.length
    ? ` (did you mean ${nearest.choice}?)`
    : ''
}
