import { expect } from 'chai'
import { describe, it } from 'mocha'
import { completeRequest, renderRequest, withTarget } from '../../../plugin/generator/lean/prepare-request.ts'

/** Fills {{ name }} with a variable of the user, in texts at any depth. */
const template = (value: any, context: any) => {
  const filled = JSON.stringify(value)?.replace(/{{ (\w+) }}/g, (_, name) => context.vars[name])
  return filled === undefined ? undefined : JSON.parse(filled)
}
const target = 'http://127.0.0.1:3000'

/**
 * @param params of the step
 * @returns what is sent
 */
function prepare(params: Record<string, any>, { vars = {}, defaults = {}, method = 'GET' }: { vars?: object, defaults?: object, method?: string } = {}) {
  const request = { ...params, url: withTarget(params.url, { target }), method }
  const tools = { template } as any
  renderRequest(request, params, { config: { target, http: { defaults }, defaults: {} }, tools }, { vars })
  return completeRequest(request)
}

describe('a request that is prepared', () => {
  it('has templates filled in, the target put before a path, and Artillery’s headers', () => {
    const { url, path, host, headers, body, method } = prepare({ url: '/{{ name }}', headers: { 'X-Name': '{{ name }}' } }, { vars: { name: 'Ada' } })
    expect([method, url.href, path, host, body]).to.eql(['GET', `${target}/Ada`, '/Ada', '127.0.0.1:3000', undefined])
    expect(headers).to.include({ 'x-name': 'Ada', 'user-agent': 'Artillery (https://artillery.io)' })
    expect(headers['accept-encoding']).to.match(/^gzip, deflate/)
  })

  it('goes elsewhere with an absolute URL', () => {
    expect(prepare({ url: 'https://elsewhere.example/a?b=c#d' })).to.include({ path: '/a?b=c', host: 'elsewhere.example' })
  })

  it('asks for no compression where gzip is false', () => {
    const { headers, decompress } = prepare({ url: '/', gzip: false })
    expect(headers).not.to.have.property('accept-encoding')
    expect(decompress).to.equal(false)
  })

  it('takes the last of two headers that differ in case, and got’s name where the script has defaults', () => {
    const { headers } = prepare({ url: '/', headers: { 'X-A': '1', 'x-a': '2' } }, { defaults: { headers: { 'x-default': 'yes' } } })
    expect(headers).to.include({ 'x-a': '2', 'x-default': 'yes', 'user-agent': 'got (https://github.com/sindresorhus/got)' })
  })

  it('has its query replaced by qs', () => {
    expect(prepare({ url: '/a?kept=no', qs: { b: '{{ name }} x', c: [1, 2] } }, { vars: { name: 'Ada' } }).path).to.equal('/a?b=Ada+x&c=1&c=2')
  })

  it('sends JSON, a form or a text, with the content type of each', () => {
    const json = prepare({ url: '/', json: { name: '{{ name }}' }, body: 'not this' }, { method: 'POST', vars: { name: 'Ada' } })
    expect([json.body, json.headers['content-type']]).to.eql(['{"name":"Ada"}', 'application/json'])
    const form = prepare({ url: '/', form: { a: '{{ name }} & co' } }, { method: 'POST', vars: { name: 'Ada' } })
    expect([form.body, form.headers['content-type']]).to.eql(['a=Ada+%26+co', 'application/x-www-form-urlencoded'])
    const text = prepare({ url: '/', body: '{{ name }}' }, { method: 'POST', vars: { name: 'Ada' } })
    expect([text.body, text.headers['content-type']]).to.eql(['Ada', undefined])
    expect(prepare({ url: '/', json: {}, headers: { 'Content-Type': 'application/ld+json' } }, { method: 'PUT' }).headers['content-type']).to.equal('application/ld+json')
  })

  it('has the credentials of its URL or of auth', () => {
    const basic = `Basic ${Buffer.from('ä:b').toString('base64')}`
    expect(prepare({ url: 'http://%C3%A4:b@127.0.0.1/' }).headers.authorization).to.equal(basic)
    expect(completeRequest({ url: `${target}/`, method: 'GET', headers: {}, username: 'ä', password: 'b' }).headers.authorization).to.equal(basic)
  })

  it('does not share what one request does to a URL with the next', () => {
    prepare({ url: '/same', qs: { a: 1 } })
    expect(prepare({ url: '/same' }).path).to.equal('/same')
  })

  for (const [what, params, method, code] of [
    ['a body with GET', { url: '/', json: {} }, 'GET', 'ERR_GOT_REQUEST_ERROR'],
    ['a body with HEAD', { url: '/', body: 'x' }, 'HEAD', 'ERR_GOT_REQUEST_ERROR'],
    ['a body that is no text', { url: '/', body: { a: 1 } }, 'POST', 'ERR_GOT_REQUEST_ERROR'],
    ['a header that is null', { url: '/', headers: { 'x-a': null } }, 'GET', 'ERR_GOT_REQUEST_ERROR'],
    ['a URL that is none', { url: 'http://[' }, 'GET', 'ERR_INVALID_URL'],
    ['another protocol', { url: 'ftp://127.0.0.1/' }, 'GET', 'ERR_UNSUPPORTED_PROTOCOL']
  ] as [string, object, string, string][]) {
    it(`is refused for ${what}`, () => expect(() => prepare(params, { method })).to.throw().with.property('code', code))
  }

  it('leaves a header out whose value is undefined', () => {
    expect(prepare({ url: '/', headers: { 'x-a': undefined } }).headers).not.to.have.property('x-a')
  })
})
