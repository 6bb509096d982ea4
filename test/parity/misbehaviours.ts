import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const ok = 'HTTP/1.1 200 OK\r\n'
const hello = `${ok}content-length: 5\r\n\r\nhello`

const closingAfter = (bytes: string) => (socket: Socket) => void socket.end(bytes, 'latin1')

const keepingAfter = (bytes: string) => (socket: Socket, response: ServerResponse) => {
  // Node's server answers the next request when it takes this one for answered.
  const { write } = socket
  socket.write = (...args: any[]) => {
    const done = args.at(-1)
    if (typeof done === 'function') process.nextTick(done)
    return true
  }
  response.end()
  socket.write = write
  socket.write(bytes, 'latin1')
}

const withHeader = (fields: string) => keepingAfter(`${ok}${fields}\r\ncontent-length: 2\r\n\r\nok`)

/** What apps do that break the rules, or keep those that few know. */
export const misbehaviours: Record<string, (socket: Socket, response: ServerResponse) => void> = {
  garbage: closingAfter('What would you like?\r\n\r\n'),
  'garbage-kept': keepingAfter('What would you like?\r\n\r\n'),
  'huge-header': keepingAfter(`${ok}x-huge: ${'x'.repeat(20_000)}\r\ncontent-length: 0\r\n\r\n`),
  'many-headers': keepingAfter(
    `${ok}${Array.from({ length: 1500 }, (_, i) => `x-${i}: 123456\r\n`).join('')}content-length: 0\r\n\r\n`
  ),
  'bad-status': closingAfter('HTTP/1.1 2x0 OK\r\n\r\n'),
  'bad-version': closingAfter('HTTP/9.7 200 OK\r\ncontent-length: 0\r\n\r\n'),
  'bad-header-name': closingAfter(`${ok}x y: 1\r\ncontent-length: 0\r\n\r\n`),
  'bad-length': closingAfter(`${ok}content-length: many\r\n\r\nhello`),
  'two-lengths': closingAfter(`${ok}content-length: 5\r\ncontent-length: 6\r\n\r\nhello`),
  'length-and-chunked': closingAfter(
    `${ok}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`
  ),
  'bad-chunk': closingAfter(`${ok}transfer-encoding: chunked\r\n\r\nxyz\r\nhello\r\n0\r\n\r\n`),
  'header-cut': closingAfter(`${ok}content-le`),
  'body-cut': closingAfter(`${ok}content-length: 100\r\n\r\nhello`),
  'chunks-cut': closingAfter(`${ok}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`),
  'until-close': closingAfter(`${ok}\r\nhello`),
  'old-version': closingAfter('HTTP/1.0 200 OK\r\n\r\nhello'),
  'old-version-length': keepingAfter('HTTP/1.0 200 OK\r\ncontent-length: 5\r\n\r\nhello'),
  'no-answer-closed': closingAfter(''),
  'no-answer-reset': (socket) => void socket.resetAndDestroy(),
  'reset-in-body': (socket) =>
    void socket.write(`${ok}content-length: 100\r\n\r\nhello`, () => setTimeout(() => socket.resetAndDestroy(), 50)),
  silent: () => {},
  'stalled-body': keepingAfter(`${ok}content-length: 100\r\n\r\nhello`),
  upgrade: keepingAfter('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  'early-hints': keepingAfter(`HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n${hello}`),
  continue: keepingAfter(`HTTP/1.1 100 Continue\r\n\r\n${hello}`),
  processing: (socket, response) => {
    response.writeProcessing()
    setTimeout(() => response.end('done'), 20)
  },
  'bad-cookie': withHeader('set-cookie: session=1; Domain=elsewhere.example'),
  'bad-gzip': withHeader('content-encoding: gzip'),
  'unknown-encoding': withHeader('content-encoding: rot13'),
  'empty-gzip': keepingAfter(`${ok}content-encoding: gzip\r\ncontent-length: 0\r\n\r\n`),
  'more-than-told': keepingAfter(`${hello} and more`),
  'two-answers': keepingAfter(`${hello}${hello}`),
  'latin1-header': withHeader('x-name: caf\xe9'),
  'folded-header': withHeader('x-folded: one\r\n two'),
  'bare-newlines': keepingAfter('HTTP/1.1 200 OK\ncontent-length: 2\n\nok'),
  'no-reason': keepingAfter('HTTP/1.1 200\r\ncontent-length: 2\r\n\r\nok'),
  'strange-status': keepingAfter('HTTP/1.1 799 Strange\r\ncontent-length: 2\r\n\r\nok'),
  'redirect-to-nowhere': keepingAfter('HTTP/1.1 302 Found\r\ncontent-length: 0\r\n\r\n'),
  'redirect-to-nonsense': keepingAfter('HTTP/1.1 302 Found\r\nlocation: http://[\r\ncontent-length: 0\r\n\r\n'),
  'redirect-to-file': keepingAfter('HTTP/1.1 302 Found\r\nlocation: ftp://127.0.0.1/\r\ncontent-length: 0\r\n\r\n'),
  'redirect-to-refused': keepingAfter(
    'HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n'
  ),
  'redirect-to-itself': keepingAfter(
    'HTTP/1.1 302 Found\r\nlocation: /bad/redirect-to-itself\r\ncontent-length: 0\r\n\r\n'
  )
}
