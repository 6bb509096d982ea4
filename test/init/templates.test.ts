import { execFileSync } from 'node:child_process'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { parse } from 'yaml'
import { chooseLoad } from '../../plugin/init/measure-answers.ts'
import { githubWorkflow, gitlabJob, mochaTestFor, scenarioFileFor, yamlList, yamlMap, yamlText } from '../../plugin/init/templates.ts'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { appFile, scriptFile, someSettings, workingDirectory } from '../support/settings.ts'
import type { App } from '../../plugin/concepts/settings.ts'

const times = { medianMs: 4.25, users: 20, perSecond: 200.4, failures: {} }

function scenario({ app = {}, path = '/', obeysPort = true, measured = times, readyTimeoutSeconds = null }: { app?: Partial<App>, path?: string, obeysPort?: boolean, measured?: import('../../plugin/init/measure-answers.ts').AnswerTimes, readyTimeoutSeconds?: number | null } = {}) {
  const settings = someSettings()
  const trial = { settings: { ...settings, app: { ...settings.app, ...app } }, obeysPort, takenPort: null, otherPorts: [], path: { path, from: null }, times: measured }
  const given = { name: 'Express app', scenarioFile: scriptFile, processor: './loop.mjs', command: 'npx artillery run x.yml', schema: '../node_modules/s.json' }
  return scenarioFileFor({ ...given, trial, load: chooseLoad(measured, 2), readyTimeoutSeconds })
}

