import { makePollsBrisk } from './brisk-polls.js'
import { startRecorder } from './recorder.js'
/** @import { RunOrder } from './run-order.js' */

/**
 * The plugin in the main thread of a child `artillery run`: tells the outer process how far the load is.
 */
export class RunInMainThread {
  /**
   * @param {unknown} _script
   * @param {{ on(event: string, listener: () => void): void }} events
   */
  constructor(_script, events) {
    makePollsBrisk({ 2000: 50 })
    // Without this, a child would go on loading an app whose owner is gone.
    process.once('disconnect', () => process.exit(1))
    process.channel?.unref()
    events.on('phaseStarted', () => tell('loading'))
    events.on('done', () => tell('finished'))
  }

  /** @param {() => void} done */
  cleanup(done) {
    done()
  }
}

/** The plugin in a load thread of a child `artillery run`: records every request. */
export class RunInLoadThread {
  /** @param {RunOrder} order */
  constructor(order) {
    const recorder = startRecorder(order)
    makePollsBrisk({ 1000: 20 }, ({ name }) => name === 'checkIfDone', recorder.flush)
  }
}

/** @param {'loading' | 'finished'} progress */
function tell(progress) {
  if (process.connected) process.send?.({ 'artillery-plugin-speedup': progress }, undefined, undefined, () => {})
}
