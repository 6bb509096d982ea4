import { blocking } from './blocking.js'
import { fibonacci } from './fibonacci.js'
import { heavyComputation } from './heavy-computation.js'
import { hello } from './hello.js'
import { io } from './io.js'
import { primes } from './primes.js'
import { readContent } from './read-content.js'
import { slow } from './slow.js'

/**
 * @import { RequestHandler } from 'express'
 * @import { Work } from '../work/index.js'
 */

/** @typedef {(work: Work) => RequestHandler} Route */

/**
 * Everything that the app answers, all by GET. A new kind of answer is a file and a row.
 *
 * @type {Record<string, Route>}
 */
export const routes = {
  '/': primes,
  '/api/slow': slow,
  '/api/fib/:n': fibonacci,
  '/read-content': readContent,
  '/api/heavy-computation': heavyComputation,
  '/api/blocking': blocking,
  '/hello': hello,
  '/io': io
}
