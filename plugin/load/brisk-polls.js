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
 * @param {() => void} [before] called before each look
 */
export function lookBrisklyInThread(before) {
  replaceInterval(1000, ({ name }) => name === 'checkIfDone', before)
}

/**
 * @param {number} askedMs
 * @param {(callback: Function) => boolean} [isMeant]
 * @param {() => void} [before] called before each callback
 */
function replaceInterval(askedMs, isMeant = () => true, before = () => {}) {
  const original = globalThis.setInterval
  const brisk = (/** @type {any} */ callback, /** @type {number} */ period, /** @type {any[]} */ ...rest) => {
    if (period !== askedMs || !isMeant(callback)) return original(callback, period, ...rest)
    return original(() => {
      before()
      callback()
    }, lookMs)
  }
  globalThis.setInterval = /** @type {typeof setInterval} */ (Object.assign(brisk, original))
}
