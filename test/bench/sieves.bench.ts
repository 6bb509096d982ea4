import { createRequire } from 'node:module'
import { sieves } from '../../fixtures-app/sieves/index.js'
import { median } from '../../plugin/statistics/descriptive.ts'
import { inTurn, ratiosOf } from './medians.ts'

const baseline = 'eratosthenes'
/** the right counts: what is wrong may be as fast as it likes */
const counts: Record<number, number> = { 1e6: 78_498, 1e7: 664_579 }

/**
 * Ranks the sieves beside the npm package primesieve, fastest first. All list the primes up to
 * `max` from scratch; only the ratios can be compared between machines.
 *
 * @returns a table; its ratios: median, least and greatest of the sieve's time over that of eratosthenes in the same
 * repetition
 */
export async function benchSieves(): Promise<string> {
  return [
    'primes up to   sieve            median ms   time / eratosthenes',
    ...(await rank(1e6, 31)),
    ...(await rank(1e7, 9))
  ].join('\n')
}

async function rank(max: number, repetitions: number) {
  // Trial division would take nearly a second a time for 10^7, and tell nothing new.
  const ours = Object.entries(sieves).filter(([name]) => name !== 'trial-division' || max <= 1e6)
  const contestants: [name: string, list: (max: number) => ArrayLike<number>][] = [
    ...ours,
    ['npm primesieve', createPrimesieve()]
  ]
  const timers = Object.fromEntries(
    contestants.map(([name, list]) => [
      name,
      async () => {
        const startMs = performance.now()
        const { length } = list(max)
        const tookMs = performance.now() - startMs
        if (length !== counts[max]) throw new Error(`${name} found ${length} primes up to ${max}.`)
        return tookMs
      }
    ])
  )
  // For the compiler; not counted.
  await inTurn(3, timers)
  const timesMs = await inTurn(repetitions, timers)
  const rows = contestants.map(([name]) => ({
    name,
    medianMs: median(timesMs[name]),
    ratios: ratiosOf(timesMs[name], timesMs[baseline])
  }))
  return rows
    .sort((a, b) => median(a.ratios) - median(b.ratios))
    .map(({ name, medianMs, ratios }) => {
      const [ratio, least, greatest] = [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((value) =>
        value.toFixed(2)
      )
      return `${max.toLocaleString('en').padStart(12)}   ${name.padEnd(16)} ${medianMs.toFixed(2).padStart(9)}   ${ratio}  (${least}..${greatest})`
    })
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
