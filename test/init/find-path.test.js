import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { choosePath } from '../../plugin/init/choose-path.js'
import { findPath, listRefused } from '../../plugin/init/find-path.js'
import { refusalFrom } from './some-project.js'

describe('the path to ask', () => {
  const never = new AbortController().signal
  /** @type {import('node:http').Server[]} */
  let servers = []
  /** @type {string[]} */
  let asked = []
  afterEach(() => {
    servers.forEach((server) => server.close())
    servers = []
  })

  /**
   * @param {Record<string, number | string>} answers path -> status, or where it leads; others: 404
   */
  async function serve(answers) {
    asked = []
    const server = createServer(({ url }, response) => {
      const answer = answers[String(url)] ?? 404
      asked.push(String(url))
      if (answer === -1) return void response.destroy()
      response.writeHead(typeof answer === 'string' ? 302 : answer, typeof answer === 'string' ? { location: answer } : {}).end()
    }).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    return { hostname: '127.0.0.1', port: /** @type {import('node:net').AddressInfo} */ (server.address()).port }
  }

  /**
   * @param {Record<string, number | string>} answers
   * @param {string[]} [paths]
   */
  const find = async (answers, paths = []) => (await findPath(await serve(answers), { wanted: null, paths }, never)).found

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
    const told = /** @type {string[]} */ ([])
    const askPath = async (/** @type {import('../../plugin/init/find-path.js').Refused[]} */ refused) => {
      told.push(listRefused(refused))
      return answers.shift() ?? null
    }
    expect(await choosePath(await serve({ '/right': 200 }), { wanted: null, paths: [], askPath }, never)).to.eql({ path: '/right', from: null })
    expect(told).to.have.length(2)
    expect(told[1]).to.equal('/wrong answers 404')
  })

  it('is missed with a list of what was tried', async () => {
    const from = { wanted: null, paths: ['/a', '/b', '/c'], askPath: async () => null }
    const target = await serve({ '/a': 401 })
    expect(await refusalFrom(() => choosePath(target, from, never))).to.eql({
      code: 'INVALID_SETTINGS',
      message: 'No path of the app answers GET with a status below 400. Tried: / answers 404, /a answers 401, /b answers 404, /c answers 404, /api answers 404, /api/v1 answers 404, /health answers 404, /healthz answers 404 and 3 more. ' +
        'Give one that does: --path </path>. What answers 401 or 403 wants a login: choose a path that is open to all now, and let the scenario log in later.'
    })
    const { message } = await refusalFrom(() => choosePath(target, { ...from, wanted: '/x' }, never))
    expect(message).to.equal('The path to ask is /x, but the app answers 404 to GET /x. Give one that it answers with a status below 400: --path </path>.')
  })

  it('is none of an app that is gone', async () => {
    const target = await serve({})
    await new Promise((resolve) => servers[0].close(resolve))
    const { refused } = await findPath(target, { wanted: '/', paths: [] }, never)
    expect(refused[0].said).to.match(/^gives no HTTP answer \(.*ECONNREFUSED/)
  })
})
