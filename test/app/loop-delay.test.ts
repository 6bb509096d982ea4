import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { temporaryFolder } from '../support/folder.ts'
import { endAllApps, startPreloaded } from './preloaded-app.ts'

/** Blocks its event loop, and says for how many ms it did. */
const script = `
  import { createServer } from 'node:http'

  const pages = {
    '/': (response) => response.end('hello'),
    '/block': (response) => block(response),
    '/block-later': (response) => setTimeout(block, 200, response)
  }
  createServer(({ url }, response) => pages[url](response)).listen(0, '127.0.0.1')

  function block(response) {
    const begun = performance.now()
    while (performance.now() - begun < 300);
    response.end(String(performance.now() - begun))
  }
`

describe('how late the event loop of a process of the app is', () => {
  const folder = temporaryFolder()
  afterEach(endAllApps)
  const start = () => startPreloaded(folder.write('app.mjs', script))

  /** @returns the next report, after enough requests to be a load */
  const reportOfLoad = async (app: ReturnType<typeof start>) => {
    for (let i = 0; i < 20; i++) await app.ask('/')
    return app.report()
  }

  it('is unknown while it has had nothing to serve', async () => {
    const app = start()
    await app.port()
    expect((await app.report()).loopDelayMs).to.equal(null)
  })

  it('shows how long it was blocked', async () => {
    const app = start()
    const { body } = await app.ask('/block-later')
    const report = await reportOfLoad(app)
    expect(Number(report.loopDelayMs?.max) / Number(body)).to.be.above(0.7)
    expect(report.loopDelayMs?.p50).to.be.at.most(Number(report.loopDelayMs?.p99)).and.below(Number(report.loopDelayMs?.max))
  })

  it('shows how long the very first request blocked it', async () => {
    const app = start()
    const { body } = await app.ask('/block')
    const report = await reportOfLoad(app)
    expect(Number(report.loopDelayMs?.max) / Number(body)).to.be.above(0.7)
  })

  it('does not hold the time in which nobody asked', async () => {
    const app = start()
    const begun = await reportOfLoad(app)
    for (let i = 0; i < 3; i++) await app.report()
    await app.ask('/')
    const { atMs, loopDelayMs } = await app.report()
    expect(Number(loopDelayMs?.max) / (atMs - begun.atMs)).to.be.below(0.3)
  })

  it('is forgotten of a few requests before a pause, as of a readiness check', async () => {
    const app = start()
    await app.ask('/block')
    await app.report()
    await app.report()
    expect((await app.report()).loopDelayMs).to.equal(null)
  })
})
