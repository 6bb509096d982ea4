import { expect } from 'chai'
import { describe, it } from 'mocha'
import { completeRequest, renderRequest, withTarget } from '../../../plugin/generator/lean/prepare-request.ts'

const target = 'http://127.0.0.1:3000'

/**
 * @param params of the step
 * @returns what is sent
 */
function prepare(params: Record<string, any>, method: string = 'GET') {
  const request = { ...params, url: withTarget(params.url, { target }), method }
  const tools = { template: (value: any) => value }
  renderRequest(request, params, { config: { target, http: { defaults: {} }, defaults: {} }, tools }, { vars: {} })
  return completeRequest(request)
}

// What a script can ask for is compared with Artillery's own client: test/parity. This is the rest.
describe('a request that is prepared', () => {
  it('has the target put before a path, and Artillery’s headers', () => {
    const { url, path, host, headers, body, method } = prepare({ url: '/a?b#c' })
    expect([method, url.href, path, host, body]).to.eql(['GET', `${target}/a?b#c`, '/a?b', '127.0.0.1:3000', undefined])
    expect(headers['user-agent']).to.equal('Artillery (https://artillery.io)')
    expect(headers['accept-encoding']).to.match(/^gzip, deflate/)
  })

  it('goes elsewhere with an absolute URL', () => {
    expect(prepare({ url: 'https://elsewhere.example/a?b=c#d' })).to.include({ path: '/a?b=c', host: 'elsewhere.example' })
  })

  it('keeps a content type that the script gives', () => {
    const { headers, body } = prepare({ url: '/', json: {}, headers: { 'Content-Type': 'application/ld+json' } }, 'PUT')
    expect([headers['content-type'], body]).to.eql(['application/ld+json', '{}'])
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

  for (const [what, params, method, code] of [
    ['a body with GET', { json: {} }, 'GET', 'ERR_GOT_REQUEST_ERROR'],
    ['a body with HEAD', { body: 'x' }, 'HEAD', 'ERR_GOT_REQUEST_ERROR'],
    ['a body that is no text', { body: { a: 1 } }, 'POST', 'ERR_GOT_REQUEST_ERROR'],
    ['a header that is null', { headers: { 'x-a': null } }, 'GET', 'ERR_GOT_REQUEST_ERROR'],
    ['a URL that is none', { url: 'http://[' }, 'GET', 'ERR_INVALID_URL'],
    ['another protocol', { url: 'ftp://127.0.0.1/' }, 'GET', 'ERR_UNSUPPORTED_PROTOCOL']
  ] as [string, object, string, string][]) {
    it(`is refused for ${what}`, () => expect(() => prepare({ url: '/', ...params }, method)).to.throw().with.property('code', code))
  }

  it('leaves a header out whose value is undefined', () => {
    expect(prepare({ url: '/', headers: { 'x-a': undefined } }).headers).not.to.have.property('x-a')
  })
})
