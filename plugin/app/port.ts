import { connect } from 'node:net'
import { SpeedupError } from '../concepts/errors.ts'
import type { Target } from '../concepts/settings.ts'

const patienceMs = 2000

type Place = Pick<Target, 'hostname' | 'port'>

/**
 * @param signal gives up at once
 * @returns null: a connection was accepted; ETIMEDOUT: nothing came back
 */
export function tryConnection({ hostname, port }: Place, signal?: AbortSignal): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port, timeout: patienceMs, ...(signal === undefined ? {} : { signal }) })
    const end = (error: NodeJS.ErrnoException | null) => {
      socket.destroy()
      resolve(error)
    }
    socket.once('connect', () => end(null))
    socket.on('error', end)
    socket.once('timeout', () => end(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
  })
}

/** @returns whether somebody accepts connections there */
export async function isListening(target: Place): Promise<boolean> {
  return (await tryConnection(target)) === null
}

/**
 * Somebody else's server on the app's port would be measured instead of the app.
 *
 * @throws SpeedupError PORT_TAKEN
 */
export async function checkPortIsFree(target: Target) {
  if (!(await isListening(target))) return
  throw new SpeedupError(
    'PORT_TAKEN',
    `Port ${target.port} on ${target.hostname} is taken by another program, which would be measured instead of your app. ` +
      'Stop that program, or give config.target another port. ' +
      'It may be what an earlier variant has left: a container goes on without the command that started it (docker ps).'
  )
}
