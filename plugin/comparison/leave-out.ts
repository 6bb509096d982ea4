import { readFileSync } from 'node:fs'
import { worst, type Verdict } from '../concepts/verdicts.ts'
import { packageFile } from '../package-files.ts'
import type { LeftOut } from '../concepts/comparison.ts'
import type { Run } from '../concepts/run.ts'

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

const maybe: Schema = { type: ['null'] }

/** What of a run may be unknown. */
const runSchema: Schema = {
  properties: {
    ...{ latencyMs: maybe, within: maybe, machine: maybe, costGrowth: maybe },
    firstRequests: { properties: { latencyMs: maybe } },
    workers: { items: { properties: { usage: maybe } } },
    generator: {
      properties: {
        ...{ utilization: maybe, loopDelayMs: maybe, shortestSessionMs: maybe, leastLatencyMs: maybe },
        utilizations: { items: maybe }
      }
    },
    disturbances: {
      items: { properties: { doneMs: maybe, bump: maybe, recoverySeconds: maybe, outageSeconds: maybe, leaving: maybe, newcomers: maybe, workers: maybe } }
    }
  }
}

/**
 * @returns null: a figure without which it can't be compared is no number
 */
export function leaveOutOfRun(run: Run): { kept: Run | null, leftOut: LeftOut[] } {
  return leaveOut(run, runSchema, [`scenarios`, `[${run.scenario}]`, 'runs', `[${run.variant}, round ${run.round}]`])
}

/** Of a part of a comparison: in the worst case, none of its scenarios is left. */
export function leaveOutOfComparison<Part extends object>(part: Part): { kept: Part, leftOut: LeftOut[] } {
  const { kept, leftOut } = leaveOut(part, comparisonSchema, [])
  return { kept: kept as Part, leftOut }
}

/**
 * JSON has neither Infinity nor NaN, and a verdict on them means nothing. Of such a figure, the smallest part is left out that may be missing by
 * the schema: a property or an item that may be null, or an object of a list. What was demanded of that part is inconclusive, and so is what
 * contains it.
 *
 * @param root labels of the place of this part
 * @returns what is left of it, null: nothing; and what is not
 */
function leaveOut<Part extends object>(part: Part, partSchema: Schema, root: string[]): { kept: Part | null, leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = []

  const leave = (removed: unknown, place: string[], { figure, value }: Gap) => {
    leftOut.push({ part: nameOf(place), figure: nameOf(figure.slice(place.length)), value, isDemanded: demandsIn(removed).length > 0 })
    return null
  }

  function walk(value: unknown, schema: Schema, place: string[]): unknown {
    if (typeof value === 'number') return Number.isFinite(value) ? value : new Gap(place, value)
    if (typeof value !== 'object' || value === null) return value
    return Array.isArray(value) ? walkList(value, resolve(schema), place) : walkObject(value, resolve(schema), place)
  }

  function walkList(values: unknown[], schema: Schema, place: string[]): unknown {
    const places = values.map((value, i) => [...place, `[${labelOf(value) ?? i}]`])
    const found = values.map((value, i) => walk(value, schema.prefixItems?.[i] ?? schema.items, places[i]))
    const gaps = found.flatMap((one, i) => (one instanceof Gap ? [{ gap: one, i }] : []))
    if (gaps.length === 0) return found
    if (mayBeNull(schema.items ?? {})) return found.map((one, i) => (one instanceof Gap ? leave(values[i], places[i], one) : one))
    const isOfObjects = resolve(schema.items).type === 'object'
    if (!isOfObjects || found.length - gaps.length < (schema.minItems ?? 0)) return gaps[0].gap
    for (const { gap, i } of gaps) leave(values[i], places[i], gap)
    return found.filter((one) => !(one instanceof Gap))
  }

  function walkObject(object: object, schema: Schema, place: string[]): unknown {
    const before = leftOut.length
    const kept: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(object)) {
      const own = schema.properties?.[key] ?? schema.additionalProperties ?? {}
      const found = walk(value, own, [...place, key])
      if (!(found instanceof Gap)) kept[key] = found
      else if (!mayBeNull(own)) return found
      else {
        // Of a limit, its value may be unknown.
        kept[key] = leave(key === 'value' ? object : value, [...place, key], found)
      }
    }
    if ('verdict' in kept && leftOut.slice(before).some(({ isDemanded }) => isDemanded)) kept.verdict = worst(['inconclusive', ...demandsIn(kept, true)])
    return kept
  }

  const kept = walkObject(part, partSchema, root)
  return { kept: kept instanceof Gap ? leave(part, root, kept) : kept as Part, leftOut }
}

function resolve(schema: Schema): Schema {
  const found = schema?.$ref === undefined ? schema : comparisonSchema.$defs[schema.$ref.slice('#/$defs/'.length)]
  const choice = found?.anyOf?.find((one: Schema) => one.type !== 'null' && found.type === undefined)
  return choice === undefined ? found ?? {} : resolve(choice)
}

const mayBeNull = (schema: Schema): boolean =>
  schema.type === 'null' || schema.type?.includes?.('null') === true || schema.enum?.includes(null) === true || schema.anyOf?.some(mayBeNull) === true

/** @returns verdicts on what was demanded, at any depth. isInside: not that of the value itself */
function demandsIn(value: any, isInside: boolean = false): Verdict[] {
  if (typeof value !== 'object' || value === null) return []
  const isDemand = !isInside && value.verdict != null && (value.required ?? value.limit) != null
  const fell = value.againstEarlier == null ? [] : [value.againstEarlier]
  return [...(isDemand ? [value.verdict] : []), ...fell, ...Object.values(value).flatMap((inner) => demandsIn(inner))]
}

const labelOf = (value: any): string | undefined => value?.metric ?? value?.name ?? value?.variant ?? value?.scenario

const nameOf = (place: string[]) => place.map((label) => (label.startsWith('[') ? label : `.${label}`)).join('').replace(/^\./, '')
