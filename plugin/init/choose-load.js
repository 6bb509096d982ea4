/** @import { AnswerTimes } from './measure-answers.js' */

/**
 * @typedef {object} Load a closed loop: users who ask again as soon as they have an answer
 * @property {number} users who come within a second
 * @property {number} requests of each
 * @property {number | null} thinkMs pause of each between two requests; null: none
 * @property {number} seconds that it takes one process, about
 * @property {number | null} timeoutSeconds for one answer, where Artillery's own 10 s could be too few
 */

const mostUsers = 20
const fewestUsers = 4
const loadSeconds = 8
/** With fewer on each connection, the first, which waits longest, would count. */
const fewestRequests = 10
/** Below this, the load generator needs about as much CPU for a request as the app. */
const quickMs = 3
const thinkMs = 40
/** What Artillery can ask for beside an app on two cores. */
const mostPerSecond = 500
const longestWaitMs = 2000
const ampleTimeoutSeconds = 60

/**
 * A load that takes a single process about 8 s.
 *
 * @param {Pick<AnswerTimes, 'medianMs' | 'perSecond'>} times
 * @returns {Load}
 */
export function chooseLoad({ medianMs, perSecond }) {
  const answerMs = 1000 / perSecond
  const isQuick = answerMs < quickMs
  const users = Math.max(fewestUsers, Math.min(mostUsers, Math.floor(longestWaitMs / answerMs)))
  const rate = isQuick ? Math.min(perSecond, mostPerSecond, (1000 * users) / (thinkMs + medianMs)) : perSecond
  const requests = Math.max(fewestRequests, Math.round((rate * loadSeconds) / users))
  return {
    users,
    requests,
    thinkMs: isQuick ? thinkMs : null,
    seconds: (requests * users) / rate,
    timeoutSeconds: users * answerMs > 2 * longestWaitMs ? ampleTimeoutSeconds : null
  }
}
