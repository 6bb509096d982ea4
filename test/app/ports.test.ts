import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { afterEach, beforeEach, describe, it } from 'mocha'
import { isListening } from '../../plugin/app/port.ts'
import { startVariant, type RunningVariant } from '../../plugin/app/start-variant.ts'
import { openWorkbench, type Workbench } from '../../plugin/processes/guard.ts'
import { hasMembers, type Kin } from '../../plugin/processes/members.ts'
import { temporaryFolder } from '../support/folder.ts'
import { freePort } from '../support/project.ts'
import { aVariant, someSettings } from '../support/settings.ts'

const { app, target, pidHeader, scriptFile } = someSettings()
const workers = 3

/** @param answer code for what it does with a request and a response */
const serverOf = (answer: string, port = 'process.env.PORT') =>
  `require('node:http').createServer((request, response) => { ${answer} }).listen(${port}, '127.0.0.1')`

describe('processes with a port each, behind a load balancer', () => {
  const folder = temporaryFolder()
  let workbench: Workbench
  let running: RunningVariant | null = null
  let port = 0
  beforeEach(async () => {
    workbench = openWorkbench()
    port = await freePort()
  })
  afterEach(async () => {
    await running?.stop()
    running = null
    await workbench.close()
  })

  async function start(code: string, count = workers) {
    const place = { ...target, port, url: `http://127.0.0.1:${port}` }
    const given = { app: { ...app, script: folder.write('app.cjs', code), readyTimeoutSeconds: 5 }, variant: aVariant({ name: 'behind', mode: 'ports', workers: count }), target: place }
    const rest = { pidHeader, logFile: workbench.createLog('app'), guard: workbench.guard, scriptFile, insecure: false, generator: null }
    running = await startVariant({ ...given, ...rest }, new AbortController().signal)
    return running
  }

  const refusal = (...given: Parameters<typeof start>) => start(...given).then(() => expect.fail('It started.'), ({ code, message }) => ({ code, message }))

  /** @returns the PID that answered and what it said, on a connection of its own */
  async function ask(options: RequestInit = {}) {
    const response = await fetch(`http://127.0.0.1:${port}`, { ...options, headers: { connection: 'close' } })
    return { pid: String(response.headers.get(pidHeader)), said: await response.text() }
  }

  async function answersOf(requests: number) {
    const pids: string[] = []
    for (let i = 0; i < requests; i++) pids.push((await ask()).pid)
    return Object.fromEntries(Object.entries(Object.groupBy(pids, (pid) => pid)).map(([pid, found]) => [pid, found?.length]))
  }

  it('get the connections in turn, each with a PORT that is not the target’s', async () => {
    const { workerPids } = await start(serverOf('response.end(process.env.PORT)'))
    expect(workerPids()).to.have.length(workers)
    expect(await answersOf(4 * workers)).to.eql(Object.fromEntries(workerPids().map((pid) => [pid, 4])))
    const ports = (await Promise.all(workerPids().map(() => ask()))).map(({ said }) => said)
    expect(new Set([...ports, String(port)])).to.have.property('size', workers + 1)
  })

  it('keep a connection for as long as it is open', async () => {
    await start(serverOf('response.end()'))
    const pids = await Promise.all(Array.from({ length: 5 }, () => fetch(`http://127.0.0.1:${port}`)).map(async (asked) => (await asked).headers.get(pidHeader)))
    expect(new Set(pids).size).to.equal(workers)
    const socket = connect(port, '127.0.0.1')
    socket.end('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(3))
    const answers = [...(await text(socket)).matchAll(/x-worker-pid: (\d+)/gi)].map(([, pid]) => pid)
    expect(answers).to.eql(Array(3).fill(answers[0]))
  })

  it('send whatever is as large as it is, in both directions', async () => {
    await start(serverOf('request.pipe(response)'))
    const body = 'x'.repeat(10_000_000)
    expect((await ask({ method: 'POST', body })).said).to.equal(body)
  })

  it('are as many again after one was killed, and all of them get connections', async () => {
    const { workerPids, restarts } = await start(serverOf('response.end()'))
    const [victim, ...others] = workerPids()
    process.kill(Number(victim), 'SIGKILL')
    while (restarts() === 0 || workerPids().length < workers) await delay(20)
    expect(workerPids()).to.include.members(others).and.not.include(victim)
    expect(await answersOf(2 * workers)).to.eql(Object.fromEntries(workerPids().map((pid) => [pid, 2])))
  })

  it('end the connections of one that was killed, not those of the others', async () => {
    const { workerPids } = await start(serverOf('response.write(String(process.pid)); request.on("end", () => response.end(".")).resume()'), 2)
    const open = await Promise.all([0, 1].map(async () => {
      const socket = connect(port, '127.0.0.1').setEncoding('utf8')
      socket.write('POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 1\r\n\r\n')
      const [head] = await once(socket, 'data')
      return { socket, pid: String(/x-worker-pid: (\d+)/i.exec(head)?.[1]) }
    }))
    expect(open.map(({ pid }) => pid)).to.have.members(workerPids())
    const [victim, other] = open
    const closed = once(victim.socket.on('error', () => {}), 'close')
    process.kill(Number(victim.pid), 'SIGKILL')
    await closed
    other.socket.write('x')
    expect(await text(other.socket)).to.match(/\.\r\n0\r\n\r\n$/)
  })

  it('leave nothing behind when they are stopped', async () => {
    const { stop, kin } = await start(serverOf('response.end()'))
    expect(await stop()).to.equal(false)
    expect(hasMembers(kin as Kin)).to.equal(false)
    expect(await isListening({ hostname: '127.0.0.1', port })).to.equal(false)
  })

  it('may listen elsewhere, too', async () => {
    await start(`${serverOf('response.end("other")', '0')}; ${serverOf('response.end("own")')}`)
    expect((await Promise.all(Array.from({ length: workers }, () => ask()))).map(({ said }) => said)).to.eql(Array(workers).fill('own'))
  })

  for (const [which, count, portOf] of [['a port', 2, () => port + 1], ['the target’s port', 1, () => port]] as const) {
    it(`are refused when they listen on ${which} of their own choice`, async () => {
      const { code, message } = await refusal(serverOf('response.end()', String(portOf())), count)
      expect(code).to.equal('APP_NOT_READY')
      expect(message).to.match(/^Variant behind: the app .*app\.cjs exited with code 1 before it was ready\. Its last lines:\n/)
      expect(message).to.include(`The app listens on port ${portOf()}, whatever PORT says, where a second process can't listen: mode ports needs an app that listens on PORT.`)
      expect(await isListening({ hostname: '127.0.0.1', port: portOf() })).to.equal(false)
    })
  }
})
