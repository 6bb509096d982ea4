import { byLatency, type Requests } from '../../plugin/record/read-requests.ts'

/** first: on its connection, where those are apart */
type Kind = 'counts' | 'first' | 'failed'

/** @param rows by default 10 ms, worker 0, counts */
export function someRequests(rows: readonly (readonly [startMs: number, latencyMs?: number, worker?: number, kind?: Kind])[]): Requests {
  const requests = rows.map(([startMs, latencyMs = 10, worker = 0, kind = 'counts']) => ({ startMs, latencyMs, worker, kind }))
  const latencyUs = Uint32Array.from(requests, ({ latencyMs }) => Math.round(latencyMs * 1000))
  const counting = Uint32Array.from(requests.flatMap(({ kind }, i) => (kind === 'counts' ? [i] : [])))
  return {
    ...{ count: requests.length, latencyUs, counting, byLatency: byLatency(counting, latencyUs) },
    startMs: Float64Array.from(requests, ({ startMs }) => startMs),
    failed: Uint8Array.from(requests, ({ kind }) => Number(kind === 'failed')),
    worker: Int16Array.from(requests, ({ worker }) => worker),
    firstStartMs: requests.length === 0 ? 0 : Math.min(...requests.map(({ startMs }) => startMs)),
    lastEndMs: Math.max(0, ...requests.map(({ startMs, latencyMs }) => startMs + latencyMs))
  }
}
