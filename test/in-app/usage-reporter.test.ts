import { once } from 'node:events'
import { expect } from 'chai'
import { sum } from '../../plugin/statistics/descriptive.ts'
import { eventually } from '../support/eventually.ts'
import { preloadedApps, requestOf, type PreloadedApp } from './preloaded-app.ts'
import type { UsageReport, UsageStep } from '../../plugin/messages/app.ts'

/** Leaves requests unanswered until it is told to answer them; says for how many ms it blocked its event loop. */
const script = `
  import { createServer } from 'node:http'

  const held = []
  const block = (response, ms) => {
    const begun = performance.now()
    while (performance.now() - begun < ms);
    response.end(String(performance.now() - begun))
  }
  const endAfter = (response, ms) => setTimeout(() => response.end('later'), ms)
  const pages = {
    '/': (response) => response.end('hello'),
    '/empty': (response) => response.writeHead(204).end(),
    '/garbage': (response) => response.end(String(Array.from({ length: 1e6 }, (_, i) => ({ i })).length)),
    '/hold': (response) => held.push(response),
    '/answer': (response) => [...held.splice(0), response].forEach((waiting) => waiting.end('answered')),
    '/close': (response) => response.end('closed', () => server.close().closeAllConnections()),
    '/block': (response) => block(response, 300),
    '/block-later': (response) => setTimeout(block, 200, response, 300),
    '/wait': (response) => endAfter(response, 300),
    '/stream': (response) => response.write('a') && endAfter(response, 400),
    '/headers': (response) => endAfter(response.writeHead(200), 100),
    '/flush': (response) => endAfter(response, 400) && response.flushHeaders()
  }
  const server = createServer(({ url }, response) => pages[url](response)).listen(0, '127.0.0.1')
`

const sums = ['atMs', 'activeMs', 'idleMs', 'cpuMs', 'gcMs'] as const
type InApp = NonNullable<UsageReport['inApp']>

