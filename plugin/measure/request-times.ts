import { percentiles, probabilityOf, resolutionMs, type Percentile } from '../concepts/metrics.ts'
import { otherRequests, toldNames, type RequestFigures } from '../concepts/requests.ts'
import { mean, quantileOfSorted, rounded, sum } from '../statistics/descriptive.ts'
import type { Counted, Latencies } from './counts.ts'
import type { SampleRow } from '../record/samples.ts'

/** Of one request of the script; the lists are of its responses below 400 that count. */
interface Own {
  requests: number
  failures: number
  latencyMs: number[]
  wholeMs: number[]
  // in which slice it began, times two; -2: in none; one more where it was the first on its connection: there may be
  // millions of them
  place: number[]
}

const sliceOf = (place: number) => place >> 1
const isFirst = (place: number) => (place & 1) === 1

/** What each request of the script did, by its number. */
export class RequestTimes {
  #own: Map<number, Own> = new Map()

  see({ request, status }: SampleRow) {
    let own = this.#own.get(request)
    if (own === undefined) {
      own = { requests: 0, failures: 0, latencyMs: [], wholeMs: [], place: [] }
      this.#own.set(request, own)
    }
    own.requests++
    if (!(status < 400)) own.failures++
  }

  /** Once it was seen. @param slice in which it began; -1: in none */
  add({ request, ...row }: SampleRow, slice: number) {
    const own = this.#own.get(request) as Own
    own.latencyMs.push(row.latencyMs)
    own.wholeMs.push(row.wholeMs)
    own.place.push(2 * slice + Number(row.isFirst))
  }

  totals(): Pick<Counted, 'slowestMs' | 'byRequest'> {
    const counted = [...this.#own].filter(([, { wholeMs }]) => wholeMs.length > 0)
    const slowestMs = rounded(Math.max(0, ...counted.map(([, { wholeMs }]) => mean(wholeMs))))
    if (counted.length < 2) return { slowestMs }
    return { slowestMs, byRequest: Object.fromEntries(counted.map(([request, own]) => [request, own.wholeMs.length])) }
  }

  /**
   * @param names of the requests of the script, by number
   * @param options slices: how many; apart: the first response on a connection is left out
   * @returns of those that were asked for, in the order of the script; empty: users send one request alone
   */
  figures(
    names: Record<number, string>,
    { slices, apart }: { slices: number; apart: boolean },
    summarised: (sorted: Float64Array) => Latencies
  ): RequestFigures[] {
    const told = toldNames(names)
    const rowOf = (name: string | undefined) => (told.includes(String(name)) ? String(name) : otherRequests)
    const rows = Map.groupBy(this.#own, ([number]) => rowOf(names[number]))
    // Of one, all is told by the figures of the run.
    if (told.length < 2 && rows.size < 2) return []
    return [...new Set([...told, otherRequests])].flatMap((name) => {
      const all = (rows.get(name) ?? []).map(([, own]) => own)
      if (all.length === 0) return []
      const sorted = (key: 'latencyMs' | 'wholeMs', slice?: number) =>
        Float64Array.from(
          all.flatMap(({ place, ...own }) =>
            own[key].filter(
              (_, i) => !(apart && isFirst(place[i])) && (slice ?? sliceOf(place[i])) === sliceOf(place[i])
            )
          )
        ).sort()
      const inParts = (key: 'latencyMs' | 'wholeMs') => {
        const parts = Array.from({ length: slices }, (_, i) => sorted(key, i))
        const valueOf = (part: Float64Array, at: number) => rounded(Math.max(resolutionMs, quantileOfSorted(part, at)))
        return parts.length === 0 || parts.some(({ length }) => length === 0)
          ? null
          : byPercentile((percentile) => parts.map((part) => valueOf(part, probabilityOf(percentile))))
      }
      const [first, last] = [sorted('latencyMs'), sorted('wholeMs')]
      const [latencyMs, wholeMs] = [inParts('latencyMs'), inParts('wholeMs')]
      return {
        name,
        steps: Object.values(names).filter((own) => rowOf(own) === name).length,
        requests: sum(all.map(({ requests }) => requests)),
        failures: sum(all.map(({ failures }) => failures)),
        latencies: first.length,
        waitedMs: rounded(sum([...last])),
        latencyMs: summarised(first).latencyMs,
        wholeMs: summarised(last).latencyMs,
        ...(latencyMs && wholeMs && { inSlices: { latencyMs, wholeMs } })
      }
    })
  }
}

const byPercentile = (valuesOf: (percentile: Percentile) => number[]) =>
  Object.fromEntries(percentiles.map((each) => [each, valuesOf(each)])) as Record<Percentile, number[]>
