import { expect } from 'chai'
import { describe, it } from 'mocha'
import { isRedirect, redirected } from '../../../plugin/generator/lean/redirect.ts'

const headers = { 'content-type': 'text/plain', cookie: 'a=b', authorization: 'Basic x', host: 'named.example' }
const request = { method: 'POST', url: new URL('http://127.0.0.1:3000/a/b?c'), origin: 'http://127.0.0.1:3000', path: '/a/b?c', host: 'named.example', headers, body: 'text', decompress: true }

const response = (statusCode: number, location?: string) => ({ statusCode, headers: location === undefined ? {} : { location } } as any)

describe('a redirect', () => {
  it('is one of got’s codes, with a location', () => {
    for (const code of [300, 301, 302, 303, 304, 307, 308]) expect(isRedirect(response(code, '/')), String(code)).to.equal(true)
    for (const code of [200, 201, 305, 306, 404]) expect(isRedirect(response(code, '/')), String(code)).to.equal(false)
    expect(isRedirect(response(302))).to.equal(false)
    expect(isRedirect(response(302, ''))).to.equal(false)
  })

  it('keeps method, body and headers at the same origin', () => {
    for (const code of [301, 302, 307, 308]) {
      const next = redirected(request, response(code, '../d?e'))
      expect(next).to.deep.include({ method: 'POST', path: '/d?e', host: 'named.example', body: 'text', headers })
    }
  })

  it('does not take the credentials elsewhere', () => {
    for (const location of ['http://localhost:3000/', 'http://127.0.0.1:3001/', '//elsewhere.example/x']) {
      const next = redirected(request, response(302, location))
      expect(next.headers).to.eql({ 'content-type': 'text/plain' })
      expect([next.host, next.origin]).to.eql([next.url.host, next.url.origin])
    }
    expect(request.headers).to.have.property('cookie')
  })

  it('becomes a GET without a body after 303, unless it was a HEAD', () => {
    expect(redirected(request, response(303, '/'))).to.include({ method: 'GET', body: undefined })
    expect(redirected({ ...request, method: 'HEAD', body: undefined }, response(303, '/'))).to.include({ method: 'HEAD' })
  })

  it('reads the location as UTF-8', () => {
    expect(redirected(request, response(302, Buffer.from('/ä').toString('latin1'))).path).to.equal('/%C3%A4')
  })

  it('leads nowhere', () => {
    expect(() => redirected(request, response(302, 'http://['))).to.throw().with.property('code', 'ERR_INVALID_URL')
    expect(() => redirected(request, response(302, 'ftp://127.0.0.1/'))).to.throw().with.property('code', 'ERR_UNSUPPORTED_PROTOCOL')
  })
})
