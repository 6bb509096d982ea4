import { connect } from 'node:net'
import { SpeedupError } from '../errors.js'
/** @import { Target } from '../vocabulary.js' */

const patienceMs = 2000

/**
 * @param {Pick<Target, 'hostname' | 'port'>} target
 * @param {AbortSignal} [signal] gives up at once
 * @returns {Promise<NodeJS.ErrnoException | null>} null: a connection was accepted; ETIMEDOUT: nothing came back
 */
export function tryConnection({ hostname, port }, signal) {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port, timeout: patienceMs, ...(signal === undefined ? {} : { signal }) })
    const end = (/** @type {NodeJS.ErrnoException | null} */ error) => {
      socket.destroy()
      resolve(error)
    }
    socket.once('connect', () => end(null))
    socket.on('error', end)
    socket.once('timeout', () => end(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
  })
}

/**
 * @param {Pick<Target, 'hostname' | 'port'>} target
 * @returns {Promise<boolean>} whether somebody accepts connections there
 */
export async function isListening(target) {
  return (await tryConnection(target)) === null
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
      'Stop that program, or give config.target another port. ' +
      'It may be what an earlier variant has left: a container goes on without the command that started it (docker ps).'
  )
}
