import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { selfSigned } from '../support/self-signed.ts'
import { serving } from '../support/serving.ts'
import { answering, check, refusal } from './checking-url.ts'

const insecure = 'load it without asking: `artillery run --insecure`, or `tls: { rejectUnauthorized: false }` in the script’s config'

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

  it('it must not answer 500 or above', async () => {
    const { target } = await serve(answering(503))
    expect(await refusal([target])).to.eql({
      code: 'APP_NOT_READY',
      message: `Variant staging: ${target.url} is not ready: GET / answered 503, and it must answer below 500. If the app answers elsewhere, let plugins.speedup.app.ready name a path for this question.`
    })
    expect((await refusal([target], { ready: '/health' })).message).to.equal(
      `Variant staging: ${target.url} is not ready: GET /health answered 503, and it must answer below 500. See plugins.speedup.app.ready.`
    )
  })

  it('every one of several must answer', async () => {
    const [good, bad] = [await serve(answering(200)), await serve(answering(500))]
    expect((await refusal([good.target, bad.target])).message).to.include(`staging: ${bad.target.url} is not ready`)
  })

  it('somebody must accept connections there', async () => {
    const { target, close } = await serve(answering(200))
    await close()
    expect(await refusal([target])).to.eql({
      code: 'APP_NOT_READY',
      message: `Variant staging: ${target.url} is not reachable (connect ECONNREFUSED 127.0.0.1:${target.port}). Nobody accepts connections there: is it running, and is the port right?`
    })
    // Both addresses of this name are refused, which Node tells in an error without a message.
    const byName = await refusal([{ ...target, url: `http://localhost:${target.port}`, hostname: 'localhost' }])
    expect(byName.message).to.match(/is not reachable \((connect )?ECONNREFUSED.*\)\. Nobody accepts/)
  })

  it('its name must be known', async () => {
    const { message } = await refusal([{ url: 'http://staging.shop.invalid', hostname: 'staging.shop.invalid', port: 80, protocol: 'http:' }])
    expect(message).to.match(/^Variant staging: http:\/\/staging\.shop\.invalid is not reachable \(getaddrinfo \w+ staging\.shop\.invalid\)\. Its name is not known here: is it spelt right\?$/)
  })

  it('it must answer in time', async () => {
    const { target } = await serve(() => {})
    const { message } = await refusal([target], { readyTimeoutSeconds: 0.3 })
    expect(message).to.equal(`Variant staging: ${target.url} is not reachable (no answer within 0.3 s). Is it running, and can this machine reach it?`)
  })

  it('it must speak the protocol of its URL', async () => {
    const [plain, secure] = [await serve(answering(200)), await serve(answering(200), { tls: selfSigned() })]
    const asHttps = { ...plain.target, url: plain.target.url.replace('http', 'https'), protocol: 'https:' as const }
    const asHttp = { ...secure.target, url: secure.target.url.replace('https', 'http'), protocol: 'http:' as const }
    expect((await refusal([asHttps])).message).to.match(/ is not reachable \(EPROTO: wrong version number\)\. It does not speak https there, or not as Node does: if it speaks http, write http:\/\/ in url\.$/)
    expect((await refusal([asHttp])).message).to.match(/ is not reachable \(.+\)\. It does not speak http there: if it speaks https, write https:\/\/ in url\.$/)
  })

  it('it must speak http at all', async () => {
    const server = createServer((socket) => socket.end('+OK ready\r\n'))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as import('node:net').AddressInfo
    const { message } = await refusal([{ url: `http://127.0.0.1:${port}`, hostname: '127.0.0.1', port, protocol: 'http:' }])
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

  describe('certificates', () => {
    it('must be signed by who is known, unless any will do', async () => {
      const { target } = await serve(answering(200), { tls: selfSigned(), name: 'localhost' })
      expect(await refusal([target])).to.eql({
        code: 'APP_NOT_READY',
        message:
          `Variant staging: ${target.url} has a certificate that nobody known here has signed (DEPTH_ZERO_SELF_SIGNED_CERT: self-signed certificate). If you trust it, let the environment variable NODE_EXTRA_CA_CERTS ` +
          `name a file with it, or with the certificate of who signed it, in PEM format; or ${insecure}.`
      })
      await check([target], { insecure: true })
    })

    it('of the client may be asked for, which only Artillery has', async () => {
      const { target } = await serve(answering(200), { tls: { ...selfSigned(), requestCert: true, rejectUnauthorized: true } })
      await check([target], { insecure: true })
    })
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
