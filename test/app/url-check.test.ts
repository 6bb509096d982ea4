import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { expect } from 'chai'
import { ask } from '../../plugin/app/ask.ts'
import { checkVariants } from '../../plugin/app/modes.ts'
import { explainReply } from '../../plugin/app/modes/url.ts'
import { selfSigned } from '../support/self-signed.ts'
import { serving } from '../support/serving.ts'
import { aVariant } from '../support/settings.ts'
import { rejectionOf, urlRequest } from './starting.ts'
import type { Target } from '../../plugin/concepts/settings.ts'

const check = (...given: Parameters<typeof urlRequest>) =>
  checkVariants(urlRequest(...given), new AbortController().signal)
const refusal = (...given: Parameters<typeof check>) => rejectionOf(check(...given))
const answering =
  (status: number, location?: string): RequestListener =>
  (_request, response) =>
    response.writeHead(status, location === undefined ? {} : { location }).end()

/** Sends them on to the same path of another one. */
const leadingTo =
  (other: { target: Target }, status = 302): RequestListener =>
  (request, response) =>
    answering(status, `${other.target.url}${request.url}`)(request, response)

const targetAt = (port: number, hostname = '127.0.0.1'): Target => ({
  url: `http://${hostname}:${port}`,
  hostname,
  port,
  protocol: 'http:'
})

describe('an app that runs somewhere is checked before anything is started:', () => {
  const serve = serving()

  it('it may answer anything below 500, to the path that the app names', async () => {
    for (const [status, ready] of [
      [200, null],
      [401, null],
      [404, '/health?deep=1'],
      [429, null]
    ] as const) {
      const { target, asked } = await serve(answering(status))
      await check([target], { ready })
      expect(asked).to.eql([ready ?? '/'])
    }
  })

  it('it must not answer 500 or above, at any of several targets', async () => {
    const elsewhere = 'If the app answers on another path, set plugins.speedup.app.ready to it.'
    const [good, { target }] = [await serve(answering(200)), await serve(answering(503))]
    for (const [path, ready, advice] of [
      ['/', null, elsewhere],
      ['/health', '/health', 'Fix the app, or change plugins.speedup.app.ready.']
    ] as const) {
      const message = `Variant staging: ${target.url} is not ready: GET ${path} answered 503 instead of a status below 500. ${advice}`
      expect(await refusal([good.target, target], { ready })).to.eql({ code: 'APP_NOT_READY', message })
    }
  })

  it('somebody must accept connections there, and answer in time', async () => {
    const { target, close } = await serve(answering(200))
    await close()
    const why = `connect ECONNREFUSED 127.0.0.1:${target.port}). No program accepts connections there: check that the app is running and that the port is right.`
    expect(await refusal([target])).to.eql({
      code: 'APP_NOT_READY',
      message: `Variant staging: ${target.url} is not reachable (${why}`
    })
    // Both addresses of this name are refused, which Node tells in an error without a message.
    const byName = await refusal([targetAt(target.port, 'localhost')])
    expect(byName.message).to.match(/is not reachable \((connect )?ECONNREFUSED.*\)\. No program accepts/)
    const inTime = await refusal([(await serve(() => {})).target], { readyTimeoutSeconds: 0.3 })
    expect(inTime.message).to.match(
      / is not reachable \(no answer within 0\.3 s\)\. Check that it is running and that this machine can reach it\.$/
    )
  })

  it('it must speak the protocol of its URL', async () => {
    const [plain, secure] = [await serve(answering(200)), await serve(answering(200), { tls: selfSigned() })]
    const asHttps = await refusal([
      { ...plain.target, url: plain.target.url.replace('http', 'https'), protocol: 'https:' }
    ])
    const why = 'It does not speak https there, or not as Node does: if it speaks http, use http:// in its URL.'
    expect(asHttps.message).to.include(` is not reachable (EPROTO: wrong version number). ${why}`)
    const other = createServer((socket) => socket.end('+OK ready\r\n'))
    await once(other.listen(0, '127.0.0.1'), 'listening')
    for (const port of [secure.target.port, (other.address() as AddressInfo).port]) {
      const { message } = await refusal([targetAt(port)])
      expect(message).to.match(
        / is not reachable \(.+\)\. It closes connections, or does not speak http there: if it speaks https, use https:\/\/ in its URL\.$/
      )
    }
    other.close()
  })

  it('it need not be reached from here where the load is made elsewhere', async () => {
    const { target, asked, close } = await serve(answering(503))
    for (const command of ['run-fargate', 'run-lambda', 'run-aci'] as const)
      await check([target], { generator: { command, args: [] } })
    expect((await refusal([target], { generator: { command: 'run', args: [] } })).message).to.include('answered 503')
    expect(asked).to.have.length(1)
    await close()
    await check([target], { generator: { command: 'run-lambda', args: [] } })
  })

  it('its certificate must be signed by who is known, unless any will do', async () => {
    const { target } = await serve(answering(200), { tls: selfSigned(), name: 'localhost' })
    const { code, message } = await refusal([target])
    expect(code).to.equal('APP_NOT_READY')
    const why =
      'has a certificate whose issuer is not trusted here (DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate)'
    expect(message).to.include(`Variant staging: ${target.url} ${why}. If you trust it, `)
    // It may ask for the certificate of a client, which only Artillery has.
    const asking = await serve(answering(200), {
      tls: { ...selfSigned(), requestCert: true, rejectUnauthorized: true }
    })
    await check([target, asking.target], { insecure: true })
  })

  describe('behind a proxy', () => {
    const { env } = process
    before(() => (process.env = { ...env, HTTPS_PROXY: 'http://127.0.0.1:9' }))
    after(() => (process.env = env))

    it('what Artillery reaches can’t be known', async () => {
      const { target, close } = await serve(answering(200))
      await close()
      expect((await refusal([target])).code).to.equal('APP_NOT_READY')
      await check([{ ...target, url: `https://127.0.0.1:${target.port}`, protocol: 'https:' }])
      process.env.HTTP_PROXY = 'http://127.0.0.1:9'
      await check([target])
    })
  })
})

