import {
  aroundOf,
  ofPercentiles,
  probabilityOf,
  resolutionMs,
  summaryOf,
  type LatencySummary
} from '../concepts/metrics.ts'
import { otherRequests, toldNames, type RequestFigures } from '../concepts/requests.ts'
import { quantileOfSorted, rounded, sumBy } from '../statistics/descriptive.ts'
import type { Latencies } from './counts.ts'
import { leastGapMs, type SampleRow } from '../record/samples.ts'

/** Numbers below 2^32, of which there may be millions. */
class Column {
  #values = new Uint32Array(256)
  length = 0

  push(value: number) {
    if (this.length === this.#values.length) {
      const more = new Uint32Array(2 * this.length)
      more.set(this.#values)
      this.#values = more
    }
    this.#values[this.length++] = value
  }

  get values() {
    return this.#values.subarray(0, this.length)
  }
}

/** Of one request of the script; the columns are of its responses below 400 that count, in whole microseconds. */
interface Own {
  requests: number
  failures: number
  waitedMs: number // for all of these
  latencyMs: Column
  wholeMs: Column
  gapMs: Column
  // in which slice it began, from 1, times two; 0: in none; one more where it was the first on its connection
  place: Column
}

type End = 'latencyMs' | 'wholeMs' | 'gapMs'
/** slices: how many; apart: the first response on a connection is left out */
type Parts = { slices: number; apart: boolean }

/** What each request of the script did, by its number. */
export class RequestTimes {
  #own: Map<number, Own> = new Map()
  #count = 0
  #bodyMs = 0
  #waitedMs = 0

  see({ request, status }: SampleRow) {
    let own = this.#own.get(request)
    if (own === undefined) {
      const columns = { latencyMs: new Column(), wholeMs: new Column(), gapMs: new Column(), place: new Column() }
      own = { requests: 0, failures: 0, waitedMs: 0, ...columns }
      this.#own.set(request, own)
    }
    own.requests++
    if (!(status < 400)) own.failures++
  }

  /** Once it was seen. @param slice in which it began; -1: in none */
  add({ request, latencyMs, wholeMs, gapMs, isFirst }: SampleRow, slice: number) {
    const own = this.#own.get(request) as Own
    this.#count++
    this.#bodyMs += wholeMs - latencyMs
    this.#waitedMs += wholeMs
    own.waitedMs += wholeMs
    own.latencyMs.push(Math.round(1000 * latencyMs))
    own.wholeMs.push(Math.round(1000 * wholeMs))
    own.gapMs.push(Math.round(1000 * Math.max(leastGapMs, gapMs)))
    own.place.push(2 * (slice + 1) + Number(isFirst))
  }

  /** Of the time until last bytes. Less than a millisecond may be the client's own, until it has heard of the end. */
  get bodyShare() {
    return this.#bodyMs < this.#count ? 0 : this.#bodyMs / (this.#waitedMs || 1)
  }

  totals() {
    const counted = [...this.#own].filter(([, { place }]) => place.length > 0)
    const slowestMs = rounded(Math.max(0, ...counted.map(([, { waitedMs, place }]) => waitedMs / place.length)))
    if (counted.length < 2) return { slowestMs }
    return { slowestMs, byRequest: Object.fromEntries(counted.map(([request, { place }]) => [request, place.length])) }
  }

  /**
   * @param names of the requests of the script, by number
   * @returns of those that were asked for, in the order of the script; empty: users send one request alone
   */
  figures(names: Record<number, string>, parts: Parts): RequestFigures[] {
    const { told, all: rowsAll, rowOf } = rowNames(names)
    const rows = Map.groupBy(this.#own, ([number]) => rowOf(names[number]))
    // Of one, all is told by the figures of the run.
    if (told.length < 2 && rows.size < 2) return []
    return rowsAll.flatMap((name) => {
      const all = (rows.get(name) ?? []).map(([, own]) => own)
      if (all.length === 0) return []
      const first = toEnd(all, 'latencyMs', parts)
      const last = toEnd(all, 'wholeMs', parts)
      return {
        name,
        steps: Object.values(names).filter((own) => rowOf(own) === name).length,
        requests: sumBy(all, ({ requests }) => requests),
        failures: sumBy(all, ({ failures }) => failures),
        latencies: first.count,
        waitedMs: rounded((last.latencyMs?.mean ?? 0) * last.count),
        latencyMs: first.latencyMs,
        wholeMs: last.latencyMs,
        gapMs: gapsOf(all, parts),
        ...(first.inSlices && last.inSlices && { inSlices: { latencyMs: first.inSlices, wholeMs: last.inSlices } })
      }
    })
  }

  /** @returns of all requests together */
  together(parts: Parts) {
    const all = [...this.#own.values()]
    return { firstByte: toEnd(all, 'latencyMs', parts), gapMs: gapsOf(all, parts) }
  }
}

/** @returns names of the rows of a table of requests, and in which one is; told: by their own name */
export function rowNames(names: Record<number, string>) {
  const told = toldNames(names)
  const rowOf = (name: string | undefined) => (told.includes(String(name)) ? String(name) : otherRequests)
  return { told, all: [...new Set([...told, otherRequests])], rowOf }
}

function gapsOf(all: Own[], { apart }: Parts): LatencySummary | null {
  const { latencyMs } = latenciesOf(sortedOf(all, 'gapMs', apart))
  return latencyMs && { ...latencyMs, around: undefined }
}

function toEnd(all: Own[], end: End, { slices, apart }: Parts) {
  const parts = Array.from({ length: slices }, (_, i) => sortedOf(all, end, apart, i + 1))
  const isKnown = slices > 0 && parts.every(({ length }) => length > 0)
  return { ...latenciesOf(sortedOf(all, end, apart)), ...(isKnown && { inSlices: percentilesIn(parts, 3) }) }
}

/** @param slice from 1; left out: any */
function sortedOf(all: Own[], end: End, apart: boolean, slice?: number) {
  const found = new Float64Array(sumBy(all, ({ place }) => place.length))
  let count = 0
  for (const own of all) {
    const { values } = own[end]
    own.place.values.forEach((place, i) => {
      if (!(apart && place % 2 === 1) && (slice ?? place >> 1) === place >> 1) found[count++] = values[i] / 1000
    })
  }
  return found.subarray(0, count).sort()
}

export function latenciesOf(sorted: Float64Array): Latencies {
  const { length } = sorted
  if (length === 0) return { count: 0, latencyMs: null }
  const mean = rounded(sorted.reduce((sum, latency) => sum + latency, 0) / length)
  const valueAt = (probability: number) => rounded(quantileOfSorted(sorted, probability))
  const around = ofPercentiles((each) => aroundOf(each).map(valueAt))
  const all = summaryOf((percentile) => valueAt(probabilityOf(percentile)), {
    mean,
    min: sorted[0],
    max: sorted[length - 1]
  })
  return { count: length, latencyMs: { ...all, around } }
}

/** @param parts sorted, none of them empty. @returns each percentile of each */
export const percentilesIn = (parts: Float64Array[], digits?: number) =>
  ofPercentiles((each) =>
    parts.map((part) => {
      const ms = Math.max(resolutionMs, quantileOfSorted(part, probabilityOf(each)))
      return digits === undefined ? ms : rounded(ms, digits)
    })
  )
