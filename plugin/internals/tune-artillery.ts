import { createRequire } from 'node:module'
import { asDefault, findInArtillery, replaceMethods } from './artillerys-modules.ts'

/** Such as the `m` of "12.5m", in milliseconds. */
const units: Record<string, number> = { s: 1000, m: 1, u: 1e-3, n: 1e-6 }

/**
 * Artillery (by its package `nanotimer`) asks for the time again and again in the last 25 ms before each user: above 40
 * users a second, a load thread takes a whole core for nothing, which the app lacks, and its event loop looks busy all
 * the time. This makes it sleep instead. Users come up to 1 ms later than due, which does not add up.
 */
export function calmArrivals(artillery?: string) {
  const timer = findInArtillery(artillery, (require) =>
    createRequire(require.resolve('arrivals'))('nanotimer')
  )?.prototype
  // Another Artillery may wait otherwise.
  if (typeof timer?.setInterval !== 'function' || typeof timer.setTimeout !== 'function') return
  replaceMethods(timer, {
    setInterval: sleeping(timer.setInterval, 'deferredIntervalRef', ({ intervalT1, intervalTime, intervalCount }) => {
      return [intervalT1, (intervalTime * intervalCount) / 1e6]
    }),
    setTimeout: sleeping(timer.setTimeout, 'deferredTimeoutRef', ({ timeOutT1 }, [, , delay]) => {
      return [timeOutT1, Number(delay.slice(0, -1)) * units[delay.slice(-1)]]
    })
  })
}

/**
 * Both methods call themselves until the time has come; the first call only notes it. handleName: where the timer looks
 * for what to clear.
 */
function sleeping(original: Function, handleName: string, dueOf: (timer: any, args: any[]) => any[]) {
  return function sleep(this: any, ...args: any[]) {
    // since: of process.hrtime; null: not known yet
    const [since, afterMs] = dueOf(this, args)
    if (since === null) return original.apply(this, args)
    const [seconds, nanoseconds] = process.hrtime(since)
    const leftMs = afterMs - seconds * 1000 - nanoseconds / 1e6
    if (!(leftMs > 0)) return original.apply(this, args)
    this[handleName] = globalThis.setTimeout(() => sleep.apply(this, args), Math.ceil(leftMs))
    return this[handleName]
  }
}

/** Artillery keeps a value as its time, its name and itself, one after the other. */
const kept = 3

/**
 * Artillery adds up the values of ten seconds at once when these are over, and looks for the place of each by its time
 * and its name: of 50,000 responses a second, a load thread does nothing else for half a second then. This remembers
 * the place: 0.25 us for a response instead of 0.75.
 */
export function addUpQuickly(artillery?: string) {
  const { SSMS, normalizeTs } = findInArtillery(artillery, (require, { metrics }) => asDefault(require(metrics))) ?? {}
  const original = SSMS?.prototype._aggregateHistograms
  // Another Artillery may add up otherwise.
  if (typeof original !== 'function' || typeof normalizeTs !== 'function') return
  replaceMethods(SSMS.prototype, {
    _aggregateHistograms(upToPeriod) {
      const values = this._histograms
      let [period, at] = [NaN, 0]
      let sketches: Record<string, any> | undefined
      for (; at < values.length; at += kept) {
        const ms = values[at]
        const own = normalizeTs(ms)
        if (own >= upToPeriod) break
        if (own !== period) {
          if (at > 0) this._histogramLastMeasurementByPeriod[period] = values[at - kept]
          period = own
          sketches = this._aggregatedHistograms[period]
        }
        const sketch = sketches?.[values[at + 1]]
        if (sketch !== undefined) sketch.accept(values[at + 2])
        else {
          // The first of its kind in its period.
          this._histograms = values.slice(at, at + kept)
          original.call(this, upToPeriod)
          sketches = this._aggregatedHistograms[period]
        }
      }
      if (at > 0) this._histogramLastMeasurementByPeriod[period] = values[at - kept]
      values.splice(0, at)
      this._histograms = values
    }
  })
}

const lookMs = 100 // each look wakes the thread, also while something is measured

/**
 * What looks whether the last user of a load thread has finished, or the last thread: by its period, and what
 * Artillery's function is called or calls. Others have intervals of a second or two as well.
 */
const isLook = (callback: unknown, ms: unknown) =>
  typeof callback === 'function' &&
  ((ms === 1000 && callback.name === 'checkIfDone') ||
    (ms === 2000 && /\bhandleAllWorkersFinished\b/.test(String(callback))))

/**
 * Artillery looks once a second whether its last user has finished, and every two seconds whether its last thread has:
 * up to 3 s after each run in which nothing is measured. Here it looks more often, and calls `before` each time.
 * Another Artillery may look otherwise.
 */
export function lookBriskly(before = () => {}) {
  const original = globalThis.setInterval
  const brisk = (callback: any, ms?: number, ...args: any[]) => {
    if (!isLook(callback, ms)) return original(callback, ms, ...args)
    return original(
      (...told: any[]) => {
        before()
        callback(...told)
      },
      lookMs,
      ...args
    )
  }
  replaceMethods(globalThis, { setInterval: Object.assign(brisk, original) })
}
