import { parseArgs } from 'node:util'
import { readWholeNumber } from './routes/input.js'

// Far more than cores, and each takes some 10 MB.
const mostThreads = 64

/**
 * @param {string[]} args what follows the script
 * @returns {{ threads: number | null, isAbrupt: boolean }} threads: that do the work, null: the event loop does it;
 * isAbrupt: it ends on SIGTERM and SIGINT as Node does by itself, with all requests in flight
 * @throws {Error} for what it does not know, or can't be
 */
export function readArguments(args) {
  const { values, positionals } = parseArgs({
    args,
    strict: false,
    options: { threads: { type: 'string', multiple: true }, abrupt: { type: 'boolean' } }
  })
  const { threads, abrupt = false, ...others } = values
  const unknown = [...Object.keys(others).map((name) => (name.length === 1 ? `-${name}` : `--${name}`)), ...positionals]
  if (unknown.length > 0) throw new Error(`there is no ${unknown[0]}; the only options are --threads n and --abrupt.`)
  if (typeof abrupt !== 'boolean') throw new Error(`--abrupt takes no value, but was given "${abrupt}".`)
  return { threads: Array.isArray(threads) ? readThreads(threads) : null, isAbrupt: abrupt }
}

/** @param {(string | boolean)[]} threads each that was given */
function readThreads(threads) {
  // What has no value has `true`.
  const given = threads.map((one) => (one === true ? '' : String(one)))
  return readWholeNumber(given.length === 1 ? given[0] : given, { name: '--threads', least: 1, most: mostThreads })
}
