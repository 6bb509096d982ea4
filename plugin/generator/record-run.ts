import { openSync, writeSync } from 'node:fs'
import { threadId } from 'node:worker_threads'
import { watchLoopDelay } from '../machine/loop-delay.ts'
import { countUsers, phaseClock } from './counts.ts'
import { installLeanClient } from './lean/install.ts'
import { LoadThreads } from './load-threads.ts'
import { createAnswerNotes, noteAnswers } from './note-answers.ts'
import { startRecorder } from './recorder.ts'
import { asMessage, commandIn, type GeneratorCommand } from './run-order.ts'
import { spreadUsers } from './spread-users.ts'
import { calmArrivals, lookBriskly } from './tune-artillery.ts'
import { watchRequests } from './watch-requests.ts'
import type { ClientReport, GeneratorEvent, RunOrder, ThreadReport } from './run-order.ts'

/** The plugin in the main thread of a child `artillery run`: reports to the outer process how far the load is. */
export class RunInMainThread {
  constructor({ warmUpSeconds }: Pick<RunOrder, 'warmUpSeconds'>, events: { on(event: string, listener: (stats: any) => void): void }) {
    lookBriskly()
    endWithOwner()
    const { hear, end } = phaseClock((event) => send({ event, cpuMs: cpuMs() }), warmUpSeconds)
    for (const event of ['phaseStarted', 'phaseCompleted']) events.on(event, () => hear(event))
    events.on('done', ({ counters, summaries }) => send({ event: 'finished', cpuMs: cpuMs(), ...countUsers(counters, summaries), ...end() }))
  }
}

/** The plugin in the main thread of a child `artillery run` that makes one load after the other, each on command. */
export class SeriesInMainThread {
  #threads: LoadThreads | null
  #prepared: ReturnType<LoadThreads['prepare']> | null = null

  /** @param artillery the script that is the `artillery` command */
  constructor(artillery: string) {
    lookBriskly()
    this.#threads = LoadThreads.takeOver(artillery, () => send({ event: 'waiting' }))
    // It ends at once: Artillery goes on to what it would run itself.
    if (this.#threads === null) send({ event: 'alone' }, () => process.exit(0))
    process.on('message', (message) => {
      const command = commandIn(message)
      if (command !== null) void this.#obey(command)
    })
    endWithOwner()
  }

  async #obey(told: GeneratorCommand) {
    const threads = this.#threads as LoadThreads
    if (told.command === 'load') this.#prepared = threads.prepare(told)
    if (told.command === 'go') {
      const load = await this.#prepared
      const outcome = await load?.((event) => send({ event, cpuMs: cpuMs() }))
      if (outcome !== undefined) send({ event: 'finished', cpuMs: cpuMs(), ...outcome })
    }
    if (told.command === 'stop') {
      await threads.stop()
      send({ event: 'stopped' })
    }
    if (told.command === 'end') threads.end()
  }
}

/** A child would go on loading an app whose owner is gone. */
function endWithOwner() {
  process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
}

/** The plugin in a load thread of a child `artillery run`: records every request. */
export class RunInLoadThread {
  constructor(order: RunOrder, script: Record<string, any>) {
    const { targets, answersFile, artillery, telemetryFile } = order
    const { see, flush } = startRecorder(order)
    const noteAnswer = answersFile === null ? () => null : createAnswerNotes(answersFile)
    const report = openTelemetry(telemetryFile)
    watchRequests(order, see)
    if (answersFile !== null) noteAnswers(targets, noteAnswer)
    installLeanClient(order, { see, noteAnswer }, report)
    spreadUsers(script, targets)
    calmArrivals(artillery)
    reportThreadUsage(report)
    lookBriskly(flush)
  }
}

/** The returned function writes at once: a load thread may be ended at any moment. */
export function openTelemetry(file: string): (line: ClientReport | ThreadReport) => void {
  // Kept open: where users have taken all the descriptors, a file could not be opened, and the thread would end of that.
  const descriptor = openSync(file, 'a')
  // Appending a whole line is atomic between the threads that share the file.
  return (line) => void writeSync(descriptor, `${JSON.stringify(line)}\n`)
}

const usagePeriodMs = 250
const delayResolutionMs = 50 // a finer one would wake the thread more often than some loads do

/** Reports now and each 250 ms how busy this thread is. */
export function reportThreadUsage(report: (line: ThreadReport) => void) {
  const delay = watchLoopDelay(delayResolutionMs)
  const reportNow = () => {
    const { active: activeMs, idle: idleMs } = performance.eventLoopUtilization()
    report({ source: 'load-thread', thread: threadId, atMs: performance.timeOrigin + performance.now(), activeMs, idleMs, loopDelayMs: delay.read() })
  }
  reportNow()
  setInterval(reportNow, usagePeriodMs).unref()
}

function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function send(event: GeneratorEvent, sent: () => void = () => {}) {
  if (process.connected) process.send?.(asMessage(event), undefined, undefined, sent)
}
