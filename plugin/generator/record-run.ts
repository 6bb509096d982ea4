import { closeSync, openSync, writeSync } from 'node:fs'
import { parentPort, threadId } from 'node:worker_threads'
import { clockMs, watchLoopDelay } from '../machine/clock.ts'
import { quotable } from '../concepts/foreign-text.ts'
import { poissonArrivals, type Arrivals } from './arrivals.ts'
import { findInArtillery } from './artillerys-modules.ts'
import { countUsers, phaseClock } from './counts.ts'
import { WaitingTime } from './lean/connections.ts'
import { Sessions } from './lean/install.ts'
import { LoadThreads } from './load-threads.ts'
import { makeLoad } from './meter-run.ts'
import { createAnswerNotes } from './note-answers.ts'
import { atEndOfLoad, endLoad, replaceMethods } from './one-load.ts'
import { startRecorder } from './recorder.ts'
import {
  contentOf,
  orLost,
  send,
  type ClientReport,
  type ExitReport,
  type GeneratorCommand,
  type GeneratorEvent,
  type LackReport,
  type LoadNews,
  type RunOrder,
  type ThreadReport
} from './run-order.ts'
import { takeTurns } from './take-turns.ts'
import { lookBriskly } from './tune-artillery.ts'
import { remembered } from './watch-requests.ts'
import type { ThreadCommand } from './gates.ts'

/** In the main thread of a child `artillery run`: reports to the outer process how far the load is. */
export function reportLoad(
  order: Pick<RunOrder, 'warmUpSeconds' | 'loadSeconds'>,
  events: { on(event: string, listener: (stats: any) => void): void }
) {
  lookBriskly()
  endWithOwner()
  const { hear, end } = phaseClock((event) => tellOfLoad({ event }), order)
  for (const event of ['phaseStarted', 'phaseCompleted']) events.on(event, () => hear(event))
  events.on('done', ({ counters, summaries }) =>
    tellOfLoad({ event: 'finished', ...countUsers(counters, summaries), ...end() })
  )
}

/** In the main thread of a child `artillery run` that makes one load after the other, each on command. */
export function obeyCommands() {
  lookBriskly()
  const threads = findInArtillery(
    process.argv[1],
    (require, { thread, metrics }) =>
      new LoadThreads(require.resolve(thread), require(metrics).SSMS, () => tell({ event: 'waiting' }))
  )
  // It ends at once: Artillery goes on to what it would run itself.
  if (threads === null) return tell({ event: 'alone' }, () => process.exit(0))
  const prepared: ReturnType<LoadThreads['prepare']>[] = []
  const obey = async (told: GeneratorCommand) => {
    if (told.command === 'load') prepared.push(threads.prepare(told))
    else if (told.command === 'go') {
      const load = await prepared.splice(0).at(-1)
      if (load !== undefined) tellOfLoad({ event: 'finished', ...(await load.make((event) => tellOfLoad({ event }))) })
    } else if (told.command === 'turns') {
      const loads = await Promise.all(prepared.splice(0))
      const inTurns = loads.map(({ make, ...load }) => ({ ...load, make: () => make(() => {}) }))
      tell({
        event: 'round',
        ...(await takeTurns(inTurns, told, (step, load) => tell({ event: 'slice', step, load, cpuMs: cpuMs() })))
      })
    } else if (told.command === 'stop') {
      await threads.stop()
      tell({ event: 'stopped' })
    } else threads.end()
  }
  process.on('message', (message) => {
    const command = contentOf<GeneratorCommand>(message)
    if (command !== undefined) void obey(command)
  })
  endWithOwner()
}

/** A child would go on loading an app whose owner is gone. */
function endWithOwner() {
  // Its owner may have gone while this process started. Without a channel, nobody owns it.
  if (process.connected === false) process.exit(1)
  process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
}

let nextOrder: RunOrder | null = null

/**
 * In a load thread of a child `artillery run`: records every request.
 *
 * @param first the order of its first load; the others come as messages
 */
