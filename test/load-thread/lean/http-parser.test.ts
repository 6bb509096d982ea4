import { request } from 'node:http'
import { Duplex } from 'node:stream'
import { expect } from 'chai'
import fc from 'fast-check'
import { ResponseParser } from '../../../plugin/load-thread/lean/http-parser.ts'
import { seed } from '../../support/random.ts'

/** What came of a response: body: as far as it came. */
interface Read {
  status: number | null
  reason: string | null
  rawHeaders: string[]
  body: string
  isWhole: boolean
  keepsAlive: boolean
  fault: string | null
}
const nothing: Read = {
  status: null,
  reason: null,
  rawHeaders: [],
  body: '',
  isWhole: false,
  keepsAlive: false,
  fault: null
}

/** By llhttp, as Node's client uses it. */
const byNode = (bytes: Buffer, method: string): Promise<Read> =>
  new Promise((resolve) => {
    const read = { ...nothing }
    const connection = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
    const asked = request({ createConnection: () => connection, method, headers: { connection: 'keep-alive' } })
    const pieces: Buffer[] = []
    asked.on('response', (response) => {
      const { statusCode = NaN, statusMessage = '', rawHeaders } = response
      Object.assign(read, { status: statusCode, reason: statusMessage, rawHeaders })
      read.keepsAlive = asked.shouldKeepAlive
      const push = response.push.bind(response)
      response.push = (piece, encoding) => {
        if (piece === null) read.isWhole ||= response.complete
        else pieces.push(Buffer.from(piece))
        return push(piece, encoding)
      }
      response.on('error', () => {}).resume()
    })
    asked.on('upgrade', ({ statusCode }) => Object.assign(read, { status: statusCode, isWhole: true }))
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (!read.isWhole) read.fault = error.code ?? ''
    })
    asked.on('close', () => resolve({ ...read, body: Buffer.concat(pieces).toString('latin1') }))
    asked.on('socket', () => {
      connection.push(bytes)
      connection.push(null)
    })
    asked.end()
  })

/** What an earlier read has left behind the piece. */
const old = Buffer.from('HTTP/1.1 299 Old\r\n\r\n0\r\n\r\n')

/** @param cuts where pieces end */
function byUs(bytes: Buffer, method: string, cuts: number[]): Read {
  const read = { ...nothing }
  const parser = new ResponseParser(new Map())
  parser.begin(method === 'HEAD')
  const hearer = {
    hasHead: () => {},
    hasBody: (piece: Buffer, from: number, to: number) => void (read.body += piece.toString('latin1', from, to))
  }
  let begin = 0
  for (const end of [...cuts, bytes.length]) {
    // What is read into is used again.
    const piece = Buffer.concat([bytes.subarray(begin, end), old])
    if (!parser.isDone && parser.fault === null) parser.read(piece, end - begin, hearer)
    begin = end
    piece.fill('?')
  }
  const { head, fault } = parser
  if (head !== null) Object.assign(read, { status: head.status, reason: head.reason, rawHeaders: head.raw })
  read.keepsAlive = head?.keepsAlive ?? false
  read.isWhole = fault === null && (parser.isDone || parser.endsHere)
  read.fault = fault === null ? (head === null ? 'ECONNRESET' : null) : `HPE_${fault[0]}`
  return read
}

/**
 * A line that breaks two rules breaks the one or the other; and we refuse it once it has come, Node's in its middle or
 * when the next one begins: where the connection ends before that, it hangs up.
 */
const withFaultOf = ({ fault }: Read, found: Read): Read =>
  fault !== null && !found.isWhole ? { ...found, fault } : found

