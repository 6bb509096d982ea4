import { checkMax, createPrimeList } from './bounds.js'

/**
 * The sieve as in the textbook: one byte for each number, even ones too; the multiples of each
 * prime are crossed out from its square on, as smaller ones have a smaller factor.
 *
 * Time: O(n log log n). Memory: n + 1 bytes, so that it leaves the CPU's caches from about 10^6 on.
 * Source: Nicomachus, Introduction to Arithmetic, I.13, who credits Eratosthenes.
 *
 * @param {number} max
 */
export function eratosthenes(max) {
  checkMax(max)
  const composite = new Uint8Array(max + 1)
  for (let i = 2; i * i <= max; i++) {
    if (composite[i] === 1) continue
    for (let multiple = i * i; multiple <= max; multiple += i) composite[multiple] = 1
  }
  return collectPrimes(composite)
}

/** @param {Uint8Array} composite */
function collectPrimes(composite) {
  const primes = createPrimeList(composite.length - 1)
  let count = 0
  for (let i = 2; i < composite.length; i++) {
    if (composite[i] === 0) primes[count++] = i
  }
  return primes.subarray(0, count)
}
