import { varianceByPairs } from '../../plugin/statistics/pairs-rule.ts'
import { logInterval, spreadFloor, tailAtLook } from '../../plugin/statistics/sequential-rule.ts'
import { fileOf, runComparison } from './run-artillery.ts'
import type { Estimate } from '../../plugin/concepts/comparison.ts'

/** Half-widths of intervals, in logarithms, of the same rounds. */
export interface Judged {
  metric: string
  rounds: number
  byRounds: number
  byPairs: number
}

/**
 * @returns of one recording of a minute: after three rounds, and after all, by either rule; empty: no pairs were told
 */
export async function judgeByBoth(scenario: string): Promise<Judged[]> {
  const thresholds = Object.fromEntries(['p50', 'p95', 'p99', 'throughput'].map((key) => [key, null]))
  const { comparison } = await runComparison(fileOf(scenario), { time: '60s', users: 8, thresholds })
  const [{ candidates, roundsAllowed }] = comparison.scenarios
  const rounds = candidates[0].estimates[0].ratios.length
  return candidates[0].estimates
    .filter(({ pairs }) => pairs.every((own) => own.length > 1))
    .flatMap((estimate) => [...new Set([3, rounds])].map((after) => judgeAfter(after, estimate, roundsAllowed)))
}

function judgeAfter(
  rounds: number,
  { metric, ratios, pairs }: Estimate,
  allowed: { min: number; max: number }
): Judged {
  const logs = ratios.slice(0, rounds).map(Math.log)
  const tail = tailAtLook({ ...allowed, confidence: 0.95 }, rounds)
  // Turns of the first rounds are as long as each other; those of later ones are about so.
  const seen = pairs.slice(0, rounds).map((own) => ({ logs: own.map(Math.log), seconds: 1 }))
  const [byRounds, byPairs] = [null, varianceByPairs(seen, spreadFloor)].map(
    (ofPairs) => logInterval(logs, tail, spreadFloor, ofPairs).halfWidth
  )
  return { metric, rounds, byRounds, byPairs }
}
