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

/** What sent the requests: each load thread counts one of them, or both where its scenarios differ. */
export const clientCounters = { lean: `${own}client.lean`, artillery: `${own}client.artillery` }

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
