import { expect } from 'chai'
import { describe, it } from 'mocha'
import { selfSigned } from '../support/self-signed.ts'
import { serving } from '../support/serving.ts'
import { answering, check, refusal } from './checking-url.ts'

describe('redirects of an app that runs somewhere', () => {
  const serve = serving()

  it('may lead elsewhere in the same origin', async () => {
    const { target, asked } = await serve((request, response) => answering(302, request.url === '/' ? '/login' : '/?back')(request, response))
    await check([target])
    expect(asked).to.eql(['/'])
  })

  it('must not lead to another origin', async () => {
    const [elsewhere, here] = [await serve(answering(200)), await serve((request, response) => answering(301, `${elsewhere.target.url}${request.url}`)(request, response))]
    expect(await refusal([here.target])).to.eql({
      code: 'INVALID_SETTINGS',
      message:
        `Variant staging: GET / at ${here.target.url} leads to another place, ${elsewhere.target.url}/. Each request of the load would be made twice, and the second one, which has the answer, would not be measured. ` +
        `Set plugins.speedup.variants.staging.url to ${elsewhere.target.url}. If only / leads there, for instance to a login, let plugins.speedup.app.ready name a path that answers itself.`
    })
  })

  it('are followed to where the last one leads', async () => {
    const secure = await serve(answering(302, '/home'), { tls: selfSigned() })
    const named = await serve((request, response) => answering(308, `${secure.target.url}${request.url}`)(request, response))
    const first = await serve((request, response) => answering(301, `${named.target.url}${request.url}`)(request, response))
    const { message } = await refusal([first.target], { ready: '/health' })
    expect(message).to.include(`GET /health at ${first.target.url} leads to another place, ${secure.target.url}/health.`)
    expect(message).to.match(new RegExp(`Set plugins\\.speedup\\.variants\\.staging\\.url to ${secure.target.url}\\.$`))
  })

  it('that come back, as from a login, are none', async () => {
    const here = await serve((request, response) => (request.url === '/' ? answering(302, `${login.target.url}/?next`) : answering(200))(request, response))
    const login = await serve((request, response) => answering(302, `${here.target.url}/home`)(request, response))
    await check([here.target])
    expect(here.asked).to.eql(['/', '/home'])
  })

  it('without end, or with an address that is none, stop nobody from answering', async () => {
    const round = await serve((request, response) => answering(302, `${other.target.url}/`)(request, response))
    const other = await serve((request, response) => answering(302, `${round.target.url}/`)(request, response))
    expect((await refusal([round.target])).message).to.include('leads to another place')
    await check([(await serve(answering(302, 'http://'))).target, (await serve(answering(201, 'http://shop.invalid/orders/1'))).target])
  })
})
