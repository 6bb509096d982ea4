import { resolutionMs } from '../concepts/metrics.ts'
import { evenly, isIn, lengthOf, placeIn } from '../concepts/spans.ts'
import { rounded, sum } from '../statistics/descriptive.ts'
import { varianceWithin } from '../statistics/plan-rounds.ts'
import { CountedPasses, msWithin, summarise, type Counted, type Counts, type SummaryOptions } from './counts.ts'
import { latenciesOf, percentilesIn, RequestTimes } from './request-times.ts'
import type { RequestCosts } from './request-costs.ts'
import { eachRow, type SampleRow } from '../record/samples.ts'

export interface Samples extends Counts {
  firstLatenciesMs: Float64Array // below 400, the first on their connection that count, sorted
  laterLatenciesMs: Float64Array // below 400, all others that count, sorted
  underWayLatenciesMs: Float64Array // of requests that were in progress at a given time, sorted
  earlyLatenciesMs: Float64Array // below 400, of requests that began before a given time, sorted
  leastLatencyMs: number | null // of all below 400, whether they count or not
  ofRequests: RequestTimes
}

/**
 * As start_ms. What ended between fromMs and toMs counts; where there are slices, the latencies of what began in one.
 */
export interface Times extends Pick<Counted, 'fromMs' | 'toMs' | 'slices' | 'byStart' | 'byWhole'> {
  lastArrivalMs: number // of `underWayLatenciesMs`
  earlyToMs?: number // of `earlyLatenciesMs`
  byPasses?: boolean // users go through the flow again and again: the throughput is that of their passes
}

const allOfIt: Times = { fromMs: -Infinity, toMs: Infinity, lastArrivalMs: -Infinity }

/** After which a connection attempt that was dropped is made again, and then after twice as long each time. */
const resentMs = 1000
const partCount = 4 // into which what counts is cut, to see how it varies

/** Holds 40 bytes a request, nothing else that grows with their number. */
export async function readSamples(file: string, times = allOfIt, costs?: RequestCosts): Promise<Samples> {
  const { fromMs, toMs, lastArrivalMs, earlyToMs = -Infinity, byStart, byWhole, slices } = times
  const [first, later, underWay, early]: number[][] = [[], [], [], []]
  const spans = slices ?? [{ fromMs, toMs }]
  const cut = slices ?? evenly({ fromMs, toMs }, partCount)
  const parts: number[][] = cut.map(() => [])
  const passes = new CountedPasses(times.byPasses ? cut : spans)
  const served = cut.map(() => 0)
  let leastLatencyMs = Infinity
  const ofRequests = new RequestTimes()
  const late = { count: 0, leastMs: Infinity, mostMs: 0 }
  const { ways } = passes
  const { counts, counted, userMs } = nothingYet(times)
  const visit = (row: SampleRow) => {
    const { startMs, wholeMs, status, isFirst } = row
    const latencyMs = byWhole ? wholeMs : row.latencyMs
    const toldMs = startMs + latencyMs
    const endMs = startMs + wholeMs
    count(counts, row)
    ofRequests.see(row)
    costs?.see(row)
    // What has no answer in what counts, or began before it, took its user's time there, too.
    const isOf = !(status < 400) ? 'failed' : isFirst ? 'first' : 'later'
    const hasBegun = isIn(spans, startMs)
    const isCounted = slices ? hasBegun : isIn(spans, endMs)
    for (const one of spans) userMs[isOf] += msWithin(one, startMs, toldMs)
    counted.requests += Number(isCounted)
    if (row.latencyMs >= resentMs && (Number.isNaN(status) || isFirst)) {
      late.count++
      late.leastMs = Math.min(late.leastMs, row.latencyMs)
      late.mostMs = Math.max(late.mostMs, row.latencyMs)
    }
    if (status < 400) leastLatencyMs = Math.min(leastLatencyMs, latencyMs)
    if (status < 400 && startMs <= earlyToMs) early.push(latencyMs)
    if (startMs <= lastArrivalMs && toldMs > lastArrivalMs) underWay.push(latencyMs)
    if (hasBegun) counted.began = (counted.began ?? 0) + 1
    if (!(status < 400)) return
    if (byStart ? hasBegun : isCounted) {
      ;(isFirst ? first : later).push(latencyMs)
      ofRequests.add(row, slices ? placeIn(cut, startMs) : -1)
    }
    if (!isCounted) return
    counted.served++
    const part = placeIn(cut, slices ? startMs : endMs)
    // Where the time of what counts is not known, there are no parts of it.
    if (part === -1) return
    parts[part].push(latencyMs)
    served[part]++
  }
  await eachRow(file, visit, (pass) => passes.add(pass))
  const ofPass = passes.total()
  // Where none has ended, nothing tells how fast users get through.
  if (times.byPasses) counted.passes = 0
  if (ofPass !== null && times.byPasses) {
    counted.requests = ofPass.requests
    counted.passes = rounded(ofPass.passes)
    served.splice(0, Infinity, ...ofPass.served)
    counted.served = sum(served)
  }
  if (ways.through + ways.failed > 0) counts.passes = ways
  counted.requests = Math.round(counted.requests)
  Object.assign(counted, ofRequests.totals())
  // With room for rounding: reading the samples again finds the same.
  counted.fromMs = Math.max(fromMs, counts.firstStartMs - resolutionMs)
  counted.toMs = Math.min(toMs, counts.lastEndMs + resolutionMs)
  counts.halves = halvesOf(served)
  counts.lateEntries = late.count === 0 ? null : late
  return {
    ...counts,
    ...variation(parts, { served, inSlices: slices !== undefined, seconds: lengthOf(cut) / cut.length / 1000 }),
    firstLatenciesMs: sorted(first),
    laterLatenciesMs: sorted(later),
    underWayLatenciesMs: sorted(underWay),
    earlyLatenciesMs: sorted(early),
    leastLatencyMs: leastLatencyMs === Infinity ? null : leastLatencyMs,
    ofRequests
  }
}

