/** @import { RequestHandler } from 'express' */

/**
 * No work at all: what Express and Node cost by themselves.
 *
 * @type {RequestHandler}
 */
export const hello = (_request, response) => {
  response.type('text/plain').send('hello')
}
