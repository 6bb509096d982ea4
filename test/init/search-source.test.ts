import { join } from 'node:path'
import { expect } from 'chai'
import { searchSource } from '../../plugin/init/search-source.ts'
import { someProjects } from './some-project.ts'
import { type Files } from '../support/folder.ts'

describe('searching the source', () => {
  const projects = someProjects()

  function search(files: Files, script = 'app.js') {
    const project = projects.make({ 'app.js': '', ...files })
    return searchSource(project, join(project.folder, script))
  }

  const ports: Record<string, number | null> = {
    'app.listen(process.env.PORT || 3001)': 3001,
    "app.listen(process.env.PORT ?? '3002')": 3002,
    "const port = normalizePort(process.env['PORT'] || '3003')": 3003,
    'const port = Number(process.env.PORT) || 3004': 3004,
    'const port = parseInt(process.env.PORT, 10) || 3005': 3005,
    'const { PORT = 3006 } = process.env': 3006,
    'const port = process.env.PORT ? Number(process.env.PORT) : 3007': 3007,
    'const PORT = 3008': 3008,
    'envSchema({ PORT: { type: "number", default: 3009 } })': 3009,
    'z.object({ PORT: z.coerce.number().default(3010) })': 3010,
    "readWholeNumber(process.env.PORT, { name: 'PORT', most: 65_535, fallback: 3011 })": 3011,
    'app.listen(process.env.PORT)': null,
    'const port = process.env.PORT; wait(4000)': null,
    'const SUPPORT = 5000': null
  }
  for (const [source, port] of Object.entries(ports)) {
    it(`finds ${port === null ? 'no port' : `the port ${port}`} in ${source}`, () =>
      expect(search({ 'app.js': source }).port).to.equal(port))
  }

  it('believes a .env file more than the source, and the app’s own file more than others', () => {
    const files = { 'a.js': 'PORT = 1111', 'app.js': 'PORT = 2222' }
    expect(search(files).port).to.equal(2222)
    expect(search({ ...files, '.env': 'A=1\nPORT=3333\n' }).port).to.equal(3333)
    // A folder of that name is an environment of Python's.
    expect(search({ ...files, '.env/pyvenv.cfg': 'version = 3' }).port).to.equal(2222)
  })

  const gets = (names: string) =>
    names
      .split(' ')
      .map((name) => `app.get('/${name}')`)
      .join('; ')
  const routes: [source: string, paths: string[]][] = [
    ['app.get(\'/a\', f); router.get("/b/c", g); fastify.get(`/d`, {}, h)', ['/a', '/b/c', '/d']],
    [
      "fastify.route({ method: 'GET', schema, url: '/a' }); server.route({ path: '/b', method: ['GET'] })",
      ['/a', '/b']
    ],
    [
      "axios.get('/a'); http.get('/b'); apiClient.get('/c'); request(app).get('/d'); axios({ method: 'GET', url: '/e' })",
      []
    ],
    ["mapper.get('/f'); supertest.get('/g')", []],
    [
      "userRouter.get('/a'); this.app\n  .get('/b'); adminRoutes.get('/c'); httpServer.get('/d')",
      ['/a', '/b', '/c', '/d']
    ],
    [gets('send-all newsletter/mail notify seed migrate sync import cron/x jobs run trigger webhook fine'), ['/fine']],
    [gets('pay charge purge clear flush drop truncate stop restart confirm Cancel fine'), ['/fine']],
    [gets('logout sign-out admin/shutdown crash users/create add upload ok addresses'), ['/ok', '/addresses']],
    ["fastify.route({ method: 'POST', url: '/a' }); app.post('/b', f); app.put('/c')", []],
    ["app.get('/users/:id'); app.get('/files/*'); app.get('/x?'); app.get(`/${y}`); app.get('/{z}')", []],
    ["cache.get('key'); app.get('trust proxy'); map.get(key)", []],
    ["app.use('/api', router); router.get('/'); router.get('/users')", ['/', '/users', '/api', '/api/users']],
    ["app.use('/', router); router.get('/'); router.get('/users')", ['/', '/users']],
    [
      "if (request.url === '/a') f(); else if (url.pathname == \"/b\" || path.startsWith('/c')) g()",
      ['/a', '/b', '/c']
    ],
    [
      "switch (request.url) { case '/a': f(); case '/b?x=1': g(); case '/logout': case '/die': h(); case '/diet': i() }",
      ['/a', '/diet']
    ],
    ["if (method === 'POST' && url === '/a') f()\nif (url === '/b' && method === 'DELETE') g(); ", []],
    ["app.register(users, { prefix: '/v1/' }); app.get('/a')", ['/a', '/v1/a']]
  ]
  for (const [source, paths] of routes)
    it(`finds the paths [${paths}] in ${source}`, () => expect(search({ 'app.js': source }).paths).to.eql(paths))

  it('reads the app’s own file first, then the folder, then folders in it', () => {
    const files = {
      'b.mjs': gets('b'),
      'app.js': gets('app'),
      'a.cts': gets('a'),
      'src/routes/r.ts': gets('r'),
      'src/z.js': gets('z')
    }
    expect(search(files).paths).to.eql(['/app', '/a', '/b', '/z', '/r'])
  })

  it('leaves out what is no source of an app', () => {
    const names = [
      'node_modules/x/x.js',
      'test/a.js',
      'src/a.test.js',
      'a.d.ts',
      '.cache/a.js',
      'public/a.js',
      'dist/a.js',
      'readme.md'
    ]
    const others = Object.fromEntries(names.map((name) => [name, gets('other')]))
    expect(search({ ...others, 'big.js': gets('other') + ' '.repeat(300_000) }).paths).to.eql([])
  })

  it('reads what was built when the app lies there, and nothing of a program of others', () => {
    const files = { 'dist/main.js': gets('built'), 'node_modules/x/cli.js': gets('theirs') }
    expect(search(files, 'dist/main.js').paths).to.eql(['/built'])
    expect(search(files, 'node_modules/x/cli.js').paths).to.eql([])
  })
})
