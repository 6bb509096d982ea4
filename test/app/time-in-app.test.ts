import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { temporaryFolder } from '../support/folder.ts'
import { endAllApps, startPreloaded } from './preloaded-app.ts'
import type { UsageReport } from '../../plugin/app/messages.ts'

const script = `
  import { createServer } from 'node:http'

  const pages = {
    '/': (response) => response.end('hello'),
    '/hold': () => {},
    '/empty': (response) => response.writeHead(204).end(),
    '/wait': (response) => setTimeout(() => response.end('waited'), 100),
    '/compute': (response) => {
      for (const until = performance.now() + 100; performance.now() < until; );
      response.end('computed')
    },
    '/stream': (response) => {
      response.write('a')
      setTimeout(() => response.end('b'), 400)
    },
    '/headers': (response) => {
      response.writeHead(200)
      setTimeout(() => response.end('later'), 100)
    },
    '/flush': (response) => {
      response.flushHeaders()
      setTimeout(() => response.end('later'), 400)
    }
  }
  createServer(({ url }, response) => pages[url](response)).listen(0, '127.0.0.1')
`

describe('the time that responses take inside of an app', () => {
  const folder = temporaryFolder()
  const clients: Socket[] = []
  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy()
    return endAllApps()
  })
  const start = () => startPreloaded(folder.write('app.mjs', script))

  /** @param paths asked for one after the other */
  async function ask(port: number, ...paths: string[]) {
    const client = connect(port, '127.0.0.1')
    clients.push(client.on('error', () => {}))
    await once(client, 'connect')
    for (const path of paths) {
      client.write(`GET ${path} HTTP/1.1\r\nhost: app\r\n\r\n`)
      if (path !== '/hold') await once(client, 'data')
    }
    return client
  }

  /**
   * @param path asked for three times on one connection
   * @returns of these alone
   */
  async function inAppOf(path: string): Promise<NonNullable<UsageReport['inApp']>> {
    const app = start()
    await ask(await app.port(), path, path, path)
    const { inApp } = await app.report((one) => Number(one.inApp?.first.responses) + Number(one.inApp?.later.responses) === 3)
    return inApp as NonNullable<UsageReport['inApp']>
  }

  it('is told in sums and buckets, apart for those that are the first on their connection', async () => {
    const { first, later } = await inAppOf('/wait')
    expect([first.responses, later.responses]).to.eql([1, 2])
    expect(first.inAppMs).to.be.within(99, 250)
    expect(later.inAppMs).to.be.within(198, 500)
    expect(Object.values(first.buckets)).to.eql([1])
    expect(Object.values(later.buckets).reduce((sum, count) => sum + count, 0)).to.equal(2)
    // 2^(66/4) us is 93 ms.
    for (const bucket of Object.keys({ ...first.buckets, ...later.buckets })) expect(Number(bucket)).to.be.within(66, 72)
  })

  it('tells for how long the event loop was idle meanwhile: all the time of a timer, and nothing of what is computed', async () => {
    const [waited, computed] = [await inAppOf('/wait'), await inAppOf('/compute')]
    expect(waited.first.idleMs / waited.first.inAppMs).to.be.within(0.8, 1)
    expect(computed.first.inAppMs).to.be.within(99, 400)
    expect(computed.first.idleMs).to.be.below(5)
  })

  it('ends with the first byte: not to the end of a stream, nor to headers that are not sent yet', async () => {
    for (const path of ['/stream', '/flush', '/', '/empty']) expect((await inAppOf(path)).first.inAppMs, path).to.be.below(90)
    expect((await inAppOf('/headers')).first.inAppMs).to.be.within(99, 300)
  })

  it('is measured of a part only where responses are many, which tells as much of how long they took', async () => {
    const app = start()
    const client = await ask(await app.port(), '/')
    const request = 'GET / HTTP/1.1\r\nhost: app\r\n\r\n'
    let [answered, rest] = [0, '']
    client.on('data', (data) => {
      const bodies = `${rest}${data}`.split('hello')
      rest = String(bodies.pop())
      answered += bodies.length
      if (!client.destroyed) client.write(request.repeat(bodies.length))
    })
    client.write(request.repeat(100))
    await app.report((one) => Number(one.inApp?.later.responses) > 1000)
    const [before, answeredBefore] = [await app.report(), answered]
    const [after, many] = [await app.report(({ atMs }) => atMs > before.atMs + 900), answered - answeredBefore]
    client.destroy()
    const [from, to] = [before, after].map(({ inApp }) => (inApp as NonNullable<UsageReport['inApp']>).later)
    const measured = to.responses - from.responses
    expect(measured).to.be.within(100, many / 1.5)
    expect((to.inAppMs - from.inAppMs) / measured).to.be.within(0.001, 50)
  })

  it('is none of a response that nobody waited for', async () => {
    const app = start()
    const port = await app.port()
    const client = await ask(port, '/hold')
    await app.report(({ requestsInFlight }) => requestsInFlight === 1)
    client.destroy()
    await app.report(({ requestsInFlight }) => requestsInFlight === 0)
    expect((await app.report()).inApp?.first.responses).to.equal(0)
  })
})
