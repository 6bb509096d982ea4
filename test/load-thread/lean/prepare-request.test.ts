import { expect } from 'chai'
import {
  completeRequest,
  isRedirect,
  redirected,
  renderRequest,
  withTarget
} from '../../../plugin/load-thread/lean/prepare-request.ts'

const target = 'http://127.0.0.1:3000'

/** @returns what is sent for a step's parameters */
function prepare(params: Record<string, any>, method: string = 'GET') {
  const request = { ...params, url: withTarget(params.url, { target }), method }
  const tools = { template: (value: any) => value }
  renderRequest(request, params, { config: { target, http: { defaults: {} }, defaults: {} }, tools }, { vars: {} })
  return completeRequest(request)
}

// What a script can ask for, and what is made of redirects, is compared with Artillery's own client: test/parity. This
// is the rest.
describe('a request that is prepared', () => {
  it('goes to the host and path of its URL, without the fragment', () => {
    const { headers, ...rest } = prepare({ url: '/a?b#c' })
    expect(rest).to.include({ method: 'GET', origin: target, path: '/a?b', host: '127.0.0.1:3000', body: undefined })
    expect(headers['accept-encoding']).to.match(/^gzip, deflate/)
    expect(prepare({ url: 'https://elsewhere.example/a?b=c#d' })).to.include({
      path: '/a?b=c',
      host: 'elsewhere.example'
    })
  })

  it('has the credentials of its URL or of auth', () => {
    const basic = `Basic ${Buffer.from('ä:b').toString('base64')}`
    expect(prepare({ url: 'http://%C3%A4:b@127.0.0.1/' }).headers.authorization).to.equal(basic)
    const request = { url: `${target}/`, method: 'GET', headers: {}, username: 'ä', password: 'b' }
    expect(completeRequest(request).headers.authorization).to.equal(basic)
  })

  it('does not share what one request does to a URL with the next', () => {
    expect(prepare({ url: '/same', qs: { a: 1 } }).path).to.equal('/same?a=1')
    expect(prepare({ url: '/same' }).path).to.equal('/same')
  })

  for (const [what, body, method] of [
    ['a body with HEAD', 'x', 'HEAD'],
    ['a body that is no text', { a: 1 }, 'POST']
  ] as const) {
    it(`is refused for ${what}`, () =>
      expect(() => prepare({ url: '/', body }, method))
        .to.throw()
        .with.property('code', 'ERR_GOT_REQUEST_ERROR'))
  }

  it('leaves a header out whose value is undefined', () =>
    expect(prepare({ url: '/', headers: { 'x-a': undefined } }).headers).not.to.have.property('x-a'))
})

describe('a redirect', () => {
  const headers = { 'content-type': 'text/plain', cookie: 'a=b', authorization: 'Basic x', host: 'named.example' }
  const url = new URL('http://127.0.0.1:3000/a/b?c')
  const request = {
    method: 'POST',
    url,
    origin: url.origin,
    path: '/a/b?c',
    host: 'named.example',
    headers,
    body: 'text',
    decompress: true,
    redirectUrls: []
  }
  const to = (location: string) => redirected(request, 302, location)

  it('has one of seven codes, and a location', () => {
    const is = (status: number, location?: string) => isRedirect({ status, read: () => location })
    expect([200, 201, 300, 301, 302, 303, 304, 305, 306, 307, 308, 404].filter((code) => is(code, '/'))).to.eql([
      300, 301, 302, 303, 304, 307, 308
    ])
    expect([is(302), is(302, '')]).to.eql([false, false])
  })

  it('keeps method, body and headers at the same origin', () => {
    expect(to('../d?e')).to.deep.include({ method: 'POST', path: '/d?e', host: 'named.example', body: 'text', headers })
  })

  it('does not take the credentials elsewhere', () => {
    for (const location of ['http://localhost:3000/', 'http://127.0.0.1:3001/', '//elsewhere.example/x']) {
      const next = to(location)
      expect(next.headers).to.eql({ 'content-type': 'text/plain' })
      expect([next.host, next.origin]).to.eql([next.url.host, next.url.origin])
    }
    expect(request.headers).to.have.property('cookie')
  })

  it('reads the location as UTF-8', () => expect(to(Buffer.from('/ä').toString('latin1')).path).to.equal('/%C3%A4'))
})
