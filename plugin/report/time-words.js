import { percent, roughMs } from '../wording.js'
/** @import { ResponseTime, VariantUse } from '../vocabulary.js' */

/** What the time of a response is told apart into, and by which words. */
const parts = /** @type {const} */ ([
  ['computingMs', 'computing'],
  ['queueMs', 'waiting for its turn'],
  ['waitingMs', 'waiting inside'],
  ['generatorMs', 'load generator']
])

/**
 * @param {readonly VariantUse[]} uses
 * @returns {(VariantUse & { responseTime: ResponseTime })[]} those of which it is known where a response's time goes
 */
export function withTimes(uses) {
  return uses.flatMap((use) => (use.responseTime === null ? [] : [{ ...use, responseTime: use.responseTime }]))
}

/**
 * @param {ResponseTime} time
 * @returns {string} such as "4.1 ms of 66 ms computing, 60 ms waiting for its turn, 0.30 ms waiting inside, 1.2 ms load generator"
 */
export function timeWords(time) {
  return known(time).map(([ms, words], i) => `${roughMs(ms)} ms ${i === 0 ? `of ${roughMs(time.latencyMs)} ms ` : ''}${words}`).join(', ')
}

/**
 * @param {ResponseTime} time
 * @returns {string} such as "of 66 ms in the mean, computing 4.1 ms (6.2 %), ..."
 */
export function timeShares(time) {
  return `of ${roughMs(time.latencyMs)} ms in the mean, ${known(time).map(([ms, words]) => `${words} ${roughMs(ms)} ms (${percent(ms / time.latencyMs)})`).join(', ')}`
}

/**
 * @param {ResponseTime} time
 * @returns {[ms: number, words: string][]} without the load generator where it told nothing
 */
function known(time) {
  return parts.flatMap(([key, words]) => {
    const ms = time[key]
    return ms === null ? [] : [/** @type {[number, string]} */ ([ms, words])]
  })
}
