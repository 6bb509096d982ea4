import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer, type TLSSocket } from 'node:tls'
import { expect } from 'chai'
import { clientError } from '../../../plugin/load-thread/lean/client-error.ts'
import { Connection, mannerOf } from '../../../plugin/load-thread/lean/http-connection.ts'
import { toWire } from '../../../plugin/load-thread/lean/prepare-request.ts'
import { eventually } from '../../support/eventually.ts'
import { selfSigned } from '../../support/self-signed.ts'
import type { Head } from '../../../plugin/load-thread/lean/http-head.ts'

const ok = 'HTTP/1.1 200 OK\r\n'
const hello = `${ok}content-length: 5\r\n\r\nhello`
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`
const fiveGB = 5 * 1024 ** 3

type Asking = { method?: string; host?: string; body?: string; headers?: Record<string, string>; timeoutMs?: number }
/** bytes: of the body; text: of it, where it is short */
type Answer = { status: number; bytes: number; text: string; closes: boolean } | { code: string; name: string }

// That outcomes are those of Artillery's own client is compared in test/parity. This is what it can't see, or not soon.
describe('a connection of the lean client', () => {
  const servers: Server[] = []
  const sockets: Socket[] = []
  const closed: Connection[] = []
  afterEach(async () => {
    for (const connection of closed.splice(0)) connection.close()
    for (const socket of sockets.splice(0)) socket.destroy()
    for (const server of servers.splice(0)) await once(server.close(), 'close')
  })

  /** @param answer called with what comes on each connection, numbered from 1 */
  async function serve(answer: (socket: Socket, request: string, connection: number) => void, tls = false) {
    let count = 0
    const begin = (socket: Socket) => {
      const number = ++count
      sockets.push(socket.on('error', () => {}))
      socket.on('data', (bytes) => answer(socket, bytes.toString('latin1'), number))
    }
    const server = tls ? createSecureServer(selfSigned(), begin) : createServer(begin)
    servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return new URL(`${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`)
  }

  function connect(url: URL, { silentMs = 8000, sessions = new Map() } = {}) {
    const connection = new Connection(url, mannerOf(silentMs, false), sessions)
    closed.push(connection)
    return connection
  }

  const ask = (
    connection: Connection,
    { method = 'GET', host = 'localhost', headers = {}, body, timeoutMs = 0 }: Asking = {},
    end = () => {}
  ) =>
    new Promise<Answer>((resolve) => {
      const url = new URL('http://localhost/')
      const request = { method, host, headers, body, url, origin: url.origin, path: '/', decompress: false }
      const seen = { status: 0, bytes: 0, text: '' }
      const exchange = {
        isSent() {},
        hasHead: ({ status }: Head) => void (seen.status = status),
        hasBody(bytes: Buffer, from: number, to: number) {
          seen.bytes += to - from
          if (seen.bytes < 100) seen.text += bytes.toString('latin1', from, to)
        },
        hasEnded(_nowMs: number, closes: boolean) {
          resolve({ ...seen, closes })
          end()
        },
        hasFailed(cause: Error) {
          const { code = '', name } = clientError(cause)
          resolve({ code, name })
        }
      }
      connection.send(toWire({ ...request, redirectUrls: [] }, timeoutMs), exchange, performance.now())
    })

  const answered = (text: string, closes = false) => ({ status: 200, bytes: text.length, text, closes })
  const cut = { name: 'ReadError', code: 'ECONNRESET' }
  const hungUp = { name: 'RequestError', code: 'ECONNRESET' }
  const silent = { name: 'RequestError', code: 'ERR_SOCKET_TIMEOUT' }

  for (const [what, bytes, expected, used = 2] of [
    ['keeps what stays open', hello, answered('hello'), 1],
    ['is told that it closes', `${ok}connection: close\r\ncontent-length: 2\r\n\r\nok`, answered('ok', true)],
    ['takes an old server’s for closing', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok', answered('ok', true)],
    [
      'keeps an old server’s that says so',
      'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\nok',
      answered('ok'),
      1
    ],
    [
      'does not trust one that is kept for a second',
      `${ok}keep-alive: timeout=1\r\ncontent-length: 2\r\n\r\nok`,
      answered('ok', true)
    ],
    [
      'keeps one for as long as it says',
      `${ok}keep-alive: timeout=9\r\ncontent-length: 2\r\n\r\nok`,
      answered('ok'),
      1
    ],
    ['takes the first of two responses', hello + hello, answered('hello', true)],
    ['skips hints', `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${hello}`, answered('hello'), 1],
    ['reads trailers and extensions', `${chunked}5;a="b"\r\nhello\r\n0\r\nx-after: 1\r\n\r\n`, answered('hello'), 1],
    ['switches to nothing', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n', hungUp],
    [
      'refuses a head of 1 MB',
      `${ok}x: ${'x'.repeat(2 ** 20)}\r\n\r\n`,
      { name: 'RequestError', code: 'HPE_HEADER_OVERFLOW' }
    ],
    ['refuses NUL', `${ok}x: a\0b\r\n\r\n`, { name: 'RequestError', code: 'HPE_INVALID_HEADER_TOKEN' }],
    [
      'refuses what is no HTTP, however little comes',
      '\x15\x03',
      { name: 'RequestError', code: 'HPE_INVALID_CONSTANT' }
    ]
  ] as [string, string, Answer, number?][]) {
    it(what, async () => {
      let count = 0
      const url = await serve((socket, _request, number) => {
        count = number
        socket.write(bytes, 'latin1')
      })
      const connection = connect(url)
      expect(await ask(connection)).to.eql(expected)
      expect(await ask(connection)).to.eql(expected)
      expect(count, 'connections').to.equal(used)
    })
  }

  for (const [what, leave] of [
    ['closes', (socket: Socket) => void socket.end()],
    ['dies', (socket: Socket) => void socket.resetAndDestroy()]
  ] as const)
    it(`tells where an app ${what}: before a response, within one, or afterwards, when it only opens another`, async () => {
      let begun = ''
      const url = await serve((socket) => void socket.write(begun, () => setTimeout(leave, 5, socket)))
      const connection = connect(url)
      const codes = async () => {
        const { code } = (await ask(connection)) as { code: string }
        return code
      }
      expect(await codes()).to.equal('ECONNRESET')
      begun = `${ok}content-length: 100\r\n\r\nhello`
      expect(await ask(connection)).to.deep.include(what === 'closes' ? cut : hungUp)
      begun = `${chunked}5\r\nhel`
      expect(await ask(connection)).to.deep.include(what === 'closes' ? cut : hungUp)
      begun = hello
      for (let i = 0; i < 2; i++) {
        expect(await ask(connection)).to.eql(answered('hello'))
        await once(sockets.at(-1) as Socket, 'close')
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })

  it('finds the address of a name that answers', async () => {
    const { port } = await serve((socket) => void socket.write(hello))
    expect(await ask(connect(new URL(`http://localhost:${port}`)))).to.eql(answered('hello'))
  })

  it('ends with the connection where nothing tells its end', async () => {
    const url = await serve((socket) => void socket.end(`${ok}\r\nhello`))
    expect(await ask(connect(url))).to.eql(answered('hello', true))
  })

  it('is not used again after what nobody asked for', async () => {
    const used = new Set<number>()
    const url = await serve((socket, _request, number) => {
      used.add(number)
      socket.write(hello)
    })
    const connection = connect(url)
    await ask(connection)
    sockets[0].write(hello)
    await once(sockets[0], 'close')
    expect(await ask(connection)).to.eql(answered('hello'))
    expect([...used]).to.eql([1, 2])
  })

  it('is silent for so long, before the head, within the body, and while it is opened', async () => {
    let begun = ''
    const url = await serve((socket) => void socket.write(begun))
    const connection = connect(url, { silentMs: 30 })
    expect(await ask(connection)).to.eql(silent)
    expect(await ask(connection, { timeoutMs: 10 })).to.eql({ name: 'TimeoutError', code: 'ETIMEDOUT' })
    begun = `${ok}content-length: 100\r\n\r\nhello`
    // On a busy machine, the head may come only then.
    await eventually(async () => expect(await ask(connection, { timeoutMs: 10 })).to.eql(silent))
    const mute = await serve(() => {})
    expect(await ask(connect(new URL(`https://${mute.host}`), { silentMs: 30 }))).to.eql(silent)
  })

  it('hears an answer before its request was read, and stays', async () => {
    const body = 'x'.repeat(8_000_000)
    const read = new Map<number, number>()
    const url = await serve((socket, request, number) => {
      const before = read.get(number) ?? 0
      read.set(number, before + request.length)
      if (before === 0) socket.write(hello)
      else if (request.includes('GET / ')) socket.write(hello)
    })
    const connection = connect(url)
    expect(await ask(connection, { method: 'POST', body })).to.eql(answered('hello'))
    expect(await ask(connection)).to.eql(answered('hello'))
    expect([...read.values()][0]).to.be.above(body.length)
    expect(read.size).to.equal(1)
  })

  it('keeps nothing of a large body', async () => {
    const piece = Buffer.alloc(2 ** 20)
    let left = fiveGB / 16
    const url = await serve((socket) => {
      socket.write(`${ok}content-length: ${left}\r\n\r\n`)
      const more = () => {
        while (left > 0 && socket.write(piece)) left -= piece.length
        if (left > 0) socket.once('drain', () => ((left -= piece.length), more()))
      }
      more()
    })
    const before = process.memoryUsage().arrayBuffers
    expect(await ask(connect(url))).to.include({ bytes: fiveGB / 16 })
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(2 ** 26)
  })

  it('shares what it reads into with others, and nothing else: hundreds of bodies of chunks of one byte', async () => {
    const url = await serve((socket, request) => {
      const name = / name: (\w+)/.exec(request.replaceAll('\r\n', ' '))?.[1] ?? ''
      const bytes = `${chunked}${[...name].map((letter) => `1\r\n${letter}\r\n`).join('')}0\r\n\r\n`
      const pieces = [...bytes]
      const more = () => socket.writable && pieces.length > 0 && socket.write(pieces.splice(0, 3).join(''), more)
      socket.setNoDelay(true)
      more()
    })
    const manner = mannerOf(8000)
    const names = Array.from({ length: 300 }, (_, i) => `user${i}of300`)
    const answers = names.map((name) => {
      const connection = new Connection(url, manner, new Map())
      closed.push(connection)
      return ask(connection, { headers: { name } })
    })
    expect(await Promise.all(answers)).to.eql(names.map((name) => answered(name)))
  })

  it('is ready when it tells of an end: thousands of requests follow one another, and what is thrown is not swallowed', async () => {
    const url = await serve((socket) => void socket.write(hello))
    const connection = connect(url)
    let left = 5000
    await new Promise<void>((resolve) => {
      const next = () => void (left-- > 0 ? ask(connection, {}, next) : resolve())
      next()
    })
    const usual = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException')
    try {
      const thrown = once(process, 'uncaughtException')
      const answer = ask(connection, {}, () => {
        throw new Error('a hook’s')
      })
      expect((await thrown)[0]).to.include({ message: 'a hook’s' })
      expect(await answer).to.eql(answered('hello'))
    } finally {
      for (const listener of usual) process.on('uncaughtException', listener)
    }
    expect(await ask(connection)).to.eql(answered('hello'))
    expect(sockets).to.have.lengthOf(1)
  })

  it('resumes its user’s TLS sessions, no other’s, and asks for the server that the request names', async () => {
    const seen: [string | false | null, boolean][] = []
    const url = await serve((socket) => {
      const { servername = '', isSessionReused } = socket as TLSSocket & { servername?: string | false | null }
      seen.push([servername, isSessionReused.call(socket)])
      socket.end(`${ok}connection: close\r\ncontent-length: 2\r\n\r\nok`)
    }, true)
    const sessions = new Map()
    for (const connection of [connect(url, { sessions }), connect(url, { sessions }), connect(url)])
      for (const host of ['app.example:443', 'app.example', 'other.example', '127.0.0.1:8080', '[::1]'])
        expect(await ask(connection, { host }), host).to.eql(answered('ok', true))
    const names = ['app.example', 'app.example', 'other.example', false, false]
    const reused = [
      [false, true, false, false, true],
      [true, true, true, true, true],
      [false, true, false, false, true]
    ]
    expect(seen).to.eql(reused.flatMap((each) => each.map((is, i) => [names[i], is])))
  })
})
