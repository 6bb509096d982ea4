import { createRequire } from 'node:module'
import { sieves } from '../../fixtures-app/sieves/index.js'

/**
 * @typedef {object} SieveRow
 * @property {number} max
 * @property {string} sieve
 * @property {number} medianMs
 * @property {number} timeRatio the sieve's time / eratosthenes' in the same repetition, median;
 *   below 1 is faster
 * @property {number} leastTimeRatio
 * @property {number} greatestTimeRatio
 */

/** @typedef {Record<string, (max: number) => ArrayLike<number>>} Contestants */

const baseline = 'eratosthenes'
/** @type {Record<number, number>} the right counts: what is wrong may be as fast as it likes */
const counts = { 1e6: 78_498, 1e7: 664_579 }

/**
 * Ranks the sieves beside the npm package primesieve, fastest first. All list the primes up to
 * `max` from scratch; only the ratios can be compared between machines.
 *
 * @returns {Promise<SieveRow[]>}
 */
export async function benchSieves() {
  return [...rank({ max: 1e6, repetitions: 31 }), ...rank({ max: 1e7, repetitions: 9 })]
}

/** @param {{ max: number, repetitions: number }} options */
function rank({ max, repetitions }) {
  const contestants = chooseContestants(max)
  const names = Object.keys(contestants)
  // For the compiler; not counted.
  for (let i = 0; i < 3; i++) timeAll(contestants, names, max)
  const rounds = Array.from({ length: repetitions }, (_, i) =>
    // Forth and back, so that none always meets the same neighbour's garbage.
    timeAll(contestants, i % 2 === 0 ? names : names.toReversed(), max)
  )
  return names
    .map((name) => summarize(name, max, rounds))
    .sort((a, b) => a.timeRatio - b.timeRatio)
}

/**
 * @param {number} max
 * @returns {Contestants}
 */
function chooseContestants(max) {
  // Trial division would take nearly a second a time for 10^7, and tell nothing new.
  const names = Object.keys(sieves).filter((name) => name !== 'trial-division' || max <= 1e6)
  const ours = names.map((name) => [name, sieves[/** @type {keyof typeof sieves} */ (name)]])
  return { ...Object.fromEntries(ours), 'npm primesieve': createPrimesieve() }
}

/**
 * The package keeps its sieve for later calls and makes a new one only to grow, so it is made to
 * grow by one number in each call: by far the smaller injustice than answering from memory.
 */
function createPrimesieve() {
  const require = createRequire(import.meta.url)
  const file = require.resolve('primesieve')
  // A new instance, with no larger sieve left from an earlier ranking.
  delete require.cache[file]
  const primesieve = require(file)
  let extra = 0
  return (/** @type {number} */ max) => {
    primesieve.raiseLimit(2 * max)
    primesieve.grow(max + ++extra)
    return primesieve.primeRange(2, max)
  }
}

/**
 * @param {Contestants} contestants
 * @param {string[]} order
 * @param {number} max
 * @returns {Record<string, number>} milliseconds by name
 */
function timeAll(contestants, order, max) {
  return Object.fromEntries(
    order.map((name) => {
      const startMs = performance.now()
      const { length } = contestants[name](max)
      const tookMs = performance.now() - startMs
      if (length !== counts[max]) throw new Error(`${name} found ${length} primes up to ${max}.`)
      return [name, tookMs]
    })
  )
}

/**
 * @param {string} sieve
 * @param {number} max
 * @param {Record<string, number>[]} rounds
 * @returns {SieveRow}
 */
function summarize(sieve, max, rounds) {
  const ratios = ascending(rounds.map((timesMs) => timesMs[sieve] / timesMs[baseline]))
  return {
    max,
    sieve,
    medianMs: median(ascending(rounds.map((timesMs) => timesMs[sieve]))),
    timeRatio: median(ratios),
    leastTimeRatio: ratios[0],
    greatestTimeRatio: ratios[ratios.length - 1]
  }
}

/** @param {number[]} numbers */
const ascending = (numbers) => numbers.toSorted((a, b) => a - b)

/** @param {number[]} sorted an odd number of them */
const median = (sorted) => sorted[(sorted.length - 1) / 2]

/**
 * @param {SieveRow[]} rows
 * @returns {string} a table
 */
export function formatSieves(rows) {
  const lines = rows.map(({ max, sieve, medianMs, timeRatio, leastTimeRatio, greatestTimeRatio }) => {
    const ratio = `${timeRatio.toFixed(2)}  (${leastTimeRatio.toFixed(2)}..${greatestTimeRatio.toFixed(2)})`
    return `${max.toLocaleString('en').padStart(12)}   ${sieve.padEnd(16)} ${medianMs.toFixed(2).padStart(9)}   ${ratio}`
  })
  return ['primes up to   sieve            median ms   time / eratosthenes', ...lines].join('\n')
}
