import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readlinkSync, writeSync } from 'node:fs'
import { basename } from 'node:path'
import { isMainThread, parentPort, threadId } from 'node:worker_threads'
import { clockAheadMs, clockMs, followClock, watchLoopDelay } from '../machine/clock.ts'
import { quotable } from '../concepts/foreign-text.ts'
import { poissonArrivals } from './arrivals.ts'
import { atEndOfLoad, endLoad, replaceMethods } from '../internals/artillerys-modules.ts'
import { WaitingTime } from './lean/connections.ts'
import { makeLoad } from './make-load.ts'
import { createAnswerNotes } from './note-answers.ts'
import { contentOf, orLost, type RunOrder, type ThreadCommand } from '../messages/load.ts'
import type { ThreadLine, ThreadReport } from '../record/telemetry.ts'
import { lookBriskly } from '../internals/tune-artillery.ts'
import { remembered, type Redirect, type SeenRequest } from './watch-requests.ts'
import type { SeenPass } from './passes.ts'
import { SampleWriter } from '../record/write-samples.ts'

let nextOrder: RunOrder | null = null

/**
 * In a load thread of a child `artillery run`: records every request.
 *
 * @param first the order of its first load; the others come as messages
 */
export function recordLoad(first: RunOrder, script: Record<string, any>) {
  const order = nextOrder ?? first
  followClock(order.clock)
  if (nextOrder === null) {
    giveWay()
    parentPort?.on('message', hearOfLoads)
  }
  // Artillery adds others for each load, with all that they hold.
  const { artillery } = globalThis as any
  atEndOfLoad(() => {
    artillery.globalEvents.removeAllListeners('log')
    artillery.plugins.length = 0
  })
  const { answersFile, telemetryFile, arrivalsPerSecond } = order
  const { flush, ...recorder } = startRecorder(order)
  const open = { count: 0, last: '' }
  const places = startPlaces()
  const listeners = {
    ...recorder,
    noteAnswer: answersFile === null ? undefined : createAnswerNotes(answersFile),
    open,
    ...places.hear
  }
  const report = openTelemetry(telemetryFile)
  const { _workerThreadSend: tellArtillery } = artillery
  replaceMethods(artillery, {
    // It has heard of suggestedExitCode, which is the child's alone.
    _workerThreadSend(message) {
      if (message.event === 'setSuggestedExitCode') report({ source: 'exit', code: message.code })
      tellArtillery?.(message)
    }
  })
  const arrivals = arrivalsPerSecond === undefined ? null : poissonArrivals(arrivalsPerSecond)
  const waited = new WaitingTime()
  const sessions: ThreadReport['sessions'] = []
  makeLoad({ ...order, lateMs: arrivals?.lateMs, waited, sessions }, script, listeners, report)
  reportThreadUsage(report, () => ({
    ...(arrivals && { lateMs: arrivals.readLateness() }),
    // Threads of two machines may have the same number.
    thread: threadId + 1000 * (order.share?.place ?? 0),
    sessions: sessions.splice(0),
    forConnectionMs: waited.readMs(),
    open: { ...open },
    ...places.seen()
  }))
  lookBriskly(flush)
}

/**
 * Has the system treat this load thread as one that computes (SCHED_BATCH; sched(7)): when an answer wakes it up, it
 * takes no core from a worker in the middle of a request, but waits until one is free or its turn has come. Else a load
 * that shares the cores of the app costs it a switch a request, and two processes more than one: Express with Pug, 50
 * users, two cores: 1.30x without this, 1.71x with it (wrk, which takes cores as well: 1.49x). Where all cores are
 * free, nothing changes. It needs no rights; without Linux or chrt, all stays as it is.
 */
export function giveWay() {
  // What conducts the load must not wait, nor what it starts.
  if (isMainThread) return
  try {
    const thread = basename(readlinkSync('/proc/thread-self'))
    execFileSync('chrt', ['-b', '-p', '0', thread], { stdio: 'ignore' })
  } catch {
    // As it was.
  }
}

/** Of hosts and paths: links of a page may name any. */
const mostPlaces = 20

