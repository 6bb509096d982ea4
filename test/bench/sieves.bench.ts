import { createRequire } from 'node:module'
import { sieves } from '../../fixtures-app/sieves/index.js'

interface SieveRow {
  max: number
  sieve: string
  medianMs: number
  timeRatio: number // the sieve's time / eratosthenes' in the same repetition, median; below 1 is faster
  leastTimeRatio: number
  greatestTimeRatio: number
}

type Contestants = Record<string, (max: number) => ArrayLike<number>>

const baseline = 'eratosthenes'
/** the right counts: what is wrong may be as fast as it likes */
const counts: Record<number, number> = { 1e6: 78_498, 1e7: 664_579 }

/**
 * Ranks the sieves beside the npm package primesieve, fastest first. All list the primes up to
 * `max` from scratch; only the ratios can be compared between machines.
 */
export async function benchSieves(): Promise<SieveRow[]> {
  return [...rank({ max: 1e6, repetitions: 31 }), ...rank({ max: 1e7, repetitions: 9 })]
}

function rank({ max, repetitions }: { max: number, repetitions: number }) {
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

function chooseContestants(max: number): Contestants {
  // Trial division would take nearly a second a time for 10^7, and tell nothing new.
  const names = Object.keys(sieves).filter((name) => name !== 'trial-division' || max <= 1e6)
  const ours = names.map((name) => [name, sieves[name as keyof typeof sieves]])
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
  return (max: number) => {
    primesieve.raiseLimit(2 * max)
    primesieve.grow(max + ++extra)
    return primesieve.primeRange(2, max)
  }
}

/** @returns milliseconds by name */
function timeAll(contestants: Contestants, order: string[], max: number): Record<string, number> {
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

function summarize(sieve: string, max: number, rounds: Record<string, number>[]): SieveRow {
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

const ascending = (numbers: number[]) => numbers.toSorted((a, b) => a - b)

/** @param sorted an odd number of them */
const median = (sorted: number[]) => sorted[(sorted.length - 1) / 2]

/** @returns a table */
export function formatSieves(rows: SieveRow[]): string {
  const lines = rows.map(({ max, sieve, medianMs, timeRatio, leastTimeRatio, greatestTimeRatio }) => {
    const ratio = `${timeRatio.toFixed(2)}  (${leastTimeRatio.toFixed(2)}..${greatestTimeRatio.toFixed(2)})`
    return `${max.toLocaleString('en').padStart(12)}   ${sieve.padEnd(16)} ${medianMs.toFixed(2).padStart(9)}   ${ratio}`
  })
  return ['primes up to   sieve            median ms   time / eratosthenes', ...lines].join('\n')
}
