import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { parse } from 'yaml'
import type { App } from '../../plugin/concepts/settings.ts'
import { ciContent } from '../../plugin/init/new-files.ts'
import type { Project } from '../../plugin/init/read-project.ts'
import { scenarioFileFor, yamlText } from '../../plugin/init/templates.ts'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { appFile, scriptFile, someSettings, workingDirectory } from '../support/settings.ts'
import { aShop, aTrial } from './some-project.ts'

const scenario = (findings?: Parameters<typeof aTrial>[0]) =>
  scenarioFileFor({ ...aShop, folder: workingDirectory, framework: 'Express' }, aTrial(findings))

describe('the scenario file', () => {
  it('is a script that compares the app', () => {
    expect(parse(scenario())).to.eql({
      config: { target: 'http://127.0.0.1:3030', plugins: { speedup: { app: '../fixtures-app/server.js', users: 8 } } },
      scenarios: [{ name: 'home', flow: [{ get: { url: '/' } }] }]
    })
  })

  it('says what it is, where editors find its options, and what was measured', () => {
    const text = scenario()
    expect(text).to.match(
      /^# yaml-language-server: \$schema=\.\.\/node_modules\/artillery-plugin-speedup\/options\.schema\.json\n/
    )
    expect(text).to.include(
      '# Is this Express app faster as a cluster than as one process? To find out: npx artillery run scenarios/speedup.yml\n'
    )
    expect(text).to.include('# An answer took 4.3 ms, and one process gave 20 users at once 200 a second.')
    expect(text).to.include('# thresholds: { throughput: 1.2 }').and.include('# duration: 8s   # of each run')
    expect(text).to.match(/target: \S+ +# the app is started here: PORT is set to this port\n/)
    expect(scenario({ obeysPort: false })).to.match(/target: \S+ +# where the app listens, whatever PORT says\n/)
    expect(Math.max(...text.split('\n').map((line) => line.length))).to.be.at.most(125)
  })

  it('is read by the plugin as the app was tried, whatever is in it', () => {
    const app: Partial<App> = {
      args: ['-p', '3000', 'my app.js', 'true', 'a: b', '#c', ''],
      nodeArgs: ['--env-file=.env', '--import', 'tsx'],
      env: { NODE_ENV: 'production', N: '1', 'a.b': "it's", true: 'no', '- a': '' }
    }
    const settings = someSettings({ app: { ...someSettings().app, ...app } })
    const script = parse(scenario({ settings, readyTimeoutSeconds: 30 }))
    const read = readSettings({ script, scriptFile, configFile: scriptFile, workingDirectory })
    expect(read.app).to.eql({ ...someSettings().app, ...app, script: appFile, readyTimeoutSeconds: 30 })
  })

  it('sends what the options say, after a login of each user, and names variables in place of their values', () => {
    const typed = (value: string, written = value) => ({ value, written })
    const script = parse(
      scenario({
        paths: ['/a', '/b'],
        content: { method: 'PUT', headers: { 'x-key': typed('s3cret', '{{ $env.KEY }}') }, body: typed('{"n":1}') },
        login: { path: '/login', body: typed('user=ada') },
        session: { token: '$.token', cookies: [] },
        variants: { single: { mode: 'single' }, clustered: { mode: 'cluster', workers: [1, 2] } }
      })
    )
    expect(script.config.http).to.eql({ defaults: { headers: { 'x-key': '{{ $env.KEY }}' } } })
    expect(script.config.plugins.speedup.variants).to.eql({
      single: { mode: 'single' },
      clustered: { mode: 'cluster', workers: [1, 2] }
    })
    const put = { json: { n: 1 }, headers: { authorization: 'Bearer {{ token }}' } }
    expect(script.scenarios[0].flow).to.eql([
      {
        post: {
          url: '/login',
          body: 'user=ada',
          ifTrue: '$loopCount == 0',
          capture: { json: '$.token', as: 'token' },
          headers: { 'content-type': 'application/x-www-form-urlencoded' }
        }
      },
      { put: { url: '/a', ...put } },
      { put: { url: '/b', ...put } }
    ])
  })

  it('waits for answers of an app that is slow, and names the users with whom its pace was measured', () => {
    const text = scenario({ times: { medianMs: 1500, users: 20, perSecond: 0.67, failures: {} } })
    expect(parse(text).config.http).to.eql({ timeout: 60 })
    expect(parse(text).config.plugins.speedup).to.include({ users: 4, duration: '60s' })
    expect(text).to.include('gave 20 users at once 1 a second.')
  })

  for (const [path, name] of [
    ['/', 'home'],
    ['/api/users', 'api-users'],
    ['/suche?q=größe&x=1', 'suche-q-größe-x-1'],
    ['/0', '0']
  ]) {
    it(`names the scenario of ${path} ${name}`, () => {
      const [{ name: given, flow }] = parse(
        scenario({ path: { path, from: null, isGraphql: false, others: [] } })
      ).scenarios
      expect({ name: given, url: flow[0].get.url }).to.eql({ name, url: path })
    })
  }
})

describe('the scenario file of a GraphQL server', () => {
  it('sends a query, as a server takes it, and says that it is to be replaced', () => {
    const text = scenario({ path: { path: '/graphql', from: null, isGraphql: true, others: [] } })
    expect(parse(text).scenarios).to.eql([
      { name: 'graphql', flow: [{ post: { url: '/graphql', json: { query: '{ __typename }' } } }] }
    ])
    expect(text).to.match(/ # put a query of your users here\n$/)
  })
})

describe('a text in YAML', () => {
  const texts = [
    '../server.js',
    'npm run build',
    '3000',
    'true',
    'No',
    '-p',
    '',
    ' a',
    'a ',
    'a: b',
    'a #b',
    "it's",
    '"',
    '\\n',
    'größe',
    '[a]',
    '{{ x }}',
    'a,b',
    '*.js',
    '~',
    'null',
    '1e3',
    '.5',
    '.inf',
    '0x1f',
    '2001-01-01',
    '@a',
    'a\nb',
    '- a'
  ]
  for (const text of texts) {
    it(`is read again as it was, in a map, in a list and as a key: ${JSON.stringify(text)}`, () => {
      const written = yamlText(text)
      expect(parse(`[{ a: ${written} }, [${written}, ${written}], { ${written}: ${written} }]`)).to.eql([
        { a: text },
        [text, text],
        { [text]: text }
      ])
    })
  }
})

// That of a package that is its own repository is shown by the README: test/readme-options.test.ts.
describe('a job for CI', () => {
  const compare = 'npx artillery run scenarios/speedup.yml'
  const steps = (changes: Partial<Project> = {}): any[] =>
    parse(ciContent({ ...aShop, ...changes }, 'github')).jobs.speedup.steps
  const runs = (changes?: Partial<Project>) => steps(changes).filter(({ run }) => run !== undefined)
  const script = (changes: Partial<Project> = {}) => parse(ciContent({ ...aShop, ...changes }, 'gitlab')).speedup.script

  for (const folder of ['$HOME `id`', "it's", '"', '$(id)', 'größe']) {
    it(`goes to a folder with any name: ${folder}`, () => {
      const [change] = script({ folder: `/shop/${folder}` })
        .at(-1)
        .slice(1)
        .split(' && ')
      const printed = execFileSync('sh', ['-c', `set -- ${change.slice('cd '.length)}; printf %s "$1"`], {
        encoding: 'utf8'
      })
      expect(printed).to.equal(folder)
    })
  }

  it('installs as the project does, builds it, and works in the package’s folder', () => {
    const inPackage = {
      packageManager: { name: 'pnpm' as const, folder: '/shop' },
      folder: '/shop/packages/my api',
      manifest: { scripts: { build: 'tsc' } }
    }
    const there = { 'working-directory': 'packages/my api' }
    expect(runs(inPackage)).to.eql([
      { run: 'corepack enable' },
      { run: 'pnpm install' },
      { run: 'pnpm run build', ...there },
      { run: compare, ...there }
    ])
    expect(steps(inPackage).at(-1).with.path).to.equal('packages/my api/reports/')
    expect(script(inPackage)).to.eql([
      'corepack enable',
      'pnpm install',
      "(cd 'packages/my api' && pnpm run build)",
      `(cd 'packages/my api' && ${compare})`
    ])
    const unlocked = { packageManager: { name: 'npm' as const, folder: null } }
    expect(runs(unlocked)[0]).to.eql({ run: 'npm install' })
    expect(steps(unlocked)[1].with).to.eql({ 'node-version': 24 })
    expect(runs({ packageManager: { name: 'yarn', folder: '/shop' } }).slice(0, 2)).to.eql([
      { run: 'corepack enable' },
      { run: 'yarn install' }
    ])
  })
})
