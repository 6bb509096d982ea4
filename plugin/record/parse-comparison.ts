import { readFileSync } from 'node:fs'
import { SpeedupError } from '../errors.ts'
import { firstFlaw } from './first-flaw.ts'
import type { Comparison } from '../vocabulary.ts'
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
