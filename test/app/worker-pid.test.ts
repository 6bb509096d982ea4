import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { hostname } from 'node:os'
import { expect } from 'chai'
import express from 'express'
import { afterEach, describe, it } from 'mocha'
import { workerPid } from 'artillery-plugin-speedup/header'

const pid = String(process.pid)

describe('the middleware of artillery-plugin-speedup/header', () => {
  const servers: import('node:http').Server[] = []
  afterEach(() => Promise.all(servers.splice(0).map((server) => once(server.close(), 'close'))))

  async function ask(app: import('node:http').RequestListener, path: string = '/') {
    const server = createServer(app).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    const { port } = server.address() as import('node:net').AddressInfo
    const [response] = await once(get({ host: '127.0.0.1', port, path, agent: false }), 'response')
    const body = (await response.setEncoding('utf8').toArray()).join('')
    return { status: response.statusCode, headers: response.headers, body }
  }

  it('tells in Express who answered, also that there is no such page, or that a route has failed', async () => {
    const app = express().set('env', 'test')
    app.use(workerPid())
    app.get('/', (_request, response) => void response.send('hello'))
    app.get('/fails', () => {
      throw new Error('failed')
    })
    expect(await ask(app)).to.deep.include({ status: 200, body: 'hello' }).and.to.have.nested.property('headers.x-worker-pid', pid)
    for (const [path, status] of [['/nowhere', 404], ['/fails', 500]] as const) {
      expect(await ask(app, path), path).to.have.nested.include({ status, 'headers.x-worker-pid': pid })
    }
  })

  it('tells it in an app of Node’s http, where nothing comes next', async () => {
    const tag = workerPid()
    const { headers, body } = await ask((request, response) => {
      tag(request, response)
      response.writeHead(200, { 'content-type': 'text/plain' }).end('hello')
    })
    expect({ pid: headers['x-worker-pid'], body }).to.eql({ pid, body: 'hello' })
  })

  it('tells it with the name of the host where it is process 1, as each replica in a container is', async () => {
    const own = Object.getOwnPropertyDescriptor(process, 'pid') as PropertyDescriptor
    Object.defineProperty(process, 'pid', { ...own, value: 1 })
    const tag = workerPid()
    Object.defineProperty(process, 'pid', own)
    const { headers } = await ask(express().use(tag))
    expect(headers['x-worker-pid']).to.equal(`${hostname()}-1`)
  })

  it('tells it by another header', async () => {
    const app = express().use(workerPid({ header: 'X-Served-By' }))
    expect((await ask(app)).headers).to.include({ 'x-served-by': pid }).and.not.have.property('x-worker-pid')
  })

  it('is replaced by what the app itself sets', async () => {
    const app = express().use(workerPid()).get('/', (_request, response) => void response.set('x-worker-pid', 'mine').send('hello'))
    expect((await ask(app)).headers['x-worker-pid']).to.equal('mine')
  })

  it('refuses a header that can’t be one before anybody asks', () => {
    expect(() => workerPid({ header: 'served by' })).to.throw(TypeError, 'Header name must be a valid HTTP token ["served by"]')
    expect(() => workerPid({ header: '' })).to.throw(TypeError, 'Header name')
  })
})
