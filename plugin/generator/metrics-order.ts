import type { ClientChoice } from '../concepts/generators.ts'
import type { Target } from '../concepts/settings.ts'

/**
 * What the plugin is told where its own environment and files don't reach: in a load generator that is known by its
 * official metrics alone. It travels with Artillery's flag --overrides, which every platform of Artillery passes on, under a
 * key of the plugin's section that is no option of the user's.
 */
export interface MetricsOrder {
  targets: Pick<Target, 'hostname' | 'port' | 'url'>[] // the first one is Artillery's; requests to elsewhere are not counted
  pidHeader: string // lower case
  client: ClientChoice
}

const key = '_metrics'

/** @returns for --overrides */
export function metricsOrderAsOverrides({ targets, pidHeader, client }: MetricsOrder): Record<string, unknown> {
  const order = { targets: targets.map(({ hostname, port, url }) => ({ hostname, port, url })), pidHeader, client }
  return { config: { plugins: { speedup: { [key]: order } } } }
}

/**
 * @param script as Artillery gives it to a plugin
 * @returns null: nobody gave one
 */
export function readMetricsOrder(script: any): MetricsOrder | null {
  return script?.config?.plugins?.speedup?.[key] ?? null
}

// The official metrics of Artillery that the plugin adds where its own recording can't be read back: see meter-requests.js
// and read-metrics.js.

const own = 'plugins.speedup.'

export const counters = {
  requests: `${own}requests`,
  connections: `${own}connections`,
  unattributed: `${own}unattributed`
}

/** Followed by a status or error code. */
export const failureCounter = `${own}failures.`

/** Followed by what sent the requests: each load thread counts one of them, or both where its scenarios differ. */
export const clientCounter = `${own}client.`

/** Each followed by a PID. */
export const workerCounters = { requests: `${own}worker_requests.`, connections: `${own}worker_connections.` }

/**
 * Of responses below 400, in microseconds: of a histogram, Artillery tells one digit after the point.
 */
export const latencyHistograms = { all: `${own}latency_us`, first: `${own}latency_us.first`, later: `${own}latency_us.later` }

/**
 * Milliseconds since 1970: least and largest value of a histogram are kept as they are. What lies between has no meaning.
 */
export const timeHistograms = { requests: `${own}request_at`, users: `${own}user_at` }
