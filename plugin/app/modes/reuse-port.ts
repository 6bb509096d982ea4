import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { SpeedupError } from '../../concepts/errors.ts'
import type { Settings, Variant } from '../../concepts/settings.ts'

/**
 * Several processes that listen on one port, by the socket option SO_REUSEPORT: no primary stands between, the kernel
 * deals out the connections. Does what the workers will do.
 */
export async function checkSharedPort(_settings: Settings, { name }: Variant) {
  const servers = [createServer(), createServer()]
  let port = 0
  try {
    for (const server of servers) {
      await once(server.listen({ port, host: '127.0.0.1', reusePort: true }), 'listening')
      port = (server.address() as AddressInfo).port
    }
  } catch (error) {
    throw new SpeedupError('UNSUPPORTED', refusal(name, error as NodeJS.ErrnoException))
  } finally {
    for (const server of servers) server.close()
  }
}

/** @param name of the variant */
export function refusal(name: string, { code, message }: NodeJS.ErrnoException): string {
  return (
    `Variant ${name}: processes can't share a port here (${process.platform}: ${code ?? message}). ` +
    'Mode reuse-port needs Linux, FreeBSD, or another system with a SO_REUSEPORT that spreads connections; mode cluster works everywhere. ' +
    `Set mode: cluster for ${name}, or leave it out.`
  )
}
