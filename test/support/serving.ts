import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions } from 'node:https'
import { afterEach } from 'mocha'
import type { Target } from '../../plugin/concepts/settings.ts'

/** tls: https with this key and certificate; name: by which it is asked */
type ServerSettings = { tls?: ServerOptions; name?: string; port?: number }

/** In a describe block: servers on this machine, gone after each test, or after all. */
export function serving(atEnd = afterEach) {
  const closings: (() => Promise<void>)[] = []
  atEnd(() => Promise.all(closings.splice(0).map((close) => close())))

  /** @returns asked: paths */
  return async (answer: RequestListener, { tls, name = '127.0.0.1', port: wanted = 0 }: ServerSettings = {}) => {
    const asked: string[] = []
    const listener: RequestListener = (request, response) => {
      asked.push(String(request.url))
      answer(request, response)
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
    closings.push(close)
    const target: Target = { url: `${protocol}//${name}:${port}`, hostname: name, port, protocol }
    return { server, target, asked, close }
  }
}
