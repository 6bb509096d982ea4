/** @import { LeanResponse } from './lean-response.js' */

/** @type {Map<number, { code: string, time: string | null }>} */
const names = new Map()

/**
 * Adds a response to Artillery's metrics, as its own client does.
 *
 * @param {LeanResponse} response
 * @param {{ emit: (kind: string, name: string, value: number) => unknown }} events
 */
export function countResponse({ statusCode, firstByteMs }, events) {
  let name = names.get(statusCode)
  if (name === undefined) names.set(statusCode, (name = namesOf(statusCode)))
  events.emit('counter', name.code, 1)
  events.emit('counter', 'http.responses', 1)
  events.emit('histogram', 'http.response_time', firstByteMs)
  if (name.time !== null) events.emit('histogram', name.time, firstByteMs)
}

/** @param {number} status */
function namesOf(status) {
  return { code: `http.codes.${status}`, time: status < 600 ? `http.response_time.${Math.floor(status / 100)}xx` : null }
}
