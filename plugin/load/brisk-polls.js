// Artillery looks once a second whether its last user has finished, and once in two seconds whether its last thread has: up
// to 3 s of waiting after each run, in which nothing is measured. Here it is made to look more often. That needs no knowledge
// of Artillery but these two intervals and a name; where they differ, we only wait as long as before.

/** In Artillery's main thread. */
export function lookBriskly() {
  replaceInterval({ from: 2000, to: 100 })
}

/**
 * In a thread of Artillery's that makes load.
 *
 * @param {number} ms between two looks
 * @param {() => void} [before] called before each
 */
export function lookBrisklyInThread(ms, before) {
  replaceInterval({ from: 1000, to: ms }, ({ name }) => name === 'checkIfDone', before)
}

/**
 * @param {{ from: number, to: number }} periodMs asked for, and given
 * @param {(callback: Function) => boolean} [isMeant]
 * @param {() => void} [before] called before each callback
 */
function replaceInterval({ from, to }, isMeant = () => true, before = () => {}) {
  const original = globalThis.setInterval
  const brisk = (/** @type {any} */ callback, /** @type {number} */ period, /** @type {any[]} */ ...rest) => {
    if (period !== from || !isMeant(callback)) return original(callback, period, ...rest)
    return original(() => {
      before()
      callback()
    }, to)
  }
  globalThis.setInterval = /** @type {typeof setInterval} */ (Object.assign(brisk, original))
}
