import { Interrupted } from '../errors.js'

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Keeps Ctrl-C waiting until what we have started is gone.
 *
 * @returns {{ signal: AbortSignal, passOn: () => void }} passOn: call it when all is gone; a signal that came meanwhile
 *   then does what it would have done
 */
export function endOnSignal() {
  const interruption = new AbortController()
  /** @type {NodeJS.Signals | null} */
  let came = null
  const note = (/** @type {NodeJS.Signals} */ signal) => {
    came ??= signal
    interruption.abort(new Interrupted())
  }
  for (const signal of signals) process.on(signal, note)
  return {
    signal: interruption.signal,
    passOn() {
      for (const signal of signals) process.off(signal, note)
      // Whoever else listens has heard it already.
      if (came !== null && process.listenerCount(came) === 0) process.kill(process.pid, came)
    }
  }
}
