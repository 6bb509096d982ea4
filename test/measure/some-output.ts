/** A histogram as Artillery 2.0.34 summarises it. */
export function aSummary(given?: Partial<Record<'count' | 'min' | 'max' | 'mean' | 'p50' | 'p95' | 'p99', number>>) {
  const { p50 = 3395.5, ...rest } = given ?? {}
  return {
    min: 142,
    max: 168582.4,
    count: 798,
    mean: 8004,
    p50,
    median: p50,
    p75: 7709.8,
    p90: 16159.7,
    p95: 33199.7,
    p99: 65533.7,
    p999: 164448.1,
    ...rest
  }
}

/** What Artillery 2.0.34 writes with --output. */
export function anOutput(counters: Record<string, number>, summaries: Record<string, ReturnType<typeof aSummary>>) {
  const times = {
    firstCounterAt: 1795279967880,
    firstHistogramAt: 1795279967881,
    lastCounterAt: 1795279970880,
    lastHistogramAt: 1795279970404
  }
  const wholeTime = { firstMetricAt: 1795279967880, lastMetricAt: 1795279970880, period: 1795279970000 }
  const aggregate = {
    counters,
    rates: { 'http.request_rate': 252 },
    ...times,
    ...wholeTime,
    summaries,
    histograms: summaries
  }
  return JSON.stringify({ aggregate, intermediate: [] }, null, 2)
}

const own = (counters: Record<string, number>) =>
  Object.fromEntries(Object.entries(counters).map(([name, count]) => [`plugins.speedup.${name}`, count]))

/** Of a run with the plugin where the load was made: two workers, four connections, one response without a PID. */
export const ownOutput = anOutput(
  {
    'http.requests': 802,
    'http.codes.200': 798,
    'http.codes.500': 2,
    'http.responses': 800,
    'errors.ECONNRESET': 2,
    'errors.Failed capture or match': 1,
    'vusers.created': 4,
    'vusers.skipped': 3,
    ...own({ requests: 802, connections: 5, unattributed: 1, 'failures.500': 2, 'failures.ECONNRESET': 2 }),
    ...own({
      'worker_requests.5415': 300,
      'worker_connections.5415': 2,
      'worker_requests.web.1': 499,
      'worker_connections.web.1': 2
    })
  },
  {
    'plugins.speedup.request_at': aSummary({ count: 1604, min: 1795279968000.4, max: 1795279970404 }),
    'plugins.speedup.user_at': aSummary({ count: 4, min: 1795279967881.8, max: 1795279968629 }),
    'plugins.speedup.latency_us': aSummary(),
    'plugins.speedup.latency_us.first': aSummary({ count: 5, min: 5609, max: 76172.7, p50: 9801.2 }),
    'plugins.speedup.latency_us.later': aSummary({ count: 793, p50: 3300.5 }),
    'vusers.session_length': aSummary({ count: 4, min: 1775.3, max: 2356.5 }),
    'http.response_time': aSummary({ min: 0, max: 169 })
  }
)