describe('what a process of the app tells of itself', () => {
  const { start, client } = preloadedApps()

  it('comes again and again, with sums that only grow', async () => {
    const app = start(script)
    const first = await app.report()
    // The loop is either active or idle: both are the time that passed, where nobody else took the core in between.
    const isWhole = ({ atMs, activeMs, idleMs }: UsageReport) =>
      Math.abs((activeMs + idleMs - first.activeMs - first.idleMs) / (atMs - first.atMs) - 1) < 0.2
    let last = first
    for (let i = 0; i < 3 || !isWhole(last); i++) {
      await app.ask('/garbage')
      const report = await app.report()
      expect(report.pid).to.equal(app.child.pid)
      expect(report.rssBytes).to.be.above(report.heapBytes)
      for (const sum of sums) expect(report[sum], sum).to.be.at.least(last[sum])
      last = report
    }
    for (const sum of sums) expect(last[sum], sum).to.be.above(first[sum])
  })

  it('tells its sums at moments in between, while it is asked', async () => {
    const app = start(script)
    await app.report()
    const stepsOf = () =>
      app.events.flatMap((event): UsageStep[] => (event.event === 'usage' ? (event.report.steps ?? []) : []))
    for (const path of ['/', '/block', '/']) await app.ask(path)
    const span = () => [stepsOf().at(0), stepsOf().at(-1)]
    // Of three requests, the last one comes when two have been answered; they may be told in different reports.
    await app.report(() => {
      const [first, last] = span()
      return Number(last?.responses) - Number(first?.responses) === 2
    })
    const [first, last] = span()
    expect(Number(last?.atMs) - Number(first?.atMs)).to.be.above(250)
    expect(Number(last?.cpuMs) - Number(first?.cpuMs), 'of a loop that others may interrupt').to.be.above(20)
    expect((await app.report(({ steps: own = [] }) => own.length === 0)).steps).to.eql([])
  })

  it('counts connections that are open, and requests that are unanswered: also the most since the report before', async () => {
    const app = start(script)
    for (const paths of [[], ['/hold'], ['/hold', '/hold']]) await client(app, ...paths)
    await app.report(({ openConnections, requestsInFlight }) => openConnections === 3 && requestsInFlight === 3)
    expect(await app.report()).to.include({ openConnections: 3, requestsInFlight: 3 })
    await app.ask('/answer')
    expect((await app.report(({ requestsInFlight }) => requestsInFlight === 0)).openConnections).to.equal(3)
    // Heard from here on: a report may come before the answer does.
    const most = app.report(({ requestsInFlight }) => requestsInFlight > 2)
    await client(app, '/hold', '/hold', '/hold')
    await app.ask('/answer')
    await most
    await app.report(({ requestsInFlight }) => requestsInFlight === 0)
  })

  it('counts nobody any more when clients went away in the middle of a request', async () => {
    const app = start(script)
    const [first, second, third] = [
      await client(app, '/hold'),
      await client(app, '/hold', '/hold'),
      await client(app, '/hold')
    ]
    await app.report(({ requestsInFlight }) => requestsInFlight === 4)
    first.destroy()
    second.resetAndDestroy()
    const left = await app.report(({ requestsInFlight }) => requestsInFlight === 1)
    expect(left.openConnections).to.equal(1)
    // Answers to those who are gone are not counted a second time.
    await app.ask('/answer')
    third.destroy()
    // This one still has the requests since the report before.
    await app.report(({ openConnections }) => openConnections === 0)
    expect((await app.report()).requestsInFlight).to.equal(0)
    await client(app, '/hold')
    await app.report(({ openConnections, requestsInFlight }) => openConnections === 1 && requestsInFlight === 1)
  })

  it('does not keep an app alive that has nothing to do, or has closed its server', async () => {
    const idle = start('setTimeout(() => {}, 1200)')
    await idle.report()
    expect(await idle.ended).to.eql({ code: 0, signal: null, output: '' })
    const closed = start(script)
    await closed.ask('/close')
    expect((await closed.ended).code).to.equal(0)
  })
})

describe('how late the event loop of a process of the app is', () => {
  const { start } = preloadedApps()

  /** @returns the next report, after enough requests to be a load */
  const reportOfLoad = async (app: PreloadedApp) => {
    for (let i = 0; i < 20; i++) await app.ask('/')
    return app.report()
  }

  it('shows how long it was blocked, also by the very first request', async () => {
    for (const path of ['/block-later', '/block']) {
      const app = start(script)
      const { body } = await app.ask(path)
      const { loopDelayMs } = await reportOfLoad(app)
      expect(Number(loopDelayMs?.max) / Number(body)).to.be.above(0.7)
      expect(loopDelayMs?.p50).to.be.at.most(Number(loopDelayMs?.p99)).and.below(Number(loopDelayMs?.max))
    }
  })

  it('is that of the time in which somebody asked, however long nobody does then', async () => {
    const app = start(script)
    await app.ask('/block')
    const reports = [await reportOfLoad(app)]
    while (reports.length < 6) reports.push(await app.report())
    // Ticks are due each 20 ms: a rest would bring many. What was asked last may end within a report, and the next one
    // knows.
    const [{ loopDelayMs: usual }, ...later] = reports.slice(2)
    expect(usual?.max).to.be.above(200)
    for (const { loopDelayMs } of later) expect(loopDelayMs).to.eql(usual)
  })

  it('is unknown while it has had nothing to serve, and forgotten of a few requests before a pause, as of a readiness check', async () => {
    const app = start(script)
    await app.port()
    expect((await app.report()).loopDelayMs).to.equal(null)
    await app.ask('/block')
    for (let i = 0; i < 2; i++) await app.report()
    expect((await app.report()).loopDelayMs).to.equal(null)
  })
})

