import { rowNames } from './request-times.ts'
import { rounded, sum, sumBy } from '../statistics/descriptive.ts'
import { leastSquares } from '../statistics/least-squares.ts'
import type { RequestFigures } from '../concepts/requests.ts'
import { around, type Span } from '../concepts/spans.ts'
import type { UsageReport, UsageStep } from '../messages/app.ts'
import type { SampleRow } from '../record/samples.ts'

/**
 * Between two steps of a process. idleMs: for which its loop was idle during a response, the mean; responses: whose
 * first bytes it sent in that time, by the number of the request; unheard: that it counted itself, and that are not
 * among these yet
 */
type Window = Span & { cpuMs: number; idleMs: number; responses: Map<number, number>; unheard: number }
/** Of a process; at: the one in which the last response was */
type Windows = { all: Window[]; at: number }

/** A cost below so many of its standard errors may as well be none. */
const leastErrors = 4
/** Within so many of them it lies, as good as always. */
const mostErrors = 2
/** A process reads its counters when it has computed, so just after a response, of which its client hears later. */
const latestMs = 50
/** Of more, as many as are worth their time. */
const mostWindows = 5000

/**
 * What a response of each request takes, by least squares: what a process took from one reading to the next is the sum
 * of what the responses took that it sent meanwhile, of each request so many. So it is with its CPU time, and with the
 * time for which its loop was idle during these responses: then a response waits for a timer, I/O or another service.
 * No time in the app is spent on telling requests apart. Others who keep the process busy don't change what a response
 * takes of the CPU, as they do latencies; but what it waits for while they do is not seen.
 */
export class RequestCosts {
  #originMs: number
  #windows: Map<string, Windows>

  /** @param originMs what samples count from; usage: readings of all processes, in the order of time */
  constructor(originMs: number, usage: UsageReport[]) {
    this.#originMs = originMs
    const byProcess = Map.groupBy(usage, ({ pid }) => String(pid))
    this.#windows = new Map([...byProcess].map(([pid, readings]) => [pid, { all: windowsOf(readings), at: 0 }]))
  }

  see({ startMs, latencyMs, pid, request }: SampleRow) {
    const window = windowAt(this.#windows.get(pid), this.#originMs + startMs + latencyMs)
    if (window === undefined) return
    window.responses.set(request, (window.responses.get(request) ?? 0) + 1)
    window.unheard--
  }

  /**
   * @param names of the requests of the script, by number; spans: that count, by the same clock
   * @returns the same figures with what can be told of their costs
   */
  addTo(flow: RequestFigures[], names: Record<number, string>, spans: readonly Span[]): RequestFigures[] {
    const { rowOf } = rowNames(names)
    // What a response takes does not depend on whether it counts, once the app is warm.
    const { fromMs, toMs } = around(spans)
    const found = [...this.#windows.values()]
      .flatMap(({ all }) => all)
      .filter((own) => own.responses.size > 0 && own.fromMs >= fromMs && own.toMs <= toMs)
    const stride = Math.ceil(found.length / mostWindows)
    const windows = found.filter((_, i) => i % stride === 0)
    const rows = windows.map(({ responses }) => {
      const row = Map.groupBy(responses, ([request]) => rowOf(names[request]))
      return flow.map(({ name }) => sumBy(row.get(name) ?? [], ([, count]) => count))
    })
    // What was never answered in this time would leave nothing to tell of the others.
    const asked = flow.filter((_, i) => rows.some((row) => row[i] > 0))
    const counts = rows.map((row) => row.filter((_, i) => asked.includes(flow[i])))
    const cpu = leastSquares(
      counts,
      windows.map(({ cpuMs }) => cpuMs)
    )
    const waiting = leastSquares(
      counts,
      windows.map(({ idleMs }, i) => idleMs * sum(counts[i]))
    )
    return flow.map((own) => {
      const at = asked.indexOf(own)
      const cpuMs = told(cpu?.[at])
      const waitingMs = told(waiting?.[at])
      const ends = [-mostErrors, mostErrors].map((errors) =>
        rounded(sumBy([cpu, waiting], (all) => endOf(all?.[at], errors)))
      )
      return {
        ...own,
        ...(cpuMs && { cpuMs }),
        ...(waitingMs && { waitingMs }),
        ...(ends.every(Number.isFinite) && { ownMs: [ends[0], ends[1]] as [number, number] })
      }
    })
  }
}

const unknown = { value: NaN, error: NaN }

const told = ({ value, error } = unknown) => value > leastErrors * error && rounded(value)

const endOf = ({ value, error } = unknown, errors: number) => Math.max(0, value + errors * error)

function windowsOf(readings: UsageReport[]) {
  const sumOf = ({ inApp }: UsageReport, key: 'responses' | 'idleMs') =>
    inApp ? inApp.first[key] + inApp.later[key] : NaN
  const all = readings.flatMap((own): UsageStep[] => [
    ...(own.steps ?? []),
    { ...own, responses: sumOf(own, 'responses'), idleMs: sumOf(own, 'idleMs') }
  ])
  return all.slice(1).map((step, i): Window => {
    const before = all[i]
    const responses = step.responses - before.responses
    const idleMs = step.idleMs - before.idleMs
    return {
      fromMs: before.atMs,
      toMs: step.atMs,
      cpuMs: step.cpuMs - before.cpuMs,
      idleMs: idleMs === 0 ? 0 : idleMs / responses,
      responses: new Map(),
      unheard: responses
    }
  })
}

/** Responses come nearly in the order of time. */
function windowAt(own: Windows | undefined, atMs: number) {
  if (own === undefined) return undefined
  const { all } = own
  while (own.at < all.length && all[own.at].toMs < atMs) own.at++
  while (own.at > 0 && all[own.at - 1].toMs >= atMs) own.at--
  let { at } = own
  while (at > 0 && atMs - all[at - 1].toMs < latestMs) at--
  while (at < own.at && !(all[at].unheard > 0)) at++
  const window = all.at(at)
  return window && window.fromMs < atMs ? window : undefined
}
