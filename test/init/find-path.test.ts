import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { askApp, choosePath, findPath, listRefused } from '../../plugin/init/find-path.ts'
import { refusalFrom } from './some-project.ts'

describe('the path to ask', () => {
  const never = new AbortController().signal
  let servers: import('node:http').Server[] = []
  let asked: string[] = []
  afterEach(() => {
    servers.forEach((server) => server.close())
    servers = []
  })

  /** @param answers path -> status, or where it leads; others: 404 */
  async function serve(answers: Record<string, number | string>) {
    asked = []
    const server = createServer(({ url }, response) => {
      const answer = answers[String(url)] ?? 404
      asked.push(String(url))
      if (answer === -1) return void response.destroy()
      response.writeHead(typeof answer === 'string' ? 302 : answer, typeof answer === 'string' ? { location: answer } : {}).end()
    }).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    return { hostname: '127.0.0.1', port: (server.address() as import('node:net').AddressInfo).port }
  }

  const allowed = { mayLoad: async () => true }

  const find = async (answers: Record<string, number | string>, paths: string[] = []) => (await findPath(await serve(answers), { wanted: null, paths }, never)).found

  it('is / when that is answered', async () => {
    expect(await find({ '/': 204, '/a': 200 }, ['/a'])).to.eql({ path: '/', from: null })
    expect(asked).to.eql(['/'])
  })

  it('is the first that the source names, else', async () => {
    expect(await find({ '/b': 200, '/c': 200, '/': -1 }, ['/a', '/b', '/c'])).to.eql({ path: '/b', from: null })
    expect(asked).to.eql(['/', '/a', '/b'])
  })

  it('is one that only tells of its health at last', async () => {
    expect(await find({ '/status': 200, '/healthcheck': 200, '/z': 200 }, ['/healthcheck', '/z'])).to.include({ path: '/z' })
    expect(await find({ '/health': 200 })).to.include({ path: '/health' })
  })

  it('is where / leads to', async () => {
    expect(await find({ '/': '/home', '/home': 'en?x=1', '/en?x=1': 200 })).to.eql({ path: '/en?x=1', from: '/' })
  })

  it('never leads away from the app, nor in circles', async () => {
    const { refused } = await findPath(await serve({ '/': 'https://login.example/in', '/in': 200 }), { wanted: null, paths: [] }, never)
    expect(refused[0]).to.eql({ path: '/', said: 'leads to https://login.example/in' })
    const circle = await findPath(await serve({ '/a': '/b', '/b': '/a' }), { wanted: '/a', paths: [] }, never)
    expect(circle).to.deep.include({ found: null, refused: [{ path: '/a', said: 'leads to /a' }] })
    expect(asked).to.have.length(6)
  })

  it('is the one that is wanted, or none', async () => {
    const target = await serve({ '/': 200, '/a': 500 })
    expect(await findPath(target, { wanted: '/a', paths: ['/'] }, never)).to.eql({ found: null, refused: [{ path: '/a', said: 'answers 500' }] })
  })

  it('is asked for when none is found, until one is', async () => {
    const answers = ['/wrong', '/right']
    const told = [] as string[]
    const askPath = async (refused: import('../../plugin/init/find-path.ts').Refused[]) => {
      told.push(listRefused(refused))
      return answers.shift() ?? null
    }
    expect(await choosePath(await serve({ '/right': 200 }), { wanted: null, paths: [], askPath, ...allowed }, never)).to.eql({ path: '/right', from: null })
    expect(told).to.have.length(2)
    expect(told[1]).to.equal('/wrong answers 404')
  })

  it('is missed with a list of what was tried', async () => {
    const from = { wanted: null, paths: ['/a', '/b', '/c'], askPath: async () => null, ...allowed }
    const target = await serve({ '/a': 401 })
    expect(await refusalFrom(() => choosePath(target, from, never))).to.eql({
      code: 'INVALID_SETTINGS',
      message: 'No path of the app answers GET with a status below 400. Tried: / answers 404, /a answers 401, /b answers 404, /c answers 404, /api answers 404, /health answers 404, /healthz answers 404, /status answers 404. ' +
        'Give one that does: --path </path>. What answers 401 or 403 wants a login: choose a path that is open to all now, and let the scenario log in later.'
    })
    const { message } = await refusalFrom(() => choosePath(target, { ...from, wanted: '/x' }, never))
    expect(message).to.equal('The path to ask is /x, but the app answers 404 to GET /x. Give one that it answers with a status below 400: --path </path>.')
  })

  it('is one of ten at most', async () => {
    const paths = Array.from({ length: 100 }, (_, i) => [`/${i}`, `/health/${i}`]).flat()
    expect(await find({}, paths)).to.equal(null)
    expect(asked).to.eql(['/', '/0', '/1', '/2', '/3', '/4', '/api', '/health/0', '/health/1', '/health/2'])
  })

  it('is loaded only when somebody who is there agrees, but for / and for the one that is wanted', async () => {
    const named: string[] = []
    const mayLoad = async (path: string) => named.push(path) === 0
    const from = { wanted: null, paths: ['/a'], askPath: async () => null, mayLoad }
    const target = await serve({ '/a': '/b', '/b': 200 })
    const { message } = await refusalFrom(() => choosePath(target, from, never))
    expect(message).to.include('Tried: / answers 404, /a is not wanted. Give one')
    expect(await choosePath(target, { ...from, askPath: async () => '/b' }, never)).to.eql({ path: '/b', from: null })
    expect(await choosePath(await serve({ '/': '/b', '/b': 200 }), from, never)).to.eql({ path: '/b', from: '/' })
    expect(named).to.eql(['/a', '/a'])
  })

  it('is where an absolute redirect leads, by whichever name of this machine', async () => {
    const target = await serve({ '/b': 200 })
    const lead = async (to: string, hostname = '127.0.0.1') => {
      const { port } = target
      servers[0].removeAllListeners('request').on('request', ({ url }, response) => response.writeHead(url === '/' ? 302 : 200, { location: to.replace('PORT', String(port)) }).end())
      return (await findPath({ hostname, port }, { wanted: '/', paths: [] }, never)).found
    }
    for (const name of ['localhost', '127.0.0.1', '[::1]']) expect(await lead(`http://${name}:PORT/b`)).to.eql({ path: '/b', from: '/' })
    for (const other of ['https://localhost:PORT/b', 'http://localhost:1/b', 'http://localhost.example:PORT/b']) expect(await lead(other), other).to.equal(null)
  })

  it('is read of an app on ::1, too', async function () {
    const server = createServer(({ url }, response) => response.writeHead(url === '/' ? 302 : 200, { location: '/b' }).end())
    servers.push(server)
    if ((await new Promise((resolve) => server.once('error', resolve).listen(0, '::1', () => resolve(null)))) !== null) return this.skip()
    const { port } = server.address() as import('node:net').AddressInfo
    expect((await findPath({ hostname: '::1', port }, { wanted: null, paths: [] }, never)).found).to.eql({ path: '/b', from: '/' })
  })

  it('is missed with a word about HTTPS where that may be the reason', async () => {
    const server = createHttpsServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as import('node:net').AddressInfo
    const from = { wanted: null, paths: [], askPath: async () => null, ...allowed }
    const { message } = await refusalFrom(() => choosePath({ hostname: '127.0.0.1', port }, from, never))
    server.close()
    expect(message).to.match(/^No path .* Tried: \/ gives no HTTP answer .*: --path <\/path>\. If it speaks HTTPS, let it speak HTTP while it is compared\.$/)
  })

  it('is asked for so long', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    const { port } = server.address() as import('node:net').AddressInfo
    const answer = await askApp({ hostname: '127.0.0.1', port, path: '/', patienceSeconds: 0.05 }, never)
    expect(answer).to.eql({ status: null, said: 'gives no HTTP answer (none within 0.05 s)', location: null })
  })

  it('is none of an app that is gone', async () => {
    const target = await serve({})
    await new Promise((resolve) => servers[0].close(resolve))
    const { refused } = await findPath(target, { wanted: '/', paths: [] }, never)
    expect(refused[0].said).to.match(/^gives no HTTP answer \(.*ECONNREFUSED/)
  })
})
