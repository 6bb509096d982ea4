import { createServer } from 'node:net'
import { SpeedupError } from '../../errors.js'
import { reusePortPrimary } from '../scripts.js'
import { startProcess } from '../start-process.js'
import { workerOptions } from '../worker-options.js'
/**
 * @import { Server } from 'node:net'
 * @import { Way } from '../modes.js'
 */

/**
 * Several processes that listen on one port, by the socket option SO_REUSEPORT: no primary stands between, the kernel
 * deals out the connections.
 *
 * @type {Way}
 */
export const reusePort = {
  async check(_settings, { name }) {
    try {
      await sharePort()
    } catch (error) {
      throw new SpeedupError('UNSUPPORTED', refusal(name, /** @type {NodeJS.ErrnoException} */ (error)))
    }
  },
  start: (request, signal) => startProcess(request, { argv: [reusePortPrimary, JSON.stringify(workerOptions(request))] }, signal)
}

/**
 * @param {string} name of the variant
 * @param {NodeJS.ErrnoException} error
 * @returns {string}
 */
export function refusal(name, { code, message }) {
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
    const { port } = /** @type {import('node:net').AddressInfo} */ (first.address())
    const second = await listen(port)
    second.close()
  } finally {
    first.close()
  }
}

/**
 * @param {number} port
 * @returns {Promise<Server>}
 */
function listen(port) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen({ port, host: '127.0.0.1', reusePort: true }, () => resolve(server))
  })
}
