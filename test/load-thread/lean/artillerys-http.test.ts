import { mkdirSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import {
  findArtillerysHttp,
  isTraced,
  whyNotAfterHooks,
  whyNotLean
} from '../../../plugin/load-thread/lean/artillerys-http.ts'
import { temporaryFolder } from '../../support/folder.ts'

const installed = (path: string) => fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url))

describe('Artillery’s http engine', () => {
  const folder = temporaryFolder()

  it('is found from the command, from a link to it, and from a file of the load thread', () => {
    const [command, link] = [installed('artillery/bin/run'), folder.path('artillery')]
    symlinkSync(command, link)
    const found = [command, link, installed('artillery/dist/lib/platform/local/worker.js')].map(findArtillerysHttp)
    for (const http of found) {
      expect(http?.Engine).to.equal(found[0]?.Engine)
      expect(Object.keys(http?.tools ?? {})).to.have.members([
        'template',
        'captureOrMatch',
        'isProbableEnough',
        'compileExpression',
        'set'
      ])
    }
    expect(found[0]?.tools.template('{{ name }}!', { vars: { name: 'Ada' } })).to.equal('Ada!')
    expect(found[0]?.tools.compileExpression('a > 1')({ a: 2 })).to.be.ok
  })

  it('is not found where there is no Artillery, or another one', () => {
    const file = folder.write('run', '')
    expect(findArtillerysHttp(file)).to.equal(null)
    folder.write('package.json', '{"name": "artillery", "version": "3.0.0"}')
    expect(findArtillerysHttp(file)).to.equal(null)
    // At the place, but with another engine.
    for (const name of ['core', 'commons']) mkdirSync(folder.path(`dist/lib/${name}`), { recursive: true })
    folder.write('dist/lib/core/engine_http.js', 'module.exports = class { createScenario() {} }')
    folder.write('dist/lib/commons/index.js', 'exports.engine_util = { template() {} }')
    expect(findArtillerysHttp(file)).to.equal(null)
  })
})

const get = { get: { url: '/' } }

type Told = { flow?: object[]; config?: Record<string, any>; env?: Record<string, string> }
const why = ({ flow = [get], config = {}, env = {} }: Told) =>
  whyNotLean({ flow }, { http: {}, defaults: {}, ...config }, env)
const asking = (request: object, method: string = 'post') => ({ flow: [{ [method]: { url: '/', ...request } }] })

describe('why a scenario is left to Artillery’s own client', () => {
  afterEach(() => void delete (globalThis as any).artillery)

  it('nothing keeps an ordinary one from the lean client', () => {
    const flow = [
      get,
      {
        post: {
          url: '/',
          json: { a: 1 },
          headers: { 'content-type': 'application/json', authorization: 'x', 'keep-alive': '5' }
        }
      },
      { get: { url: '/', capture: { json: '$', as: 'x' }, ifTrue: 'x' } },
      { put: { url: '/', body: 'text', cookie: { a: 'b' }, gzip: false, followRedirect: false, maxRedirects: 3 } },
      {
        patch: {
          url: '/',
          form: { a: 'b' },
          qs: { c: 'd' },
          auth: { user: 'x', pass: 'y' },
          beforeRequest: 'x',
          afterResponse: ['y']
        }
      },
      { loop: [{ parallel: [get, { think: 1 }] }], count: 2 },
      { log: 'text' },
      { function: 'x' },
      [get]
    ]
    const off = { extendedMetrics: false, distributedTracing: { enabled: false } }
    const http = { timeout: 5, pool: 10, maxSockets: 3, defaults: { headers: { 'x-a': 'b' } }, ...off }
    const config = {
      http,
      tls: { rejectUnauthorized: false },
      plugins: { expect: {}, 'publish-metrics': [{ type: 'x' }] }
    }
    expect(why({ flow, config, env: { NO_PROXY: '*', DEBUG: 'net' } })).to.equal(null)
  })

  it('not even one without a flow, or with steps that are none', () => {
    expect(whyNotLean({}, {}, {})).to.equal(null)
    expect(
      why({ flow: [null as any, 'text' as any, {}, { get: null }, { get: { url: '/', headers: null } }] })
    ).to.equal(null)
  })

  const upload = { post: { url: '/', formData: {} } }
  for (const [told, reason] of [
    [{ env: { HTTP_PROXY: 'http://proxy' } }, 'HTTP_PROXY is set'],
    [{ env: { HTTPS_PROXY: 'http://proxy' } }, 'HTTPS_PROXY is set'],
    [{ env: { DEBUG: 'http*' } }, 'DEBUG logs what Artillery’s client does'],
    [{ env: { DEBUG: '*' } }, 'DEBUG logs what Artillery’s client does'],
    [{ config: { http: { distributedTracing: true } } }, 'http.distributedTracing is on'],
    [{ config: { http: { extendedMetrics: true } } }, 'http.extendedMetrics is on'],
    [{ config: { plugins: { 'publish-metrics': { traces: {} } } } }, 'publish-metrics collects traces'],
    [
      { config: { plugins: { 'publish-metrics': [{ type: 'x' }, { traces: {} }] } } },
      'publish-metrics collects traces'
    ],
    [{ config: { tls: { rejectUnauthorized: true, ca: 'x' } } }, 'config.tls.ca is set'],
    [{ config: { http: { defaults: { headers: { Expect: '100-continue' } } } } }, 'it sets the header Expect itself'],
    [{ config: { defaults: { headers: { Upgrade: 'x' } } } }, 'it sets the header Upgrade itself'],
    [asking({ formData: {} }), 'it uploads a form (formData)'],
    [asking({ http2: true }), 'it uses HTTP/2 (http2)'],
    [asking({ https: {} }), 'it sets its own https options'],
    [asking({ encoding: 'binary' }), 'it sets an encoding'],
    [asking({ allowGetBody: true }), 'it sends a body with GET (allowGetBody)'],
    [asking({ body: { a: 1 } }), 'its body is not text'],
    [asking({ body: 'x', form: {} }), 'it sends body and form at once'],
    [asking({ followRedirect: '{{ follow }}' }), 'it decides which redirects it follows (followRedirect)'],
    [asking({ maxRedirects: '2' }), 'its maxRedirects is no number'],
    [asking({ json: {}, form: {} }), 'it sends json and form at once'],
    [asking({ headers: { 'transfer-encoding': 'chunked' } }), 'it sets the header transfer-encoding itself'],
    [asking({ headers: { 'x-{{ name }}': '1' } }), 'it sets the header x-{{ name }} itself'],
    [asking({ json: {} }, 'get'), 'it sends a body with GET (json)'],
    [asking({ body: 'x' }, 'HEAD'), 'it sends a body with HEAD (body)'],
    ...[[get, upload], [{ loop: [get, { parallel: [upload] }], count: 2 }], [[get], [upload]]].map((flow) => [
      { flow },
      'it uploads a form (formData)'
    ])
  ] as [Told, string][])
    it(`${reason}, given ${JSON.stringify(told)}`, () => expect(why(told)).to.equal(reason))

  it('the command line asks for extended metrics', () => {
    Object.assign(globalThis, { artillery: { runtimeOptions: { extendedHTTPMetrics: true } } })
    expect(why({})).to.equal('http.extendedMetrics is on')
  })
})

