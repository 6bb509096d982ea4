import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { SpeedupError } from '../concepts/errors.ts'
import { readIfThere } from '../processes/proc.ts'
import type { Target, Variant } from '../concepts/settings.ts'

const patienceMs = 2000

type Place = Pick<Target, 'hostname' | 'port'>

/** @returns null: a connection was accepted; ETIMEDOUT: nothing came back */
export function tryConnection({ hostname, port }: Place, signal?: AbortSignal): Promise<NodeJS.ErrnoException | null> {
  const socket = connect({ host: hostname, port, timeout: patienceMs, signal })
  socket.once('timeout', () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
  return once(socket, 'connect')
    .then(
      () => null,
      (error) => error
    )
    .finally(() => socket.destroy())
}

/** @returns whether connections are accepted there */
export const isListening = async (place: Place) => (await tryConnection(place)) === null

/** @throws SpeedupError PORT_TAKEN */
export async function checkPortIsFree({ hostname, port }: Place) {
  if (!(await isListening({ hostname, port }))) return
  throw new SpeedupError(
    'PORT_TAKEN',
    `Port ${port} on ${hostname} is in use by another program, which would be measured instead of your app. ` +
      'Stop that program, or choose another port. ' +
      'An earlier variant may have left it: a container keeps running without the command that started it (docker ps).'
  )
}

/** An app may have others beside its own. */
const stride = 10
const lastPort = 65_535

/**
 * @returns so many ports on which nobody listens at this moment; not from those that the system deals out, as a
 * connection may get the same one
 */
export async function portsBeside({ hostname, port }: Place, count: number) {
  const found: number[] = []
  for (let next = port; found.length < count;) {
    next = next + stride > lastPort ? (next % stride) + 1024 : next + stride
    if (!(await isListening({ hostname, port: next }))) found.push(next)
  }
  return found
}

/** It was free when it was checked. @returns PORT_TAKEN */
export const explainTaken = ({ name }: Variant, { hostname, port }: Place) =>
  new SpeedupError(
    'PORT_TAKEN',
    `Variant ${name}: while it started, another comparison has taken port ${port} on ${hostname}, whose app would be ` +
      'measured instead. Let one comparison end before the other begins, or choose another port.'
  )

/** Does what the workers of mode reusePort will do. @throws SpeedupError UNSUPPORTED: they can't listen on one port */
export async function checkSharedPort(variantName: string) {
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
      `Variant ${variantName}: processes can't share a port here (${process.platform}: ${code ?? message}). ` +
        'Mode reusePort needs Linux, FreeBSD, or another system whose SO_REUSEPORT spreads connections; mode cluster ' +
        `works everywhere. Set mode: cluster for ${variantName}, or remove that variant.`
    )
  } finally {
    for (const server of servers) server.close()
  }
}

/**
 * @returns whether connections that wait to be accepted by a process that leaves are given to others that share its
 * port; null: unknown
 */
export function migratesConnections() {
  const setting = readIfThere('/proc/sys/net/ipv4/tcp_migrate_req').trim()
  return setting === '' ? null : setting !== '0'
}
