import { subscribe } from 'node:diagnostics_channel'
import { setInterval } from 'node:timers'

/**
 * For all that we do inside of an app, which must go on as it would without us: what we throw there would end it, as an
 * uncaught exception. What is lost is a reading.
 *
 * @returns the same, but undefined where it throws
 */
export const harmless =
  <Args extends unknown[], Result>(act: (...args: Args) => Result) =>
  (...args: Args) => {
    try {
      return act(...args)
    } catch {
      return undefined
    }
  }

/** Hears a diagnostics channel of the app's process. */
export const watchChannel = <Message>(name: string, hear: (message: Message) => unknown) =>
  subscribe(
    name,
    harmless((message) => hear(message as Message))
  )

/** A timer that does not keep the app alive. */
export const repeat = (act: () => unknown, everyMs: number) => setInterval(harmless(act), everyMs).unref()
