import { disturb } from '../../plugin/questions/losses/app.ts'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { isListening } from '../../plugin/app/port.ts'
import { temporaryFolder } from '../support/folder.ts'
import { freePort } from '../support/project.ts'
import { starting } from '../app/starting.ts'

/** @param answer code for what it does with a request and a response */
const serverOf = (answer: string, port = 'process.env.PORT') =>
  `require('node:http').createServer((request, response) => { ${answer} }).listen(${port}, '127.0.0.1')`

// How they are started, and what they leave behind, is tested with those of other modes.
describe('processes with a port each, behind a load balancer', () => {
  const folder = temporaryFolder()
  const { start: startVariant, refusal, port, url } = starting()
  const appOf = (code: string, workers = 3) =>
    [{ name: 'behind', mode: 'ports' as const, workers }, { script: folder.write('app.cjs', code) }] as const
  const start = (...args: Parameters<typeof appOf>) => startVariant(...appOf(...args))

  /** @returns the PID that answered and what it said, on a connection of its own */
  async function ask(options: RequestInit = {}) {
    const response = await fetch(url(), { ...options, headers: { connection: 'close' } })
    return { pid: String(response.headers.get('x-worker-pid')), said: await response.text() }
  }
  const askAll = (count: number) => Promise.all(Array.from({ length: count }, () => ask()))

  it('get the connections in turn, each with a PORT that is not the target’s, also after one was killed', async () => {
    const { reported } = await start(serverOf('response.end(process.env.PORT)'))
    const [victim, ...others] = reported().workerPids
    expect(others).to.have.length(2)
    const answers = await askAll(12)
    for (const pid of reported().workerPids) expect(answers.filter((answer) => answer.pid === pid)).to.have.length(4)
    expect(new Set([...answers.map(({ said }) => said), String(port())])).to.have.property('size', 4)
    for (const { said } of answers) expect(Number(said), 'which the system deals out to nobody').to.be.below(32_768)
    process.kill(Number(victim), 'SIGKILL')
    while (reported().restarts === 0 || reported().workerPids.length < 3) await delay(20)
    expect(reported().workerPids).to.include.members(others).and.not.include(victim)
    expect((await askAll(3)).map(({ pid }) => pid)).to.have.members(reported().workerPids)
  })

  it('keep a connection for as long as it is open, and send whatever is as large as it is, in both directions', async () => {
    await start(serverOf('request.pipe(response)'))
    const body = 'x'.repeat(10_000_000)
    expect((await ask({ method: 'POST', body })).said).to.equal(body)
    const socket = connect(port(), '127.0.0.1')
    socket.end('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(3))
    const pids = [...(await text(socket)).matchAll(/x-worker-pid: (\d+)/gi)].map(([, pid]) => pid)
    expect(pids).to.eql(Array(3).fill(pids[0]))
  })

  it('may be two with two workers each: a reload brings new ones for all, and each of the old is told, and leaves', async () => {
    const [variant, app] = appOf(serverOf('response.end("a")'), 4)
    const running = await startVariant({ ...variant, instances: 2 }, app)
    const { reported } = running
    const old = reported().workerPids
    const { problem, told } = await disturb({ kind: 'reload', of: 'all', seconds: null, at: 0 }, 0, running)
    expect([problem, told.map(({ pid }) => String(pid)).sort()]).to.eql([null, old.toSorted()])
    while (reported().workerPids.length !== 4) await delay(20)
    for (const pid of old) expect(reported().workerPids).to.not.include(pid)
    const ended = reported().lives.filter(({ toMs }) => toMs !== null)
    expect(ended.map(({ pid }) => String(pid)).sort()).to.eql(old.toSorted())
    expect((await askAll(4)).map(({ pid }) => pid)).to.have.members(reported().workerPids)
  })

  it('end the connections of one that was killed, not those of the others', async () => {
    await start(serverOf('response.write("a"); request.on("end", () => response.end("b")).resume()'), 2)
    const [victim, other] = await Promise.all(
      [0, 1].map(async () => {
        const socket = connect(port(), '127.0.0.1')
          .setEncoding('utf8')
          .on('error', () => {})
        socket.write('POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 1\r\n\r\n')
        const [head] = await once(socket, 'data')
        return { socket, pid: Number(/x-worker-pid: (\d+)/i.exec(head)?.[1]) }
      })
    )
    expect(victim.pid).to.not.equal(other.pid)
    const closed = once(victim.socket, 'close')
    process.kill(victim.pid, 'SIGKILL')
    await closed
    other.socket.write('x')
    expect(await text(other.socket)).to.match(/b\r\n0\r\n\r\n$/)
  })

  it('may listen elsewhere, too', async () => {
    await start(`${serverOf('response.end("other")', '0')}; ${serverOf('response.end("own")')}`)
    expect((await askAll(3)).map(({ said }) => said)).to.eql(['own', 'own', 'own'])
  })

  for (const [which, workers, portOf] of [
    ['another port', 2, freePort],
    ['the target’s port', 1, async () => port()]
  ] as const) {
    it(`are refused when they listen on ${which}, whatever PORT says`, async () => {
      const fixed = await portOf()
      const { code, message } = await refusal(...appOf(serverOf('response.end()', String(fixed)), workers))
      expect(code).to.equal('APP_NOT_READY')
      expect(message).to.match(
        /^Variant behind: the app .*app\.cjs exited with code 1 before it was ready\. Its last lines:\n/
      )
      const why = `The app listens on port ${fixed} regardless of PORT, so a second process can't listen there: mode ports needs an app that listens on PORT.`
      expect(message).to.include(why)
      expect(await isListening({ hostname: '127.0.0.1', port: fixed })).to.equal(false)
    })
  }
})
