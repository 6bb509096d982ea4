import { inspect, isDeepStrictEqual } from 'node:util'
import { distance } from 'fastest-levenshtein'
import { refuse } from '../concepts/errors.ts'

export { refuse }

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
