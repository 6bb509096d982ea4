import { sieves } from '../sieves/index.js'
import { readChoice, readWholeNumber } from './input.js'

/** @import { Route } from './index.js' */

const sieveNames = /** @type {(keyof typeof sieves)[]} */ (Object.keys(sieves))

const greatestMax = 10_000_000
// Trial division needs about a second for 10^7, in which its process would answer nobody else.
const greatestMaxByTrialDivision = 1_000_000

/**
 * The primes up to `max`: work for the CPU alone, and with the list a large body too.
 *
 * @type {Route}
 */
export const primes =
  ({ findPrimes }) =>
  async ({ query }, response) => {
    const sieve = readChoice(query.sieve, { name: 'sieve', choices: sieveNames, fallback: 'eratosthenes' })
    const max = readMax(query.max, sieve)
    const list = readChoice(query.list, { name: 'list', choices: ['true', 'false'], fallback: 'true' })

    const { count, largest, primes: found } = await findPrimes({ max, sieve, list: list === 'true' })
    const summary = { max, sieve, count, largest }
    // JSON.stringify would write a typed array as an object with a key for each number.
    response.json(found === null ? summary : { ...summary, primes: Array.from(found) })
  }

/**
 * @param {unknown} given
 * @param {keyof typeof sieves} sieve
 */
function readMax(given, sieve) {
  const isTrialDivision = sieve === 'trial-division'
  return readWholeNumber(given, {
    name: isTrialDivision ? 'max with sieve=trial-division' : 'max',
    most: isTrialDivision ? greatestMaxByTrialDivision : greatestMax,
    fallback: 100_000
  })
}
