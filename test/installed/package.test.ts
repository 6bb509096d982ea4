import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { parse } from 'yaml'
import { checkRequirements } from '../../plugin/settings/requirements.ts'
import { apps, scenario } from './apps.ts'
import { artilleryVersion, installProject } from './project.ts'
import { certain, freePort } from '../support/project.ts'
import { blocksOf } from '../support/readme.ts'

const manifest = JSON.parse(readFileSync(new URL('../../plugin/package.json', import.meta.url), 'utf8'))

/** All modules that can be imported, but for the one that needs a mocha, which this project does not have. */
const entries = Object.keys(manifest.exports).filter((entry) => entry !== './mocha' && !entry.endsWith('.json'))

// A tag, such as latest, is never refused.
const isRefused = /^\d/.test(artilleryVersion) && (() => {
  try {
    checkRequirements({ platform: 'linux', artilleryVersion, launchedOn: 'local' })
    return false
  } catch {
    return true
  }
})()

describe(`the package, installed with Artillery ${artilleryVersion}`, function () {
  this.timeout(120_000)
  const project = installProject(isRefused ? ['--legacy-peer-deps'] : [])

  /** @returns its port */
  async function writeApp(app: keyof typeof apps): Promise<number> {
    const port = await freePort()
    project.write(app, apps[app].replace('3000', String(port)))
    return port
  }

  /** @param p95 the least speedup */
  async function writeScenario(app: keyof typeof apps, p95: number) {
    project.write('scenarios/own.yml', scenario({ app, port: await writeApp(app), p95 }))
  }

  /** @returns the folder of the latest comparison, from that of the project */
  function latestFolder(): string {
    const folders = readdirSync(project.path('reports'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    return join('reports', ...folders.map(({ name }) => name).sort().slice(-1))
  }
  const readLatest = (name: string) => readFileSync(project.path(latestFolder(), name), 'utf8')

  /** @returns of each run, what shows that the app was served by known workers */
  function latestRuns(): string[] {
    const runs = readLatest('runs.ndjson').trimEnd().split('\n').map((line) => JSON.parse(line))
    return runs.map(({ variant, requests, workers, unattributed }) => `${variant}: ${requests - unattributed} requests, ${workers.length === 1 ? 'one worker' : 'workers'}`)
  }

  const single = 'single: 48 requests, one worker'
  const clustered = `clustered: 48 requests, ${availableParallelism() === 1 ? 'one worker' : 'workers'}`
  const threeRounds = [single, clustered, clustered, single, single, clustered]

  if (isRefused) {
    it('says which Artillery it needs, and starts nothing', async () => {
      await writeScenario('module.mjs', certain.toPass)
      const { code, output } = await project.run('npx', 'artillery', 'run', 'scenarios/own.yml')
      expect(output).to.contain(`NOT MEASURED  This is Artillery ${artilleryVersion}, but `)
      expect(code, output).to.equal(3)
      expect(readdirSync(project.path())).to.not.include('reports')
    })
    return
  }

  it('compares the app of its README by the scenario that init writes, and passes', async () => {
    await writeApp('server.js')
    const { code, output } = await project.run('npx', 'artillery-speedup', 'init', '--yes')
    expect(code, output).to.equal(0)
    expect(output).to.match(/^app +server\.js, a Fastify app \(main of package\.json\)$/m)
    expect(output).to.match(/\nNext:\n {2}npx artillery run scenarios\/speedup\.yml(?: +#.*)?\n$/)
    // As the README goes on: thresholds. Then with less to do, and thresholds that any machine meets.
    const [setting] = /^sed .*$/m.exec(blocksOf('sh').join('\n')) ?? []
    expect(await project.run('sh', '-c', String(setting))).to.deep.include({ code: 0 })
    const written = readFileSync(project.path('scenarios/speedup.yml'), 'utf8')
    expect(parse(written).config.plugins.speedup.thresholds).to.eql({ p95: 1.2, throughput: 1.2 })
    project.write('scenarios/speedup.yml', written.replace(/(?<=arrivalCount: )\d+/, '4').replace(/(?<=loadSeconds: )\d+/, '1'))
    const overrides = { config: { plugins: { speedup: { rounds: 3, thresholds: { p95: certain.toPass, throughput: certain.toPass } } } } }
    const compared = await project.run('npx', 'artillery', 'run', '--overrides', JSON.stringify(overrides), 'scenarios/speedup.yml')
    expect(compared.code, compared.output).to.equal(0)
    expect(compared.output).to.match(/\nPASS {2}clustered [^]*\nReport: reports\/[\dT-]+-speedup\/index\.html\s*$/)
    // As many as there was time for.
    const uncounted = (line: string) => line.replace(/\d+/, 'some')
    expect(latestRuns().map(uncounted)).to.eql(threeRounds.map(uncounted))
  })

  it('compares an app in TypeScript, fails when it misses, and writes the report, which its command makes again', async () => {
    await writeScenario('typed.ts', certain.toFail)
    const { code, output } = await project.run('npx', 'artillery', 'run', 'scenarios/own.yml')
    expect(code, output).to.equal(1)
    expect(output).to.match(/\nFAIL {2}clustered misses the required speedup at p95\.[^]*\nReport: reports\/[\dT-]+-own\/index\.html\s*$/)
    expect(readdirSync(project.path(latestFolder())).sort()).to.eql(['comparison.json', 'index.html', 'junit.xml', 'runs.ndjson', 'samples', 'summary.md'])
    const page = readLatest('index.html')
    expect(page).to.match(/^<!doctype html>/).and.include('FAIL. clustered ').and.include('<style')
    expect(readLatest('junit.xml')).to.contain('type="fail"')
    const comparison = JSON.parse(readLatest('comparison.json'))
    const schema = readFileSync(await whereIs('artillery-plugin-speedup/comparison.schema.json'), 'utf8')
    const ajv = new Ajv2020({ strict: true, allErrors: true })
    expect(ajv.validate(JSON.parse(schema), comparison), ajv.errorsText()).to.equal(true)
    expect(comparison).to.include({ verdict: 'fail', exitCode: 1, error: null })
    // As this Artillery has its engine where we look for it.
    expect(comparison.scenarios[0].client).to.eql({ name: 'lean', because: null })
    expect(latestRuns()).to.eql(threeRounds)
    const again = await project.run('npx', 'artillery-speedup', 'report', latestFolder())
    expect(again.code, again.output).to.equal(0)
    expect(readLatest('index.html')).to.equal(page)
  })

  it('compares for a test suite an ES module with a port of its own', async () => {
    await writeScenario('module.mjs', certain.toFail)
    project.write('suite.test.mjs', `
      import { assertFaster, assertThresholds } from 'artillery-plugin-speedup/assert'
      import { compare } from 'artillery-plugin-speedup/compare'
      import { before, test } from 'node:test'
      let comparison
      before(async () => { comparison = await compare('scenarios/own.yml', { thresholds: { p50: ${certain.toPass} } }) })
      test('passes', () => assertThresholds(comparison))
      test('fails', () => assertFaster(comparison, { at: 'p95', by: ${certain.toFail} }))`)
    const { code, output } = await project.run('node', '--test', '--test-reporter=tap', 'suite.test.mjs')
    expect(code, output).to.equal(1)
    expect(output).to.match(/^ok 1 - passes$/m).and.match(/^not ok 2 - fails$/m).and.contain('FAIL  clustered misses the required speedup at p95.')
    expect(latestRuns()).to.eql(threeRounds)
  })

  it('has a hook for Fastify that tells who answered, whatever comes of the request', async () => {
    project.write('tagged.mjs', `
      import { workerPid } from 'artillery-plugin-speedup/header'
      import Fastify from 'fastify'
      const app = Fastify()
      app.addHook('onRequest', workerPid())
      app.get('/', async () => ({ hello: 'world' }))
      app.get('/fails', async () => { throw new Error('failed') })
      app.get('/raw', (request, reply) => { reply.hijack(); reply.raw.end('raw') })
      const address = await app.listen({ port: 0, host: '127.0.0.1' })
      for (const path of ['/', '/fails', '/raw', '/nowhere']) {
        const { status, headers } = await fetch(address + path)
        console.log(status, headers.get('x-worker-pid') === String(process.pid))
      }
      await app.close()`)
    expect(await project.run('node', 'tagged.mjs')).to.eql({ code: 0, output: '200 true\n500 true\n200 true\n404 true\n' })
  })

  it('has a command that tells its version', async () => {
    const { version } = JSON.parse(readFileSync(await whereIs('artillery-plugin-speedup/package.json'), 'utf8'))
    const { code, output } = await project.run('npx', 'artillery-speedup', '--version')
    expect([code, output.trimEnd().split('\n').pop()]).to.eql([0, version])
  })

  for (const entry of entries) {
    it(`has an entry ${entry} for import and, as Artillery before 2.0.34 does it, for require`, async () => {
      const name = entry.replace('.', 'artillery-plugin-speedup')
      project.write('entry.mjs', `import * as entry from '${name}'\nconsole.log(Object.keys(entry).join())`)
      // Node marks what has a default export.
      project.write('entry.cjs', `console.log(Object.keys(require('${name}')).filter((key) => key !== '__esModule').join())`)
      const imported = await project.run('node', 'entry.mjs')
      expect(imported).to.deep.include({ code: 0 })
      expect(await project.run('node', 'entry.cjs')).to.eql(imported)
    })
  }

  /** @returns the file that a module of the project gets */
  async function whereIs(specifier: string): Promise<string> {
    const { output } = await project.run('node', '--print', `require.resolve('${specifier}')`)
    return output.trim()
  }
})
