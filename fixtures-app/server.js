import { createApp } from './app.js'
import { readArguments } from './command-line.js'
import { readWholeNumber } from './routes/input.js'
import { stopGracefully } from './stop-gracefully.js'
import * as here from './work/index.js'

/** @import { AddressInfo } from 'node:net' */

const host = process.env.HOST ?? '127.0.0.1'
const port = orFail(() => readWholeNumber(process.env.PORT, { name: 'PORT', most: 65_535, fallback: 3030 }))
const { threads, isAbrupt } = orFail(() => readArguments(process.argv.slice(2)))
// Loaded only where it is needed, as a pool would cost whoever does without it time and memory.
const work = threads === null ? here : (await import('./work/in-threads.js')).inThreads(threads)

const server = createApp(work).listen(port, host, (error) => {
  if (error) fail(explain(error))
  const { address, family, port: actualPort } = /** @type {AddressInfo} */ (server.address())
  const urlHost = family === 'IPv6' ? `[${address}]` : address
  console.log(`fixtures-app listens on http://${urlHost}:${actualPort}`)
})
// So that what it saves can be seen.
if (!isAbrupt) stopGracefully(server)

/**
 * @template T
 * @param {() => T} read
 * @returns {T}
 */
function orFail(read) {
  try {
    return read()
  } catch (error) {
    return fail(/** @type {Error} */ (error).message)
  }
}

/** @param {NodeJS.ErrnoException} error */
function explain(error) {
  if (error.code === 'EADDRINUSE') {
    const wayOut = 'stop what listens there or set PORT to another'
    return `port ${port} on ${host} is already taken; ${wayOut}.`
  }
  return `cannot listen on port ${port} of ${host}: ${error.message}.`
}

/**
 * @param {string} reason
 * @returns {never}
 */
function fail(reason) {
  console.error(`fixtures-app: ${reason}`)
  // At once, as a cluster worker would live on for its channel to the primary.
  process.exit(1)
}