describe('the time that responses take inside of an app', () => {
  const { start, client } = preloadedApps()

  /**
   * @returns of these alone: each path is asked for so many times on one connection, one after the other; waitedMs: by
   * the client, for each
   */
  async function inAppOf(paths: string[], times: number): Promise<InApp & { waitedMs: number[] }> {
    const app = start(script)
    const waitedMs: number[] = []
    for (const path of paths) {
      const socket = await client(app)
      for (let i = 0; i < times; i++) {
        const askedAt = performance.now()
        socket.write(requestOf(path))
        await once(socket, 'data')
        waitedMs.push(performance.now() - askedAt)
      }
    }
    const { inApp } = await app.report(
      ({ inApp }) => Number(inApp?.first.responses) + Number(inApp?.later.responses) === waitedMs.length
    )
    return { ...(inApp as InApp), waitedMs }
  }

  it('is told in sums, apart for those that are the first on their connection, and how long of it the event loop was idle', async () => {
    const {
      first,
      later,
      waitedMs: [waited, ...waitedLater]
    } = await inAppOf(['/wait'], 3)
    expect([first.responses, later.responses]).to.eql([1, 2])
    // A timer is never early, and no response is seen before it was sent.
    expect(first.inAppMs).to.be.within(299, waited)
    expect(later.inAppMs).to.be.within(598, sum(waitedLater))
    // Nothing of what is computed.
    const computed = await inAppOf(['/block'], 1)
    expect(computed.first.inAppMs).to.be.within(299, computed.waitedMs[0])
    expect(computed.first.idleMs).to.be.below(5)
  })

  it('is idle for nearly all the time of a timer', () =>
    eventually(async () => {
      const { idleMs, inAppMs } = (await inAppOf(['/wait'], 1)).first
      expect(idleMs / inAppMs).to.be.within(0.8, 1)
    }))

  it('ends with the first byte: not to the end of a stream, nor to headers that are not sent yet', async () => {
    // What begins at once ends no sooner than after 400 ms.
    await eventually(async () => {
      const { first } = await inAppOf(['/stream', '/flush', '/', '/empty'], 1)
      expect([first.responses, first.inAppMs < 390]).to.eql([4, true])
    })
    const {
      first,
      waitedMs: [waited]
    } = await inAppOf(['/headers'], 1)
    expect(first.inAppMs).to.be.within(99, waited)
  })

  it('is measured of a part only where responses are many, which tells as much of how long they took', () =>
    eventually(async () => {
      const app = start(script)
      const socket = await client(app, ...Array<string>(100).fill('/'))
      let [answered, rest] = [0, '']
      socket.on('data', (data) => {
        const bodies = `${rest}${data}`.split('hello')
        rest = String(bodies.pop())
        answered += bodies.length
        if (!socket.destroyed) socket.write(requestOf('/').repeat(bodies.length))
      })
      // Until they were many between four reports in a row: how many are left out follows from how many there were
      // before.
      const seen: (InApp['later'] & { answered: number })[] = []
      const areMany = () =>
        seen.length >= 4 && seen.slice(-3).every((one, i) => one.answered - seen.slice(-4)[i].answered > 1200)
      while (!areMany()) {
        const { inApp } = await app.report()
        seen.push({ ...(inApp as InApp).later, answered })
      }
      socket.destroy()
      const [from, , to] = seen.slice(-3)
      const measured = to.responses - from.responses
      expect(measured).to.be.within(100, (to.answered - from.answered) / 1.5)
      expect((to.inAppMs - from.inAppMs) / measured).to.be.within(0.0001, 50)
    }))

  it('is none of a response that nobody waited for', async () => {
    const app = start(script)
    const socket = await client(app, '/hold')
    await app.report(({ requestsInFlight }) => requestsInFlight === 1)
    socket.destroy()
    await app.report(({ requestsInFlight }) => requestsInFlight === 0)
    expect((await app.report()).inApp?.first.responses).to.equal(0)
  })
})
