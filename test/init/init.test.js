import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { parse } from 'yaml'
import { init } from '../../plugin/init/init.js'
import { freePort } from '../support/project.js'
import { refusalFrom, someProjects } from './some-project.js'

const app = (/** @type {string} */ handler) => `require('node:http').createServer((request, response) => { ${handler} }).listen(process.env.PORT || 3900, '127.0.0.1')`
const hello = app("response.end('hello')")

describe('init', function () {
  this.timeout(20_000)
  const projects = someProjects()

  /**
   * @param {Record<string, string | object>} files
   * @param {Record<string, string>} [options]
   * @param {string[] | null} [answers] to the questions, in turn; null: nobody is there
   */
  function prepare(files, options = {}, answers = null) {
    const { folder } = projects.make(files)
    /** @type {string[]} */
    const said = []
    /** @type {string[]} */
    const questions = []
    const ask = async (/** @type {string} */ question) => {
      questions.push(question)
      return answers?.shift() ?? expect.fail(`Nobody expected to be asked: ${question}`)
    }
    const run = () => init({ folder, options }, { ask: answers === null ? null : ask, say: (text) => void said.push(text) }, new AbortController().signal)
    return { folder, run, said: () => said.join('\n'), questions, read: (/** @type {string} */ name) => readFileSync(join(folder, name), 'utf8'), has: (/** @type {string} */ name) => existsSync(join(folder, name)) }
  }

  it('writes a scenario and a test, and says what it found and what comes next', async () => {
    const port = await freePort()
    const manifest = { scripts: { start: `PORT=${port} node app.js` }, dependencies: { express: '5' }, devDependencies: { mocha: '1' } }
    const { run, said, read, has } = prepare({ 'package.json': manifest, 'app.js': hello })
    await run()
    expect(said()).to.match(
      new RegExp(`^app {6}app\\.js, an Express app \\(scripts\\.start: PORT=${port} node app\\.js\\)\n\nStarting it a few times, [^\n]*\n\nport {5}${port}, since it listens where PORT says\npath {5}/ answers in [\\d.]+ ms, and \\d+ times a second when 20 users ask at once\ncluster {2}starts as well, with \\d+ workers?\nload {5}20 users, \\d+ requests each[^\n]*\n\n` +
        'written {2}scenarios/speedup\\.yml\nwritten {2}test/speedup\\.test\\.mjs\n\nNext:\n  npm install --save-dev artillery artillery-plugin-speedup\n  npx artillery run scenarios/speedup\\.yml {3}# takes about [^\n]*$')
    )
    const { config, scenarios } = parse(read('scenarios/speedup.yml'))
    expect(config).to.deep.include({ target: `http://127.0.0.1:${port}`, plugins: { speedup: { app: '../app.js' } } })
    expect(scenarios[0].flow[0].loop[0]).to.eql({ get: { url: '/' } })
    expect(read('scenarios/speedup.yml')).to.include('Is this Express app faster')
    expect(read('test/speedup.test.mjs')).to.include('assertThresholds(')
    expect(has('.github')).to.equal(false)
  })

  it('asks what it can’t find out: the app, the path, whether to compare in CI', async () => {
    const files = { 'package.json': { type: 'module' }, 'app.js': "throw new Error('not me')", 'real.cjs': app("response.writeHead(request.url === '/deep' ? 200 : 404).end()") }
    const { run, said, read, questions } = prepare(files, {}, ['gone.js', 'real.cjs', '/wrong', '/deep', 'github'])
    await run()
    expect(questions.map((question) => question.trim().split('\n').at(-1))).to.eql([
      'Which file starts the server? (Enter: give up)', 'Which file starts the server? (Enter: give up)', 'Which path shall be asked? (Enter: give up)', 'Which path shall be asked? (Enter: give up)', 'Compare in CI, too? (github, gitlab; Enter: no)'
    ])
    expect(questions[0]).to.include('Error: not me')
    expect(questions[1]).to.include('--app is "gone.js", but there is no file')
    expect(questions[3]).to.include('/wrong answers 404')
    expect(said()).to.include('path     /deep answers').and.include('written  .github/workflows/speedup.yml')
    expect(parse(read('scenarios/speedup.yml')).config.plugins.speedup.app).to.equal('../real.cjs')
  })

  it('ends when whoever is asked gives up, having said once what is wrong', async () => {
    const { run, has } = prepare({ 'app.js': "throw new Error('not me')" }, {}, [''])
    expect(await refusalFrom(run)).to.eql({ code: 'APP_NOT_READY', message: 'Nothing was written.' })
    expect(has('scenarios')).to.equal(false)
  })

  it('starts nothing when the scenario is there, leaves it as it is, and writes the rest', async () => {
    const files = { 'package.json': { type: 'module', devDependencies: { mocha: '1', chai: '1' } }, 'scenarios/speedup.yml': 'mine', '.git/HEAD': '', '.gitignore': 'node_modules\n' }
    const { run, said, read } = prepare(files, { ci: 'github' })
    await run()
    expect(said()).to.equal(
      'written  test/speedup.test.js\nwritten  .github/workflows/speedup.yml\nscenarios/speedup.yml exists already: left as it is.\n\nResults are kept in reports/, which is best named in .gitignore.\n' +
        'Next:\n  npm install --save-dev artillery artillery-plugin-speedup\n  npx artillery run scenarios/speedup.yml'
    )
    expect(read('scenarios/speedup.yml')).to.equal('mine')
    expect(read('test/speedup.test.js')).to.include("from 'artillery-plugin-speedup/chai'")
  })

  it('prints the job for GitLab when there is a file for it', async () => {
    const files = { 'scenarios/speedup.yml': 'mine', '.gitlab-ci.yml': 'test: {}\n', '.gitignore': '/reports/\n', '.git/HEAD': '', 'node_modules/artillery/package.json': {}, 'node_modules/artillery-plugin-speedup/package.json': {} }
    const { run, said, read } = prepare(files, { ci: 'gitlab' })
    await run()
    expect(said()).to.match(/^scenarios\/speedup\.yml exists already: left as it is\.\n\.gitlab-ci\.yml exists already: left as it is\.\n\nTo compare in CI, paste this job into it:\n\n# [^]*\nspeedup:\n {2}image: node:24\n[^]*\nNext:\n {2}npx artillery run scenarios\/speedup\.yml$/)
    expect(read('.gitlab-ci.yml')).to.equal('test: {}\n')
  })

  it('writes the workflow where the repository begins', async () => {
    const { folder } = projects.make({ '.git/HEAD': '', 'package-lock.json': '{}', 'packages/api/package.json': { scripts: { build: 'tsc' } }, 'packages/api/scenarios/speedup.yml': 'mine' })
    /** @type {string[]} */
    const said = []
    await init({ folder: join(folder, 'packages/api'), options: { ci: 'github' } }, { ask: null, say: (text) => void said.push(text) }, new AbortController().signal)
    expect(said.join()).to.include('written  ../../.github/workflows/speedup.yml')
    const { steps } = parse(readFileSync(join(folder, '.github/workflows/speedup.yml'), 'utf8')).jobs.speedup
    const inPackage = { 'working-directory': 'packages/api' }
    expect(steps.slice(2)).to.deep.include.members([{ run: 'npm ci' }, { run: 'npm run build', ...inPackage }, { run: 'npx artillery run scenarios/speedup.yml', ...inPackage }])
    expect(steps.at(-1).with.path).to.equal('packages/api/reports/')
  })

  it('says that there is nothing to write', async () => {
    const { run } = prepare({ 'package.json': { devDependencies: { mocha: '1' } }, 'scenarios/speedup.yml': '', 'test/speedup.test.mjs': '' })
    expect(await refusalFrom(run)).to.eql({
      code: 'NOTHING_TO_WRITE',
      message: 'There is nothing to write: scenarios/speedup.yml and test/speedup.test.mjs exist already, and stay as they are. To have one written anew, rename or remove it first. To compare: npx artillery run scenarios/speedup.yml'
    })
    const { message } = await refusalFrom(prepare({ 'scenarios/speedup.yml': '' }).run)
    expect(message).to.match(/^There is nothing to write: scenarios\/speedup\.yml exists already, and stays as it is\./)
  })

  it('starts nothing when the Artillery that is installed is too old', async () => {
    const { run, said } = prepare({ 'app.js': hello, 'node_modules/artillery/package.json': { version: '2.0.21' } })
    const { code, message } = await refusalFrom(run)
    expect(code).to.equal('UNSUPPORTED')
    expect(message).to.match(/^This is Artillery 2\.0\.21, but artillery-plugin-speedup needs /)
    expect(said()).to.equal('')
  })

  /** @type {[string, string, Record<string, string>, string, RegExp][]} */
  const refused = [
    ['leaves', "console.error('Error: connect ECONNREFUSED 127.0.0.1:5432'); process.exit(2)", {}, 'APP_NOT_READY', /^app\.js exited with code 2 [^]*ECONNREFUSED[^]*such as a database: start that first\. If another file/],
    ['never listens', 'setInterval(() => {}, 1000)', { 'ready-timeout': '0.5' }, 'APP_NOT_READY', /^app\.js listened on no port within 0\.5 s/],
    ['answers nothing below 400', app('response.writeHead(403).end()'), {}, 'INVALID_SETTINGS', /^No path of the app answers GET .* Tried: \/ answers 403, /],
    ['answers the wanted path with 404', app('response.writeHead(404).end()'), { path: '/x' }, 'INVALID_SETTINGS', /^The path to ask is \/x, but the app answers 404/],
    ['works alone, but not in a cluster', `if (require('node:cluster').isWorker) throw new Error('alone!'); ${hello}`, {}, 'APP_NOT_READY', /^As one process the app works, but not as a cluster\. Variant clustered: the app \S+ keeps crashing[^]*alone!/],
    ['dies when it is asked', app('process.exit(7)'), {}, 'APP_DIED', /^Variant single: the app \S+ exited with code 7/]
  ]
  for (const [what, source, options, code, message] of refused) {
    it(`writes nothing for an app that ${what}`, async () => {
      const { run, has } = prepare({ 'app.js': source }, options)
      const refusal = await refusalFrom(run)
      expect(refusal.message).to.match(message).and.match(/\nNothing was written\.$/)
      expect(refusal.code).to.equal(code)
      expect(has('scenarios')).to.equal(false)
    })
  }
})
