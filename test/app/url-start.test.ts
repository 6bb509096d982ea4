import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { RequestListener } from 'node:http'
import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { watchTarget } from '../../plugin/app/modes/url.ts'
import { tryConnection } from '../../plugin/app/port.ts'
import { startVariant, type RunningVariant, type StartRequest } from '../../plugin/app/modes.ts'
import { selfSigned } from '../support/self-signed.ts'
import { serving } from '../support/serving.ts'
import { aVariant, scriptFile, someSettings } from '../support/settings.ts'
import type { App, Target } from '../../plugin/concepts/settings.ts'

const settings = someSettings()
const asksUrl = fileURLToPath(new URL('./fixtures/asks-url.ts', import.meta.url))
const guard = { watch: () => {}, release: () => {}, watchFolder: () => {}, close: async () => {} }
const hello: RequestListener = (_request, response) => response.end('hello')

type Given = Partial<App & Pick<StartRequest, 'insecure' | 'generator'>>

function requestOf(targets: Target[], { insecure = false, generator = null, ...app }: Given = {}): StartRequest {
  const variant = aVariant({ name: 'staging', mode: 'url', workers: null, targets })
  const { target, pidHeader } = settings
  return { app: { ...settings.app, script: null, ...app }, variant, target, pidHeader, logFile: '/nowhere/app.log', guard, scriptFile, insecure, generator }
}

describe('an app that runs somewhere', function () {
  this.timeout(30_000)
  const serve = serving()
  let running: RunningVariant | null = null
  afterEach(async () => {
    await running?.stop()
    running = null
  })

  async function start(...given: Parameters<typeof requestOf>) {
    running = await startVariant(requestOf(...given), new AbortController().signal)
    return running
  }
  const refusal = (...given: Parameters<typeof start>) => start(...given).then(() => expect.fail('It started.'), (error) => error)

  async function served() {
    const { target, asked, server } = await serve(hello)
    const seen = { connections: 0 }
    server.on('connection', () => seen.connections++)
    return { target, asked, server, seen }
  }

  it('is asked before each run, at each of its targets, and neither started nor stopped', async () => {
    const [first, second] = [await serve(hello), await serve(hello)]
    const { workerPids, restarts, usage, kin, readySeconds, stop } = await start([first.target, second.target], { ready: '/health' })
    expect([first.asked, second.asked]).to.eql([['/health'], ['/health']])
    expect({ workers: workerPids(), restarts: restarts(), usage: usage(), kin }).to.eql({ workers: [], restarts: 0, usage: [], kin: null })
    expect(readySeconds).to.be.above(0)
    expect(await stop()).to.equal(false)
    expect(await (await fetch(first.target.url)).text()).to.equal('hello')
  })

  it('is waited for while it answers 500 or above, or does not listen', async () => {
    const starting = await serve((_request, response) => response.writeHead(starting.asked.length < 3 ? 503 : 200).end())
    await start([starting.target])
    expect(starting.asked).to.have.length(3)
    await starting.close()
    const begun = start([starting.target])
    await serve(hello, { port: starting.target.port })
    await begun
  })

  it('is not waited for any longer than it may take to become ready', async () => {
    const { target } = await serve((_request, response) => response.writeHead(503).end())
    const { code, message } = await refusal([target], { readyTimeoutSeconds: 0.6 })
    expect(code).to.equal('APP_NOT_READY')
    expect(message).to.include(`Variant staging: ${target.url} is not ready: GET / answered 503`)
  })

  it('has a certificate that is as good as Artillery demands', async () => {
    const { target } = await serve(hello, { tls: selfSigned(), name: 'localhost' })
    expect((await refusal([target], { readyTimeoutSeconds: 0.1 })).message).to.include('has a certificate that nobody known here has signed')
    await start([target], { insecure: true })
  })

  it('is waited for no longer when somebody interrupts', async () => {
    const { target, asked } = await serve(() => {})
    const interruption = new AbortController()
    const starting = startVariant(requestOf([target], { readyTimeoutSeconds: 600 }), interruption.signal)
    while (asked.length === 0) await delay(5)
    interruption.abort(new Error('Enough.'))
    expect((await starting.then(() => expect.fail('It started.'), (error) => error)).message).to.equal('Enough.')
  })

  it('has died when a target accepts no connection for some seconds, not when it is only restarted', async () => {
    const [other, first] = [await serve(hello), await serve(hello)]
    const { died } = await start([other.target, first.target])
    await first.close()
    // Long enough to be seen.
    await delay(2000)
    const second = await serve(hello, { port: first.target.port })
    await once(second.server, 'connection')
    await delay(1000)
    const closedAt = new Date().toISOString().slice(11, 19)
    await second.close()
    const { code, message } = await died
    expect(code).to.equal('APP_DIED')
    const why = /^Variant staging: \S+ has accepted no connection since ([\d:]{8}) UTC, for [34] s \(connect ECONNREFUSED 127\.0\.0\.1:\d+\), /
    const [, since] = why.exec(message) ?? []
    expect(message).to.match(/\), while it was measured\. Does it still run, and can it bear this load\?$/)
    expect(message).to.include(first.target.url)
    expect(String(since) >= closedAt, `${since}, not before ${closedAt}`).to.equal(true)
  })

  it('is neither asked nor watched from here where the load comes from elsewhere', async () => {
    const { target, asked, seen } = await served()
    const { stop } = await start([target], { generator: { command: 'run-lambda', args: [] } })
    // Else it would be tried at once, and then once a second.
    await delay(2500)
    expect({ asked, ...seen }).to.eql({ asked: [], connections: 0 })
    expect(await stop()).to.equal(false)
  })

  it('is left alone when it was stopped', async () => {
    const { target, server, seen } = await served()
    const { stop } = await start([target])
    while (seen.connections < 3) await once(server, 'connection')
    await stop()
    const before = seen.connections
    // It was asked once a second.
    await delay(2500)
    expect(seen.connections).to.equal(before)
  })

  it('is watched by nothing that would keep us here, stopped or not', async () => {
    const { target } = await serve(hello)
    for (const [word, printed] of [['stop', 'killed: false\n'], ['', '']]) {
      const child = spawn(process.execPath, [asksUrl, JSON.stringify(requestOf([target])), word], { stdio: ['ignore', 'pipe', 'inherit'] })
      const [output, [code]] = await Promise.all([child.stdout.setEncoding('utf8').toArray(), once(child, 'exit')])
      expect({ code, output: output.join('') }).to.eql({ code: 0, output: printed })
    }
  })
})

/** Its queue has room for one, so that it is full as soon as it is stopped. */
const busy = "require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () { console.log(this.address().port) })"

describe('a target that is too busy to answer', function () {
  this.timeout(30_000)

  it('is told from one that refuses, and is given more time', async function () {
    if (process.platform !== 'linux') return this.skip()
    const server = spawn(process.execPath, ['-e', busy], { stdio: ['ignore', 'pipe', 'inherit'] })
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
