import { deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { Head, HeadReader } from '../../../plugin/load-thread/lean/http-head.ts'
import { forHooks, LeanResponse } from '../../../plugin/load-thread/lean/lean-response.ts'
import type { PreparedRequest } from '../../../plugin/load-thread/lean/prepare-request.ts'

const unknownTimes = { startMs: NaN, headMs: NaN, endMs: NaN, firstByteMs: 12.5 }

/** @param headers names and values in turn, as they came */
function respond(headers: string[], { status = 200, method = 'GET', decompress = true, times = unknownTimes } = {}) {
  const request = {
    url: new URL('http://127.0.0.1/a'),
    method,
    decompress,
    redirectUrls: [] as URL[]
  } as PreparedRequest
  const fields = new HeadReader()
  const pairs = headers.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${headers[i + 1]}\r\n`] : []))
  fields.add(`HTTP/1.1 ${status}\r\n${pairs.join('')}\r\n`)
  return new LeanResponse(request, new Head(fields), times)
}

const read = async (response: LeanResponse, chunks: Buffer[]) =>
  new Promise((resolve, reject) =>
    response.readBody(chunks, (error) => (error === null ? resolve(response.body) : reject(error)))
  )

// What hooks get to see is compared with Artillery's own client: test/parity. This is the rest.
describe('the response that hooks get to see', () => {
  it('has its headers as Node has them', () => {
    const cookies = ['Set-Cookie', 'a=1', 'set-cookie', 'b=2']
    const { headers } = respond([
      ...cookies,
      'X-List',
      'one',
      'x-list',
      'two',
      'Content-Type',
      'text/plain',
      'content-type',
      'text/html',
      'X-Name',
      'caf\xe9'
    ])
    expect(headers).to.eql({
      'set-cookie': ['a=1', 'b=2'],
      'x-list': 'one, two',
      'content-type': 'text/plain',
      'x-name': 'caf\xe9'
    })
  })

  it('has status, URL and times', () => {
    const now = performance.now()
    const times = { startMs: now - 12.5, headMs: now, endMs: now + 7.5, firstByteMs: 12.5 }
    const response = respond(['ETag', 'x'], { status: 404, times })
    expect(response).to.include({ statusCode: 404, statusMessage: 'Not Found', ok: false, url: 'http://127.0.0.1/a' })
    expect(response.timings.phases).to.include({ firstByte: 12.5, total: 20 })
    expect(response.timings.phases.download).to.be.at.least(7.5)
    const { start, response: began, end } = response.timings
    expect(began).to.be.at.most(end)
    expect(end - start).to.be.within(19, 21)
    expect(end - performance.timeOrigin - now).to.be.within(7, 8)
    expect([respond([], { status: 799 }).statusMessage, respond([]).ok]).to.eql(['', true])
  })

  const text = 'Was für ein Text! '.repeat(20)
  const gzipped = gzipSync(text)
  const wires = { GZIP: gzipped, deflate: deflateRawSync(text), zstd: zstdCompressSync(text), rot13: Buffer.from(text) }
  for (const [encoding, wire] of Object.entries(wires)) {
    it(`reads a body in pieces that says ${encoding}`, async () => {
      expect(await read(respond(['content-encoding', encoding]), [wire.subarray(0, 20), wire.subarray(20)])).to.equal(
        text
      )
    })
  }

  const gzip = ['content-encoding', 'gzip']
  it('leaves a body as it is that nobody asked to decode', async () => {
    expect(await read(respond(gzip, { decompress: false }), [gzipped])).to.equal(gzipped.toString())
  })

  it('decodes no empty body', async () => {
    for (const options of [{}, { method: 'HEAD' }, { status: 204 }, { status: 304 }])
      expect(await read(respond(gzip, options), [])).to.equal('')
  })

  it('tells of a body that can’t be decoded, or would be larger than any text', async () => {
    const codeOf = async (wire: Buffer) => read(respond(gzip), [wire]).catch(({ code }) => code)
    expect(await codeOf(Buffer.from('no gzip'))).to.equal('Z_DATA_ERROR')
    expect(await codeOf(gzipSync(Buffer.alloc(2 ** 27 + 1), { level: 1 }))).to.equal('ERR_BUFFER_TOO_LARGE')
  })
})

describe('what a hook may read of a response', () => {
  const server = createServer((_request, response) => response.end('hello'))
  before(() => once(server.listen(0, '127.0.0.1'), 'listening'))
  after(() => void server.close())

  const lacking = () => {
    const lacks: string[] = []
    const response = forHooks(respond(['a', 'b']), (because) => {
      lacks.push(because)
      return new Error('it lacks something')
    })
    return { lacks, response: response as any }
  }

  it('is what the lean client has, or it is told that only Artillery’s client has it: nothing is silently undefined', async () => {
    const [real]: IncomingMessage[] = await once(get({ port: (server.address() as AddressInfo).port }), 'response')
    real.resume()
    const names = new Set<string>()
    for (let object: object = real; object !== Object.prototype; object = Object.getPrototypeOf(object))
      for (const name of Object.getOwnPropertyNames(object)) names.add(name)
    // As got adds them.
    for (const name of [
      'ip',
      'request',
      'rawBody',
      'ok',
      'requestUrl',
      'redirectUrls',
      'timings',
      'retryCount',
      'isFromCache'
    ])
      names.add(name)
    expect(names).to.include.members(['req', 'socket', 'on', 'pipe', 'trailers', 'complete', 'read'])
    const { lacks, response } = lacking()
    const had = [...names].filter((name) => {
      try {
        return response[name] !== undefined
      } catch {
        return false
      }
    })
    expect(had.sort().join(' ')).to.equal(
      'complete constructor headers httpVersion isFromCache ok rawHeaders redirectUrls requestUrl retryCount statusCode statusMessage timings url'
    )
    expect(lacks.sort()).to.eql(
      [...names]
        .filter((name) => !had.includes(name))
        .map((name) => `a hook reads response.${name}`)
        .sort()
    )
    expect(lacks).to.have.length.above(60)
  })

  for (const [what, read] of [
    ['response.timings.socket', ({ timings }) => timings.socket],
    ['response.timings.phases.tcp', ({ timings }) => timings.phases.tcp],
    ['response.timings.phases.wait', ({ timings }) => Object.values(timings.phases)],
    ['all of a response', (response) => JSON.stringify(response)],
    ['all of a response', (response) => ({ ...response })]
  ] as [string, (response: any) => unknown][])
    it(`is told where it is ${what}, read by ${read}`, () => {
      const { lacks, response } = lacking()
      expect(() => read(response)).to.throw('it lacks something')
      expect(lacks).to.eql([`a hook reads ${what}`])
    })

  it('is also what another hook has set, or nobody has', async () => {
    const { lacks, response } = lacking()
    response.body = '{"a":1}'
    response.mine = 1
    const { start, end, phases } = response.timings
    expect([response.body, response.mine, response.nothing, typeof start, typeof end, phases.firstByte]).to.eql([
      '{"a":1}',
      1,
      undefined,
      'number',
      'number',
      12.5
    ])
    expect(String(response)).to.equal('[object Object]')
    await Promise.resolve(response)
    expect(lacks).to.eql([])
  })
})