describe('why a request as hooks have left it is left to Artillery’s own client', () => {
  const jar = {}
  const whyNot = (request: object, tls?: object) =>
    whyNotAfterHooks({ url: '/', method: 'GET', ...request }, tls ? { tls } : {}, { _jar: jar })
  const trusting = { rejectUnauthorized: false }

  it('what the lean client does, or Artillery’s ignores, keeps none from it', () => {
    for (const request of [
      { json: { a: 1 }, headers: { 'x-a': 'b' } },
      { method: 'POST', body: Buffer.from('a') },
      { body: 'which got refuses', https: {} },
      { maxRedirects: 0, followRedirect: false, retry: { limit: 2 }, agent: {}, throwHttpErrors: true },
      { cookieJar: jar, cookie: { a: 'b' }, username: 'x', password: 'y', searchParams: 'a=b', uuid: 'z' }
    ])
      expect(whyNot(request), JSON.stringify(request)).to.equal(null)
    expect(whyNot({ https: { ...trusting } }, trusting)).to.equal(null)
  })

  for (const [request, tls, reason] of [
    [{ https: { key: 'x' } }, undefined, 'it sets its own https options'],
    [{ https: { ...trusting, certificate: 'x' } }, trusting, 'it sets its own https options'],
    [{ https: { rejectUnauthorized: true } }, trusting, 'it sets its own https options'],
    [{ https: { ...trusting } }, undefined, 'it sets its own https options'],
    [{ cookieJar: {} }, undefined, 'it sets its own cookie jar'],
    [{ allowGetBody: true }, undefined, 'it sends a body with GET (allowGetBody)'],
    [{ http2: true }, undefined, 'it uses HTTP/2 (http2)'],
    [{ body: null }, undefined, 'its body is not text'],
    [{ headers: { Expect: '100-continue' } }, undefined, 'it sets the header Expect itself']
  ] as [object, object | undefined, string][])
    it(`${reason}, given ${JSON.stringify(request)}, of ${JSON.stringify(tls)}`, () =>
      expect(whyNot(request, tls)).to.equal(reason))

  it('somebody listens to its traces', () => {
    const heard = (names: string[]) => isTraced({ listenerCount: (name) => (names.includes(name) ? 1 : 0) })
    for (const name of ['request', 'response', 'capture', 'error']) expect(heard([`trace:http:${name}`])).to.equal(true)
    expect(heard(['counter', 'error', 'trace:ws:request'])).to.equal(false)
  })
})
