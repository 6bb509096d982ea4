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
  const NanoTimer = findNanoTimer(artillery)
  // Another Artillery may wait otherwise.
  if (typeof NanoTimer?.prototype?.setInterval !== 'function' || typeof NanoTimer.prototype.setTimeout !== 'function') return
  const { setInterval, setTimeout } = NanoTimer.prototype
  Object.assign(NanoTimer.prototype, {
    setInterval: sleepingUntil(setInterval, {
      due: (timer) => timer.intervalT1 !== null && milliseconds(timer.intervalT1) + (timer.intervalTime * timer.intervalCount) / 1e6,
      keep: (timer, handle) => (timer.deferredIntervalRef = handle)
    }),
    setTimeout: sleepingUntil(setTimeout, {
      due: (timer, [, , delay]) => timer.timeOutT1 !== null && milliseconds(timer.timeOutT1) + inMilliseconds(delay),
      keep: (timer, handle) => (timer.deferredTimeoutRef = handle)
    })
  })
}

/**
 * Both methods call themselves until the time has come; the first call only notes when that will be.
 *
 * @param how.due when, by process.hrtime in ms; false: not known yet
 * @param how.keep where the timer finds what it may have to clear
 */
function sleepingUntil(original: Function, { due, keep }: { due: (timer: any, args: any[]) => number | false, keep: (timer: any, handle: NodeJS.Timeout) => void }): Function {
  return function sleeping(this: any, ...args: any[]) {
    const time = due(this, args)
    const left = time === false ? 0 : time - milliseconds(process.hrtime())
    if (left <= 0) return original.apply(this, args)
    return keep(this, globalThis.setTimeout(() => sleeping.apply(this, args), Math.ceil(left)))
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

/** @param delay such as "12.5m": seconds, milli-, micro- or nanoseconds */
function inMilliseconds(delay: string) {
  const units = { s: 1000, m: 1, u: 1e-3, n: 1e-6 } as Record<string, number>
  return Number(delay.slice(0, -1)) * units[delay.slice(-1)]
}

// Artillery looks once a second whether its last user has finished, and once in two seconds whether its last thread has: up
// to 3 s of waiting after each run, in which nothing is measured. Here it is made to look more often. That needs no knowledge
// of Artillery but these two intervals and a name; where they differ, we only wait as long as before.

/** Each look wakes the thread, also while something is measured. */
const lookMs = 100

/** In Artillery's main thread. */
export function lookBriskly() {
  replaceInterval(2000)
}

/**
 * In a thread of Artillery's that makes load.
 *
 * @param before called before each look
 */
export function lookBrisklyInThread(before?: () => void) {
  replaceInterval(1000, ({ name }) => name === 'checkIfDone', before)
}

/** @param before called before each callback */
function replaceInterval(askedMs: number, isMeant: (callback: Function) => boolean = () => true, before: () => void = () => {}) {
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
