import { samplesHeader } from '../../plugin/record/samples.ts'
import type { ThreadReport } from '../../plugin/record/telemetry.ts'
import { seededNormal, seededUniform } from './random.ts'
import { RequestTimes } from '../../plugin/measure/request-times.ts'
import type { Samples } from '../../plugin/measure/read-samples.ts'
import type { UsageReport } from '../../plugin/messages/app.ts'
import type { Span } from '../../plugin/concepts/spans.ts'

/** What passes before the first user comes. */
export const startMs = 1500

export interface SyntheticLoad {
  requests: number
  failures: number // spread over the run: 500, and ECONNRESET without a response, in turn
  medianMs: number
  spread: number // standard deviation of the latencies' logarithms
  users: number // each with a connection to one worker, and asking again and again; as many as requests: each once
  rampMs: number // within which they come
  pids: number[] // of the workers; none: its responses carry no PID
  seed: number
}

/** @returns text: of a samples file with log-normal latencies; samples: what reading it would give */
export function someSamples({ requests, failures, medianMs, spread, users, rampMs, pids, seed }: SyntheticLoad): {
  text: string
  samples: Samples
} {
  const normal = seededNormal(seed)
  const next = Array.from({ length: users }, (_, user) => startMs + (user * rampMs) / users)
  const connected = new Set()
  const latencies: { first: number[]; later: number[] } = { first: [], later: [] }
  const samples: Omit<Samples, 'firstLatenciesMs' | 'laterLatenciesMs' | 'connections' | 'counted'> = {
    requests,
    failures,
    failureKinds: {},
    firstStartMs: Infinity,
    lastEndMs: -Infinity,
    underWayLatenciesMs: new Float64Array(),
    earlyLatenciesMs: new Float64Array(),
    workers: new Map(),
    unattributed: 0,
    within: null,
    leastLatencyMs: null,
    ofRequests: new RequestTimes()
  }
  let text = samplesHeader
  for (let i = 0; i < requests; i++) {
    const user = next.reduce((earliest, time, one) => (time < next[earliest] ? one : earliest), 0)
    const [start, latency] = [next[user].toFixed(3), (medianMs * Math.exp(spread * normal())).toFixed(3)]
    const failure = Math.floor(((i + 1) * failures) / requests)
    const outcome = failure === Math.floor((i * failures) / requests) ? '200' : failure % 2 === 1 ? '500' : 'ECONNRESET'
    const isResponse = outcome !== 'ECONNRESET'
    const isFirst = isResponse && !connected.has(user)
    const pid = isResponse && pids.length > 0 ? String(pids[user % pids.length]) : ''
    text += `${start},${latency},${outcome},${pid},${isFirst ? 1 : 0}\n`
    if (isFirst) connected.add(user)
    const worker = samples.workers.get(pid) ?? { requests: 0, connections: 0 }
    if (pid !== '')
      samples.workers.set(pid, { requests: worker.requests + 1, connections: worker.connections + Number(isFirst) })
    else if (isResponse) samples.unattributed++
    if (outcome === '200') latencies[isFirst ? 'first' : 'later'].push(Number(latency))
    else samples.failureKinds[outcome] = (samples.failureKinds[outcome] ?? 0) + 1
    samples.firstStartMs = Math.min(samples.firstStartMs, Number(start))
    samples.lastEndMs = Math.max(samples.lastEndMs, Number(start) + Number(latency))
    next[user] += users < requests ? Number(latency) + 0.3 : Infinity
  }
  const sorted = (values: number[]) => Float64Array.from(values).sort()
  const counted = {
    fromMs: samples.firstStartMs - 0.001,
    toMs: samples.lastEndMs + 0.001,
    requests,
    served: requests - failures
  }
  return {
    text,
    samples: {
      ...samples,
      counted,
      firstLatenciesMs: sorted(latencies.first),
      laterLatenciesMs: sorted(latencies.later),
      connections: connected.size
    }
  }
}

/** What workers report that are busy all the time, and a load thread that is not. */
export function usageReports({ pids, load, seed }: { pids: number[]; load: Span; seed: number }): {
  reports: UsageReport[]
  threads: ThreadReport[]
} {
  const uniform = seededUniform(seed)
  const loopDelayMs = { p50: 20.5, p99: 60.25, max: 81.5 }
  const rest = { rssBytes: 96e6, heapBytes: 12e6, loopDelayMs, openConnections: 10, requestsInFlight: 1 }
  const sums = (responses: number) => ({ responses, inAppMs: 4.2 * responses, idleMs: 0.2 * responses })
  const reports = pids.flatMap((pid) =>
    readings(load, { periodMs: 500, busy: 0.96, uniform }).map((reading) => {
      // A response each 4 ms, one after the other.
      const inApp = { first: sums(2), later: sums(Math.floor(reading.activeMs / 4)) }
      return { pid, ...reading, cpuMs: reading.activeMs, gcMs: 0.01 * reading.activeMs, ...rest, inApp }
    })
  )
  const threads = readings(load, { periodMs: 250, busy: 0.25, uniform }).map((reading) => ({
    source: 'load-thread' as const,
    thread: 1,
    ...reading,
    loopDelayMs
  }))
  return { reports, threads }
}

/** @returns from one before the load to one after it, with a utilization during the load of `busy` at most */
function readings(
  { fromMs, toMs }: Span,
  { periodMs, busy, uniform }: { periodMs: number; busy: number; uniform: () => number }
) {
  const count = Math.ceil((toMs - fromMs) / periodMs) + 3
  const phase = uniform()
  let activeMs = 50
  return Array.from({ length: count }, (_, i) => {
    activeMs += periodMs * (i < 1 ? 0.02 : busy * (0.9 + 0.1 * uniform()))
    return { atMs: fromMs + (i - phase - 0.1 * uniform()) * periodMs, activeMs, idleMs: 1000 + i * periodMs - activeMs }
  })
}
