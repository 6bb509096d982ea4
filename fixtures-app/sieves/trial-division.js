import { checkMax, createPrimeList } from './bounds.js'

/**
 * Divides each odd number by the odd primes up to its square root; no sieve at all, and the
 * yardstick for how much a sieve saves.
 *
 * Time: O(n^1.5 / (ln n)^2), nearly all of it spent on the primes themselves, which need every
 * division. Memory: nothing apart from the result.
 * Source: Leonardo of Pisa, Liber abaci, 1202.
 *
 * @param {number} max
 */
export function trialDivision(max) {
  checkMax(max)
  const primes = createPrimeList(max)
  let count = 0
  if (max >= 2) primes[count++] = 2
  if (max >= 3) primes[count++] = 3
  for (let candidate = 5; candidate <= max; candidate += 2) {
    if (isPrime(candidate, primes)) primes[count++] = candidate
  }
  return primes.subarray(0, count)
}

/**
 * @param {number} candidate odd, at least 5
 * @param {Uint32Array} primes all primes below `candidate`, so the loop always meets one above its
 * square root
 */
function isPrime(candidate, primes) {
  // From 1, as no odd number is divisible by 2.
  for (let i = 1; primes[i] * primes[i] <= candidate; i++) {
    if (candidate % primes[i] === 0) return false
  }
  return true
}
