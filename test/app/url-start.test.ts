import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RequestListener } from 'node:http'
import { expect } from 'chai'
import { startVariant } from '../../plugin/app/modes.ts'
import type { RunningVariant } from '../../plugin/app/runner.ts'
import { watchTarget } from '../../plugin/app/modes/url.ts'
import { tryConnection } from '../../plugin/app/port.ts'
import { freePort } from '../support/project.ts'
import { serving } from '../support/serving.ts'
import { aVariant } from '../support/settings.ts'
import { rejectionOf, urlRequest } from './starting.ts'
import type { Target } from '../../plugin/concepts/settings.ts'

const asksUrl = fileURLToPath(new URL('./fixtures/asks-url.ts', import.meta.url))
const hello: RequestListener = (_request, response) => response.end('hello')
const busy: RequestListener = (_request, response) => response.writeHead(503).end()

describe('an app that runs somewhere', () => {
  const serve = serving()
  let running: RunningVariant | null = null
  afterEach(async () => {
    await running?.stop()
    running = null
  })

  async function start(
    targets: Target[],
    given?: Parameters<typeof urlRequest>[1],
    signal = new AbortController().signal
  ) {
    running = await startVariant(urlRequest(targets, given), signal)
    return running
  }

  it('is asked before each run, at each of its targets, and neither started nor stopped', async () => {
    const [first, second] = [await serve(hello), await serve(hello)]
    const { reported, kin, readySeconds, stop } = await start([first.target, second.target], { ready: '/health' })
    expect([first.asked, second.asked]).to.eql([['/health'], ['/health']])
    expect({ ...reported(), kin }).to.eql({ workerPids: [], restarts: 0, usage: [], lives: [], kin: null })
    expect(readySeconds).to.be.above(0)
    expect(await stop()).to.equal(false)
    expect(await (await fetch(first.target.url)).text()).to.equal('hello')
  })

  it('is waited for while it answers 500 or above, or does not listen, but no longer than it may take to become ready', async () => {
    const port = await freePort() // that nobody takes in between
    const slow: RequestListener = (request, response) => (starting.asked.length < 3 ? busy : hello)(request, response)
    const starting = await serve(slow, { port })
    await start([starting.target])
    expect(starting.asked).to.have.length(3)
    await starting.close()
    const begun = start([starting.target])
    await serve(hello, { port })
    await begun
    const { target } = await serve(busy)
    const { code, message } = await rejectionOf(start([target], { readyTimeoutSeconds: 3 }))
    expect(code).to.equal('APP_NOT_READY')
    expect(message).to.include(`Variant staging: ${target.url} is not ready: GET / answered 503`)
  })

  it('is waited for no longer when somebody interrupts', async () => {
    const { target, asked } = await serve(() => {})
    const interruption = new AbortController()
    const refused = rejectionOf(start([target], { readyTimeoutSeconds: 600 }, interruption.signal))
    while (asked.length === 0) await delay(5)
    interruption.abort(new Error('Enough.'))
    expect((await refused).message).to.equal('Enough.')
  })

  it('has died when a target accepts no connection for some seconds, not when it is only restarted', async () => {
    const port = await freePort()
    const [other, first] = [await serve(hello), await serve(hello, { port })]
    const { died } = await start([other.target, first.target])
    await first.close()
    // Long enough to be seen, and a third of what would be its death.
    await delay(1050)
    const second = await serve(hello, { port })
    await once(second.server, 'connection')
    await delay(1000)
    const closedAtMs = Date.now()
    await second.close()
    const { code, message } = await died
    expect(code).to.equal('APP_DIED')
    const [, target, since] =
      /^Variant staging: (\S+) has accepted no connection since ([\d:]{8}) UTC, for \d+ s \(connect ECONNREFUSED 127\.0\.0\.1:\d+\), while it was measured\. Check that it still runs and can handle this load\.$/.exec(
        message
      ) ?? []
    expect(target).to.equal(first.target.url)
    const clockAfter = (seconds: number) => new Date(closedAtMs + 1000 * seconds).toISOString().slice(11, 19)
    expect(Array.from({ length: 60 }, (_, i) => clockAfter(i))).to.include(since)
  })

  it('is neither asked nor watched where the load comes from elsewhere, nor any more when it was stopped', async () => {
    const [remote, here] = [await serve(hello), await serve(hello)]
    const connections = { remote: 0, here: 0 }
    remote.server.on('connection', () => connections.remote++)
    here.server.on('connection', () => connections.here++)
    const { stop } = await startVariant(
      urlRequest([remote.target], { generator: { command: 'run-lambda', args: [] } }),
      new AbortController().signal
    )
    const local = await start([here.target])
    while (connections.here < 3) await once(here.server, 'connection')
    await local.stop()
    const before = connections.here
    // It was asked once a second.
    await delay(2500)
    expect(connections).to.eql({ remote: 0, here: before })
    expect(remote.asked).to.eql([])
    expect(await stop()).to.equal(false)
  })

  it('is watched by nothing that would keep us here', async () => {
    const { target, asked } = await serve(hello)
    const child = spawn(process.execPath, [asksUrl, JSON.stringify(urlRequest([target]))], { stdio: 'inherit' })
    expect((await once(child, 'exit'))[0]).to.equal(0)
    expect(asked).to.eql(['/'])
  })
})

/** Its queue has room for one, so that it is full as soon as it is stopped. */
const full =
  "require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port) })"

describe('a target that is too busy to answer', () => {
  it('is told from one that refuses, and is given more time', async () => {
    const server = spawn(process.execPath, ['-e', full], { stdio: ['ignore', 'pipe', 'inherit'] })
    const port = Number((await once(server.stdout, 'data'))[0])
    server.kill('SIGSTOP')
    const waiting = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}))
    try {
      const target = { url: `http://127.0.0.1:${port}`, hostname: '127.0.0.1', port, protocol: 'http:' as const }
      expect(await tryConnection(target)).to.include({ code: 'ETIMEDOUT', message: 'no answer' })
      const end = new AbortController()
      const watched = watchTarget(aVariant(), target, end.signal)
      // More than one that refuses has.
      expect(await Promise.race([watched, delay(6000, 'watched')])).to.equal('watched')
      end.abort()
      expect(await watched).to.equal(null)
    } finally {
      for (const socket of waiting) socket.destroy()
      server.kill('SIGKILL')
    }
  })
})
