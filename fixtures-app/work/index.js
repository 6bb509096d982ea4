// All that occupies a thread, whichever thread that is. Input and result survive the way to another thread and back.
// A new kind of work is a file and a row; its name here is the one by which a pool finds it.
export { block } from './block.js'
export { fibonacciOf } from './fibonacci-of.js'
export { findPrimes } from './find-primes.js'
export { sumSquareRoots } from './sum-square-roots.js'
export { sumTangents } from './sum-tangents.js'

/**
 * @typedef {typeof import('./index.js')} WorkHere each done at once, by whoever calls it
 *
 * @typedef {{ [Name in keyof WorkHere]: (...input: Parameters<WorkHere[Name]>) =>
 *   ReturnType<WorkHere[Name]> | Promise<ReturnType<WorkHere[Name]>> }} Work each done here or elsewhere
 */
