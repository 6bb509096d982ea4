import { readFileSync } from 'node:fs'
import { Validator } from '@cfworker/json-schema'
import { SpeedupError } from '../concepts/errors.ts'
import { packageFile } from '../package-files.ts'
import type { Comparison } from '../concepts/comparison.ts'

/** What this version writes and reads. */
export const schemaVersion = 1 as const

/** The published schema: what it promises to others, our own readers rely on. Unknown properties do no harm. */
const schema = JSON.parse(readFileSync(packageFile('comparison.schema.json'), 'utf8'), (key, value) => (key === 'additionalProperties' ? undefined : value))
const validator = new Validator(schema, '2020-12')

export const comparisonProperties = Object.keys(schema.properties) as (keyof Comparison)[]

/** @throws SpeedupError NOT_A_RECORD, one sentence that begins with the file, unless the text has all that the schema requires */
export function parseComparison(text: string, file: string): Comparison {
  let value: any
  try {
    value = JSON.parse(text)
  } catch {
    refuse(`${file} is not complete JSON: it was half written or edited; copy it again, or measure again`)
  }
  complete(value)
  if (Number(value?.schemaVersion) > schemaVersion) {
    const advice = 'update it: npm install --save-dev artillery-plugin-speedup@latest'
    refuse(`${file} has schemaVersion ${value.schemaVersion}, but this version of artillery-plugin-speedup reads ${schemaVersion} only; ${advice}`)
  }
  const flaw = firstFlaw(value)
  if (flaw === null) return value
  return refuse(`${file} is JSON, but not a comparison that this version of artillery-plugin-speedup can read: ${flaw}; use another file, or measure again`)
}

/** Adds what the first versions did not write: what was measured and by which command, which client made the load, what was lost, who is fastest, what each carries, what the time was spent on, and where it went, of a response and in all. */
function complete(value: any) {
  const partsOf = (found: any[]) => found.flat().filter((part) => typeof part === 'object' && part !== null)
  const [settings, scenarios] = [partsOf([value?.settings]), partsOf([value?.scenarios])]
  const candidates = partsOf(scenarios.map((scenario) => scenario.candidates))
  const estimates = partsOf(candidates.map((candidate) => candidate.estimates))
  const [bounds, diagnoses] = [partsOf(candidates.map(({ bound }) => bound)), partsOf(candidates.map(({ diagnosis }) => diagnosis))]
  const variants = partsOf(scenarios.map((scenario) => scenario.variants))
  const sweeps = partsOf(scenarios.map((scenario) => scenario.sweeps))
  const crossovers = partsOf([value?.crossovers])
  const later: [parts: any[], ...keys: string[]][] = [
    [partsOf([[value]]), 'timeSpent'], [settings, 'client', 'time', 'command', 'load', 'warmUpSeconds', 'thresholds', 'limits', 'disturb'], [scenarios, 'client', 'losses', 'leaders', 'capacity'], [estimates, 'side'], [bounds, 'loop'], [diagnoses, 'spentOn'], [variants, 'responseTime', 'demand'],
    [partsOf(partsOf(crossovers.map(({ levels }) => levels)).map((level) => level.variants)), 'answeredPerSecond', 'errorRate'],
    [sweeps, 'unit'], [partsOf(sweeps.map(({ points }) => points)), 'end']
  ]
  for (const scenario of scenarios) {
    for (const key of ['limits', 'profiles', 'profileDifferences']) scenario[key] ??= []
    for (const limit of partsOf([scenario.limits])) limit.side ??= null
  }
  for (const crossover of crossovers) crossover.of ??= 'load'
  for (const compared of partsOf(scenarios.map(({ answers }) => answers))) compared.unequal ??= []
  for (const [parts, ...keys] of later) {
    for (const part of parts) for (const key of keys) part[key] ??= null
  }
}

/** @throws SpeedupError NOT_A_RECORD */
export function refuse(sentence: string): never {
  throw new SpeedupError('NOT_A_RECORD', `${sentence}.`)
}

/** The errors of these only say that there is one further inside. */
const outer = ['$ref', 'anyOf', 'properties', 'items', 'prefixItems']

/** @returns what is missing or wrong first, such as "scenarios[0].rounds is missing" */
function firstFlaw(value: unknown): string | null {
  const error = validator.validate(value).errors.find(({ keyword }) => !outer.includes(keyword))
  if (error === undefined) return null
  const keys = decodeURI(error.instanceLocation).split('/').slice(1)
  if (error.keyword === 'required') return `${pathOf([...keys, /"(.*)"/.exec(error.error)?.[1] ?? ''])} is missing`
  const text = JSON.stringify(keys.reduce((part: any, key) => part[key], value))
  return `${pathOf(keys) || 'its content'} is ${text.length <= 60 ? text : `${text.slice(0, 59)}…`}`
}

const pathOf = (keys: string[]) => keys.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join('').replace(/^\./, '')
