/** @import { RequestHandler } from 'express' */

/**
 * The sum of atan(i) * tan(i): arithmetic in one loop, no memory.
 *
 * @type {RequestHandler}
 */
export const slow = (_request, response) => {
  let result = 0
  for (let i = 7 ** 7; i >= 0; i--) result += Math.atan(i) * Math.tan(i)
  response.json({ result })
}
