import { setTimeout as delay } from 'node:timers/promises'
import { readWholeNumber } from './input.js'

/** @import { Route } from './index.js' */

/**
 * Waits as for a database: no CPU, so one process serves as many as it can hold.
 *
 * @type {Route}
 */
export const io =
  () =>
  async ({ query }, response) => {
    const waitedMs = readWholeNumber(query.ms, { name: 'ms', most: 10_000, fallback: 20 })
    await delay(waitedMs)
    response.json({ waitedMs })
  }
