import { Piscina } from 'piscina'
import * as here from './index.js'

/** @import { Work } from './index.js' */

/**
 * The same work in a pool of threads, started at once. It leaves the event loop free to take requests, and ends with
 * the process.
 *
 * @param {number} count
 * @returns {Work}
 */
export function inThreads(count) {
  const pool = new Piscina({
    filename: new URL('./index.js', import.meta.url).href,
    minThreads: count,
    maxThreads: count
  })
  const names = Object.keys(here)
  const inThread = (/** @type {string} */ name) => (/** @type {unknown} */ input) => pool.run(input, { name })
  return /** @type {any} */ (Object.fromEntries(names.map((name) => [name, inThread(name)])))
}