describe('the scenario file', () => {
  it('is a script that compares the app', () => {
    expect(parse(scenario())).to.eql({
      config: { target: 'http://127.0.0.1:3030', processor: './loop.mjs', variables: { loadSeconds: 8 }, phases: [{ duration: 1, arrivalCount: 20 }], plugins: { speedup: { app: '../fixtures-app/server.js' } } },
      scenarios: [{ name: 'home', flow: [{ loop: [{ get: { url: '/' } }], whileTrue: 'untilTimeIsUp' }] }]
    })
  })

  it('says what it is, where editors find its options, and what was measured', () => {
    const text = scenario()
    expect(text).to.match(/^# yaml-language-server: \$schema=\.\.\/node_modules\/s\.json\n/)
    expect(text).to.include('# Is this Express app faster as a cluster than as one process? To find out: npx artillery run x.yml\n')
    expect(text).to.include('# An answer took 4.3 ms, and one process gave 20 users at once 200 a second.')
    expect(text).to.include('# thresholds: {')
    expect([text, scenario({ obeysPort: false })].map((one) => /target: \S+ +# (.*)/.exec(one)?.[1])).to.eql(['the app is started here: PORT is set to this port', 'where the app listens, whatever PORT says'])
    expect(Math.max(...text.split('\n').map((line) => line.length))).to.be.at.most(125)
  })

  it('names the users with whom the pace was measured, not those of the load', () => {
    const text = scenario({ measured: { medianMs: 1500, users: 20, perSecond: 0.67, failures: {} } })
    expect(parse(text).config.phases).to.eql([{ duration: 1, arrivalCount: 4 }])
    expect(text).to.include('gave 20 users at once 1 a second.')
  })

  it('is read by the plugin as the app was tried, whatever is in it', () => {
    const app = { args: ['-p', '3000', 'my app.js', 'true', 'a: b', '#c', ''], nodeArgs: ['--env-file=.env', '--import', 'tsx'], env: { NODE_ENV: 'production', N: '1', 'a.b': "it's" } }
    const read = readSettings({ script: parse(scenario({ app, readyTimeoutSeconds: 30 })), scriptFile, configFile: scriptFile, workingDirectory })
    expect(read.app).to.eql({ ...someSettings().app, ...app, script: appFile, readyTimeoutSeconds: 30 })
  })

  it('waits for answers of an app that is slow, and no shorter than 10 of them take', () => {
    const slow = parse(scenario({ measured: { medianMs: 1500, users: 20, perSecond: 0.67, failures: {} } }))
    expect(slow.config).to.deep.include({ http: { timeout: 60 }, variables: { loadSeconds: 60 }, phases: [{ duration: 1, arrivalCount: 4 }] })
  })

  for (const [path, name] of [['/', 'home'], ['/api/users', 'api-users'], ['/suche?q=größe&x=1', 'suche-q-größe-x-1'], ['/0', '0']]) {
    it(`names the scenario of ${path} ${name}`, () => {
      const [{ name: given, flow }] = parse(scenario({ path })).scenarios
      expect({ name: given, url: flow[0].loop[0].get.url }).to.eql({ name, url: path })
    })
  }
})

describe('a text in YAML', () => {
  for (const text of ['../server.js', 'npm run build', '3000', 'true', 'No', '-p', '', ' a', 'a ', 'a: b', 'a #b', "it's", '"', '\\n', 'größe', '[a]', '{{ x }}', 'a,b', '*.js', '~', 'null', '1e3', '.5', '.inf', '0x1f', '2001-01-01', '@a', 'a\nb', '- a']) {
    it(`is read again as it was: ${JSON.stringify(text)}`, () => {
      expect(parse(`a: ${yamlText(text)}`)).to.eql({ a: text })
      expect(parse(yamlList([text, text]))).to.eql([text, text])
      expect(parse(yamlMap({ [text]: text }))).to.eql({ [text]: text })
    })
  }
})

describe('a job for CI', () => {
  const job: import('../../plugin/init/templates.ts').CiJob = { packageManager: 'npm', isLocked: true, installFolder: '.', folder: '.', build: null, compare: 'npx artillery run scenarios/speedup.yml', reports: 'reports/' }
  const inPackage = { ...job, packageManager: 'pnpm' as const, folder: 'packages/my api', build: 'pnpm run build', reports: 'packages/my api/reports/' }
  const runs = (of: typeof job) => parse(githubWorkflow(of)).jobs.speedup.steps.filter((step: any) => step.run !== undefined)
  const script = (of: typeof job) => parse(gitlabJob(of)).speedup.script

  it('compares on GitHub and keeps the reports', () => {
    const { on, jobs } = parse(githubWorkflow(job))
    expect(Object.keys(on)).to.eql(['pull_request', 'push'])
    expect(runs(job)).to.eql([{ run: 'npm ci' }, { run: job.compare }])
    expect(jobs.speedup.steps[1].with).to.eql({ 'node-version': 24, cache: 'npm' })
    expect(jobs.speedup.steps[4]).to.deep.include({ if: 'always()', with: { name: 'speedup', path: 'reports/' } })
  })

  it('compares on GitLab and keeps the reports', () => {
    const { speedup } = parse(gitlabJob(job))
    expect(speedup.script).to.eql(['npm ci', job.compare])
    expect(speedup.artifacts).to.eql({ when: 'always', paths: ['reports/'], reports: { junit: 'reports/*/junit.xml' } })
  })

  it('gets no browser', () => {
    expect(parse(githubWorkflow(job)).jobs.speedup.env).to.eql({ PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' })
    expect(parse(gitlabJob(job)).speedup.variables).to.eql({ PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' })
  })

  for (const folder of ['$HOME `id`', "it's", '"', '$(id)', 'größe']) {
    it(`goes to a folder with any name: ${folder}`, () => {
      const [change] = script({ ...job, folder }).at(-1).slice(1).split(' && ')
      expect(execFileSync('sh', ['-c', `set -- ${change.slice('cd '.length)}; printf %s "$1"`], { encoding: 'utf8' })).to.equal(folder)
    })
  }

  it('installs as the project does, builds it, and works in the package’s folder', () => {
    const there = { 'working-directory': 'packages/my api' }
    expect(runs(inPackage)).to.eql([{ run: 'corepack enable' }, { run: 'pnpm install' }, { run: 'pnpm run build', ...there }, { run: job.compare, ...there }])
    expect(script(inPackage)).to.eql(['corepack enable', 'pnpm install', `(cd 'packages/my api' && pnpm run build)`, `(cd 'packages/my api' && ${job.compare})`])
    expect(runs({ ...job, isLocked: false })[0]).to.eql({ run: 'npm install' })
    expect(parse(githubWorkflow({ ...job, isLocked: false })).jobs.speedup.steps[1].with).to.eql({ 'node-version': 24 })
    expect(runs({ ...job, packageManager: 'yarn' }).slice(0, 2)).to.eql([{ run: 'corepack enable' }, { run: 'yarn install' }])
  })
})

describe('the test for mocha', () => {
  it('asserts with chai where chai is there, else without', () => {
    const [withChai, without] = [true, false].map((hasChai) => mochaTestFor({ hasChai, scenarioFile: '../scenarios/speedup.yml' }))
    expect(withChai).to.include("import speedup from 'artillery-plugin-speedup/chai'").and.include("import { expect, use } from 'chai'")
    expect(without).to.include("import { assertThresholds } from 'artillery-plugin-speedup/assert'").and.not.include('chai')
    for (const text of [withChai, without]) expect(text).to.include("compareBeforeAll(new URL('../scenarios/speedup.yml', import.meta.url), {")
  })
})
