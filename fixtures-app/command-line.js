import { parseArgs } from 'node:util'
import { readWholeNumber } from './routes/input.js'

// Far more than cores, and each takes some 10 MB.
const mostThreads = 64

/**
 * @param {string[]} args what follows the script
 * @returns {number | null} threads that do the work; null: the event loop does it
 * @throws {Error} for what it does not know, or can't be
 */
export function readThreads(args) {
  const { values, positionals } = parseArgs({ args, strict: false, options: { threads: { type: 'string', multiple: true } } })
  const { threads, ...others } = values
  const unknown = [...Object.keys(others).map((name) => (name.length === 1 ? `-${name}` : `--${name}`)), ...positionals]
  if (unknown.length > 0) throw new Error(`there is no ${unknown[0]}; the only option is --threads n.`)
  if (!Array.isArray(threads)) return null
  // What has no value has `true`.
  const given = threads.map((one) => (one === true ? '' : one))
  return readWholeNumber(given.length === 1 ? given[0] : given, { name: '--threads', least: 1, most: mostThreads })
}
