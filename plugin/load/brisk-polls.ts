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
