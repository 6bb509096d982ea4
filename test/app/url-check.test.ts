import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { checkVariants } from '../../plugin/app/modes.ts'
import { selfSigned } from '../support/self-signed.ts'
import { serving } from '../support/serving.ts'
import { aVariant, someSettings } from '../support/settings.ts'
import type { App, Generator, Target } from '../../plugin/concepts/settings.ts'

const settings = someSettings()

type Given = Partial<App> & { insecure?: boolean, generator?: Generator | null }

/**
 * Checks two variants: one that is started here, and one of mode url.
 *
 * @param targets of the latter
 */
function check(targets: Target[], { insecure = false, generator = null, ...app }: Given = {}) {
  const variants = [aVariant(), aVariant({ name: 'staging', mode: 'url', workers: null, targets })]
  const given = { ...settings, app: { ...settings.app, script: null, ...app }, variants, insecure, generator }
  return checkVariants(given, new AbortController().signal)
}

const refusal = (...given: Parameters<typeof check>): Promise<{ code: string, message: string }> =>
  check(...given).then(() => expect.fail('It was accepted.'), ({ code, message }) => ({ code, message }))

const answering = (status: number, location?: string): RequestListener =>
  (_request, response) => response.writeHead(status, location === undefined ? {} : { location }).end()

/** Sends them on to the same path of another one. */
const leadingTo = (other: { target: Target }, status = 302): RequestListener =>
  (request, response) => answering(status, `${other.target.url}${request.url}`)(request, response)

const targetAt = (port: number, hostname = '127.0.0.1'): Target => ({ url: `http://${hostname}:${port}`, hostname, port, protocol: 'http:' })

