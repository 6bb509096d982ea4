import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
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
    const socket = connect({ host: hostname, port, timeout: patienceMs, ...(signal && { signal }) })
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
export const isListening = async (place: Place): Promise<boolean> => (await tryConnection(place)) === null

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

/**
 * Whether several processes can listen on one port, by the socket option SO_REUSEPORT: does what the workers will do.
 *
 * @param name of the variant
 * @throws SpeedupError UNSUPPORTED
 */
export async function checkSharedPort(name: string) {
  const servers = [createServer(), createServer()]
  let port = 0
  try {
    for (const server of servers) {
      await once(server.listen({ port, host: '127.0.0.1', reusePort: true }), 'listening')
      port = (server.address() as AddressInfo).port
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new SpeedupError(
      'UNSUPPORTED',
      `Variant ${name}: processes can't share a port here (${process.platform}: ${code ?? message}). ` +
        'Mode reuse-port needs Linux, FreeBSD, or another system with a SO_REUSEPORT that spreads connections; mode cluster works everywhere. ' +
        `Set mode: cluster for ${name}, or leave it out.`
    )
  } finally {
    for (const server of servers) server.close()
  }
}
