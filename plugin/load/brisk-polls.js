/**
 * Artillery looks once a second whether its last user has finished, and once in two seconds whether its last
 * thread has: up to 3 s of waiting after each run, in which nothing is measured. This makes it look more often.
 * It needs no knowledge of Artillery but these two intervals; where they differ, we only wait as long as before.
 *
 * @param {Record<number, number>} periods interval asked for in ms -> interval given in ms
 * @param {(callback: Function) => boolean} [isMeant]
 * @param {() => void} [before] called before each such look
 */
export function makePollsBrisk(periods, isMeant = () => true, before = () => {}) {
  const original = globalThis.setInterval
  const brisk = (/** @type {any} */ callback, /** @type {number} */ period, /** @type {any[]} */ ...rest) => {
    if (!(period in periods) || !isMeant(callback)) return original(callback, period, ...rest)
    return original(
      () => {
        before()
        callback()
      },
      periods[period]
    )
  }
  globalThis.setInterval = /** @type {typeof setInterval} */ (Object.assign(brisk, original))
}
