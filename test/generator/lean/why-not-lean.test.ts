import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { whyNotLean } from '../../../plugin/generator/lean/artillerys-http.ts'

const get = { get: { url: '/' } }

const why = ({ flow = [get], config = {}, env = {} }: { flow?: object[], config?: Record<string, any>, env?: Record<string, string> }) => whyNotLean({ flow }, { http: {}, defaults: {}, ...config }, env)

const whyNot = (request: object, method: string = 'post') => why({ flow: [{ [method]: { url: '/', ...request } }] })

describe('why a scenario is left to Artillery’s own client', () => {
  afterEach(() => void delete ((globalThis as any).artillery))

  it('nothing keeps an ordinary one from the lean client', () => {
    const flow = [
      get,
      { post: { url: '/', json: { a: 1 }, headers: { 'content-type': 'application/json', authorization: 'x' }, capture: { json: '$', as: 'x' }, ifTrue: 'x' } },
      { put: { url: '/', body: 'text', cookie: { a: 'b' }, gzip: false, followRedirect: false } },
      { patch: { url: '/', form: { a: 'b' }, qs: { c: 'd' }, auth: { user: 'x', pass: 'y' }, beforeRequest: 'x', afterResponse: ['y'] } },
      { loop: [{ parallel: [get, { think: 1 }] }], count: 2 },
      { log: 'text' },
      { function: 'x' },
      [get]
    ]
    const http = { timeout: 5, pool: 10, maxSockets: 3, defaults: { headers: { 'x-a': 'b' } }, extendedMetrics: false, distributedTracing: { enabled: false } }
    expect(why({ flow, config: { http, tls: { rejectUnauthorized: false }, plugins: { expect: {}, 'publish-metrics': [{ type: 'x' }] } }, env: { NO_PROXY: '*', DEBUG: 'net' } })).to.equal(null)
  })

  it('not even one without a flow, or with steps that are none', () => {
    expect(whyNotLean({}, {}, {})).to.equal(null)
    expect(why({ flow: [null as any, 'text' as any, {}, { get: null }] })).to.equal(null)
  })

  for (const [told, reason] of [
    [{ env: { HTTP_PROXY: 'http://proxy' } }, 'HTTP_PROXY is set'],
    [{ env: { HTTPS_PROXY: 'http://proxy' } }, 'HTTPS_PROXY is set'],
    [{ env: { DEBUG: 'http*' } }, 'DEBUG asks for what Artillery’s client says'],
    [{ env: { DEBUG: '*' } }, 'DEBUG asks for what Artillery’s client says'],
    [{ config: { http: { distributedTracing: true } } }, 'http.distributedTracing is on'],
    [{ config: { http: { extendedMetrics: true } } }, 'http.extendedMetrics is on'],
    [{ config: { plugins: { 'publish-metrics': { traces: {} } } } }, 'publish-metrics asks for traces'],
    [{ config: { plugins: { 'publish-metrics': [{ type: 'x' }, { traces: {} }] } } }, 'publish-metrics asks for traces'],
    [{ config: { tls: { rejectUnauthorized: true, ca: 'x' } } }, 'config.tls.ca is set'],
    [{ config: { http: { defaults: { headers: { Expect: '100-continue' } } } } }, 'it sets the header Expect itself'],
    [{ config: { defaults: { headers: { Upgrade: 'x' } } } }, 'it sets the header Upgrade itself']
  ] as [Parameters<typeof why>[0], string][]) {
    it(`${reason}, given ${JSON.stringify(told)}`, () => expect(why(told)).to.equal(reason))
  }

  it('the command line asks for extended metrics', () => {
    Object.assign(globalThis, { artillery: { runtimeOptions: { extendedHTTPMetrics: true } } })
    expect(why({})).to.equal('http.extendedMetrics is on')
  })

  for (const [request, reason] of [
    [{ formData: {} }, 'it uploads a form (formData)'],
    [{ http2: true }, 'it asks for HTTP/2 (http2)'],
    [{ https: {} }, 'it sets https options of its own'],
    [{ encoding: 'binary' }, 'it sets an encoding'],
    [{ allowGetBody: true }, 'it sends a body with GET (allowGetBody)'],
    [{ body: { a: 1 } }, 'it has a body that is no text'],
    [{ body: 'x', form: {} }, 'it sends body and form at once'],
    [{ json: {}, form: {} }, 'it sends json and form at once'],
    [{ headers: { 'transfer-encoding': 'chunked' } }, 'it sets the header transfer-encoding itself'],
    [{ headers: { 'keep-alive': '1' } }, 'it sets the header keep-alive itself'],
    [{ headers: { 'x-{{ name }}': '1' } }, 'it sets the header x-{{ name }} itself']
  ] as [object, string][]) {
    it(`${reason}, given ${JSON.stringify(request)}`, () => expect(whyNot(request)).to.equal(reason))
  }

  it('a body with GET or HEAD, in any case', () => {
    expect(whyNot({ json: {} }, 'get')).to.equal('it sends a body with GET (json)')
    expect(whyNot({ body: 'x' }, 'HEAD')).to.equal('it sends a body with HEAD (body)')
  })

  it('one request is enough, wherever it is', () => {
    const upload = { post: { url: '/', formData: {} } }
    for (const flow of [[get, upload], [{ loop: [get, { parallel: [upload] }], count: 2 }], [[get], [upload]]]) {
      expect(why({ flow })).to.equal('it uploads a form (formData)')
    }
  })
})