const cr = '\r\n'
const field = fc.constantFrom(
  'content-length: 5',
  'Content-Length: 0',
  'content-length: 12',
  'content-length:5 ',
  'content-length: 5, 5',
  'content-length: +5',
  'content-length:',
  'content-length: 99999999999999999999999',
  'transfer-encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'transfer-encoding: chunked, gzip',
  'transfer-encoding: xchunked',
  'transfer-encoding:',
  'connection: close',
  'Connection: Keep-Alive',
  'connection: upgrade, close ',
  'connection: closed',
  'proxy-connection: close',
  'keep-alive: timeout=5',
  'upgrade: websocket',
  'connection: upgrade',
  'set-cookie: a=1; Path=/',
  'x-worker-pid: 4711',
  'x-empty:',
  'x-spaces: \t a  b \t',
  'x-name: caf\xe9',
  'x-nul: a\0b',
  'x-folded: a\r\n b',
  ' x-indented: 1',
  'x-odd name: 1',
  'x-space : 1',
  ': nameless',
  'nameless',
  'x-newline: a\nb',
  'x-return: a\rb',
  `x-long: ${'x'.repeat(300)}`
)
const chunk = fc.constantFrom(
  '5\r\nhello\r\n',
  '05;a=b\r\nhello\r\n',
  '5;a="q \\" ;";b\r\nhello\r\n',
  'A\r\n0123456789\r\n',
  '1\r\n\n\r\n',
  '5 \r\nhello\r\n',
  '5;\r\nhello\r\n',
  '5\nhello\r\n',
  '5\r\nhello\n',
  '5\r\nhelloo\r\n',
  'ffffffffffffffffff\r\n',
  '\r\n',
  'xyz\r\n',
  '-1\r\n'
)
const body = fc.oneof(
  fc.constantFrom('', 'hello', 'hello and more', `HTTP/1.1 200 OK${cr}${cr}`),
  fc
    .tuple(fc.array(chunk, { maxLength: 3 }), fc.constantFrom('0', '000;x', ''), fc.array(field, { maxLength: 2 }))
    .map(
      ([chunks, last, trailers]) => `${chunks.join('')}${last}${cr}${trailers.map((line) => line + cr).join('')}${cr}`
    )
)
const start = fc
  .tuple(
    fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.2', 'http/1.1'),
    fc.constantFrom(
      '200',
      '200',
      '200',
      '204',
      '304',
      '302',
      '404',
      '199',
      '100',
      '103',
      '799',
      '099',
      '2x0',
      '20',
      '2000'
    ),
    fc.constantFrom(' OK', ' OK', '', ' ', ' caf\xe9 \0', '  a')
  )
  .map((parts) => parts[0] + ' ' + parts[1] + parts[2])
const plainStart = fc.constant('HTTP/1.1 200 OK')
const message = fc
  .tuple(fc.oneof(plainStart, plainStart, start), fc.array(field, { maxLength: 4 }), body)
  .map(([line, fields, rest]) => [line, ...fields].join(cr) + cr + cr + rest)
const before = fc.constantFrom(
  '',
  '',
  '',
  '',
  '\r\n',
  '\n',
  `HTTP/1.1 103 Early Hints${cr}link: </a>${cr}${cr}`,
  `HTTP/1.1 100 Continue${cr}${cr}`
)
/** at: of a thousand; what stands there becomes that. */
const mutation = fc.record({
  at: fc.nat(1000),
  removed: fc.constantFrom(0, 0, 1, 1, 2, 30),
  added: fc.oneof(
    fc.constant(''),
    fc.constantFrom('\r', '\n', '\r\n', ' ', '\t', ':', ';', '\0', '\x7f', '"', '0', 'f', '\xff'),
    fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code))
  )
})
const mutilated = fc
  .tuple(
    before,
    message,
    fc.oneof(fc.constant([]), fc.array(mutation, { maxLength: 3 })),
    fc.constantFrom(1, 1, 1, 0.8)
  )
  .map(([first, text, mutations, part]) => {
    const whole = mutations.reduce((mutated, { at, removed, added }) => {
      const place = Math.floor((at / 1000) * mutated.length)
      return mutated.slice(0, place) + added + mutated.slice(place + removed)
    }, first + text)
    return whole.slice(0, Math.ceil(whole.length * part))
  })

describe('the parser of responses', () => {
  it('reads the same as Node’s of thousands of responses, right and wrong ones, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        mutilated,
        fc.constantFrom('GET', 'GET', 'HEAD'),
        fc.oneof(fc.constant('bytes'), fc.array(fc.nat(1000), { maxLength: 4 })),
        async (text, method, where) => {
          const bytes = Buffer.from(text, 'latin1')
          const cuts =
            where === 'bytes' ? [...bytes.keys()] : where.map((part) => Math.floor((part / 1000) * bytes.length))
          const expected = await byNode(bytes, method)
          const found = byUs(
            bytes,
            method,
            (cuts as number[]).toSorted((a, b) => a - b)
          )
          expect(withFaultOf(expected, found)).to.eql(expected)
        }
      ),
      { numRuns: 3000, seed }
    )
  })
})