describe('redirects of an app that runs somewhere', () => {
  const serve = serving()

  const advice = ' If only / redirects, for example to a login, set plugins.speedup.app.ready to a path that does not.'

  it('must not lead to another origin, and are followed to where the last one leads', async () => {
    const last = await serve(answering(302, '/home'), { tls: selfSigned() })
    const first = await serve(leadingTo(await serve(leadingTo(last, 308)), 301))
    for (const [path, ready, onlyThis] of [
      ['/', null, advice],
      ['/health', '/health', '']
    ] as const) {
      const message =
        `Variant staging: GET ${path} at ${first.target.url} redirects to ${last.target.url}${path}. ` +
        'Each request of the load would be made twice, and the second one, which gets the answer, would not be measured. ' +
        `Set plugins.speedup.variants.staging.url to ${last.target.url}.${onlyThis}`
      expect(await refusal([first.target], { ready })).to.eql({ code: 'INVALID_SETTINGS', message })
    }
  })

  it('may stay in the same origin, or come back, as from a login', async () => {
    const stays = await serve((request, response) =>
      answering(302, request.url === '/' ? '/login' : '/?back')(request, response)
    )
    const here = await serve((request, response) =>
      (request.url === '/' ? leadingTo(login) : answering(200))(request, response)
    )
    const login = await serve((request, response) => answering(302, `${here.target.url}/home`)(request, response))
    await check([stays.target, here.target])
    expect([stays.asked, here.asked]).to.eql([['/'], ['/', '/home']])
  })

  it('without end, or with an address that is none, stop nobody from answering', async () => {
    const round = await serve((request, response) => leadingTo(other)(request, response))
    const other = await serve(leadingTo(round))
    expect((await refusal([round.target])).message).to.include('redirects to')
    await check([
      (await serve(answering(302, 'http://'))).target,
      (await serve(answering(201, 'http://shop.invalid/orders/1'))).target
    ])
  })
})

describe('a question', () => {
  const serve = serving()

  it('may be as patient as is left of a longer wait, which is no whole number, and is given up when nothing is left', async () => {
    const [good, silent] = [await serve((_request, response) => response.writeHead(204).end()), await serve(() => {})]
    // 2.01 * 1000, as of an option in seconds.
    for (const patienceMs of [2.01 * 1000, 60_000.4]) {
      expect(await ask(new URL(good.target.url), { anyCertificate: false, patienceMs })).to.deep.include({
        status: 204,
        location: null,
        error: null
      })
    }
    for (const patienceMs of [40.5, 0.2, 0, -3.7]) {
      const { status, error } = await ask(new URL(silent.target.url), { anyCertificate: false, patienceMs })
      expect({ status, message: error?.message }).to.eql({ status: null, message: 'no answer within 0 s' })
    }
  })
})

describe('why an app that runs somewhere can’t be loaded', () => {
  const insecurely =
    'skip the check: `artillery run --insecure`, or `tls: { rejectUnauthorized: false }` in the script’s config.'
  const trusting =
    'If you trust it, set the environment variable NODE_EXTRA_CA_CERTS to a PEM file with it, or with the certificate of its issuer; or'
  const target = { url: 'https://shop.example', hostname: 'shop.example', port: 443, protocol: 'https:' as const }
  const question = {
    variant: aVariant({ name: 'staging', mode: 'url', targets: [target] }),
    target,
    url: new URL('https://shop.example/'),
    ready: null
  }
  const explain = (code: string, message: string) =>
    explainReply(question, {
      status: null,
      headers: {},
      location: null,
      error: Object.assign(new Error(message), { code })
    })?.message
  const certificate = (why: string, advice: string) => (code: string) =>
    `Variant staging: https://shop.example has a certificate ${why} (${code}: it failed). ${advice} ${insecurely}`
  const unreachable = (advice: string) => () =>
    `Variant staging: https://shop.example is not reachable (it failed). ${advice}`

  /** those of certificates as Node has them from OpenSSL */
  const rows: [message: (code: string) => string, ...codes: string[]][] = [
    [
      certificate('whose issuer is not trusted here', trusting),
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'CERT_UNTRUSTED',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'INVALID_CA',
      'INVALID_PURPOSE'
    ],
    [
      certificate('that is expired or not yet valid', 'Renew it, set the clock, or'),
      'CERT_HAS_EXPIRED',
      'CERT_NOT_YET_VALID'
    ],
    [
      certificate('for another host name', 'Use a host name of the certificate in its URL, or'),
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'HOSTNAME_MISMATCH'
    ],
    [unreachable('The host name is unknown here: check its spelling.'), 'ENOTFOUND', 'EAI_AGAIN'],
    [
      unreachable('It does not speak https there, or not as Node does: if it speaks http, use http:// in its URL.'),
      'ERR_SSL_PACKET_LENGTH_TOO_LONG'
    ],
    [
      unreachable('It closes connections, or does not speak http there: if it speaks https, use https:// in its URL.'),
      'HPE_INVALID_CONSTANT'
    ],
    [unreachable('Check that it is running and that this machine can reach it.'), 'EHOSTUNREACH']
  ]
  for (const [message, ...codes] of rows) {
    it(`is told of ${codes.join(', ')}`, () => {
      for (const code of codes) expect(explain(code, 'it failed; for others')).to.equal(message(code))
    })
  }
})
