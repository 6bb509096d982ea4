import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * Artillery waits for the next user's time to come by asking for the time again and again (package `nanotimer`): in
 * the last 25 ms before each, so above 40 users a second a load thread takes a whole core for nothing, which the app
 * lacks, and its event loop looks busy all the time. This makes it sleep instead. Users come up to 1 ms later than
 * due; that does not add up.
 *
 * @param artillery the script that is the `artillery` command
 */
export function calmArrivals(artillery: string) {
  const timer = findNanoTimer(artillery)?.prototype
  // Another Artillery may wait otherwise.
  if (typeof timer?.setInterval !== 'function' || typeof timer.setTimeout !== 'function') return
  timer.setInterval = sleeping(timer.setInterval, 'deferredIntervalRef', ({ intervalT1, intervalTime, intervalCount }) => {
    return intervalT1 === null ? null : milliseconds(intervalT1) + (intervalTime * intervalCount) / 1e6
  })
  timer.setTimeout = sleeping(timer.setTimeout, 'deferredTimeoutRef', ({ timeOutT1 }, [, , delay]) => {
    return timeOutT1 === null ? null : milliseconds(timeOutT1) + inMilliseconds(delay)
  })
}

/**
 * Both methods call themselves until the time has come; the first call only notes when that will be.
 *
 * @param handleName where the timer finds what it may have to clear
 * @param due when, by process.hrtime in ms; null: not known yet
 */
function sleeping(original: Function, handleName: string, due: (timer: any, args: any[]) => number | null): Function {
  return function sleep(this: any, ...args: any[]) {
    const time = due(this, args)
    const left = time === null ? 0 : time - milliseconds(process.hrtime())
    if (left <= 0) return original.apply(this, args)
    this[handleName] = globalThis.setTimeout(() => sleep.apply(this, args), Math.ceil(left))
    return this[handleName]
  }
}

function findNanoTimer(artillery: string) {
  try {
    const arrivals = createRequire(realpathSync(artillery)).resolve('arrivals')
    return createRequire(arrivals)('nanotimer')
  } catch {
    return undefined
  }
}

/** @param time of process.hrtime */
function milliseconds([seconds, nanoseconds]: [number, number]) {
  return seconds * 1000 + nanoseconds / 1e6
}

const units: Record<string, number> = { s: 1000, m: 1, u: 1e-3, n: 1e-6 }

/** @param delay such as "12.5m": seconds, milli-, micro- or nanoseconds */
function inMilliseconds(delay: string) {
  return Number(delay.slice(0, -1)) * units[delay.slice(-1)]
}

// Artillery looks once a second whether its last user has finished, and once in two seconds whether its last thread has: up
// to 3 s of waiting after each run, in which nothing is measured. Here it is made to look more often. That needs no knowledge
// of Artillery but these two intervals and a name; where they differ, we only wait as long as before.

/** Each look wakes the thread, also while something is measured. */
const lookMs = 100

/** In Artillery's main thread. */
export function lookBriskly() {
  replaceInterval(2000, () => true)
}

/** In a thread of Artillery's that makes load. `before` is called before each look. */
export function lookBrisklyInThread(before?: () => void) {
  replaceInterval(1000, ({ name }) => name === 'checkIfDone', before)
}

function replaceInterval(askedMs: number, isMeant: (callback: Function) => boolean, before: () => void = () => {}) {
  const original = globalThis.setInterval
  const brisk = (callback: any, period: number, ...rest: any[]) => {
    if (period !== askedMs || !isMeant(callback)) return original(callback, period, ...rest)
    return original(() => {
      before()
      callback()
    }, lookMs)
  }
  globalThis.setInterval = Object.assign(brisk, original) as typeof setInterval
}
