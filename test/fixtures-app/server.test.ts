import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { isListening } from '../../plugin/app/port.ts'
import { freePort } from '../support/project.ts'
import { endAllServers, runNode, serverFile, startServer } from './server-process.ts'

describe('fixtures app as a process', () => {
  after(endAllServers)

  it('prints one line when it listens, and ends with 1 where its port is taken', async () => {
    const { url, printed, port } = await startServer()
    expect(printed.stdout).to.equal(`fixtures-app listens on ${url}\n`)
    expect((await fetch(`${url}/hello`)).status).to.equal(200)
    const stderr = `fixtures-app: port ${port} on 127.0.0.1 is already taken; stop what listens there or set PORT to another.\n`
    expect(await runNode([serverFile], { PORT: String(port) }).ended).to.include({ code: 1, stdout: '', stderr })
  })

  it('says what is wrong with PORT, or that HOST is not its own, and ends with 1', async () => {
    for (const PORT of ['', '65536']) {
      const stderr = `fixtures-app: PORT must be a whole number from 0 to 65535, not "${PORT}".\n`
      expect(await runNode([serverFile], { PORT }).ended).to.include({ code: 1, stdout: '', stderr })
    }
    // An address of the block that RFC 5737 reserves for documentation.
    const { code, stderr } = await runNode([serverFile], { PORT: String(await freePort()), HOST: '192.0.2.1' }).ended
    expect(code).to.equal(1)
    expect(stderr).to.match(/^fixtures-app: cannot listen on port \d+ of 192\.0\.2\.1: .*\n$/)
  })
})

const gracefulEnd = { code: 0, signal: null, stderr: '' }

describe('fixtures app when it is told to stop', () => {
  after(endAllServers)

  it('answers the requests in flight after SIGTERM, nothing new, and ends with 0', async () => {
    const { port, child, ended } = await startServer()
    const inFlight = await sendRaw(port, '/io?ms=1500')
    child.kill('SIGTERM')
    while (await isListening({ hostname: '127.0.0.1', port })) await delay(10)
    // Sent while the first is being answered, so the connection can't be idle in between.
    inFlight.write(requestText('/io?ms=1'))
    const received = await text(inFlight)
    expect(received.match(/HTTP\/1.1 200 OK/g)).to.have.length(2)
    expect(received)
      .to.include('{"waitedMs":1500}')
      .and.include('{"waitedMs":1}')
      .and.match(/Connection: close/i)
    expect(await ended).to.include(gracefulEnd)
  })

  it('does not wait after SIGINT for connections that stay open after an answer or never asked', async () => {
    // Node closes an idle connection after 5 s; here only when it is asked to.
    const patience =
      "import { Server } from 'node:http'; Object.defineProperty(Server.prototype, 'keepAliveTimeout', { get: () => 600_000, set() {} })"
    const { url, port, child, ended } = await startServer([
      '--import',
      `data:text/javascript,${encodeURIComponent(patience)}`,
      serverFile
    ])
    const silent = connect(port, '127.0.0.1')
    await once(silent, 'connect')
    const answered = await sendRaw(port, '/hello')
    const inFlight = await sendRaw(port, '/io?ms=200')
    await (await fetch(`${url}/hello`)).text()
    child.kill('SIGINT')
    expect(await ended).to.include(gracefulEnd)
    for (const socket of [silent, answered, inFlight]) socket.destroy()
  })

  it('loses no request of clients that keep it busy', async () => {
    const { port, child, ended } = await startServer()
    const agent = new Agent({ keepAlive: true })
    const clients = Array.from({ length: 20 }, () => askUntilItFails(port, agent))
    // Until then a connection may wait to be accepted: no app can answer what it never had, and the system resets it.
    await Promise.all(clients.map(({ answered }) => answered.promise))
    child.kill('SIGTERM')
    // Refused, not reset: what was accepted was answered.
    expect(new Set(await Promise.all(clients.map(({ failed }) => failed.promise)))).to.eql(new Set(['ECONNREFUSED']))
    expect(await ended).to.include(gracefulEnd)
  })

  it('with --abrupt loses the requests in flight, and ends by the signal', async () => {
    const { port, child, ended } = await startServer([serverFile, '--abrupt'])
    const inFlight = await sendRaw(port, '/io?ms=5000')
    child.kill('SIGTERM')
    expect(await text(inFlight)).to.equal('')
    expect(await ended).to.include({ code: null, signal: 'SIGTERM', stderr: '' })
  })
})

/** An open connection on which the server has begun to answer this request. */
async function sendRaw(port: number, path: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(requestText(path))
  await once(socket, 'connect')
  // The server reads its connections in turn: once this later one is answered, it has the first.
  await (await fetch(`http://127.0.0.1:${port}/hello`)).text()
  return socket
}

const requestText = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** @returns answered: the first time; failed: with the code of the error */
function askUntilItFails(port: number, agent: Agent) {
  const [answered, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<string | undefined>()]
  const end = ({ code }: NodeJS.ErrnoException) => failed.resolve(code)
  const ask = () =>
    void get({ host: '127.0.0.1', port, agent, path: '/?max=200000&list=false' }, (response) => {
      response
        .on('error', end)
        .resume()
        .on('end', () => {
          answered.resolve()
          ask()
        })
    }).on('error', end)
  ask()
  return { answered, failed }
}
