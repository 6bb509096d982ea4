import { createServer, type Server } from 'node:net'
import { fileURLToPath } from 'node:url'
import { SpeedupError } from '../../concepts/errors.ts'
import type { Way } from '../modes.ts'
import { startProcess } from '../start-process.ts'
import { workerOptions } from '../worker-options.ts'
import { builtModule } from '../../package-files.ts'

const reusePortPrimary = fileURLToPath(builtModule('app/reuse-port-primary.js'))

/**
 * Several processes that listen on one port, by the socket option SO_REUSEPORT: no primary stands between, the kernel
 * deals out the connections.
 */
export const reusePort: Way = {
  async check(_settings, { name }) {
    try {
      await sharePort()
    } catch (error) {
      throw new SpeedupError('UNSUPPORTED', refusal(name, error as NodeJS.ErrnoException))
    }
  },
  start: (request, signal) => startProcess(request, { argv: [reusePortPrimary, JSON.stringify(workerOptions(request))] }, signal)
}

/** @param name of the variant */
export function refusal(name: string, { code, message }: NodeJS.ErrnoException): string {
  return (
    `Variant ${name}: processes can't share a port here (${process.platform}: ${code ?? message}). ` +
    'Mode reuse-port needs Linux, FreeBSD, or another system with a SO_REUSEPORT that spreads connections; mode cluster works everywhere. ' +
    `Set mode: cluster for ${name}, or leave it out.`
  )
}

/** Does what the workers will do. */
async function sharePort() {
  const first = await listen(0)
  try {
    const { port } = first.address() as import('node:net').AddressInfo
    const second = await listen(port)
    second.close()
  } finally {
    first.close()
  }
}

function listen(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host: '127.0.0.1', reusePort: true }, () => resolve(server))
  })
}
