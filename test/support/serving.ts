import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions } from 'node:https'
import { afterEach } from 'mocha'
import type { Target } from '../../plugin/concepts/settings.ts'

interface Served {
  server: Server | import('node:https').Server
  target: Target
  asked: string[] // paths
  close: () => Promise<void>
}

/**
 * In a describe block: servers on this machine, gone after each test.
 *
 * @returns tls: https with this key and certificate; name: by which it is asked
 */
export function serving(): (answer: RequestListener, how?: { tls?: ServerOptions, name?: string, port?: number }) => Promise<Served> {
  const all: Served[] = []
  afterEach(() => Promise.all(all.splice(0).map(({ close }) => close())))

  return async (answer, { tls, name = '127.0.0.1', port: wanted = 0 } = {}) => {
    const asked: string[] = []
    const listener = (...exchange: Parameters<RequestListener>) => {
      asked.push(String(exchange[0].url))
      answer(...exchange)
    }
    const server = tls === undefined ? createServer(listener) : createHttpsServer(tls, listener)
    await once(server.listen(wanted, '127.0.0.1'), 'listening')
    const { port } = server.address() as import('node:net').AddressInfo
    const protocol = tls === undefined ? 'http:' : 'https:'
    const close = async () => {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    }
    const served: Served = { server, target: { url: `${protocol}//${name}:${port}`, hostname: name, port, protocol }, asked, close }
    all.push(served)
    return served
  }
}
