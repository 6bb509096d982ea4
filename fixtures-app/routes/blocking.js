import { readWholeNumber } from './input.js'

/** @import { Route } from './index.js' */

/**
 * Waits as a synchronous driver or execSync does: no CPU, but nobody else is answered meanwhile, so that each further
 * process helps, however few cores there are.
 *
 * @type {Route}
 */
export const blocking =
  ({ block }) =>
  async ({ query }, response) => {
    const blockedMs = readWholeNumber(query.ms, { name: 'ms', most: 10_000, fallback: 10 })
    await block(blockedMs)
    response.json({ blockedMs })
  }
