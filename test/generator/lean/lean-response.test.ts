import { deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { LeanResponse } from '../../../plugin/generator/lean/lean-response.ts'
import type { PreparedRequest } from '../../../plugin/generator/lean/prepare-request.ts'

/** @param headers as they came */
function respond(headers: string[][], { status = 200, method = 'GET', decompress = true } = {}) {
  const rawHeaders = headers.flat().map((part) => Buffer.from(part, 'latin1'))
  return new LeanResponse({ url: new URL('http://127.0.0.1/a'), method, decompress } as PreparedRequest, status, '', rawHeaders, 12.5)
}

const read = async (response: LeanResponse, chunks: Buffer[]) =>
  new Promise((resolve, reject) => response.readBody(chunks, (error) => (error === null ? resolve(response.body) : reject(error))))

// What hooks get to see is compared with Artillery's own client: test/parity. This is the rest.
describe('the response that hooks get to see', () => {
  it('has its headers as Node has them', () => {
    const names = ['Set-Cookie', 'set-cookie', 'X-List', 'x-list', 'Content-Type', 'content-type', 'X-Name']
    const values = ['a=1', 'b=2', 'one', 'two', 'text/plain', 'text/html', 'caf\xe9']
    const { headers } = respond(names.map((name, i) => [name, values[i]]))
    expect(headers).to.eql({ 'set-cookie': ['a=1', 'b=2'], 'x-list': 'one, two', 'content-type': 'text/plain', 'x-name': 'caf\xe9' })
  })

  it('has status, URL and times', () => {
    const response = respond([['ETag', 'x']], { status: 404 })
    response.totalMs = 20
    expect(response).to.include({ statusCode: 404, statusMessage: 'Not Found', ok: false, url: 'http://127.0.0.1/a' })
    expect(response.timings.phases).to.include({ firstByte: 12.5, total: 20, download: 7.5 })
    expect([response.has('etag'), response.has('set-cookie')]).to.eql([true, false])
    expect([respond([], { status: 799 }).statusMessage, respond([]).ok]).to.eql(['', true])
  })

  const text = 'Was für ein Text! '.repeat(20)
  const gzipped = gzipSync(text)
  for (const [encoding, wire] of [
    ['GZIP', gzipped],
    ['deflate', deflateRawSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['rot13', Buffer.from(text)]
  ] as [string, Buffer][]) {
    it(`reads a body in pieces that says ${encoding}`, async () => {
      expect(await read(respond([['content-encoding', encoding]]), [wire.subarray(0, 20), wire.subarray(20)])).to.equal(text)
    })
  }

  const gzip = [['content-encoding', 'gzip']]
  it('leaves a body as it is that nobody asked to decode', async () => {
    expect(await read(respond(gzip, { decompress: false }), [gzipped])).to.equal(gzipped.toString())
  })

  for (const options of [{}, { method: 'HEAD' }, { status: 204 }, { status: 304 }]) {
    it(`decodes no empty body: ${JSON.stringify(options)}`, async () => expect(await read(respond(gzip, options), [])).to.equal(''))
  }

  it('tells of a body that can’t be decoded', async () => {
    const error = await read(respond(gzip), [Buffer.from('no gzip')]).catch((thrown) => thrown)
    expect(error).to.include({ code: 'Z_DATA_ERROR' })
  })
})
