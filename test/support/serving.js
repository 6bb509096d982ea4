import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { afterEach } from 'mocha'
/**
 * @import { RequestListener, Server } from 'node:http'
 * @import { ServerOptions } from 'node:https'
 * @import { Target } from '../../plugin/vocabulary.js'
 */

/**
 * @typedef {object} Served
 * @property {Server | import('node:https').Server} server
 * @property {Target} target
 * @property {string[]} asked paths
 * @property {() => Promise<void>} close
 */

/**
 * In a describe block: servers on this machine, gone after each test.
 *
 * @returns {(answer: RequestListener, how?: { tls?: ServerOptions, name?: string, port?: number }) => Promise<Served>} tls: https with
 *   this key and certificate; name: by which it is asked
 */
export function serving() {
  /** @type {Served[]} */
  const all = []
  afterEach(() => Promise.all(all.splice(0).map(({ close }) => close())))

  return async (answer, { tls, name = '127.0.0.1', port: wanted = 0 } = {}) => {
    /** @type {string[]} */
    const asked = []
    const listener = (/** @type {Parameters<RequestListener>} */ ...exchange) => {
      asked.push(String(exchange[0].url))
      answer(...exchange)
    }
    const server = tls === undefined ? createServer(listener) : createHttpsServer(tls, listener)
    await once(server.listen(wanted, '127.0.0.1'), 'listening')
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
    const protocol = tls === undefined ? 'http:' : 'https:'
    const close = async () => {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    }
    /** @type {Served} */
    const served = { server, target: { url: `${protocol}//${name}:${port}`, hostname: name, port, protocol }, asked, close }
    all.push(served)
    return served
  }
}
