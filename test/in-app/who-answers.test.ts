import { once } from 'node:events'
import { hostname } from 'node:os'
import type { RequestListener } from 'node:http'
import { expect } from 'chai'
import express from 'express'
import { workerPid } from 'artillery-plugin-speedup/header'
import { endAllServers, runNode } from '../fixtures-app/server-process.ts'
import { temporaryFolder } from '../support/folder.ts'
import { serving } from '../support/serving.ts'

async function askAt(url: string) {
  const response = await fetch(url, { headers: { connection: 'close' } })
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
}

describe('an app with artillery-plugin-speedup/preload', () => {
  const listen =
    "listen(0, '127.0.0.1', () => console.log(JSON.stringify({ pid: process.pid, port: server.address().port })))"
  const http = `const server = require('node:http').createServer((request, response) => response.end('hello')).${listen}`

  /** Each says its PID, and the port on which it listens, on 127.0.0.1. */
  const apps = {
    'Node’s http': http,
    'a worker of a cluster': `const cluster = require('node:cluster'); if (cluster.isPrimary) cluster.fork(); else { ${http} }`,
    'a worker thread': `const { isMainThread, Worker } = require('node:worker_threads'); if (isMainThread) new Worker(__filename); else { ${http} }`
  }

  const folder = temporaryFolder()
  afterEach(endAllServers)

  // As the package exports it.
  const start = (script: string, env: Record<string, string> = {}) =>
    runNode(['--import', 'artillery-plugin-speedup/preload', folder.write('app.cjs', script)], env)

  async function ask(script: string, env?: Record<string, string>) {
    const [line] = await once(start(script, env).child.stdout, 'data')
    const { pid, port } = JSON.parse(line)
    return { pid: String(pid), headers: (await askAt(`http://127.0.0.1:${port}`)).headers }
  }

  for (const [name, script] of Object.entries(apps)) {
    it(`tells who answered: ${name}`, async () => {
      const { pid, headers } = await ask(script)
      expect(headers['x-worker-pid']).to.equal(name === 'a worker thread' ? `${pid}-1` : pid)
    })
  }

  it('tells it by the header that the environment names', async () => {
    const { pid, headers } = await ask(http, { WORKER_PID_HEADER: 'X-Served-By' })
    expect(headers).to.include({ 'x-served-by': pid }).and.not.have.property('x-worker-pid')
    const unnamed = await ask(http, { WORKER_PID_HEADER: '' })
    expect(unnamed.headers['x-worker-pid']).to.equal(unnamed.pid)
  })

  it('does not start with a header that can’t be one, and says so; it leaves when it has nothing more to do', async () => {
    const { code, stderr } = await start(http, { WORKER_PID_HEADER: 'served by' }).ended
    expect(code).to.equal(1)
    expect(stderr).to.include('Header name must be a valid HTTP token ["served by"]')
    expect(await start('').ended).to.include({ code: 0 })
  })
})

describe('the middleware of artillery-plugin-speedup/header', () => {
  const pid = String(process.pid)
  const serve = serving()
  const ask = async (app: RequestListener, path = '/') => askAt(`${(await serve(app)).target.url}${path}`)

  it('tells in Express, also where no page or route answers, and in an app of Node’s http, where nothing comes next', async () => {
    const app = express().set('env', 'test').use(workerPid())
    app.get('/', (_request, response) => void response.send('hello'))
    app.get('/fails', () => {
      throw new Error('failed')
    })
    for (const [path, status] of [
      ['/', 200],
      ['/nowhere', 404],
      ['/fails', 500]
    ] as const) {
      expect(await ask(app, path), path).to.have.nested.include({ status, 'headers.x-worker-pid': pid })
    }
    const tag = workerPid()
    const { headers, body } = await ask((request, response) => {
      tag(request, response)
      response.writeHead(200, { 'content-type': 'text/plain' }).end('hello')
    })
    expect({ pid: headers['x-worker-pid'], body }).to.eql({ pid, body: 'hello' })
  })

  it('lets an answer be that was sent before it, which takes no header any more, and goes on to what comes next', async () => {
    const app = express().set('env', 'test')
    let isNext = false
    app.use((_request, response, next) => response.send('sent') && next()).use(workerPid())
    app.use(() => void (isNext = true))
    const { status, headers, body } = await ask(app)
    expect({ status, body, isNext }).to.eql({ status: 200, body: 'sent', isNext: true })
    expect(headers).to.not.have.property('x-worker-pid')
  })

  it('tells it with the name of the host where it is process 1, as each replica in a container is', async () => {
    const own = Object.getOwnPropertyDescriptor(process, 'pid') as PropertyDescriptor
    Object.defineProperty(process, 'pid', { ...own, value: 1 })
    const tag = workerPid()
    Object.defineProperty(process, 'pid', own)
    expect((await ask(express().use(tag))).headers['x-worker-pid'])
      .to.equal(`${hostname()}-1`)
      .and.match(/^[\w.:-]+$/)
  })

  it('tells it by another header that can be one, and is replaced by what the app itself sets', async () => {
    for (const header of ['served by', ''])
      expect(() => workerPid({ header })).to.throw(TypeError, `Header name must be a valid HTTP token ["${header}"]`)
    const { headers } = await ask(express().use(workerPid({ header: 'X-Served-By' })))
    expect(headers).to.include({ 'x-served-by': pid }).and.not.have.property('x-worker-pid')
    const app = express()
      .use(workerPid())
      .get('/', (_request, response) => void response.set('x-worker-pid', 'mine').send('hello'))
    expect((await ask(app)).headers['x-worker-pid']).to.equal('mine')
  })
})
