/**
 * A whole number written in decimal digits. What is absent becomes the fallback; whatever else is
 * not such a number throws an InputError that says what is allowed.
 *
 * @param {unknown} given a query or path parameter as Express parsed it
 * @param {{ name: string, least?: number, most: number, fallback?: number }} bounds
 * @returns {number}
 */
export function readWholeNumber(given, { name, least = 0, most, fallback }) {
  if (given === undefined && fallback !== undefined) return fallback
  const text = readOnce(given, name)
  const number = /^\d+$/.test(text) ? Number(text) : NaN
  if (number >= least && number <= most) return number
  throw new InputError(`${name} must be a whole number from ${least} to ${most}, not ${quote(text)}.`)
}

/**
 * @template {string} Choice
 * @param {unknown} given
 * @param {{ name: string, choices: readonly Choice[], fallback: Choice }} allowed
 * @returns {Choice}
 */
export function readChoice(given, { name, choices, fallback }) {
  if (given === undefined) return fallback
  const text = readOnce(given, name)
  const choice = choices.find((candidate) => candidate === text)
  if (choice !== undefined) return choice
  throw new InputError(`${name} must be ${alternatives.format(choices)}, not ${quote(text)}.`)
}

/** What the client got wrong: Express and the error handler read `status`. */
export class InputError extends Error {
  name = 'InputError'
  status = 400
}

// British English, as "a, b or c" needs no second comma before "not".
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/**
 * @param {unknown} given
 * @param {string} name
 */
function readOnce(given, name) {
  if (Array.isArray(given)) {
    throw new InputError(`${name} must be given once, not ${given.length} times.`)
  }
  return String(given)
}

/** @param {string} text */
function quote(text) {
  // An address may be 16 kB long; nobody needs all of it back.
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)
}
