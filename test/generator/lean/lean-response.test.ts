import { deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect } from 'chai'
import { LeanResponse } from '../../../plugin/generator/lean/lean-response.ts'
import type { PreparedRequest } from '../../../plugin/generator/lean/prepare-request.ts'

/** @param headers names and values in turn, as they came */
function respond(headers: string[], { status = 200, method = 'GET', decompress = true } = {}) {
  const request = { url: new URL('http://127.0.0.1/a'), method, decompress } as PreparedRequest
  return new LeanResponse(
    request,
    status,
    '',
    headers.map((part) => Buffer.from(part, 'latin1')),
    12.5
  )
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
    const response = respond(['ETag', 'x'], { status: 404 })
    response.totalMs = 20
    expect(response).to.include({ statusCode: 404, statusMessage: 'Not Found', ok: false, url: 'http://127.0.0.1/a' })
    expect(response.timings.phases).to.include({ firstByte: 12.5, total: 20, download: 7.5 })
    expect([response.has('etag'), response.has('set-cookie')]).to.eql([true, false])
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

  it('tells of a body that can’t be decoded', async () => {
    const error = await read(respond(gzip), [Buffer.from('no gzip')]).catch((thrown) => thrown)
    expect(error).to.include({ code: 'Z_DATA_ERROR' })
  })
})
