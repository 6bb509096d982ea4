import { median, quantileOfSorted } from '../../plugin/statistics/descriptive.ts'
import { startKnownDelays } from '../parity/known-delays.ts'
import { inTurn } from './medians.ts'

const requests = 420
/** The first requests, in which the client still connects and warms up. */
const early = 120
/**
 * About a second. Other programs only add to a latency, for some seconds even to the median: the least of each client's
 * blocks counts.
 */
const blockLength = 100
const blockStep = 10

/**
 * What each client adds to the time that an app says that it took, for one user.
 *
 * @returns of each client: ms at p50, p95 and p99, medians of the rounds
 */
export async function benchLatency(rounds: number) {
  await using app = await startKnownDelays({ headMs: 10, bodyMs: 0 })
  const added = async (client: 'auto' | 'artillery') => {
    const beyond = (await app.beyondMs(client, requests)).slice(early)
    const begins = Array.from(
      { length: Math.floor((beyond.length - blockLength) / blockStep) + 1 },
      (_, i) => i * blockStep
    )
    const blocks = begins.map((begin) => Float64Array.from(beyond.slice(begin, begin + blockLength)).sort())
    return [0.5, 0.95, 0.99].map((p) => Math.min(...blocks.map((block) => quantileOfSorted(block, p))))
  }
  const found = await inTurn(rounds, { lean: () => added('auto'), artillery: () => added('artillery') })
  const medians = (each: number[][]) => each[0].map((_, i) => median(each.map((ms) => ms[i])))
  return { lean: medians(found.lean), artillery: medians(found.artillery) }
}
