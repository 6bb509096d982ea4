/**
 * One bound for all: the byte sieve then takes 1 GB at most, and an index plus its next step stays
 * below 2^31, where V8 computes with 32-bit integers.
 */
export const greatestMax = 1_000_000_000

/**
 * Room for all primes up to `max`, at most 2 % too much from 10^4 on and 1 % from 10^5 on, so that
 * a sieve can write straight into a typed array. One place is spare: a collecting loop without a
 * branch writes every candidate and steps on only after a prime.
 *
 * @param {number} max
 */
export function createPrimeList(max) {
  return new Uint32Array(primeCountBound(max) + 1)
}

/**
 * pi(x) <= x / ln x * (1 + 1.2762 / ln x) for every x > 1: P. Dusart, "Autour de la fonction qui
 * compte le nombre de nombres premiers", thesis, Limoges 1998. Closer than 1.25506 x / ln x
 * (Rosser and Schoenfeld 1962), which is 16 % too much at 10^6.
 *
 * @param {number} max
 */
export function primeCountBound(max) {
  if (max < 2) return 0
  const ln = Math.log(max)
  return Math.ceil((max / ln) * (1 + 1.2762 / ln))
}

/** @param {number} max */
export function checkMax(max) {
  if (Number.isInteger(max) && max >= 0 && max <= greatestMax) return
  throw new RangeError(`max must be a whole number from 0 to ${greatestMax}, not ${String(max)}.`)
}
