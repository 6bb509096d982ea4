import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { LeanResponse } from '../../../plugin/generator/lean/lean-response.ts'

const text = 'Was für ein Text! '.repeat(20)

/** @param headers as they came */
function respond(headers: [string, string][], { status = 200, method = 'GET', decompress = true } = {}) {
  const rawHeaders = headers.flat().map((part) => Buffer.from(part, 'latin1'))
  return new LeanResponse({ url: new URL('http://127.0.0.1/a'), method, decompress }, status, '', rawHeaders, 12.5)
}

const read = async (response: LeanResponse, chunks: Buffer[]) =>
  new Promise((resolve, reject) => response.readBody(chunks, (error) => (error === null ? resolve(response.body) : reject(error))))

describe('the response that hooks get to see', () => {
  it('has its headers as Node has them', () => {
    const { headers } = respond([
      ['Set-Cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['X-List', 'one'],
      ['x-list', 'two'],
      ['Content-Type', 'text/plain'],
      ['content-type', 'text/html'],
      ['X-Name', 'caf\xe9']
    ])
    expect(headers).to.eql({ 'set-cookie': ['a=1', 'b=2'], 'x-list': 'one, two', 'content-type': 'text/plain', 'x-name': 'caf\xe9' })
  })

  it('has status, URL and times', () => {
    const response = respond([['ETag', 'x']], { status: 404 })
    response.totalMs = 20
    expect(response).to.include({ statusCode: 404, statusMessage: 'Not Found', ok: false, url: 'http://127.0.0.1/a' })
    expect(response.timings.phases).to.include({ firstByte: 12.5, total: 20, download: 7.5 })
    expect([response.has('etag'), response.has('set-cookie')]).to.eql([true, false])
    expect(respond([], { status: 799 }).statusMessage).to.equal('')
    expect(respond([]).ok).to.equal(true)
  })

  for (const [encoding, encode] of [
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['rot13', Buffer.from],
    ['identity', Buffer.from]
  ] as [string, (text: string) => Buffer][]) {
    it(`reads a body in pieces that was encoded by ${encode.name || 'nothing'} and says ${encoding}`, async () => {
      const wire = encode(text)
      expect(await read(respond([['content-encoding', encoding]]), [wire.subarray(0, 20), wire.subarray(20)])).to.equal(text)
    })
  }

  it('leaves a body as it is that nobody asked to decode, or that there is none of', async () => {
    const wire = gzipSync(text)
    const gzip = ['content-encoding', 'gzip'] as [string, string]
    expect(await read(respond([gzip], { decompress: false }), [wire])).to.equal(wire.toString())
    for (const more of [{}, { method: 'HEAD' }, { status: 204 }, { status: 304 }]) expect(await read(respond([gzip], more), [])).to.equal('')
  })

  it('tells of a body that can’t be decoded', async () => {
    const error = await read(respond([['content-encoding', 'gzip']]), [Buffer.from('no gzip')]).catch((thrown) => thrown)
    expect(error).to.include({ code: 'Z_DATA_ERROR' })
  })
})
