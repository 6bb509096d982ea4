import { inACell, withoutSecrets } from './foreign-text.ts'
import { partsOfUrl, queryWords } from './load-description.ts'
import type { LatencySummary, Percentile } from './metrics.ts'

/** What a request of the script did in a run; those of the same name together. */
export interface RequestFigures {
  name: string
  steps: number // of the script that have this name
  requests: number // in the whole load, as failures
  failures: number // without a response below 400
  latencies: number // that count, as those of the run
  waitedMs: number // for these, until their last bytes had come, in all
  latencyMs: LatencySummary | null // of these, to the first byte; null: there was none
  wholeMs: LatencySummary | null // to the last
  gapMs: LatencySummary | null // of each, the longest time in between in which no byte came; at least 1
  cpuMs?: number // that the app takes for a response; left out: unknown, or it can't be told from nothing
  waitingMs?: number // for which the process of a response has nothing to do meanwhile; left out: as above
  ownMs?: [least: number, most: number] // both together; left out: unknown
  // both in each slice that counts; left out: it took no turns, or this was not answered in one of them
  inSlices?: Record<'latencyMs' | 'wholeMs', Record<Percentile, number[]>>
}

/** Of the time until the last byte: where bodies take less, first and last byte tell the same. */
export const bodyTold = 0.1

/** What a latency goes to. */
export type LatencyTo = 'first-byte' | 'last-byte'

/** The outcome of a request whose response ended after its first byte, and before its last. */
export const cutOff = 'CUT_OFF'

const longestName = 100
/** A script may have thousands of steps, which nobody could tell apart. */
export const mostNames = 50
export const otherRequests = 'other'
/** In thresholds: each that has none of its own. */
export const anyRequest = '*'

/** @param request null: of all together. @returns in words, such as p95 of POST /login */
export const ofRequest = (metric: string, request: string | null) =>
  request === null ? metric : `${metric} of ${request === anyRequest ? 'each other request' : request}`

/**
 * @param spec such as { get: { url: '/users/{{ id }}?page=2' } }
 * @returns its name, else method and URL as written: "GET /users/{{ id }}?page=2"; without what may be a secret
 */
export function nameOfRequest(spec: Record<string, any>) {
  const [[method, params]] = Object.entries(spec)
  const { name, url, uri = params } = Object(params)
  const { path, query } = partsOfUrl(String(url ?? uri))
  const written = `${method.toUpperCase()} ${path}${queryWords(query)}`
  // Half of a secret would not be known for one.
  return withoutSecrets(inACell(String(name || written)))
    .slice(0, longestName)
    .toWellFormed()
}

/**
 * @param names of the requests of the script, by number. @returns those that are told by their own name, in that order
 */
export const toldNames = (names: Record<number, string> | string[]) =>
  [...new Set(Object.values(names))].slice(0, mostNames)