describe('an app that runs somewhere is checked before anything is started:', () => {
  const serve = serving()

  for (const status of [200, 401, 404, 429]) {
    it(`it may answer ${status}`, async () => {
      const { target, asked } = await serve(answering(status))
      await check([target])
      expect(asked).to.eql(['/'])
    })
  }

  it('it is asked for the path that the app names', async () => {
    const { target, asked } = await serve(answering(200))
    await check([target], { ready: '/health?deep=1' })
    expect(asked).to.eql(['/health?deep=1'])
  })

  for (const [path, ready, advice] of [
    ['/', null, 'If the app answers elsewhere, let plugins.speedup.app.ready name a path for this question.'],
    ['/health', '/health', 'See plugins.speedup.app.ready.']
  ] as const) {
    it(`it must not answer 500 or above: ${path}`, async () => {
      const { target } = await serve(answering(503))
      const message = `Variant staging: ${target.url} is not ready: GET ${path} answered 503, and it must answer below 500. ${advice}`
      expect(await refusal([target], { ready })).to.eql({ code: 'APP_NOT_READY', message })
    })
  }

  it('every one of several must answer', async () => {
    const [good, bad] = [await serve(answering(200)), await serve(answering(500))]
    expect((await refusal([good.target, bad.target])).message).to.include(`staging: ${bad.target.url} is not ready`)
  })

  it('somebody must accept connections there', async () => {
    const { target, close } = await serve(answering(200))
    await close()
    const why = `connect ECONNREFUSED 127.0.0.1:${target.port}). Nobody accepts connections there: is it running, and is the port right?`
    expect(await refusal([target])).to.eql({ code: 'APP_NOT_READY', message: `Variant staging: ${target.url} is not reachable (${why}` })
    // Both addresses of this name are refused, which Node tells in an error without a message.
    const byName = await refusal([targetAt(target.port, 'localhost')])
    expect(byName.message).to.match(/is not reachable \((connect )?ECONNREFUSED.*\)\. Nobody accepts/)
  })

  it('its name must be known', async () => {
    const { message } = await refusal([targetAt(80, 'staging.shop.invalid')])
    expect(message).to.match(/^Variant staging: http:\/\/staging\.shop\.invalid:80 is not reachable \(getaddrinfo \w+ staging\.shop\.invalid\)\. /)
    expect(message).to.match(/ Its name is not known here: is it spelt right\?$/)
  })

  it('it must answer in time', async () => {
    const { target } = await serve(() => {})
    const { message } = await refusal([target], { readyTimeoutSeconds: 0.3 })
    const why = 'is not reachable (no answer within 0.3 s). Is it running, and can this machine reach it?'
    expect(message).to.equal(`Variant staging: ${target.url} ${why}`)
  })

  it('it must speak the protocol of its URL', async () => {
    const [plain, secure] = [await serve(answering(200)), await serve(answering(200), { tls: selfSigned() })]
    const asHttps = await refusal([{ ...plain.target, url: plain.target.url.replace('http', 'https'), protocol: 'https:' }])
    const why = 'It does not speak https there, or not as Node does: if it speaks http, write http:// in url.'
    expect(asHttps.message).to.include(` is not reachable (EPROTO: wrong version number). ${why}`)
    const asHttp = await refusal([targetAt(secure.target.port)])
    expect(asHttp.message).to.match(/ is not reachable \(.+\)\. It does not speak http there: if it speaks https, write https:\/\/ in url\.$/)
  })

  it('it must speak http at all', async () => {
    const server = createServer((socket) => socket.end('+OK ready\r\n'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { message } = await refusal([targetAt((server.address() as AddressInfo).port)])
    expect(message).to.match(/ is not reachable \(.+\)\. It does not speak http there/)
    server.close()
  })

  for (const command of ['run-fargate', 'run-lambda', 'run-aci'] as const) {
    it(`it need not be reached from here where ${command} makes the load`, async () => {
      const { target, asked, close } = await serve(answering(503))
      await check([target], { generator: { command, args: [] } })
      expect(asked).to.eql([])
      await close()
      await check([target], { generator: { command, args: [] } })
    })
  }

  it('it must be reached from here where a generator makes the load here', async () => {
    const { target } = await serve(answering(503))
    expect((await refusal([target], { generator: { command: 'run', args: [] } })).message).to.include('answered 503')
  })

  it('its certificate must be signed by who is known, unless any will do', async () => {
    const { target } = await serve(answering(200), { tls: selfSigned(), name: 'localhost' })
    const { code, message } = await refusal([target])
    expect(code).to.equal('APP_NOT_READY')
    const why = 'has a certificate that nobody known here has signed (DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate)'
    expect(message).to.include(`Variant staging: ${target.url} ${why}. If you trust it, `)
    await check([target], { insecure: true })
  })

  it('it may ask for the certificate of a client, which only Artillery has', async () => {
    const { target } = await serve(answering(200), { tls: { ...selfSigned(), requestCert: true, rejectUnauthorized: true } })
    await check([target], { insecure: true })
  })

  describe('behind a proxy', () => {
    const { HTTP_PROXY, HTTPS_PROXY } = process.env
    afterEach(() => {
      for (const [name, value] of Object.entries({ HTTP_PROXY, HTTPS_PROXY })) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
    })

    it('what Artillery reaches can’t be known', async () => {
      const { target, close } = await serve(answering(200))
      await close()
      process.env.HTTPS_PROXY = 'http://127.0.0.1:9'
      expect((await refusal([target])).code).to.equal('APP_NOT_READY')
      await check([{ ...target, url: `https://127.0.0.1:${target.port}`, protocol: 'https:' }])
      process.env.HTTP_PROXY = 'http://127.0.0.1:9'
      await check([target])
    })
  })
})

describe('redirects of an app that runs somewhere', () => {
  const serve = serving()

  it('may lead elsewhere in the same origin', async () => {
    const { target, asked } = await serve((request, response) => answering(302, request.url === '/' ? '/login' : '/?back')(request, response))
    await check([target])
    expect(asked).to.eql(['/'])
  })

  it('must not lead to another origin', async () => {
    const elsewhere = await serve(answering(200))
    const here = await serve(leadingTo(elsewhere, 301))
    expect(await refusal([here.target])).to.eql({
      code: 'INVALID_SETTINGS',
      message:
        `Variant staging: GET / at ${here.target.url} leads to another place, ${elsewhere.target.url}/. ` +
        'Each request of the load would be made twice, and the second one, which has the answer, would not be measured. ' +
        `Set plugins.speedup.variants.staging.url to ${elsewhere.target.url}. ` +
        'If only / leads there, for instance to a login, let plugins.speedup.app.ready name a path that answers itself.'
    })
  })

  it('are followed to where the last one leads', async () => {
    const secure = await serve(answering(302, '/home'), { tls: selfSigned() })
    const first = await serve(leadingTo(await serve(leadingTo(secure, 308)), 301))
    const { message } = await refusal([first.target], { ready: '/health' })
    expect(message).to.include(`GET /health at ${first.target.url} leads to another place, ${secure.target.url}/health.`)
    expect(message).to.match(new RegExp(`Set plugins\\.speedup\\.variants\\.staging\\.url to ${secure.target.url}\\.$`))
  })

  it('that come back, as from a login, are none', async () => {
    const here = await serve((request, response) => (request.url === '/' ? leadingTo(login) : answering(200))(request, response))
    const login = await serve((request, response) => answering(302, `${here.target.url}/home`)(request, response))
    await check([here.target])
    expect(here.asked).to.eql(['/', '/home'])
  })

  it('without end, or with an address that is none, stop nobody from answering', async () => {
    const round = await serve((request, response) => leadingTo(other)(request, response))
    const other = await serve(leadingTo(round))
    expect((await refusal([round.target])).message).to.include('leads to another place')
    await check([(await serve(answering(302, 'http://'))).target, (await serve(answering(201, 'http://shop.invalid/orders/1'))).target])
  })
})
