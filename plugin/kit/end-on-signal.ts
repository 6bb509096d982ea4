import { Interrupted } from '../errors.ts'

const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Keeps Ctrl-C waiting until what we have started is gone.
 *
 * @returns passOn: call it when all is gone; a signal that came meanwhile then does what it would have done
 */
export function endOnSignal(): { signal: AbortSignal, passOn: () => void } {
  const interruption = new AbortController()
  let came: NodeJS.Signals | null = null
  const note = (signal: NodeJS.Signals) => {
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
