import { expect } from 'chai'
import { describe, it } from 'mocha'
import { isRedirect, redirected } from '../../../plugin/generator/lean/prepare-request.ts'

const headers = { 'content-type': 'text/plain', cookie: 'a=b', authorization: 'Basic x', host: 'named.example' }
const url = new URL('http://127.0.0.1:3000/a/b?c')
const request = { method: 'POST', url, origin: url.origin, path: '/a/b?c', host: 'named.example', headers, body: 'text', decompress: true }

const response = (statusCode: number, location?: string) => ({ statusCode, headers: location === undefined ? {} : { location } } as any)

// Methods, bodies and codes are compared with Artillery's own client: test/parity. This is the rest.
describe('a redirect', () => {
  for (const [code, location, is] of [
    ...[300, 301, 302, 303, 304, 307, 308].map((code) => [code, '/', true]),
    ...[200, 201, 305, 306, 404].map((code) => [code, '/', false]),
    [302, undefined, false],
    [302, '', false]
  ] as [number, string | undefined, boolean][]) {
    it(`is ${is ? '' : 'not '}made of ${code} with the location ${location}`, () => expect(isRedirect(response(code, location))).to.equal(is))
  }

  it('keeps method, body and headers at the same origin', () => {
    const next = redirected(request, response(302, '../d?e'))
    expect(next).to.deep.include({ method: 'POST', path: '/d?e', host: 'named.example', body: 'text', headers })
  })

  it('does not take the credentials elsewhere', () => {
    for (const location of ['http://localhost:3000/', 'http://127.0.0.1:3001/', '//elsewhere.example/x']) {
      const next = redirected(request, response(302, location))
      expect(next.headers).to.eql({ 'content-type': 'text/plain' })
      expect([next.host, next.origin]).to.eql([next.url.host, next.url.origin])
    }
    expect(request.headers).to.have.property('cookie')
  })

  it('reads the location as UTF-8', () => {
    expect(redirected(request, response(302, Buffer.from('/ä').toString('latin1'))).path).to.equal('/%C3%A4')
  })
})
