import { lookBriskly, lookBrisklyInThread, calmArrivals } from './tune-artillery.ts'
import { countUsers } from './counts.ts'
import { installLeanClient, reportClientTo } from './lean/install.ts'
import { createAnswerNotes, noteAnswers } from './note-answers.ts'
import { startRecorder } from './recorder.ts'
import { spreadUsers } from './spread-users.ts'
import { reportThreadUsage } from './thread-usage.ts'
import { watchRequests } from './watch-requests.ts'
import type { GeneratorEvent, RunOrder } from './run-order.ts'

/** The plugin in the main thread of a child `artillery run`: tells the outer process how far the load is. */
export class RunInMainThread {
  constructor(_script: unknown, events: { on(event: string, listener: (stats: any) => void): void }) {
    lookBriskly()
    // Without this, a child would go on loading an app whose owner is gone.
    process.once('disconnect', () => process.exit(1))
    process.channel?.unref()
    let beganMs = NaN
    let lastArrivalMs: number | undefined
    events.on('phaseStarted', () => {
      if (!Number.isNaN(beganMs)) return
      beganMs = Date.now()
      tell({ event: 'loading', cpuMs: cpuMs() })
    })
    events.on('phaseCompleted', () => (lastArrivalMs = Date.now()))
    events.on('done', ({ counters, summaries }) => {
      const times = { beganMs, lastArrivalMs: lastArrivalMs ?? Date.now() }
      tell({ event: 'finished', cpuMs: cpuMs(), ...countUsers(counters, summaries), ...times })
    })
  }

  cleanup(done: () => void) {
    done()
  }
}

/** The plugin in a load thread of a child `artillery run`: records every request. */
export class RunInLoadThread {
  /** @param script Artillery's own */
  constructor(order: RunOrder, script: Record<string, any>) {
    const { targets, answersFile, artillery, telemetryFile } = order
    const { see, flush } = startRecorder(order)
    const noteAnswer = answersFile === null ? () => null : createAnswerNotes(answersFile)
    watchRequests(order, see)
    if (answersFile !== null) noteAnswers(targets, noteAnswer)
    installLeanClient(order, { see, noteAnswer }, reportClientTo(telemetryFile))
    spreadUsers(script, targets)
    calmArrivals(artillery)
    reportThreadUsage(telemetryFile)
    lookBrisklyInThread(flush)
  }
}

function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function tell(event: GeneratorEvent) {
  if (process.connected) process.send?.({ 'artillery-plugin-speedup': event }, undefined, undefined, () => {})
}
