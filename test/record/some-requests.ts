import type { Requests } from '../../plugin/record/read-requests.ts'

interface SomeRequest {
  startMs: number
  latencyMs?: number
  worker?: number
  kind?: 'counts' | 'first' | 'failed' // first: on its connection, where those are apart
}

/** @param requests each takes 10 ms at worker 0 unless it says otherwise */
export function someRequests(requests: SomeRequest[]): Requests {
  const complete = requests.map((request) => ({ latencyMs: 10, worker: 0, kind: 'counts', ...request }))
  const ends = complete.map(({ startMs, latencyMs }) => startMs + latencyMs)
  const latencyUs = Uint32Array.from(complete, ({ latencyMs }) => Math.round(latencyMs * 1000))
  const counting = Uint32Array.from(complete.flatMap(({ kind }, i) => (kind === 'counts' ? [i] : [])))
  const byLatency = counting.toSorted((a, b) => latencyUs[a] - latencyUs[b])
  return {
    count: requests.length,
    startMs: Float64Array.from(complete, ({ startMs }) => startMs),
    latencyUs,
    failed: Uint8Array.from(complete, ({ kind }) => (kind === 'failed' ? 1 : 0)),
    worker: Int16Array.from(complete, ({ worker }) => worker),
    counting,
    byLatency: { requests: byLatency, latencyUs: byLatency.map((request) => latencyUs[request]) },
    firstStartMs: requests.length === 0 ? 0 : Math.min(...requests.map(({ startMs }) => startMs)),
    lastEndMs: requests.length === 0 ? 0 : Math.max(...ends)
  }
}
