import { join } from 'node:path'
import { expect } from 'chai'
import { installationFor, staleIn } from '../../../plugin/questions/commits/versions/check-out.ts'
import { prepareVersions } from '../../../plugin/questions/versions.ts'
import { starting } from '../../app/starting.ts'
import { temporaryFolder, writeAll } from '../../support/folder.ts'
import { aRepository } from '../../support/repository.ts'
import { aVariant, someSettings } from '../../support/settings.ts'
import type { App, Variant } from '../../../plugin/concepts/settings.ts'

/** Answers which version it is, what its setup has made, what was copied, what it was given, and what runs it. */
const server = (version: string) => `const { existsSync, readFileSync } = require('node:fs')
const text = (name) => (existsSync(name) ? readFileSync(name, 'utf8').trim() : 'none')
require('node:http').createServer((_, response) => response.end(JSON.stringify(
  ['${version}', text('built'), text('.env'), process.execArgv.filter((word) => word.startsWith('--max')), process.execPath]
))).listen(process.env.PORT)
`
const lockfile = JSON.stringify({
  name: 'shop',
  lockfileVersion: 3,
  requires: true,
  packages: { '': { name: 'shop' } }
})

describe('versions of an app', () => {
  const folder = temporaryFolder()
  const apps = starting()
  const { env } = process
  let count = 0
  let repository: ReturnType<typeof aRepository>
  beforeEach(() => {
    process.env = { ...env, XDG_CACHE_HOME: folder.path(`cache ${++count}`) }
    repository = aRepository(folder.path(`shop ${count}`))
    repository.commit({ 'server.js': server('one') })
    repository.git('tag', 'v1')
    repository.commit({ 'server.js': server('two') })
    repository.write({ 'server.js': server('now'), '.env': 'copied' })
  })
  afterEach(() => void (process.env = env))

  const { signal } = new AbortController()
  async function prepare(variants: Record<string, Partial<Variant>>, app: Partial<App> = {}) {
    const said: string[] = []
    const settings = someSettings({
      app: {
        ...someSettings().app,
        script: join(repository.folder, 'server.js'),
        cwd: repository.folder,
        copy: [join(repository.folder, '.env')],
        ...app
      },
      variants: Object.entries(variants).map(([name, variant]) => aVariant({ name, ...variant }))
    })
    const prepared = await prepareVersions(settings, (words) => said.push(words), signal)
    return { settings: prepared, said }
  }

  it('are checked out, installed and set up apart from the files that are there, each once', async () => {
    const main = repository.commit({
      'server.js': server('two'),
      'package.json': '{"name":"shop"}',
      'package-lock.json': lockfile
    })
    const v1 = repository.git('rev-parse', 'v1')
    repository.write({ 'server.js': server('now') })
    const variants = {
      before: { commit: 'v1' },
      main: { commit: 'main', nodeArgs: ['--max-semi-space-size=8'] },
      now: {}
    }
    const app = { setup: 'echo built > built' }
    const { settings, said } = await prepare(variants, app)
    expect(said).to.eql([
      `before: checking out v1 (${v1.slice(0, 7)})`,
      'before: echo built > built',
      `main: checking out main (${main.slice(0, 7)})`,
      'main: npm ci --no-audit --no-fund',
      'main: echo built > built',
      'now: the working tree, with changes that are not committed'
    ])
    const answers = []
    for (const variant of settings.variants) {
      const running = await apps.start(variant, settings.app)
      answers.push(await (await fetch(apps.url())).json())
      await running.stop()
    }
    expect(answers).to.eql([
      ['one', 'built', 'copied', [], process.execPath],
      ['two', 'built', 'copied', ['--max-semi-space-size=8'], process.execPath],
      ['now', 'none', 'copied', [], process.execPath]
    ])
    repository.write({ '.env': 'changed' })
    const again = await prepare(variants, app)
    expect(again.said.filter((words) => !words.startsWith('now'))).to.eql([])
    expect(again.settings.variants.map(({ commit }) => commit)).to.eql([v1, main, null])
    await apps.start(again.settings.variants[0], again.settings.app)
    expect(((await (await fetch(apps.url())).json()) as string[])[2]).to.equal('changed')
  })

  it('of one commit may have packages in other versions, each installed once', async () => {
    const goods = (version: string) => ({
      [`goods-${version}/package.json`]: JSON.stringify({ name: 'goods', version: `${version}.0.0` }),
      [`goods-${version}/index.js`]: `module.exports = '${version}'`
    })
    const own = { name: 'api', dependencies: { goods: 'file:../goods-1' } }
    const packages = {
      '': own,
      '../goods-1': { version: '1.0.0' },
      'node_modules/goods': { resolved: '../goods-1', link: true }
    }
    repository.commit({
      ...goods('1'),
      ...goods('2'),
      'api/server.js': "require('node:http').createServer((_, r) => r.end(require('goods'))).listen(process.env.PORT)",
      'api/package.json': JSON.stringify(own),
      'api/package-lock.json': JSON.stringify({ name: 'api', lockfileVersion: 3, requires: true, packages })
    })
    const dependencies = { goods: 'file:../goods-2' }
    const variants = {
      before: { commit: 'HEAD' },
      bump: { commit: 'HEAD', dependencies },
      managed: { mode: 'pm2' as const, commit: 'HEAD', dependencies }
    }
    const app = { script: join(repository.folder, 'api', 'server.js'), cwd: join(repository.folder, 'api'), copy: [] }
    const { settings, said } = await prepare(variants, app)
    expect(said.filter((words) => words.includes('goods'))).to.eql([
      "bump: npm install --save-exact --no-audit --no-fund 'goods@file:../goods-2'"
    ])
    const answers = []
    for (const variant of settings.variants) {
      const running = await apps.start(variant, settings.app)
      answers.push(await (await fetch(apps.url(), { headers: { connection: 'close' } })).text())
      await running.stop()
    }
    expect(answers).to.eql(['1', '2', '2'])
  })

  it('that are the same commit are told', async () => {
    repository.git('checkout', '--quiet', '--', 'server.js')
    const { said } = await prepare({ before: { commit: 'HEAD' }, now: {} })
    expect(said.at(-1)).to.equal(
      'before and now are the same commit: what differs between them is this machine’s noise'
    )
    const tuned = await prepare({ tuned: { commit: 'HEAD', nodeArgs: ['--max-semi-space-size=8'] }, now: {} })
    expect(tuned.said).to.eql([])
  })

  it('may run in another Node, and find what a command names in their own packages', async () => {
    const [node] = process.versions.node.split('.')
    const { settings, said } = await prepare({
      command: { mode: 'command', workers: null, command: 'node server.js', commit: 'v1', node }
    })
    expect(said[0]).to.match(/^command: checking out v1 /)
    expect(settings.variants[0].place?.node.file).to.equal(process.execPath)
    await apps.start(settings.variants[0], settings.app)
    expect(((await (await fetch(apps.url())).json()) as string[])[0]).to.equal('one')
  })

  const refused: Record<string, [variants: Record<string, Partial<Variant>>, app: Partial<App>, message: RegExp]> = {
    'a commit without the app': [
      { before: { commit: 'v1' }, now: {} },
      { script: 'new.js' },
      /^Variant before: v1 \(\w{7}\) has no file new\.js\. Choose a commit that has it\.$/
    ],
    'a file to copy that is not in the repository': [
      { before: { commit: 'v1' }, now: {} },
      { copy: ['/etc/hostname'] },
      /^app\.copy has \/etc\/hostname, which has no place in a commit of \/.*: it is outside\. Remove it from app\.copy\.$/
    ],
    'a setup that fails': [
      { before: { commit: 'v1' }, now: {} },
      { setup: 'echo no compiler; exit 1' },
      /^Variant before, v1 \(\w{7}\): `echo no compiler; exit 1` exited with code 1 in .*\. Its last lines:\n {4}no compiler$/
    ]
  }
  for (const [title, [variants, { script, ...app }, message]] of Object.entries(refused)) {
    it(`are refused for ${title}, of which nothing is left`, async () => {
      repository.write({ 'new.js': '' })
      const given = { ...app, ...(script != null && { script: join(repository.folder, script) }) }
      const thrown = await prepare(variants, given).catch((error) => error)
      expect(thrown).to.include({ code: 'NOT_PREPARED' })
      expect(thrown.message).to.match(message)
    })
  }
})

