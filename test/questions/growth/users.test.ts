import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect } from 'chai'
import type { Settings } from '../../../plugin/concepts/settings.ts'
import type { Pass } from '../../../plugin/app/pass.ts'
import { flowSubject } from '../../../plugin/questions/growth/init.ts'

describe('users of a scenario file, for growth', () => {
  let [requests, connections] = [0, 0]
  const server = createServer((request, response) => {
    requests++
    response.writeHead(request.url === '/missing' ? 404 : 200).end('{}')
  }).on('connection', () => connections++)
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => server.close())

  /** Two requests, of which the second may be answered otherwise. */
  const passTo = (last: string): Pass =>
    async function (ask) {
      for (const path of ['/', last]) {
        const { status } = await ask({
          request: { method: 'GET', path, headers: {}, body: null },
          given: [],
          hasCookie: false
        })
        if (status === 404 && last === '/missing') throw new Error('ends here')
      }
    }

  async function send(passes: Pass[], count: number) {
    const { port } = server.address() as AddressInfo
    const settings = { target: { hostname: '127.0.0.1', port } } as Settings
    const users = await flowSubject(settings, passes).openUsers(new AbortController().signal)
    const sent = await users.sendUntil(count)
    users.leave()
    return { sent, failures: users.failures }
  }

  it('go through their flows on connections that they keep, until enough requests are sent, which are counted', async () => {
    const { sent, failures } = await send([passTo('/items')], 50)
    expect(sent).to.equal(requests).and.to.be.within(50, 57)
    expect(connections).to.be.at.most(4)
    expect(failures).to.eql({})
  })

  it('tell what has failed', async () => {
    const { sent, failures } = await send([passTo('/missing')], 20)
    expect(failures).to.eql({ 'ends here': sent / 2 })
  })
})
