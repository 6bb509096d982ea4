import { fibonacci } from './fibonacci.js'
import { heavyComputation } from './heavy-computation.js'
import { hello } from './hello.js'
import { io } from './io.js'
import { primes } from './primes.js'
import { readContent } from './read-content.js'
import { slow } from './slow.js'

/** Everything that the app answers, all by GET. A new kind of work is a file and a row. */
export const routes = {
  '/': primes,
  '/api/slow': slow,
  '/api/fib/:n': fibonacci,
  '/read-content': readContent,
  '/api/heavy-computation': heavyComputation,
  '/hello': hello,
  '/io': io
}
