import { connect } from 'node:net'
import { SpeedupError } from '../errors.js'
/** @import { Target } from '../vocabulary.js' */

/**
 * @param {Pick<Target, 'hostname' | 'port'>} target
 * @returns {Promise<boolean>} whether somebody accepts connections there
 */
export function isListening({ hostname, port }) {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port, timeout: 2000 })
    const end = (/** @type {boolean} */ answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}

/**
 * Somebody else's server on the app's port would be measured instead of the app.
 *
 * @param {Target} target
 * @throws {SpeedupError} PORT_TAKEN
 */
export async function checkPortIsFree(target) {
  if (!(await isListening(target))) return
  throw new SpeedupError(
    'PORT_TAKEN',
    `Port ${target.port} on ${target.hostname} is taken by another program, which would be measured instead of your app. ` +
      'Stop that program, or give config.target another port.'
  )
}
