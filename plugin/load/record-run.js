import { lookBriskly, lookBrisklyInThread } from './brisk-polls.js'
import { calmArrivals } from './calm-arrivals.js'
import { countUsers } from './count-users.js'
import { installLeanClient, reportClientTo } from './lean/install.js'
import { createAnswerNotes, noteAnswers } from './note-answers.js'
import { startRecorder } from './recorder.js'
import { spreadUsers } from './spread-users.js'
import { reportThreadUsage } from './thread-usage.js'
import { watchRequests } from './watch-requests.js'
/** @import { GeneratorEvent, RunOrder } from './run-order.js' */

/**
 * The plugin in the main thread of a child `artillery run`: tells the outer process how far the load is.
 */
export class RunInMainThread {
  /**
   * @param {unknown} _script
   * @param {{ on(event: string, listener: (stats: any) => void): void }} events
   */
  constructor(_script, events) {
    lookBriskly()
    // Without this, a child would go on loading an app whose owner is gone.
    process.once('disconnect', () => process.exit(1))
    process.channel?.unref()
    let beganMs = NaN
    let lastArrivalMs = NaN
    events.on('phaseStarted', () => {
      if (!Number.isNaN(beganMs)) return
      beganMs = Date.now()
      tell({ event: 'loading', cpuMs: cpuMs() })
    })
    events.on('phaseCompleted', () => (lastArrivalMs = Date.now()))
    events.on('done', ({ counters, summaries }) => {
      tell({
        event: 'finished',
        cpuMs: cpuMs(),
        ...countUsers(counters, summaries),
        beganMs,
        lastArrivalMs: Number.isNaN(lastArrivalMs) ? Date.now() : lastArrivalMs
      })
    })
  }

  /** @param {() => void} done */
  cleanup(done) {
    done()
  }
}

/** The plugin in a load thread of a child `artillery run`: records every request. */
export class RunInLoadThread {
  /**
   * @param {RunOrder} order
   * @param {Record<string, any>} script Artillery's own
   */
  constructor(order, script) {
    const { targets, answersFile } = order
    const { see, flush } = startRecorder(order)
    const noteAnswer = answersFile === null ? () => null : createAnswerNotes(answersFile)
    watchRequests(order, see)
    if (answersFile !== null) noteAnswers(targets, noteAnswer)
    installLeanClient(order, { see, noteAnswer }, reportClientTo(order.telemetryFile))
    spreadUsers(script, targets)
    calmArrivals(order.artillery)
    reportThreadUsage(order.telemetryFile)
    lookBrisklyInThread(flush)
  }
}

function cpuMs() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** @param {GeneratorEvent} event */
function tell(event) {
  if (process.connected) process.send?.({ 'artillery-plugin-speedup': event }, undefined, undefined, () => {})
}
