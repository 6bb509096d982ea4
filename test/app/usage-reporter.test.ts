import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { temporaryFolder } from '../support/folder.ts'
import { endAllApps, startPreloaded } from './preloaded-app.ts'
import type { UsageReport } from '../../plugin/app/messages.ts'

/** Makes garbage, and leaves requests unanswered until it is told to answer them. */
const script = `
  import { createServer } from 'node:http'

  const held = []
  const pages = {
    '/': (response) => response.end('hello'),
    '/garbage': (response) => response.end(String(Array.from({ length: 1e6 }, (_, i) => ({ i })).length)),
    '/hold': (response) => held.push(response),
    '/answer': (response) => {
      for (const one of held.splice(0)) one.end('at last')
      response.end('answered')
    }
  }
  createServer(({ url }, response) => pages[url](response)).listen(0, '127.0.0.1')
`

const growing = ['atMs', 'activeMs', 'idleMs', 'cpuMs', 'gcMs'] as const

describe('what a process of the app tells of itself', () => {
  const folder = temporaryFolder()
  const clients: Socket[] = []
  afterEach(() => {
    for (const client of clients.splice(0)) client.destroy()
    return endAllApps()
  })
  const start = (text: string = script) => startPreloaded(folder.write('app.mjs', text))

  /** @param paths asked for in one go */
  async function connectAndAsk(port: number, ...paths: string[]) {
    const client = connect(port, '127.0.0.1')
    clients.push(client.on('error', () => {}))
    await once(client, 'connect')
    client.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: app\r\n\r\n`).join(''))
    return client
  }

  it('comes again and again, with sums that only grow', async () => {
    const app = start()
    const reports: UsageReport[] = []
    while (reports.length < 4) {
      reports.push(await app.report())
      await app.ask('/')
    }
    for (const [i, report] of reports.entries()) {
      expect(report.pid).to.equal(app.child.pid)
      expect(report.rssBytes).to.be.above(report.heapBytes)
      if (i > 0) for (const sum of growing) expect(report[sum], sum).to.be.at.least(reports[i - 1][sum])
    }
    for (const sum of ['atMs', 'activeMs', 'idleMs', 'cpuMs'] as const) expect(reports[3][sum], sum).to.be.above(reports[0][sum])
    // The loop is either active or idle, and begins a little later than the process.
    const [first, last] = [reports[0], reports[3]]
    expect((last.activeMs + last.idleMs - first.activeMs - first.idleMs) / (last.atMs - first.atMs)).to.be.within(0.7, 1.4)
  })

  it('counts connections that are open, and requests that are unanswered', async () => {
    const app = start()
    const port = await app.port()
    await connectAndAsk(port)
    await connectAndAsk(port, '/hold')
    await connectAndAsk(port, '/hold', '/hold')
    await app.report(({ openConnections, requestsInFlight }) => openConnections === 3 && requestsInFlight === 3)
    expect(await app.report()).to.include({ openConnections: 3, requestsInFlight: 3 })
    expect((await app.ask('/answer')).body).to.equal('answered')
    const answered = await app.report(({ requestsInFlight }) => requestsInFlight === 0)
    expect(answered.openConnections).to.equal(3)
  })

  it('counts nobody any more when clients went away in the middle of a request', async () => {
    const app = start()
    const port = await app.port()
    const connected = [await connectAndAsk(port, '/hold'), await connectAndAsk(port, '/hold', '/hold'), await connectAndAsk(port, '/hold')]
    await app.report(({ requestsInFlight }) => requestsInFlight === 4)
    connected[0].destroy()
    connected[1].resetAndDestroy()
    const left = await app.report(({ requestsInFlight }) => requestsInFlight === 1)
    expect(left.openConnections).to.equal(1)
    // Answers to those who are gone are not counted a second time.
    await app.ask('/answer')
    connected[2].destroy()
    // This one still has the requests since the report before.
    await app.report(({ openConnections }) => openConnections === 0)
    expect((await app.report()).requestsInFlight).to.equal(0)
    await connectAndAsk(port, '/hold')
    await app.report(({ openConnections, requestsInFlight }) => openConnections === 1 && requestsInFlight === 1)
  })

  it('has the most requests in flight since the report before, though they are answered by then', async () => {
    const app = start()
    const port = await app.port()
    await app.report()
    await connectAndAsk(port, '/hold', '/hold', '/hold')
    await app.ask('/answer')
    expect((await app.report()).requestsInFlight).to.be.above(2)
    await app.report(({ requestsInFlight }) => requestsInFlight === 0)
  })

  it('has more time of garbage collection when garbage was made', async () => {
    const app = start()
    await app.port()
    const { gcMs } = await app.report()
    for (let i = 0; i < 5; i++) await app.ask('/garbage')
    await app.report()
    const report = await app.report()
    expect(report.gcMs).to.be.above(gcMs)
  })

  it('does not keep an app alive that has nothing to do', async () => {
    const app = start('setTimeout(() => {}, 1200)')
    await app.report()
    expect(await app.ended).to.eql({ code: 0, signal: null, output: '' })
  })

  it('does not keep an app alive that has closed its server', async () => {
    const app = start(`${script.replace('createServer(', 'const server = createServer(')}\npages['/close'] = (response) => response.end('closed', () => { server.close(); server.closeAllConnections() })`)
    await app.ask('/close')
    expect((await app.ended).code).to.equal(0)
  })
})
