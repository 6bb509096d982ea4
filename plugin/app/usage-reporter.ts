// In every process of the app that we started ourselves: how busy it is, twice a second.
import { subscribe } from 'node:diagnostics_channel'
import { performance, PerformanceObserver } from 'node:perf_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { watchLoopDelay } from '../machine/loop-delay.ts'
import { watchTimeInApp } from './time-in-app.ts'
import type { UsageReport } from './messages.ts'

const periodMs = 500
const resolutionMs = 20
/** Fewer requests than this before a pause are no load: somebody asked whether the app is ready. */
const fewRequests = 10

const unanswered = Symbol('unanswered')
type CountedSocket = Socket & { [unanswered]?: number }

/**
 * Sends a report each 500 ms. Nothing of it keeps the app alive.
 *
 * @param send returns false when nobody listens any more
 */
export function reportUsage(send: (report: UsageReport) => boolean) {
  const delay = watchLoopDelay(resolutionMs)
  const inApp = watchTimeInApp()
  let [begun, begunBefore, begunAtReset, requestsInFlight, mostInFlight, openConnections, gcMs] = [0, 0, 0, 0, 0, 0, 0]

  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket }
    openConnections++
    socket.once('close', () => openConnections--)
  })
  subscribe('http.server.request.start', (message) => {
    const { socket, response } = message as { socket: CountedSocket, response: ServerResponse }
    const isFirst = socket[unanswered] === undefined
    inApp.arrive(response, isFirst)
    begun++
    mostInFlight = Math.max(mostInFlight, ++requestsInFlight)
    // A client that goes away leaves requests that are never finished.
    if (isFirst) socket.once('close', () => (requestsInFlight -= Number(socket[unanswered])))
    socket[unanswered] = (socket[unanswered] ?? 0) + 1
  })
  subscribe('http.server.response.finish', (message) => {
    const socket = (message as { request: IncomingMessage }).request.socket as CountedSocket
    if (!socket?.[unanswered]) return
    requestsInFlight--
    socket[unanswered]--
  })
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => (gcMs += duration))).observe({ entryTypes: ['gc'] })

  const timer = setInterval(() => {
    const isIdle = begun === begunBefore && requestsInFlight === 0
    begunBefore = begun
    // How late the loop is while it starts, or answers whoever asks whether it is ready, is not of the load.
    if (isIdle && begun - begunAtReset < fewRequests) {
      delay.histogram.reset()
      begunAtReset = begun
    }
    const loopDelayMs = begun === begunAtReset ? null : delay.read()
    const report = { ...reading(), gcMs, loopDelayMs, openConnections, requestsInFlight: mostInFlight, inApp: inApp.read() }
    mostInFlight = requestsInFlight
    if (send(report)) return
    clearInterval(timer)
    delay.histogram.disable()
  }, periodMs).unref()
}

/** Sums since the process began, but for the memory. */
function reading() {
  const { active: activeMs, idle: idleMs } = performance.eventLoopUtilization()
  const { user, system } = process.cpuUsage()
  const { rss: rssBytes, heapUsed: heapBytes } = process.memoryUsage()
  const atMs = performance.timeOrigin + performance.now()
  return { pid: process.pid, atMs, activeMs, idleMs, cpuMs: (user + system) / 1000, rssBytes, heapBytes }
}
