import { sum } from '../../plugin/statistics/descriptive.ts'
import { fileOf, runComparison } from './run-artillery.ts'

/** A whole `artillery run` of one of our scenarios, with nothing demanded. */
async function runScenario(scenario: string, options: object) {
  const thresholds = Object.fromEntries(['p50', 'p95', 'p99', 'throughput'].map((key) => [key, null]))
  const { comparison, runs, wallSeconds } = await runComparison(fileOf(scenario), { ...options, thresholds })
  return {
    estimates: comparison.scenarios[0].candidates[0].estimates,
    wallToLoad: wallSeconds / sum(runs.map(({ loadSeconds }) => loadSeconds))
  }
}

export const manners = ['runs', 'slices'] as const

/**
 * A minute of wall time for each, in turn: one run after the other, and variants that take turns. In both, few users:
 * turns are as short as latencies allow.
 *
 * @returns by metric, the half-width of the interval in logarithms in each manner, a list, one for each repetition;
 * wallToLoad: of the same
 */
export async function benchPrecision(scenario: string, repetitions: number) {
  const empty = () => ({ runs: [] as number[], slices: [] as number[] })
  const widths: Record<string, ReturnType<typeof empty>> = {}
  const wallToLoad = empty()
  for (let i = 0; i < repetitions; i++) {
    for (const alternate of i % 2 === 0 ? manners : manners.toReversed()) {
      const { estimates, ...rest } = await runScenario(scenario, { time: '60s', users: 8, alternate })
      for (const {
        metric,
        speedup,
        interval: [, high]
      } of estimates)
        (widths[metric] ??= empty())[alternate].push(Math.log(high / speedup))
      wallToLoad[alternate].push(rest.wallToLoad)
    }
  }
  // p99.9 is told of long runs only.
  const told = Object.fromEntries(
    Object.entries(widths).filter(([, { runs, slices }]) => runs.length === slices.length)
  )
  return { widths: told, wallToLoad }
}
