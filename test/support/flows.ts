import { aRun, latencies, type RunPart } from './runs.ts'
import type { RequestFigures } from '../../plugin/concepts/requests.ts'
import type { Run } from '../../plugin/concepts/run.ts'

/** ms: to the first byte in each round; bodyMs: from there to the last; 0 responses: nobody was answered */
export type RequestPart = {
  ms: number[]
  responses?: number
  failures?: number
  bodyMs?: number
  gapMs?: number
  cpuMs?: number
  waitingMs?: number
  ownMs?: [number, number]
  leastMs?: number // of its responses; left out: all take as long
  steps?: number
}
type Arm = Record<string, RequestPart>

/** @returns of a round; `slices`: as many, in which it took as long */
export function aRequest(name: string, part: RequestPart, round: number, slices = 0): RequestFigures {
  const {
    responses = 300,
    failures = 0,
    bodyMs = 0,
    gapMs = Math.max(1, bodyMs),
    cpuMs,
    waitingMs,
    ownMs,
    steps = 1
  } = part
  const ms = part.ms[round % part.ms.length]
  const { leastMs = ms } = part
  const inEach = (value: number) => Array<number>(slices).fill(value)
  const each = (value: number) => ({ p50: inEach(value), p95: inEach(value), p99: inEach(value), 'p99.9': [] })
  return {
    name,
    steps,
    requests: responses + failures,
    failures,
    latencies: responses,
    waitedMs: responses * (ms + bodyMs),
    latencyMs: responses === 0 ? null : { ...latencies(ms), min: leastMs },
    wholeMs: responses === 0 ? null : latencies(ms + bodyMs),
    gapMs: responses === 0 ? null : latencies(gapMs),
    ...(cpuMs !== undefined && { cpuMs }),
    ...(waitingMs !== undefined && { waitingMs }),
    ...(ownMs !== undefined && { ownMs }),
    ...(slices > 0 && { inSlices: { latencyMs: each(ms), wholeMs: each(ms + bodyMs) } })
  }
}

/** Whole rounds of `single` and `clustered`, each with these requests. */
export const flowRuns = (single: Arm, clustered: Arm, rounds = 5, more: RunPart = {}): Run[] =>
  Array.from({ length: rounds }, (_, round) =>
    Object.entries({ single, clustered }).map(([variant, arm]) =>
      aRun({
        variant,
        round: round + 1,
        flow: Object.entries(arm).map(([name, part]) => aRequest(name, part, round)),
        ...more
      })
    )
  ).flat()

const around = (ms: number) => [0.99, 1.01, 1, 1.02, 0.98].map((factor) => factor * ms)

/** A login that computes, and is twice as fast clustered; a list that gains nothing; one that waits */
export const shopRuns = (rounds?: number): Run[] =>
  flowRuns(
    {
      'POST /login': { ms: around(400) },
      'GET /items': { ms: around(10), responses: 900 },
      'GET /slow': { ms: around(50) }
    },
    {
      'POST /login': { ms: around(200) },
      'GET /items': { ms: around(10), responses: 900 },
      'GET /slow': { ms: around(50) }
    },
    rounds
  )
