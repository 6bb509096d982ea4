/** @import { Route } from './index.js' */

/**
 * No work at all: what Express and Node cost by themselves.
 *
 * @type {Route}
 */
export const hello = () => (_request, response) => {
  response.type('text/plain').send('hello')
}
