import { realpathSync } from 'node:fs'
import { createRequire } from 'node:module'

/**
 * Artillery (by its package `nanotimer`) asks for the time again and again in the last 25 ms before each user: above 40 users a second,
 * a load thread takes a whole core for nothing, which the app lacks, and its event loop looks busy all the time. This makes it sleep
 * instead. Users come up to 1 ms later than due, which does not add up.
 *
 * @param artillery the script that is the `artillery` command
 */
export function calmArrivals(artillery: string) {
  const timer = findNanoTimer(artillery)?.prototype
  // Another Artillery may wait otherwise.
  if (typeof timer?.setInterval !== 'function' || typeof timer.setTimeout !== 'function') return
  timer.setInterval = sleeping(timer.setInterval, 'deferredIntervalRef', ({ intervalT1, intervalTime, intervalCount }) => {
    return [intervalT1, (intervalTime * intervalCount) / 1e6]
  })
  timer.setTimeout = sleeping(timer.setTimeout, 'deferredTimeoutRef', ({ timeOutT1 }, [, , delay]) => [timeOutT1, inMilliseconds(delay)])
}

/** since: of process.hrtime; null: not known yet */
type Due = [since: [number, number] | null, afterMs: number]

/**
 * Both methods call themselves until the time has come; the first call only notes when that will be.
 *
 * @param handleName where the timer finds what it may have to clear
 */
function sleeping(original: Function, handleName: string, dueOf: (timer: any, args: any[]) => Due): Function {
  return function sleep(this: any, ...args: any[]) {
    const [since, afterMs] = dueOf(this, args)
    const leftMs = since === null ? 0 : afterMs - elapsedMs(since)
    if (leftMs <= 0) return original.apply(this, args)
    this[handleName] = globalThis.setTimeout(() => sleep.apply(this, args), Math.ceil(leftMs))
    return this[handleName]
  }
}

function findNanoTimer(artillery: string) {
  try {
    return createRequire(createRequire(realpathSync(artillery)).resolve('arrivals'))('nanotimer')
  } catch {
    return undefined
  }
}

function elapsedMs(since: [number, number]) {
  const [seconds, nanoseconds] = process.hrtime(since)
  return seconds * 1000 + nanoseconds / 1e6
}

const units: Record<string, number> = { s: 1000, m: 1, u: 1e-3, n: 1e-6 }

/** @param delay such as "12.5m": seconds, milli-, micro- or nanoseconds */
function inMilliseconds(delay: string) {
  return Number(delay.slice(0, -1)) * units[delay.slice(-1)]
}

// Artillery looks once a second whether its last user has finished, and every two seconds whether its last thread has: up to 3 s after
// each run in which nothing is measured. We know these two intervals and one name; where they differ, we only wait as long as before.

/** Each look wakes the thread, also while something is measured. */
const lookMs = 100

/** In Artillery's main thread: look for the end more often. */
export function lookBriskly() {
  replaceInterval(2000, () => true)
}

/** In a load thread of Artillery's; `before` is called before each look. */
export function lookBrisklyInThread(before?: () => void) {
  replaceInterval(1000, ({ name }) => name === 'checkIfDone', before)
}

function replaceInterval(usualMs: number, isMeant: (callback: Function) => boolean, before: () => void = () => {}) {
  const original = globalThis.setInterval
  const brisk = (callback: any, ms: number, ...rest: any[]) => {
    if (ms !== usualMs || !isMeant(callback)) return original(callback, ms, ...rest)
    return original(() => {
      before()
      callback()
    }, lookMs)
  }
  globalThis.setInterval = Object.assign(brisk, original) as typeof setInterval
}
