// In every process of the app that we started ourselves: how busy it is, twice a second.
import { performance, PerformanceObserver, type PerformanceObserverEntryList } from 'node:perf_hooks'
import { ServerResponse, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import { clockMs, ownCpuMs, watchLoopDelay } from '../machine/clock.ts'
import { harmless, repeat, watchChannel } from '../processes/harmless.ts'
import type { ResponseSums, UsageReport, UsageStep } from '../messages/app.ts'

export const usualReportMs = 500
const resolutionMs = 20
/** Fewer requests than this before a pause are no load: they ask whether the app is ready. */
const fewRequests = 10

const unanswered = Symbol('unanswered')
type CountedSocket = Socket & { [unanswered]?: number }
type Arrival = { socket: CountedSocket; response: ServerResponse }

/**
 * Sends a report every so often, until `send` returns false: the channel is closed. Nothing of it keeps the app alive.
 */
export function reportUsage(send: (report: UsageReport) => boolean, periodMs: number) {
  const delay = watchLoopDelay(resolutionMs)
  const inApp = watchTimeInApp()
  let begun = 0
  let begunBefore = 0
  let begunAtReset = 0
  let requestsInFlight = 0
  let mostInFlight = 0
  let openConnections = 0
  let gcMs = 0

  watchChannel('net.server.socket', ({ socket }: { socket: Socket }) => {
    openConnections++
    socket.once('close', () => openConnections--)
  })
  watchChannel('http.server.request.start', ({ socket, response }: Arrival) => {
    const isFirst = socket[unanswered] === undefined
    inApp.arrive(response, isFirst)
    begun++
    mostInFlight = Math.max(mostInFlight, ++requestsInFlight)
    // A client that goes away leaves requests that are never finished.
    if (isFirst) socket.once('close', () => (requestsInFlight -= Number(socket[unanswered])))
    socket[unanswered] = (socket[unanswered] ?? 0) + 1
  })
  watchChannel('http.server.response.finish', ({ request }: { request: IncomingMessage }) => {
    const socket = request.socket as CountedSocket
    if (!socket?.[unanswered]) return
    requestsInFlight--
    socket[unanswered]--
  })
  const addPauses = (list: PerformanceObserverEntryList) =>
    list.getEntries().forEach(({ duration }) => (gcMs += duration))
  new PerformanceObserver(harmless(addPauses)).observe({ entryTypes: ['gc'] })

  const timer = repeat(() => {
    const isIdle = begun === begunBefore && requestsInFlight === 0
    begunBefore = begun
    // How late the loop is while nobody asks, as when others have their turn, does not count.
    delay.take(!isIdle)
    // Nor while the app starts, or answers that it is ready.
    if (isIdle && begun - begunAtReset < fewRequests) {
      delay.forget()
      begunAtReset = begun
    }
    const loopDelayMs = begun === begunAtReset ? null : delay.read()
    const report = { ...reading(), gcMs, loopDelayMs, openConnections, requestsInFlight: mostInFlight, ...inApp.read() }
    mostInFlight = requestsInFlight
    if (send(report)) return
    clearInterval(timer)
    delay.end()
  }, periodMs)
}

/** Sums since the process began, but for the memory. */
function reading() {
  const { active: activeMs, idle: idleMs } = performance.eventLoopUtilization()
  const { used_heap_size: heapBytes } = getHeapStatistics()
  // Node reads it from /proc, which takes a file: where none can be opened, the most that there was is known.
  const rssBytes = harmless(process.memoryUsage.rss)() ?? 1024 * process.resourceUsage().maxRSS
  return { pid: process.pid, atMs: clockMs(), activeMs, idleMs, cpuMs: ownCpuMs(), rssBytes, heapBytes }
}

/**
 * Clocks are read for so many requests between two readings of the sums; of more, for some that are drawn by chance.
 */
const mostMeasured = 500
/**
 * Between two steps: users send the more different requests in it, the shorter it is. A step costs some microseconds.
 */
const stepMs = 25

const timing = Symbol('timing')

interface SendingResponse {
  _send: (data: unknown, encoding?: unknown, callback?: unknown, byteLength?: unknown) => boolean
  /** of its arrival; undefined: its first byte has been sent, it is not measured, or it came before we watched */
  [timing]?: { atMs: number; idleMs: number; sums: ResponseSums } | undefined
}

/**
 * Measures how long each response takes inside of this process, from the request's arrival, when its headers have been
 * read, to the first byte of the response, and for how much of that time the event loop was idle: then nothing in this
 * thread could have run, so the request waited for a timer, I/O or another service. While the loop is active, a request
 * computes or waits for its turn among others. To read both clocks twice takes half a microsecond, 1 % of a quick
 * response: where they are many, a part of them is measured.
 *
 * @returns isFirst: on its connection
 */
function watchTimeInApp() {
  const first = noResponses()
  const later = noResponses()
  const { nodeTiming } = performance
  const prototype = ServerResponse.prototype as unknown as SendingResponse
  const { _send: send } = prototype
  // It is internal to Node, and may be removed one day.
  if (typeof send !== 'function') return { arrive() {}, read: () => ({ inApp: null }) }
  const steps: UsageStep[] = []
  let nextStepMs = 0
  let arrivals = 0
  let stride = 1
  let untilNext = 1
  let unsent = 0
  // All that an app writes comes by here, and the headers with the first of it: they are not sent by writeHead, and an
  // app may call that long before. Node has no diagnostics channel of it. Own classes of responses inherit it.
  const note = harmless((response: SendingResponse) => {
    const arrival = unsent > 0 ? response[timing] : undefined
    if (arrival === undefined) return
    response[timing] = undefined
    unsent--
    const [inAppMs, idleMs] = [performance.now() - arrival.atMs, nodeTiming.idleTime - arrival.idleMs]
    arrival.sums.responses++
    arrival.sums.inAppMs += inAppMs
    arrival.sums.idleMs += idleMs
  })
  prototype._send = function _send(data, encoding, callback, byteLength) {
    note(this)
    return send.call(this, data, encoding, callback, byteLength)
  }
  return {
    arrive(response: ServerResponse, isFirst: boolean) {
      arrivals++
      if (--untilNext > 0) return
      // Not each n-th one: users who do several things in turns would always be seen at the same.
      untilNext = 1 + Math.floor(Math.random() * (2 * stride - 1))
      unsent++
      const measured = response as unknown as SendingResponse
      const atMs = performance.now()
      measured[timing] = { atMs, idleMs: nodeTiming.idleTime, sums: isFirst ? first : later }
      if (atMs < nextStepMs) return
      nextStepMs = atMs + stepMs
      const [responses, idleMs] = (['responses', 'idleMs'] as const).map((key) => first[key] + later[key])
      steps.push({ atMs: clockMs(), cpuMs: ownCpuMs(), responses, idleMs })
    },
    read() {
      stride = Math.max(1, Math.ceil(arrivals / mostMeasured))
      arrivals = 0
      return { inApp: structuredClone({ first, later }), steps: steps.splice(0) }
    }
  }
}

const noResponses = () => ({ responses: 0, inAppMs: 0, idleMs: 0 })
