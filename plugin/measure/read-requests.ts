import { isIn } from '../concepts/spans.ts'
import { aFile } from '../record/parse-comparison.ts'
import { eachRow } from '../record/samples.ts'
import type { Run } from '../concepts/run.ts'

/** All requests of one run, in the order of its samples file. */
export interface Requests {
  count: number
  startMs: Float64Array // as the samples file counts it
  latencyUs: Uint32Array // whole microseconds, as they are recorded; 71 minutes fit
  outcome: Uint16Array // its place in outcomes; 0: a response below 400
  outcomes: string[] // as the samples file names them; the first is empty
  worker: Int16Array // index into the PIDs; -1: there was no response, or its worker is unknown
  counting: Uint32Array // indices of those whose latency counts
  byLatency: Ranked // the same, the shortest first
  firstStartMs: number // 0 without any request
  lastEndMs: number // 0 without any request
}

/** requests: indices, with the latency of each */
type Ranked = { requests: Uint32Array; latencyUs: Uint32Array }

/**
 * @returns at most as many as the run had: what was answered after the end of the load is in the file, but not in the
 * conclusions
 */
export async function readRequests(
  file: string,
  run: Pick<Run, 'requests' | 'firstRequests' | 'counted'>,
  pids: readonly string[]
): Promise<Requests> {
  const {
    requests: expected,
    firstRequests: { apart },
    counted: { fromMs, toMs, slices, byWhole, byStart = slices !== undefined }
  } = run
  const spans = slices ?? [{ fromMs, toMs }]
  const indices = new Map(pids.map((pid, i) => [pid, i]))
  const startMs = new Float64Array(expected)
  const latencyUs = new Uint32Array(expected)
  const counting = new Uint32Array(expected)
  const outcome = new Uint16Array(expected)
  const outcomes = new Map([['', 0]])
  const worker = new Int16Array(expected)
  let count = 0
  let counted = 0
  let firstStartMs = Infinity
  let lastEndMs = -Infinity
  await eachRow(aFile(file), (row) => {
    if (count === expected) return
    const isResponse = row.status < 400
    startMs[count] = row.startMs
    latencyUs[count] = Math.round((byWhole ? row.wholeMs : row.latencyMs) * 1000)
    if (!isResponse) {
      if (!outcomes.has(row.outcome)) outcomes.set(row.outcome, outcomes.size)
      outcome[count] = Number(outcomes.get(row.outcome))
    }
    worker[count] = indices.get(row.pid) ?? -1
    const endMs = row.startMs + row.wholeMs
    if (isResponse && !(apart && row.isFirst) && isIn(spans, byStart ? row.startMs : endMs)) counting[counted++] = count
    firstStartMs = Math.min(firstStartMs, row.startMs)
    lastEndMs = Math.max(lastEndMs, endMs)
    count++
  })
  if (count === 0) [firstStartMs, lastEndMs] = [0, 0]
  const own = counting.subarray(0, counted)
  return {
    count,
    startMs,
    latencyUs,
    outcome: outcome.subarray(0, count),
    outcomes: [...outcomes.keys()],
    worker,
    counting: own,
    byLatency: byLatency(own, latencyUs),
    firstStartMs,
    lastEndMs
  }
}

const bitsAtOnce = 11

/**
 * The shortest first; of equal ones, in their order. Sorts by the digits of the numbers, the lowest first, in a fifth
 * of the time that comparing takes. Once sorted, they need not be sorted again in any group of them.
 */
export function byLatency(requests: Uint32Array, latencyUs: Uint32Array): Ranked {
  let from: Ranked = { requests, latencyUs: new Uint32Array(requests.length) }
  let bits = 0
  for (let i = 0; i < requests.length; i++) bits |= from.latencyUs[i] = latencyUs[requests[i]]
  for (let shift = 0; shift < 32 && bits >>> shift !== 0; shift += bitsAtOnce) from = sortedByDigit(from, shift)
  return from
}

/** @param shift of the digit, in bits */
function sortedByDigit({ requests, latencyUs }: Ranked, shift: number) {
  const mask = 2 ** bitsAtOnce - 1
  const sorted = { requests: new Uint32Array(requests.length), latencyUs: new Uint32Array(requests.length) }
  const ends = new Uint32Array(mask + 1)
  for (let i = 0; i < latencyUs.length; i++) ends[(latencyUs[i] >>> shift) & mask]++
  for (let digit = 1; digit <= mask; digit++) ends[digit] += ends[digit - 1]
  for (let i = latencyUs.length - 1; i >= 0; i--) {
    const at = --ends[(latencyUs[i] >>> shift) & mask]
    sorted.requests[at] = requests[i]
    sorted.latencyUs[at] = latencyUs[i]
  }
  return sorted
}

/** @returns the latencies that count in each group, in ms, sorted; a group below 0 is none */
export function groupLatencies(
  { byLatency: { requests, latencyUs } }: Requests,
  groups: number,
  groupOf: ArrayLike<number>
) {
  const grouped = Array.from({ length: groups }, (): number[] => [])
  requests.forEach((request, i) => {
    if (groupOf[request] >= 0) grouped[groupOf[request]].push(latencyUs[i] / 1000)
  })
  return grouped
}
