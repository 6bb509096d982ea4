import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { openWorkbench } from '../../plugin/processes/workbench.js'
import { geometricMean, mean, standardDeviation } from '../../plugin/statistics/descriptive.js'
import { studentTQuantile } from '../../plugin/statistics/student-t.js'
import { startVariant } from '../../plugin/variants/start-variant.js'
import { someSettings } from '../support/settings.js'
import { hasWrk, loadByArtillery, loadByAutocannon, loadByWrk } from './loads.js'
import { ratiosOf } from './medians.js'
/** @import { Workbench } from '../../plugin/processes/workbench.js' */

const settings = someSettings()
const [single, clustered] = settings.variants
const { port } = settings.target

/** @typedef {(path: string, seconds: number) => Promise<number>} Observer returns responses a second */

/** @type {Record<string, Observer>} */
const observers = {
  us: async (path, seconds) => (await loadByArtillery({ port, path, until: { seconds } }, 'lean')).perSecond,
  autocannon: async (path, seconds) => (await loadByAutocannon({ port, path, until: { seconds } })).perSecond,
  // As long as the others count.
  wrk: (path, seconds) => loadByWrk({ port, path, seconds: seconds - 1 })
}

/**
 * How much more two workers answer than one process, as we see it and as others do: in each round both are started afresh,
 * and loaded by all in turn.
 *
 * @param {string} scenario name of a file in scenarios/
 * @param {{ rounds: number, seconds?: number }} options at least two rounds; seconds: of each load
 * @returns {Promise<Record<string, number[]>>} speedups of the throughput by who saw it, one a round; wrk only where there is one
 */
export async function benchSpeedup(scenario, { rounds, seconds = 4 }) {
  const path = pathIn(scenario)
  const names = Object.keys(observers).filter((name) => name !== 'wrk' || hasWrk())
  const seen = { single: /** @type {Paces[]} */ ([]), clustered: /** @type {Paces[]} */ ([]) }
  const bench = openWorkbench()
  try {
    for (let round = 0; round < rounds; round++) {
      const isEven = round % 2 === 0
      for (const variant of isEven ? [single, clustered] : [clustered, single]) {
        const paces = await observe({ variant, path, seconds, names: isEven ? names : names.toReversed() }, bench)
        seen[/** @type {keyof typeof seen} */ (variant.name)].push(paces)
      }
    }
  } finally {
    await bench.close()
  }
  const of = (/** @type {Paces[]} */ all, /** @type {string} */ name) => all.map((paces) => paces[name])
  return Object.fromEntries(names.map((name) => [name, ratiosOf(of(seen.clustered, name), of(seen.single, name))]))
}

/** @typedef {Record<string, number>} Paces responses a second by who saw them */

/**
 * @param {{ variant: typeof single, path: string, seconds: number, names: string[] }} turn
 * @param {Workbench} bench
 * @returns {Promise<Paces>}
 */
async function observe({ variant, path, seconds, names }, { guard, createLog }) {
  const app = await startVariant({ ...settings, variant, guard, logFile: createLog(variant.name) }, new AbortController().signal)
  try {
    // Nobody shall be the one to meet an app that is still being compiled.
    await observers.autocannon(path, 2)
    /** @type {Paces} */
    const paces = {}
    for (const name of names) paces[name] = await observers[name](path, seconds)
    return paces
  } finally {
    await app.stop()
  }
}

/**
 * @param {string} scenario
 * @returns {string} what its users ask for in their loop
 */
function pathIn(scenario) {
  const { scenarios } = parse(readFileSync(new URL(`../../scenarios/${scenario}.yml`, import.meta.url), 'utf8'))
  return scenarios[0].flow[0].loop[0].get.url
}

/**
 * @param {number[]} ours speedups, one a round
 * @param {number[]} theirs
 * @returns {string} our mean over theirs, both with their intervals of 95 %, and whether these overlap
 */
export function compareSeen(ours, theirs) {
  const [us, them] = [ours, theirs].map(intervalOf)
  const overlap = us.low <= them.high && them.low <= us.high
  const text = (/** @type {ReturnType<typeof intervalOf>} */ { centre, low, high }) => `${centre.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`
  return `${(us.centre / them.centre).toFixed(3)}  (${text(us)} and ${text(them)}, which ${overlap ? 'overlap' : 'do not overlap'}, n = ${ours.length})`
}

/** @param {number[]} ratios at least two */
function intervalOf(ratios) {
  const logs = ratios.map(Math.log)
  const half = (studentTQuantile(0.975, logs.length - 1) * standardDeviation(logs)) / Math.sqrt(logs.length)
  return { centre: geometricMean(ratios), low: Math.exp(mean(logs) - half), high: Math.exp(mean(logs) + half) }
}
