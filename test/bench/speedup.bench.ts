import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { openWorkbench } from '../../plugin/processes/guard.ts'
import { geometricMean, mean, standardDeviation } from '../../plugin/statistics/descriptive.ts'
import { studentTQuantile } from '../../plugin/statistics/distributions.ts'
import { startVariant } from '../../plugin/app/modes.ts'
import { someSettings } from '../support/settings.ts'
import { hasWrk, loadByArtillery, loadByAutocannon, loadByWrk } from './loads.ts'
import { inTurn, ratiosBy } from './medians.ts'

const settings = someSettings()
const [single, clustered] = settings.variants
const { port } = settings.target

/** Each returns responses a second. */
const observers: Record<string, (path: string, seconds: number) => Promise<number>> = {
  us: async (path, seconds) => (await loadByArtillery({ port, path, until: { seconds } }, 'lean')).perSecond,
  autocannon: async (path, seconds) => (await loadByAutocannon({ port, path, until: { seconds } })).perSecond,
  // As long as the others count.
  wrk: (path, seconds) => loadByWrk(`${settings.target.url}${path}`, seconds - 1)
}

/**
 * How much more two workers answer than one process, as we see it and as others do: in each round both are started
 * afresh, and loaded by all in turn.
 *
 * @param scenario name of a file in scenarios/
 * @param rounds at least two
 * @returns speedups of the throughput by who saw it, one a round; wrk only where there is one
 */
export async function benchSpeedup(
  scenario: string,
  rounds: number,
  seconds: number
): Promise<Record<string, number[]>> {
  const { scenarios } = parse(readFileSync(new URL(`../../scenarios/${scenario}.yml`, import.meta.url), 'utf8'))
  const path = scenarios[0].flow[0].loop[0].get.url
  const names = Object.keys(observers).filter((name) => name !== 'wrk' || hasWrk())
  const bench = openWorkbench()

  /** @returns responses a second by who saw them */
  async function observe(variant: typeof single, order: string[]): Promise<Record<string, number>> {
    const app = await startVariant(
      { ...settings, variant, guard: bench.guard, logFile: bench.createLog(variant.name) },
      new AbortController().signal
    )
    try {
      // Nobody shall be the one to meet an app that is still being compiled.
      await observers.autocannon(path, 2)
      const paces: Record<string, number> = {}
      for (const name of order) paces[name] = await observers[name](path, seconds)
      return paces
    } finally {
      await app.stop()
    }
  }

  try {
    const orderOf = (round: number) => (round % 2 === 0 ? names : names.toReversed())
    const seen = await inTurn(rounds, {
      single: (round) => observe(single, orderOf(round)),
      clustered: (round) => observe(clustered, orderOf(round))
    })
    return Object.fromEntries(
      names.map((name) => [name, ratiosBy(seen.clustered, seen.single, (paces) => paces[name])])
    )
  } finally {
    await bench.close()
  }
}

/**
 * @returns the mean of our speedups over that of theirs, both with their intervals of 95 %, and whether these overlap
 */
export function compareSeen(ours: number[], theirs: number[]): string {
  const [us, them] = [ours, theirs].map((ratios) => {
    const logs = ratios.map(Math.log)
    const half = (studentTQuantile(0.975, logs.length - 1) * standardDeviation(logs)) / Math.sqrt(logs.length)
    const [low, high] = [Math.exp(mean(logs) - half), Math.exp(mean(logs) + half)]
    const centre = geometricMean(ratios)
    return { centre, low, high, text: `${centre.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]` }
  })
  const overlap = us.low <= them.high && them.low <= us.high ? 'overlap' : 'do not overlap'
  return `${(us.centre / them.centre).toFixed(3)}  (${us.text} and ${them.text}, which ${overlap}, n = ${ours.length})`
}
