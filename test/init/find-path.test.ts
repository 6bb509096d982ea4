import { expect } from 'chai'
import { choosePath, listRefused, type PathSearch } from '../../plugin/init/find-path.ts'
import { serving } from '../support/serving.ts'
import { refusalFrom } from './some-project.ts'

describe('the path to ask', () => {
  const never = new AbortController().signal
  const content = { method: 'GET', headers: {}, body: null }
  const serveBy = serving()

  /** path -> status, or where it leads; -1: the connection is closed; others: 404 */
  type Answers = Record<string, number | string>
  const serve = (answers: Answers) =>
    serveBy(({ url }, response) => {
      const answer = answers[String(url)] ?? 404
      if (answer === -1) response.destroy()
      else if (typeof answer === 'string') response.writeHead(302, { location: answer }).end()
      else response.writeHead(answer).end()
    })

  /** Nobody answers a question, and any path may be loaded. */
  const choose = ({ url }: { url: string }, search: Partial<PathSearch> = {}) =>
    choosePath(
      url,
      { wanted: null, content, paths: [], askPath: async () => null, mayLoad: async () => true, ...search },
      never
    )
  const messageOf = async (...given: Parameters<typeof choose>) => (await refusalFrom(() => choose(...given))).message

  const found: Record<string, [answers: Answers, paths: string[], expected: object]> = {
    '/ where that is answered, and no other takes longer': [{ '/': 204, '/a': 200 }, ['/a'], { path: '/' }],
    'else the first that the source names': [{ '/b': 200, '/c': 200, '/': -1 }, ['/a', '/b', '/c'], { path: '/b' }],
    'rather not one that only tells of health': [
      { '/status': 200, '/healthcheck': 200, '/z': 200 },
      ['/healthcheck', '/z'],
      { path: '/z' }
    ],
    'at last one that only tells of health': [{ '/health': 200 }, [], { path: '/health' }],
    'where / leads to': [{ '/': '/home', '/home': 'en?x=1', '/en?x=1': 200 }, [], { path: '/en?x=1', from: '/' }]
  }
  for (const [title, [answers, paths, expected]] of Object.entries(found)) {
    it(`is ${title}`, async () => {
      const { target } = await serve(answers)
      const { others: _, ...path } = await choose(target, { paths })
      expect(path).to.eql({ from: null, isGraphql: false, ...expected })
    })
  }

  it('is the one that takes the longest, and the others are told with their times', async () => {
    const { target } = await serveBy(({ url }, response) => {
      setTimeout(() => response.end(), url === '/slow' ? 60 : url === '/some' ? 20 : 0)
    })
    const { path, others } = await choose(target, { paths: ['/some', '/slow', '/quick'] })
    expect(path).to.equal('/slow')
    expect(others.map((other) => other.path).slice(0, 1)).to.eql(['/some'])
    expect(others.map((other) => other.path)).to.include.members(['/', '/quick'])
    expect(others[0].ms).to.be.within(15, 59)
  })

  it('is one of ten at most', async () => {
    const { target, asked } = await serve({})
    await messageOf(target, { paths: Array.from({ length: 100 }, (_, i) => [`/${i}`, `/health/${i}`]).flat() })
    expect(asked).to.eql(['/', '/0', '/1', '/2', '/3', '/4', '/api', '/health/0', '/health/1', '/health/2'])
  })

  it('never leads away from the app, nor in circles', async () => {
    const away = await serve({ '/': 'https://login.example/in', '/in': 200 })
    expect(await messageOf(away.target)).to.include('Tried: / redirects to https://login.example/in, /api answers 404')
    const circle = await serve({ '/a': '/b', '/b': '/a' })
    expect(await messageOf(circle.target, { wanted: '/a' })).to.include('The app redirects to /a to GET /a.')
    expect(circle.asked).to.have.length(6)
  })

  it('is where an absolute redirect leads, by whichever name of this machine', async () => {
    const lead = async (to: string) => {
      const answers: Answers = { '/b': 200 }
      const { target } = await serve(answers)
      answers['/'] = to.replace('PORT', String(target.port))
      return choose(target, { wanted: '/' }).catch(() => null)
    }
    for (const name of ['localhost', '127.0.0.1', '[::1]'])
      expect(await lead(`http://${name}:PORT/b`)).to.eql({ path: '/b', from: '/', isGraphql: false, others: [] })
    const elsewhere = ['https://localhost:PORT/b', 'http://localhost:1/b', 'http://localhost.example:PORT/b']
    for (const other of elsewhere) expect(await lead(other), other).to.equal(null)
  })

  it('is asked for when none is found, until one is', async () => {
    const told: string[] = []
    const askPath: PathSearch['askPath'] = async (refused) =>
      told.push(listRefused(refused)) === 1 ? '/wrong' : '/right'
    const { target } = await serve({ '/right': 200 })
    expect(await choose(target, { askPath })).to.eql({ path: '/right', from: null, isGraphql: false, others: [] })
    expect(told).to.eql([
      '/ answers 404, /api answers 404, /health answers 404, /healthz answers 404, /status answers 404',
      '/wrong answers 404'
    ])
  })

  it('is loaded only when somebody who is there agrees, but for / and for the one that is wanted', async () => {
    const named: string[] = []
    const mayLoad = async (path: string) => named.push(path) === 0
    const { target } = await serve({ '/a': '/b', '/b': 200 })
    const search = { paths: ['/a'], mayLoad }
    expect(await messageOf(target, search)).to.include('/a was declined. Choose one')
    expect(await choose(target, { ...search, askPath: async () => '/b' })).to.include({ path: '/b', from: null })
    const leading = await serve({ '/': '/b', '/b': 200 })
    expect(await choose(leading.target, { mayLoad })).to.include({ path: '/b', from: '/' })
    expect(named).to.eql(['/a', '/a'])
  })

  it('is missed with a list of what was tried', async () => {
    const { target } = await serve({ '/a': 401, '/x': 500 })
    expect(await refusalFrom(() => choose(target, { paths: ['/a', '/b', '/c'] }))).to.eql({
      code: 'INVALID_SETTINGS',
      message:
        'No path of the app answers GET with a status below 400. Tried: / answers 404, /a answers 401, /b answers 404, /c answers 404, ' +
        '/api answers 404, /health answers 404, /healthz answers 404, /status answers 404. Choose one that does: --path </path>. ' +
        "Paths that answer 401 or 403 need a header (-H '<name>: <value>') or a login (--login '/login @login.json')."
    })
    expect(await messageOf(target, { wanted: '/x', paths: ['/a'] })).to.equal(
      'The app answers 500 to GET /x. Choose a path that it answers with a status below 400: --path </path>. What is not a plain GET: --method, --body and -H, with --path.'
    )
    expect(listRefused(Array.from({ length: 11 }, (_, i) => ({ path: `/${i}`, said: 'answers 404' })))).to.match(
      /\/7 answers 404 and 3 more$/
    )
  })

  it('is missed with a word about HTTPS where that may be the reason', async () => {
    const {
      target: { port }
    } = await serveBy(() => {}, { tls: {} })
    const message = await messageOf({ url: `http://127.0.0.1:${port}` })
    expect(message).to.match(
      /^No path .* Tried: \/ sends no HTTP response .*: --path <\/path>\. If it uses HTTPS, make it use HTTP during the comparison\.$/
    )
  })

  it('is none of an app that is gone', async () => {
    const { target, close } = await serve({})
    await close()
    expect(await messageOf(target, { wanted: '/' })).to.match(/The app sends no HTTP response \(.*ECONNREFUSED/)
  })
})
