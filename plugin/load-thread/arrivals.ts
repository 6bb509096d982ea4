import { EventEmitter } from 'node:events'
import { createHistogram } from 'node:perf_hooks'
import { findInArtillery, replaceMethods } from '../internals/artillerys-modules.ts'

/**
 * A timer comes up to so much later than asked. Users who come that much later still come independently of each other,
 * so that nothing is to be made up for: they came then. A later one waited for this thread.
 */
const tickMs = 2

/**
 * In a load thread: has the users of the phase come at this rate, by a Poisson process whose times are drawn before: a
 * user who comes late, because this thread was busy, delays none of those who follow. Artillery's own process (package
 * `arrivals`) draws the next time when a user has come, so that it asks for less the slower it gets.
 *
 * @throws Error where this version of Artillery makes its arrivals in another way
 */
export function poissonArrivals(perSecond: number, artillery?: string) {
  const arrivals = findInArtillery(artillery, (require) => require('arrivals'))
  // Thrown in a load thread, it ends the run.
  if (typeof arrivals?.poisson?.process !== 'function')
    throw new Error(
      'This version of Artillery makes its arrivals in an unknown way, so the rate at which users come can’t be ' +
        'searched for. With plugins.speedup.users, their number can.'
    )
  const late = createHistogram()
  let lateMs = 0
  const process = (_meanMs: number, durationMs: number) =>
    Object.assign(new EventEmitter(), {
      start(this: EventEmitter) {
        const began = performance.now()
        let dueMs = began + betweenMs(perSecond)
        const come = () => {
          for (let now = performance.now(); dueMs <= now && dueMs < began + durationMs; now = performance.now()) {
            const behindMs = now - dueMs
            lateMs = behindMs > tickMs ? behindMs : 0
            late.record(Math.max(1, Math.round(1000 * lateMs)))
            this.emit('arrival')
            dueMs += betweenMs(perSecond)
          }
          if (dueMs < began + durationMs) setTimeout(come, Math.max(0, dueMs - performance.now()))
          else setTimeout(() => this.emit('finished'), Math.max(0, began + durationMs - performance.now()))
        }
        setTimeout(come, dueMs - began)
      },
      stop() {}
    })
  replaceMethods(arrivals.poisson, { process })
  const msAt = (percentile: number) => late.percentile(percentile) / 1000
  return {
    /** Of the user who comes in this turn of the event loop. */
    lateMs: () => lateMs,
    /** Of all users so far; null: none came. */
    readLateness: () =>
      late.count === 0
        ? null
        : { p50: msAt(50), p95: msAt(95), p99: msAt(99), 'p99.9': msAt(99.9), max: late.max / 1000 }
  }
}

const betweenMs = (perSecond: number) => (-1000 * Math.log(1 - Math.random())) / perSecond
