import { readFileSync } from 'node:fs'
import { worst, type Verdict } from './verdicts.ts'
import { packageFile } from '../package-files.ts'
import runGaps from './run-gaps.json' with { type: 'json' }
import type { LeftOut } from './comparison.ts'
import type { Run } from './run.ts'

type Schema = Record<string, any>

const comparisonSchema: Schema = JSON.parse(readFileSync(packageFile('comparison.schema.json'), 'utf8'))

/** Stands for a part that holds a number which JSON does not know. */
class Gap {
  figure: string[] // labels, from the part that was walked into first
  value: number

  constructor(figure: string[], value: number) {
    this.figure = figure
    this.value = value
  }
}

/** @returns kept: null: a figure without which it can't be compared is no number */
export const leaveOutOfRun = (run: Run) =>
  leaveOut(run, runGaps, ['scenarios', `[${run.scenario}]`, 'runs', `[${run.variant}, round ${run.round}]`])

/** Of a part of a comparison: in the worst case, none of its scenarios is left. */
export function leaveOutOfComparison<Part extends object>(part: Part) {
  const { kept, leftOut } = leaveOut(part, comparisonSchema, [])
  return { kept: kept as Part, leftOut }
}

/**
 * JSON has neither Infinity nor NaN, and a verdict on them means nothing. Of such a figure, the smallest part is left
 * out that may be missing by the schema: a property or an item that may be null, or an object of a list. What was
 * demanded of that part is inconclusive, and so is what contains it. Part and schema are walked through together: a gap
 * is passed on until it comes to what may be missing.
 *
 * @param place labels of the place of this part
 * @returns what is left of it, null: nothing; and what is not
 */
function leaveOut<Part extends object>(part: Part, schema: Schema, place: string[]) {
  const leftOut: LeftOut[] = []
  const found = ofObject(part, schema, place)
  return { kept: found instanceof Gap ? leave(part, place, found) : (found as Part), leftOut }

  function leave(removed: unknown, place: string[], { figure, value }: Gap) {
    const isDemanded = demandsIn(removed).length > 0
    leftOut.push({ place, part: nameOf(place), figure: nameOf(figure.slice(place.length)), value, isDemanded })
    return null
  }

  function ofObject(object: object, schema: Schema, place: string[]): object | Gap {
    const before = leftOut.length
    const kept: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(object)) {
      const own = schema.properties?.[key] ?? schema.additionalProperties ?? {}
      const found = ofValue(value, own, [...place, key])
      if (found instanceof Gap && !mayBeNull(own)) return found
      // Of a limit, its value may be unknown.
      kept[key] = found instanceof Gap ? leave(key === 'value' ? object : value, [...place, key], found) : found
    }
    const isLacking = leftOut.slice(before).some(({ isDemanded }) => isDemanded)
    if ('verdict' in kept && isLacking) kept.verdict = worst(['inconclusive', ...demandsIn(kept, true)])
    return kept
  }

  function ofValue(value: unknown, schema: Schema, place: string[]): unknown {
    if (typeof value === 'number') return Number.isFinite(value) ? value : new Gap(place, value)
    if (typeof value !== 'object' || value === null) return value
    const resolved = resolve(schema)
    return Array.isArray(value) ? ofList(value, resolved, place) : ofObject(value, resolved, place)
  }

  function ofList(values: unknown[], schema: Schema, place: string[]) {
    const places = values.map((value, i) => [...place, `[${labelOf(value) ?? i}]`])
    const found = values.map((value, i) => ofValue(value, schema.prefixItems?.[i] ?? schema.items, places[i]))
    const first = found.find((one) => one instanceof Gap)
    if (first === undefined) return found
    const isKept = mayBeNull(schema.items ?? {})
    const kept = found.filter((one) => !(one instanceof Gap))
    if (!isKept && (resolve(schema.items).type !== 'object' || kept.length < (schema.minItems ?? 0))) return first
    const filled = found.map((one, i) => (one instanceof Gap ? leave(values[i], places[i], one) : one))
    return isKept ? filled : kept
  }
}

function resolve(schema: Schema): Schema {
  const found = schema?.$ref === undefined ? schema : comparisonSchema.$defs[schema.$ref.slice('#/$defs/'.length)]
  const choice = found?.anyOf?.find((one: Schema) => one.type !== 'null' && found.type === undefined)
  return choice === undefined ? (found ?? {}) : resolve(choice)
}

const mayBeNull = (schema: Schema) =>
  schema.type === 'null' ||
  schema.type?.includes?.('null') === true ||
  schema.enum?.includes(null) === true ||
  schema.anyOf?.some(mayBeNull) === true

/** @returns verdicts on what was demanded, at any depth. isInside: not that of the value itself */
function demandsIn(value: any, isInside = false): Verdict[] {
  if (typeof value !== 'object' || value === null) return []
  const isDemand = !isInside && value.verdict != null && (value.required ?? value.limit) != null
  const fell = value.againstEarlier == null ? [] : [value.againstEarlier]
  return [...(isDemand ? [value.verdict] : []), ...fell, ...Object.values(value).flatMap((inner) => demandsIn(inner))]
}

const labelOf = (value: any) => value?.metric ?? value?.name ?? value?.variant ?? value?.scenario

const nameOf = (place: string[]) =>
  place
    .map((label) => (label.startsWith('[') ? label : `.${label}`))
    .join('')
    .replace(/^\./, '')
