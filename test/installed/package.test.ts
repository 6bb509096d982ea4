import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { parse } from 'yaml'
import { checkRequirements } from '../../plugin/settings/requirements.ts'
import { apps, matchersSuite, scenario } from './apps.ts'
import { artilleryVersion, installProject, runners } from './project.ts'
import { kept, usual } from '../kit/some-comparisons.ts'
import { aDisturbedResult } from '../support/losses.ts'
import { aComparison } from '../support/results.ts'
import { certain, freePort } from '../support/project.ts'

const manifest = JSON.parse(readFileSync(new URL('../../plugin/package.json', import.meta.url), 'utf8'))

/** All modules that can be imported, but for the one that needs a mocha, which this project does not have. */
const entries = Object.keys(manifest.exports).filter((entry) => entry !== './mocha' && !entry.endsWith('.json'))

// A tag, such as latest, is never refused.
const isRefused = /^\d/.test(artilleryVersion) && refusesArtillery(artilleryVersion)

describe(`the package, installed with Artillery ${artilleryVersion}`, () => {
  const project = installProject(isRefused ? ['--legacy-peer-deps'] : [])

  /** @returns the output of a command that must end with that exit code */
  async function outputOf(exitCode: number, ...command: string[]): Promise<string> {
    const { code, output } = await project.run(...command)
    expect(code, output).to.equal(exitCode)
    return output
  }
  const compare = (exitCode: number) => outputOf(exitCode, 'npx', 'artillery', 'run', 'scenarios/own.yml')

  /** @param p50 the least speedup; left out: there is no scenario */
  async function writeApp(app: keyof typeof apps, p50?: number) {
    const port = await freePort()
    project.write(app, apps[app].replace('3000', String(port)))
    if (p50 !== undefined) project.write('scenarios/own.yml', scenario({ app, port, p50 }))
  }

  /** @returns the folder of the latest comparison, from that of the project */
  function latestFolder(): string {
    const folders = readdirSync(project.path('reports'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    return join(
      'reports',
      ...folders
        .map(({ name }) => name)
        .sort()
        .slice(-1)
    )
  }
  const readLatest = (name: string) => readFileSync(project.path(latestFolder(), name), 'utf8')

  /** @returns of each run, what shows that the app was served by known workers */
  function latestRuns(): string[] {
    const runs = readLatest('runs.ndjson')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    return runs.map(
      ({ variant, requests, workers, unattributed }) =>
        `${variant}: ${requests - unattributed} requests, ${workers.length === 1 ? 'one worker' : 'workers'}`
    )
  }

  const single = 'single: 48 requests, one worker'
  const clustered = `clustered: 48 requests, ${availableParallelism() === 1 ? 'one worker' : 'workers'}`
  const threeRounds = [single, clustered, clustered, single, single, clustered]

  if (isRefused) {
    it('says which Artillery it needs, and starts nothing', async () => {
      await writeApp('module.mjs', certain.toPass)
      expect(await compare(3)).to.contain(`NOT MEASURED  This is Artillery ${artilleryVersion}, but `)
      expect(readdirSync(project.path())).to.not.include('reports')
    })
    return
  }

  it('compares the app of its README by the scenario that init writes, and passes', async () => {
    await writeApp('server.js')
    const output = await outputOf(0, 'npx', 'artillery-speedup', 'init', '--yes')
    expect(output).to.match(/^app +server\.js, a Fastify app \(main of package\.json\)$/m)
    expect(output).to.match(/\nNext:\n {2}npx artillery run scenarios\/speedup\.yml(?: +#.*)?\n$/)
    // As docs/start.md goes on: without the #, and with a number of one's own. Then with less to do, and thresholds
    // that any machine meets.
    const written = readFileSync(project.path('scenarios/speedup.yml'), 'utf8').replace(
      /# (thresholds: \{ throughput: )[\d.]+/,
      '$11.4'
    )
    expect(parse(written).config.plugins.speedup.thresholds).to.eql({ throughput: 1.4 })
    // Users who never pause may be more than the load generator can do.
    project.write('scenarios/speedup.yml', `${written.replace(/(?<=users: )\d+/, '4')}      - think: 20ms\n`)
    const overrides = {
      config: {
        plugins: {
          speedup: { duration: '1s', rounds: 3, thresholds: { p50: certain.toPass, throughput: certain.toPass } }
        }
      }
    }
    expect(
      await outputOf(0, 'npx', 'artillery', 'run', '--overrides', JSON.stringify(overrides), 'scenarios/speedup.yml')
    ).to.match(/\nPASS {2}[^]*clustered [^]*\nReport: reports\/[\dT-]+-speedup\/index\.html\s*$/)
    // As many as there was time for.
    const uncounted = (line: string) => line.replace(/\d+/, 'some')
    expect(latestRuns().map(uncounted)).to.eql(threeRounds.map(uncounted))
  })

  it('compares an app in TypeScript, fails when it misses, and writes the report, which its command makes again', async () => {
    await writeApp('typed.ts', certain.toFail)
    expect(await compare(1)).to.match(
      /\nFAIL {2}[^]*clustered misses its threshold: p50 [^]*\nReport: reports\/[\dT-]+-own\/index\.html\s*$/
    )
    expect(readdirSync(project.path(latestFolder())).sort()).to.eql([
      'badge.svg',
      'comment.md',
      'comparison.json',
      'index.html',
      'junit.xml',
      'runs.ndjson',
      'samples',
      'summary.md',
      'verdict.json'
    ])
    const page = readLatest('index.html')
    expect(page)
      .to.match(/^<!doctype html>/)
      .and.include('FAIL. ')
      .and.include('<style')
    expect(readLatest('junit.xml')).to.contain('type="fail"')
    const comparison = JSON.parse(readLatest('comparison.json'))
    const ajv = new Ajv2020({ strict: true, allErrors: true })
    expect(ajv.validate(await readJson('comparison.schema.json'), comparison), ajv.errorsText()).to.equal(true)
    expect(comparison).to.include({ verdict: 'fail', exitCode: 1, error: null })
    // As this Artillery has its engine where we look for it.
    expect(comparison.scenarios[0].client).to.eql({ name: 'lean', because: null })
    expect(latestRuns()).to.eql(threeRounds)
    await outputOf(0, 'npx', 'artillery-speedup', 'report', latestFolder())
    expect(readLatest('index.html')).to.equal(page)
  })

  it('compares for a test suite an ES module with a port of its own', async () => {
    await writeApp('module.mjs', certain.toFail)
    project.write(
      'suite.test.mjs',
      `
      import { assertFaster, assertThresholds } from 'artillery-plugin-speedup/assert'
      import { compare } from 'artillery-plugin-speedup/compare'
      import { before, test } from 'node:test'
      let comparison
      before(async () => { comparison = await compare('scenarios/own.yml', { thresholds: { p50: ${certain.toPass} } }) })
      test('passes', () => assertThresholds(comparison))
      test('fails', () => assertFaster(comparison, { at: 'p50', by: ${certain.toFail} }))`
    )
    const output = await outputOf(1, 'node', '--test', '--test-reporter=tap', 'suite.test.mjs')
    expect(output)
      .to.match(/^ok 1 - passes$/m)
      .and.match(/^not ok 2 - fails$/m)
      .and.contain('FAIL  clustered misses its threshold: p50 ')
    expect(latestRuns()).to.eql(threeRounds)
  })

  for (const [runner, ...command] of runners.length === 0
    ? []
    : [
        [
          'vitest',
          'npx',
          'vitest',
          'run',
          '--globals',
          '--reporter=json',
          '--outputFile=told.json',
          'matchers.test.mjs'
        ],
        [
          'jest',
          'node',
          '--experimental-vm-modules',
          'node_modules/jest/bin/jest.js',
          '--json',
          '--outputFile=told.json',
          '--testMatch',
          '**/matchers.test.mjs'
        ]
      ]) {
    it(`has matchers for ${runner}, which say what is missed, and are neither true nor false where it is inconclusive`, async () => {
      for (const [name, { folder: _, page: __, ...comparison }] of Object.entries({
        usual,
        disturbed: kept(aComparison([aDisturbedResult({})]))
      }))
        project.write(`kept/${name}/comparison.json`, JSON.stringify(comparison))
      project.write('matchers.test.mjs', matchersSuite)
      await outputOf(1, ...command)
      const {
        testResults: [{ assertionResults }]
      } = JSON.parse(readFileSync(project.path('told.json'), 'utf8'))
      const results = assertionResults.map(({ title, status, failureMessages: [message = ''] }: any) => [
        title,
        status,
        message
          .replace(/^\w*Error: /, '')
          .split(':')[0]
          .split('.')[0]
      ])
      const missed = 'FAIL  clustered misses its threshold'
      const open = 'INCONCLUSIVE  clustered is undecided'
      expect(results).to.eql([
        ['passes', 'passed', ''],
        ['misses', 'failed', missed],
        ['denies', 'failed', 'FAIL  clustered is 1'],
        ['is open', 'failed', open],
        ['denies what is open', 'failed', open],
        ['has a typo', 'failed', 'toBeFaster']
      ])
    })
  }

  it('has a hook for Fastify, and a module to load before an app, that tell who answered, whatever comes of the request', async () => {
    project.write(
      'tagged.mjs',
      `
      import { workerPid } from 'artillery-plugin-speedup/header'
      import Fastify from 'fastify'
      const app = Fastify()
      app.addHook('onRequest', workerPid({ header: 'x-called' }))
      app.get('/', async () => ({ hello: 'world' }))
      app.get('/fails', async () => { throw new Error('failed') })
      app.get('/raw', (request, reply) => { reply.hijack(); reply.raw.end('raw') })
      const address = await app.listen({ port: 0, host: '127.0.0.1' })
      for (const path of ['/', '/fails', '/raw', '/nowhere']) {
        const { status, headers } = await fetch(address + path)
        console.log(status, ...['x-worker-pid', 'x-called'].map((name) => headers.get(name) === String(process.pid)))
      }
      await app.close()`
    )
    expect(await outputOf(0, 'node', '--import', 'artillery-plugin-speedup/preload', 'tagged.mjs')).to.equal(
      '200 true true\n500 true true\n200 true true\n404 true true\n'
    )
  })

  it('has each entry for import and, as Artillery before 2.0.34 does it, for require', async () => {
    const names = JSON.stringify(entries.map((entry) => entry.replace('.', 'artillery-plugin-speedup')))
    project.write(
      'entries.mjs',
      `for (const name of ${names}) console.log(name, Object.keys(await import(name)).join())`
    )
    // Node marks what has a default export.
    project.write(
      'entries.cjs',
      `for (const name of ${names}) console.log(name, Object.keys(require(name)).filter((key) => key !== '__esModule').join())`
    )
    expect(await outputOf(0, 'node', 'entries.cjs')).to.equal(await outputOf(0, 'node', 'entries.mjs'))
  })

  /** @returns a file of the package as a module of the project gets it */
  async function readJson(name: string) {
    return JSON.parse(
      readFileSync(
        (await outputOf(0, 'node', '--print', `require.resolve('artillery-plugin-speedup/${name}')`)).trim(),
        'utf8'
      )
    )
  }
})

function refusesArtillery(version: string) {
  try {
    checkRequirements({ platform: 'linux', artilleryVersion: version, launchedOn: 'local' })
    return false
  } catch {
    return true
  }
}
