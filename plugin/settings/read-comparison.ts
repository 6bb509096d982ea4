import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SpeedupError } from '../errors.ts'
import { parseComparison } from '../record/parse-comparison.ts'
import { placesOf } from './places.ts'
import type { Comparison } from '../vocabulary.ts'
import type { ScriptSource } from './read-settings.ts'

const advice = 'Give the comparison.json of an earlier comparison, or its folder; paths begin at the scenario file.'

/**
 * @param given the option `compareWith`: a comparison.json, or a folder that holds one
 * @returns file: absolute path
 * @throws SpeedupError INVALID_SETTINGS
 */
export function readComparison(given: string, source: ScriptSource): { file: string, comparison: Comparison } {
  const refuse = (problem: string) => {
    throw new SpeedupError('INVALID_SETTINGS', `plugins.speedup.compareWith is ${JSON.stringify(given)}, but ${problem}`)
  }
  const places = placesOf(given, source)
  const place = places.find((one) => existsSync(one))
  if (place === undefined) return refuse(`there is no ${places.join(' nor ')}. ${advice}`)
  const file = statSync(place).isDirectory() ? join(place, 'comparison.json') : place
  if (!existsSync(file)) return refuse(`the folder ${place} holds no comparison.json: no comparison ended there. ${advice}`)
  try {
    return { file, comparison: parseComparison(readFileSync(file, 'utf8'), file) }
  } catch (error) {
    const { message } = error as Error
    return refuse(error instanceof SpeedupError ? message : `${file} can't be read (${message}). ${advice}`)
  }
}
