import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { openWorkbench, type Workbench } from '../../plugin/processes/guard.ts'
import { geometricMean, mean, standardDeviation } from '../../plugin/statistics/descriptive.ts'
import { studentTQuantile } from '../../plugin/statistics/distributions.ts'
import { startVariant } from '../../plugin/app/modes.ts'
import { someSettings } from '../support/settings.ts'
import { hasWrk, loadByArtillery, loadByAutocannon, loadByWrk } from './loads.ts'
import { ratiosOf } from './medians.ts'

const settings = someSettings()
const [single, clustered] = settings.variants
const { port } = settings.target

/** returns responses a second */
type Observer = (path: string, seconds: number) => Promise<number>

const observers: Record<string, Observer> = {
  us: async (path, seconds) => (await loadByArtillery({ port, path, until: { seconds } }, 'lean')).perSecond,
  autocannon: async (path, seconds) => (await loadByAutocannon({ port, path, until: { seconds } })).perSecond,
  // As long as the others count.
  wrk: (path, seconds) => loadByWrk({ port, path, seconds: seconds - 1 })
}

/**
 * How much more two workers answer than one process, as we see it and as others do: in each round both are started afresh,
 * and loaded by all in turn.
 *
 * @param scenario name of a file in scenarios/
 * @param options at least two rounds; seconds: of each load
 * @returns speedups of the throughput by who saw it, one a round; wrk only where there is one
 */
export async function benchSpeedup(scenario: string, { rounds, seconds = 4 }: { rounds: number, seconds?: number }): Promise<Record<string, number[]>> {
  const path = pathIn(scenario)
  const names = Object.keys(observers).filter((name) => name !== 'wrk' || hasWrk())
  const seen = { single: [] as Paces[], clustered: [] as Paces[] }
  const bench = openWorkbench()
  try {
    for (let round = 0; round < rounds; round++) {
      const isEven = round % 2 === 0
      for (const variant of isEven ? [single, clustered] : [clustered, single]) {
        const paces = await observe({ variant, path, seconds, names: isEven ? names : names.toReversed() }, bench)
        seen[variant.name as keyof typeof seen].push(paces)
      }
    }
  } finally {
    await bench.close()
  }
  const of = (all: Paces[], name: string) => all.map((paces) => paces[name])
  return Object.fromEntries(names.map((name) => [name, ratiosOf(of(seen.clustered, name), of(seen.single, name))]))
}

/** responses a second by who saw them */
type Paces = Record<string, number>

async function observe({ variant, path, seconds, names }: { variant: typeof single, path: string, seconds: number, names: string[] }, { guard, createLog }: Workbench): Promise<Paces> {
  const app = await startVariant({ ...settings, variant, guard, logFile: createLog(variant.name) }, new AbortController().signal)
  try {
    // Nobody shall be the one to meet an app that is still being compiled.
    await observers.autocannon(path, 2)
    const paces: Paces = {}
    for (const name of names) paces[name] = await observers[name](path, seconds)
    return paces
  } finally {
    await app.stop()
  }
}

/** @returns what its users ask for in their loop */
function pathIn(scenario: string): string {
  const { scenarios } = parse(readFileSync(new URL(`../../scenarios/${scenario}.yml`, import.meta.url), 'utf8'))
  return scenarios[0].flow[0].loop[0].get.url
}

/**
 * @param ours speedups, one a round
 * @returns our mean over theirs, both with their intervals of 95 %, and whether these overlap
 */
export function compareSeen(ours: number[], theirs: number[]): string {
  const [us, them] = [ours, theirs].map(intervalOf)
  const overlap = us.low <= them.high && them.low <= us.high
  const text = ({ centre, low, high }: ReturnType<typeof intervalOf>) => `${centre.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`
  return `${(us.centre / them.centre).toFixed(3)}  (${text(us)} and ${text(them)}, which ${overlap ? 'overlap' : 'do not overlap'}, n = ${ours.length})`
}

/** @param ratios at least two */
function intervalOf(ratios: number[]) {
  const logs = ratios.map(Math.log)
  const half = (studentTQuantile(0.975, logs.length - 1) * standardDeviation(logs)) / Math.sqrt(logs.length)
  return { centre: geometricMean(ratios), low: Math.exp(mean(logs) - half), high: Math.exp(mean(logs) + half) }
}
