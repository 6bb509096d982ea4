/** @import { Route } from './index.js' */

/**
 * The sum of atan(i) * tan(i).
 *
 * @type {Route}
 */
export const slow =
  ({ sumTangents }) =>
  async (_request, response) => {
    response.json({ result: await sumTangents() })
  }