function nothingYet({ fromMs, toMs, byStart, byWhole, slices }: Times) {
  const userMs = { first: 0, later: 0, failed: 0 }
  const counted: Counted = {
    fromMs,
    toMs,
    requests: 0,
    served: 0,
    began: 0,
    ...(byStart && { byStart }),
    ...(byWhole && { byWhole }),
    ...(slices && { slices })
  }
  const counts: Counts = {
    requests: 0,
    failures: 0,
    failureKinds: {},
    unattributed: 0,
    connections: 0,
    firstStartMs: Infinity,
    lastEndMs: -Infinity,
    workers: new Map(),
    passes: null,
    asked: new Set(),
    counted,
    within: null,
    userMs
  }
  return { counts, counted, userMs }
}

/** @param served in each part of the same length */
function halvesOf(served: number[]): [number, number] {
  const middle = Math.floor(served.length / 2)
  return [sum(served.slice(0, middle)), sum(served.slice(-middle))]
}

/** @param parts latencies; served: in each; inSlices: their differences are shared by others; seconds: of each part */
function variation(
  parts: number[][],
  { served, inSlices, seconds }: { served: number[]; inSlices: boolean; seconds: number }
) {
  // Of one without a response, or where the time of what counts was not known, nothing is.
  if (parts.some(({ length }) => length === 0)) return { within: null }
  const valuesIn = (each: number[][], ofEach: number[]) => ({ ...percentilesIn(each.map(sorted)), throughput: ofEach })
  const values = valuesIn(parts, served)
  if (!inSlices)
    return {
      within: Object.fromEntries(Object.entries(values).map(([metric, own]) => [metric, varianceWithin(own, seconds)]))
    }
  // Halves of as many slices each: a middle one has no place.
  if (parts.length % 2 === 1) return { within: null, inSlices: values }
  const halves = [parts.slice(0, parts.length / 2), parts.slice(parts.length / 2)].map((half) => half.flat())
  return { within: null, inSlices: values, inHalves: valuesIn(halves, halvesOf(served)) }
}

function count(counts: Counts, { startMs, wholeMs, status, outcome, pid, isFirst, request }: SampleRow) {
  counts.requests++
  counts.asked?.add(request)
  counts.firstStartMs = Math.min(counts.firstStartMs, startMs)
  counts.lastEndMs = Math.max(counts.lastEndMs, startMs + wholeMs)
  if (!(status < 400)) {
    counts.failures++
    counts.failureKinds[outcome] = (counts.failureKinds[outcome] ?? 0) + 1
  }
  if (Number.isNaN(status)) return
  if (isFirst) counts.connections++
  if (pid === '') {
    counts.unattributed++
    return
  }
  const worker = counts.workers.get(pid) ?? { requests: 0, connections: 0 }
  worker.requests++
  if (isFirst) worker.connections++
  counts.workers.set(pid, worker)
}

const sorted = (values: number[]) => Float64Array.from(values).sort()

/**
 * The first request on a connection waits until the app has accepted it, behind all other new connections (libuv
 * accepts one in each turn of its loop). Where connections are kept, that shows how users came, not how the app serves,
 * and those requests are summarised apart. Where each user asks only a few times, they are the load.
 */
export const keepsConnections = ({ requests, connections }: Pick<Counts, 'requests' | 'connections'>) =>
  connections > 0 && requests >= 10 * connections

/** @param names of the requests of the script, by number */
export function summariseSamples(samples: Samples, options: SummaryOptions, names: Record<number, string> = {}) {
  const { firstLatenciesMs: first, laterLatenciesMs: later } = samples
  const parts = { first: () => first, later: () => later, all: () => sorted([...first, ...later]) }
  const all = summarise(samples, (part) => latenciesOf(parts[part]()), options)
  const { apart } = all.firstRequests
  const own = { slices: all.counted.slices?.length ?? 0, apart }
  return {
    ...all,
    ...(all.counted.byWhole && samples.ofRequests.together(own)),
    ...(Object.keys(names).length > 1 && { flow: samples.ofRequests.figures(names, own) })
  }
}
