import { bitPacked } from './bit-packed.js'
import { eratosthenes } from './eratosthenes.js'
import { oddOnly } from './odd-only.js'
import { segmented } from './segmented.js'
import { trialDivision } from './trial-division.js'

/**
 * The primes up to and including `max`, in ascending order.
 * Throws a RangeError when `max` is no whole number from 0 to 10^9.
 *
 * @typedef {(max: number) => Uint32Array} Sieve
 */

/**
 * From the slowest to the most refined. A new sieve is a file and a row.
 *
 * @satisfies {Record<string, Sieve>}
 */
export const sieves = {
  'trial-division': trialDivision,
  eratosthenes,
  'odd-only': oddOnly,
  'bit-packed': bitPacked,
  segmented
}