const shown = remembered((location: string) => quotable(location.replace(/^\w+:\/\/[^/]*|[?#].*$/g, '') || '/'), 1000)

/** Where requests go that go to no target, and where redirects lead to. */
function startPlaces() {
  const elsewhere = new Map<string, number>()
  const redirects = new Map<string, { count: number; followed: number; gets: number; requests: Set<number> }>()
  const hasRoom = (places: Map<string, unknown>, place: string) => places.size < mostPlaces || places.has(place)
  return {
    hear: {
      goesElsewhere(host: string) {
        if (hasRoom(elsewhere, host)) elsewhere.set(host, (elsewhere.get(host) ?? 0) + 1)
      },
      isRedirected({ request, method, location, isFollowed }: Redirect) {
        const path = shown(location)
        if (!hasRoom(redirects, path)) return
        const own = redirects.get(path) ?? { count: 0, followed: 0, gets: 0, requests: new Set() }
        own.count++
        own.followed += Number(isFollowed)
        own.gets += Number(method === 'GET')
        own.requests.add(request)
        redirects.set(path, own)
      }
    },
    seen: () => ({
      elsewhere: Object.fromEntries(elsewhere),
      redirects: [...redirects].map(([to, own]) => ({ to, ...own, requests: [...own.requests] }))
    })
  }
}

function hearOfLoads(message: unknown) {
  const next = contentOf<ThreadCommand>(message)?.order
  if (next === null) endLoad()
  else if (next !== undefined) nextOrder = next
}

/** The returned function writes at once: a load thread may be ended at any moment. */
export function openTelemetry(file: string) {
  // Kept open: where users have taken all the descriptors, a file could not be opened, and the thread would end of
  // that.
  const descriptor = openSync(file, 'a')
  atEndOfLoad(() => closeSync(descriptor))
  // Appending a whole line is atomic between the threads that share the file.
  return (line: ThreadLine) => void orLost(file, () => writeSync(descriptor, `${JSON.stringify(line)}\n`))
}

const usagePeriodMs = 250
const delayResolutionMs = 50 // a finer one would wake the thread more often than some loads do

/** Reports now and each 250 ms how busy this thread is. */
export function reportThreadUsage(
  report: (line: ThreadReport) => void,
  ofUsers: () => Partial<ThreadReport> = () => ({})
) {
  const delay = watchLoopDelay(delayResolutionMs)
  const reportNow = () => {
    delay.take(true)
    const { active: activeMs, idle: idleMs } = performance.eventLoopUtilization()
    const seen = { atMs: clockMs(), activeMs, idleMs, loopDelayMs: delay.read() }
    report({ source: 'load-thread', thread: threadId, ...seen, ...ofUsers() })
  }
  reportNow()
  const timer = setInterval(reportNow, usagePeriodMs).unref()
  atEndOfLoad(() => {
    clearInterval(timer)
    delay.end()
  })
}

/**
 * Often enough that hardly anything is lost when the thread is ended, seldom enough to cost nothing: it wakes the
 * thread.
 */
const writeMs = 100

/**
 * Records requests of this thread, a line of the samples file each, soon, as a load thread may be ended at any moment.
 * Synchronously: 5 kB of 200 requests take 10 microseconds, less than to hand them to another thread, and what waits to
 * be written cannot grow.
 */
export function startRecorder({ samplesFile, originMs }: Pick<RunOrder, 'samplesFile' | 'originMs'>) {
  const descriptor = openSync(samplesFile, 'a')
  const writer = new SampleWriter(descriptor, samplesFile)
  const offset = clockAheadMs() - originMs
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  /** Afterwards, all is in the file. */
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    writer.write()
  }

  const see = (request: SeenRequest) => {
    if (isOver) return
    const { startMs, endMs, doneMs } = request
    writer.add(startMs + offset, endMs - startMs, request, doneMs - startMs)
    timer ??= setTimeout(flush, writeMs)
  }
  const seePass = (pass: SeenPass) => {
    if (isOver) return
    const { startMs, endMs } = pass
    writer.addPass(startMs + offset, endMs - startMs, pass)
    timer ??= setTimeout(flush, writeMs)
  }
  atEndOfLoad(() => {
    flush()
    isOver = true
    closeSync(descriptor)
  })
  return { see, seePass, flush }
}
