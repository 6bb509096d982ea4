import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { selfSigned } from '../support/self-signed.ts'
import { misbehaviours } from './misbehaviours.ts'
import type { AddressInfo } from 'node:net'

/** A request as the app saw it. */
export interface Seen {
  connection: number
  method: string
  path: string // with its query
  headers: [string, string][] // as they came
  body: string
}

export type App = Awaited<ReturnType<typeof startApp>>

/** What an app answers with says which process it was; here always the same. */
export const workerPid = '4711'
export const pidHeader = 'x-worker-pid'

/** @returns an app that somebody else has started, of which nothing is seen */
export const runningAt = (port: number): App => ({
  url: `http://127.0.0.1:${port}`,
  hostname: '127.0.0.1',
  port,
  seen: [],
  connections: () => 0,
  close: async () => {}
})

const html = '<html><body><a class="next" href="/echo?page=2">next</a> token=abc123;</body></html>'
const text = 'Nothing compresses as well as what is said twice, said twice, said twice. '.repeat(20)
type Encoder = (plain: string) => string | Buffer
const encoders: Record<string, Encoder> = {
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
  identity: (plain) => plain
}

type Exchange = { request: IncomingMessage; response: ServerResponse; url: URL; rest: string[]; body: string }

/** By the first part of the path. */
const routes: Record<string, (exchange: Exchange) => void> = {
  echo: ({ request, response, body }) => void response.end(`${request.method} ${request.url} ${body}`),
  json({ request, response, body }) {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ path: request.url, items: [{ id: 7, tags: ['a', 'b'] }], empty: '', body }))
  },
  page: ({ response }) => void response.setHeader('content-type', 'text/html').end(html),
  slow: ({ response, rest }) => void setTimeout(() => response.end('slow'), Number(rest[0])),
  status: ({ response, rest }) =>
    void response.writeHead(Number(rest[0])).end(['204', '304'].includes(rest[0]) ? undefined : `status ${rest[0]}`),
  chunked: ({ response }) => void response.write('one, ', () => setTimeout(() => response.end('two'), 5)),
  close: ({ response }) => void response.setHeader('connection', 'close').end('closing'),
  encoded: ({ response, rest }) => void response.setHeader('content-encoding', rest[0]).end(encoders[rest[0]](text)),
  // /redirect/302/relative/cookie: to what ?to= says
  redirect({ request, response, url, rest: [status, kind, cookie] }) {
    const to = url.searchParams.get('to') ?? '/echo'
    if (cookie !== undefined) response.setHeader('set-cookie', 'hop=1; Path=/')
    const scheme = 'encrypted' in request.socket ? 'https' : 'http'
    response.setHeader('location', kind === 'absolute' ? `${scheme}://${request.headers.host}${to}` : to)
    response.writeHead(Number(status)).end('elsewhere')
  },
  login: ({ response, rest }) =>
    void response.setHeader('set-cookie', [`session=${rest[0] ?? 'open'}; Path=/; HttpOnly`, 'theme=dark']).end('in'),
  logout: ({ response }) => void response.setHeader('set-cookie', 'session=; Path=/; Max-Age=0').end('out'),
  private: ({ request, response }) =>
    void response.writeHead(/session=/.test(request.headers.cookie ?? '') ? 200 : 401).end(request.headers.cookie),
  basic: ({ request, response }) =>
    void response.writeHead(request.headers.authorization === undefined ? 401 : 200).end(),
  bad: ({ request, response, rest }) => misbehaviours[rest[0]](request.socket, response)
}

/** @returns an app that writes down what it sees */
export async function startApp({ tls = false, host = '127.0.0.1' }: { tls?: boolean; host?: string }) {
  const seen: Seen[] = []
  const numbers: Map<unknown, number> = new Map() // of connections that sent a request
  let connections = 0
  const answer: RequestListener = async (request, response) => {
    const socket = request.socket
    if (!numbers.has(socket)) numbers.set(socket, numbers.size + 1)
    const { method = '', url: path = '', rawHeaders } = request
    const body = await readBody(request)
    const headers = rawHeaders.flatMap((name, i) =>
      i % 2 === 0 ? [[name, rawHeaders[i + 1]] satisfies [string, string]] : []
    )
    seen.push({ connection: numbers.get(socket) ?? 0, method, path, headers, body })
    const url = new URL(path, 'http://app')
    const [, route, ...rest] = url.pathname.split('/')
    response.setHeader(pidHeader, workerPid)
    response.removeHeader('date')
    response.sendDate = false
    if (Object.hasOwn(routes, route)) routes[route]({ request, response, url, rest, body })
    else response.writeHead(404).end('nothing here')
  }
  // No request may lose its connection to the app's own patience.
  const options = { keepAliveTimeout: 60_000 }
  const server = tls ? createHttpsServer({ ...options, ...selfSigned() }, answer) : createServer(options, answer)
  server.on('connection', () => connections++)
  server.on('tlsClientError', () => {})
  await once(server.listen(0, host), 'listening')
  const { port } = server.address() as AddressInfo
  const hostname = host.includes(':') ? `[${host}]` : host
  return {
    url: `${tls ? 'https' : 'http'}://${hostname}:${port}`,
    hostname: host,
    port,
    seen, // in the order of their bodies' ends
    connections: () => connections, // that were opened, with those whose TLS handshake failed
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    }
  }
}

async function readBody(request: IncomingMessage) {
  const pieces: Buffer[] = []
  // What was sent before the client went away is all there is.
  try {
    for await (const piece of request) pieces.push(piece)
  } catch {
    pieces.push(Buffer.from(' (cut off)'))
  }
  return Buffer.concat(pieces).toString('latin1')
}
