import { sieves } from '../sieves/index.js'

/**
 * The primes up to `max`. They are handed over only when they are wanted, as another thread would get a copy.
 *
 * @param {{ max: number, sieve: keyof typeof sieves, list: boolean }} what
 * @returns {{ count: number, largest: number | null, primes: Uint32Array | null }} primes null: no list
 */
export function findPrimes({ max, sieve, list }) {
  const found = sieves[sieve](max)
  return { count: found.length, largest: found.at(-1) ?? null, primes: list ? found : null }
}
