import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { cacheFolder } from '../../../plugin/versions/cache.ts'
import { prepareVersions } from '../../../plugin/questions/versions.ts'
import { starting } from '../../app/starting.ts'
import { temporaryFolder } from '../../support/folder.ts'
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

  it('may run in another Node, in any mode, and find what a command names in their own packages', async () => {
    // As npm would put it there.
    const place = join(cacheFolder(), `node-22-${process.arch}`, 'node_modules', `node-linux-${process.arch}`, 'bin')
    mkdirSync(place, { recursive: true })
    symlinkSync(process.execPath, join(place, 'node'))
    writeFileSync(join(cacheFolder(), `node-22-${process.arch}.done`), '')
    const [major] = process.versions.node.split('.')
    const { settings, said } = await prepare({
      clustered: { mode: 'cluster', workers: 2, node: '22' },
      command: { mode: 'command', workers: null, command: 'node server.js', commit: 'v1', node: '22' },
      own: { node: major }
    })
    expect(said[0]).to.match(/^command: checking out v1 /)
    expect(settings.variants.map(({ place: found }) => found?.node.file)).to.eql([
      join(place, 'node'),
      join(place, 'node'),
      process.execPath
    ])
    for (const [i, version] of ['now', 'one', 'now'].entries()) {
      const running = await apps.start(settings.variants[i], settings.app)
      expect(((await (await fetch(apps.url())).json()) as string[])[0]).to.equal(version)
      await running.stop()
    }
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