describe('what a version of an app needs', () => {
  const folder = temporaryFolder()
  let count = 0
  const withFiles = (files: Record<string, string>) => {
    const top = folder.path(`app ${++count}`)
    writeAll(top, files)
    return top
  }

  const npmAdds = 'npm install --save-exact --no-audit --no-fund'
  const ways: Record<string, [files: string[], folder: string, line: string | null, add: string]> = {
    'npm’s lockfile': [['package-lock.json', 'package.json'], '', 'npm ci --no-audit --no-fund', npmAdds],
    'that of pnpm': [
      ['pnpm-lock.yaml'],
      '',
      'pnpm install --frozen-lockfile',
      'pnpm add --save-exact --ignore-workspace-root-check'
    ],
    'that of Bun': [['bun.lock'], '', 'bun install --frozen-lockfile', 'bun add --exact'],
    'that of Yarn': [
      ['yarn.lock'],
      '',
      'yarn install --frozen-lockfile',
      'yarn add --exact --ignore-workspace-root-check'
    ],
    'that of Yarn since 2': [['yarn.lock', '.yarnrc.yml'], '', 'yarn install --immutable', 'yarn add --exact'],
    'its own lockfile before that of the repository': [
      ['api/package-lock.json', 'yarn.lock'],
      'api',
      'npm ci --no-audit --no-fund',
      npmAdds
    ],
    'that of the workspaces it belongs to': [
      ['package-lock.json', 'api/package.json'],
      '',
      'npm ci --no-audit --no-fund',
      npmAdds
    ],
    'a manifest alone': [['api/package.json'], 'api', 'npm install --no-package-lock --no-audit --no-fund', npmAdds],
    'nothing where there is none': [[], '', null, npmAdds]
  }
  for (const [title, [files, place, line, add]] of Object.entries(ways)) {
    it(`is installed by ${title}`, () => {
      const top = withFiles(Object.fromEntries([...files, 'api/server.js'].map((name) => [name, ''])))
      expect(installationFor(join(top, 'api'), top)).to.eql({ folder: join(top, place), line, add })
    })
  }

  const locked = (version: string) => JSON.stringify({ packages: { '': {}, 'node_modules/fastify': { version } } })
  it('is told where another version is installed than the lockfile has', () => {
    const stale = (files: Record<string, string>) => {
      const top = withFiles({ 'package.json': '{}', ...files })
      return staleIn(installationFor(top, top))
    }
    expect([
      stale({ 'package-lock.json': locked('5.6.0'), 'node_modules/.package-lock.json': locked('5.5.0') }),
      stale({ 'package-lock.json': locked('5.6.0'), 'node_modules/.package-lock.json': locked('5.6.0') }),
      stale({ 'package-lock.json': locked('5.6.0') }),
      stale({ 'package-lock.json': '{', 'node_modules/.package-lock.json': locked('5.6.0') }),
      stale({})
    ]).to.eql(['fastify 5.5.0 is installed, 5.6.0 is in package-lock.json', null, 'nothing is installed', null, null])
  })
})
