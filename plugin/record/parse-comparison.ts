import { readFileSync, statSync } from 'node:fs'
import { Validator } from '@cfworker/json-schema'
import { SpeedupError } from '../concepts/errors.ts'
import { packageFile } from '../package-files.ts'
import { noneBeside, unlistedParts, unsearched } from '../questions/concepts.ts'
import type { Comparison, Flaw } from '../concepts/comparison.ts'

/** What this version writes and reads. */
export const schemaVersion = 1 as const

/** The published schema: what it promises to others, our own readers rely on. Unknown properties do no harm. */
const comparisonSchema = JSON.parse(readFileSync(packageFile('comparison.schema.json'), 'utf8'), (key, value) =>
  key === 'additionalProperties' ? undefined : value
)
const validator = new Validator(comparisonSchema, '2020-12')

/** What a list of comparisons does not show: of hundreds, to check it takes longer than all else. */
const unlisted: Record<string, string[]> = {
  Comparison: ['settings', ...unlistedParts, 'timeSpent'],
  ScenarioResult: [
    'variants',
    'answers',
    ...Object.keys(noneBeside),
    'leaders',
    ...unlistedParts,
    ...Object.keys(unsearched),
    'warnings'
  ],
  CandidateResult: ['limits', 'shares', 'bound', 'diagnosis', 'selfCheck']
}
const listValidator = new Validator(
  JSON.parse(JSON.stringify(comparisonSchema), (key, value) => {
    if (typeof value?.properties !== 'object' || unlisted[value.title] === undefined) return value
    return {
      ...value,
      properties: Object.fromEntries(
        Object.entries(value.properties).filter(([name]) => !unlisted[value.title].includes(name))
      )
    }
  }),
  '2020-12'
)

export const comparisonProperties = Object.keys(comparisonSchema.properties) as (keyof Comparison)[]

/**
 * @throws SpeedupError NOT_A_RECORD, one sentence that begins with the file, unless the text has all that the schema
 * requires
 */
export const parseComparison = (text: string, file: string): Comparison => parse(text, file, validator)

/** The same as far as a list shows it: the rest may be anything. */
export const parseListed = (text: string, file: string): Comparison => parse(text, file, listValidator)

const us = 'this version of artillery-plugin-speedup'

function parse(text: string, file: string, used: Validator): Comparison {
  let value: any
  try {
    value = JSON.parse(text)
  } catch {
    refuse(`${file} is not complete JSON: it was half written or edited; copy it again, or measure again`)
  }
  if (Number(value?.schemaVersion) > schemaVersion) {
    const advice = 'update it: npm install --save-dev artillery-plugin-speedup@latest'
    const known = `${us} reads ${schemaVersion} only`
    refuse(`${file} has schemaVersion ${value.schemaVersion}, but ${known}; ${advice}`)
  }
  const flaw = firstFlaw(value, used)
  if (flaw === null) return value
  const problem = `JSON, but not a comparison that ${us} can read: ${flaw.words}`
  return refuse(`${file} is ${problem}; use another file, or measure again`)
}

/** @throws where it is no file: a pipe would be waited for. @returns its path */
export function aFile(path: string) {
  if (!statSync(path).isFile()) throw new Error('it is no file')
  return path
}

/** @throws SpeedupError NOT_A_RECORD */
export function refuse(sentence: string): never {
  throw new SpeedupError('NOT_A_RECORD', `${sentence}.`)
}

/** The errors of these only say that there is one further inside. */
const outer = ['$ref', 'anyOf', 'properties', 'items', 'prefixItems']

/** @returns what other programs would refuse in the file that this becomes; null: nothing */
export const flawIn = (comparison: Comparison): Flaw | null =>
  firstFlaw(JSON.parse(JSON.stringify(comparison)), validator)

/** @returns what is missing or wrong first */
function firstFlaw(value: unknown, used: Validator): Flaw | null {
  const error = used.validate(value).errors.find(({ keyword }) => !outer.includes(keyword))
  if (error === undefined) return null
  const place = decodeURI(error.instanceLocation).split('/').slice(1)
  if (error.keyword === 'required')
    return { place, words: `${pathOf([...place, /"(.*)"/.exec(error.error)?.[1] ?? ''])} is missing` }
  const text = JSON.stringify(place.reduce((part: any, key) => part[key], value))
  const shown = text.length <= 60 ? text : `${text.slice(0, 59)}…`
  return { place, words: `${pathOf(place) || 'its content'} is ${shown}` }
}

const pathOf = (keys: string[]) =>
  keys
    .map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '')