export function recordLoad(first: RunOrder, script: Record<string, any>) {
  const order = nextOrder ?? first
  if (nextOrder === null) parentPort?.on('message', hearOfLoads)
  // Artillery adds others for each load, with all that they hold.
  atEndOfLoad(() => {
    const { globalEvents, plugins } = (globalThis as any).artillery
    globalEvents.removeAllListeners('log')
    plugins.length = 0
  })
  const { answersFile, telemetryFile, arrivalsPerSecond = null } = order
  const { see, seePass, flush } = startRecorder(order)
  const open = { count: 0, last: '' }
  const places = startPlaces()
  const listeners = {
    see,
    seePass,
    noteAnswer: answersFile === null ? undefined : createAnswerNotes(answersFile),
    open,
    ...places.hear
  }
  const report = openTelemetry(telemetryFile)
  const { artillery } = globalThis as any
  const { _workerThreadSend: tellArtillery } = artillery
  replaceMethods(artillery, {
    // It has heard of suggestedExitCode, which is the child's alone.
    _workerThreadSend(message: { event: string; code: number }) {
      if (message.event === 'setSuggestedExitCode') report({ source: 'exit', code: message.code })
      tellArtillery?.(message)
    }
  })
  const arrivals = arrivalsPerSecond === null ? null : poissonArrivals(arrivalsPerSecond, process.argv[1])
  const waited = new WaitingTime()
  const sessions = new Sessions()
  makeLoad({ ...order, lateMs: arrivals?.lateMs, waited, sessions }, script, listeners, report)
  reportThreadUsage(report, arrivals, () => ({
    sessions: sessions.take(),
    forConnectionMs: waited.readMs(),
    open: { ...open },
    ...places.seen()
  }))
  lookBriskly(flush)
}

/** Of hosts and paths: links of a page may name any. */
const mostPlaces = 20

const shown = remembered((location: string) => quotable(location.replace(/^\w+:\/\/[^/]*|[?#].*$/g, '') || '/'), 1000)

/** Where requests go that go to no target, and where redirects lead to. */
function startPlaces() {
  const elsewhere = new Map<string, number>()
  const redirects = new Map<string, { count: number; requests: Set<number> }>()
  const hasRoom = (places: Map<string, unknown>, place: string) => places.size < mostPlaces || places.has(place)
  return {
    hear: {
      goesElsewhere(host: string) {
        if (hasRoom(elsewhere, host)) elsewhere.set(host, (elsewhere.get(host) ?? 0) + 1)
      },
      isRedirected(request: number, location: string) {
        const path = shown(location)
        if (!hasRoom(redirects, path)) return
        const own = redirects.get(path) ?? { count: 0, requests: new Set() }
        own.count++
        own.requests.add(request)
        redirects.set(path, own)
      }
    },
    seen: () => ({
      elsewhere: Object.fromEntries(elsewhere),
      redirects: [...redirects].map(([to, { count, requests }]) => ({ to, count, requests: [...requests] }))
    })
  }
}

function hearOfLoads(message: unknown) {
  const next = contentOf<ThreadCommand>(message)?.order
  if (next === null) endLoad()
  else if (next !== undefined) nextOrder = next
}

/** The returned function writes at once: a load thread may be ended at any moment. */
export function openTelemetry(file: string): (line: ClientReport | LackReport | ExitReport | ThreadReport) => void {
  // Kept open: where users have taken all the descriptors, a file could not be opened, and the thread would end of
  // that.
  const descriptor = openSync(file, 'a')
  atEndOfLoad(() => closeSync(descriptor))
  // Appending a whole line is atomic between the threads that share the file.
  return (line) => void orLost(file, () => writeSync(descriptor, `${JSON.stringify(line)}\n`))
}

const usagePeriodMs = 250
const delayResolutionMs = 50 // a finer one would wake the thread more often than some loads do

/** Reports now and each 250 ms how busy this thread is. */
export function reportThreadUsage(
  report: (line: ThreadReport) => void,
  arrivals: Arrivals | null = null,
  ofUsers: () => Pick<ThreadReport, 'sessions' | 'forConnectionMs' | 'open' | 'elsewhere' | 'redirects'> = () => ({})
) {
  const delay = watchLoopDelay(delayResolutionMs)
  const reportNow = () => {
    delay.take(true)
    const { active: activeMs, idle: idleMs } = performance.eventLoopUtilization()
    const late = arrivals === null ? {} : { lateMs: arrivals.readLateness() }
    const seen = { atMs: clockMs(), activeMs, idleMs, loopDelayMs: delay.read() }
    report({ source: 'load-thread', thread: threadId, ...seen, ...late, ...ofUsers() })
  }
  reportNow()
  const timer = setInterval(reportNow, usagePeriodMs).unref()
  atEndOfLoad(() => {
    clearInterval(timer)
    delay.end()
  })
}

const tell: (event: GeneratorEvent, sent?: () => void) => void = send

const tellOfLoad = (news: LoadNews) => tell({ ...news, cpuMs: cpuMs() })

/** CPU time of all threads of this process since it began. */
function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
