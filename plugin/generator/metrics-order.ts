import type { RunOrder } from './run-order.ts'

/**
 * What the plugin is told where its own environment and files don't reach: in a load generator that is known by its
 * official metrics alone. It travels with Artillery's flag --overrides, which every platform of Artillery passes on, under a
 * key of the plugin's section that is no option of the user's.
 */
export type MetricsOrder = Pick<RunOrder, 'targets' | 'pidHeader' | 'client'>

const key = '_metrics'

/** @returns for --overrides */
export function metricsOrderAsOverrides({ targets, pidHeader, client }: MetricsOrder): Record<string, unknown> {
  const order = { targets: targets.map(({ hostname, port, url }) => ({ hostname, port, url })), pidHeader, client }
  return { config: { plugins: { speedup: { [key]: order } } } }
}

/**
 * @param script as Artillery gives it to a plugin
 * @returns null: there is none
 */
export function readMetricsOrder(script: any): MetricsOrder | null {
  return script?.config?.plugins?.speedup?.[key] ?? null
}

const own = 'plugins.speedup.'

/** The metrics that meter-run.ts adds to Artillery's, and read-metrics.ts reads. Names that end in a point have more behind it. */
export const metricNames = {
  // Counters.
  requests: `${own}requests`,
  connections: `${own}connections`,
  failures: `${own}failures.`, // a status or error code
  client: `${own}client.`, // what sent the requests: each load thread counts one, or both where its scenarios differ
  unattributed: `${own}unattributed`,
  workerRequests: `${own}worker_requests.`, // a PID
  workerConnections: `${own}worker_connections.`, // a PID
  // Histograms of responses below 400, in microseconds: Artillery tells one digit after the point.
  latency: { all: `${own}latency_us`, first: `${own}latency_us.first`, later: `${own}latency_us.later` },
  // Histograms of milliseconds since 1970, of which the least and the largest are exact. What lies between has no meaning.
  requestAt: `${own}request_at`,
  userAt: `${own}user_at`
}
