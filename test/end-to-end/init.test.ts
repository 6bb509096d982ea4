import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { parse } from 'yaml'
import { mochaTestFor } from '../../plugin/init/templates.ts'
import { rest, someProjects } from '../init/some-project.ts'
import { writeAll, type Files } from '../support/folder.ts'
import { startArtillery, startMarked } from '../support/artillery.ts'
import { cli } from '../support/cli.ts'
import { freePort, repository } from '../support/project.ts'
import { livingProcesses, waitUntilGone } from '../support/strays.ts'

const packages = `${repository}node_modules`
const mocha = `${packages}/mocha/bin/mocha.js`

describe('artillery-speedup init', () => {
  const projects = someProjects()
  let folder = ''

  /** Somebody's project, with the packages of this one. */
  function createProject(files: Files) {
    folder = projects.make(files, 'test größe ').folder
    symlinkSync(packages, join(folder, 'node_modules'))
  }

  const startInit = (...words: string[]) => startMarked([process.execPath, cli, 'init', ...words], { cwd: folder })

  async function runInit(...words: string[]) {
    const { mark, ended } = startInit(...words)
    const { code, output } = await ended
    expect(livingProcesses(mark), output).to.eql([])
    expect(code, output).to.equal(0)
    return { output, script: parse(readFileSync(join(folder, 'scenarios/speedup.yml'), 'utf8')) }
  }

  /** The first round of the scenario file as it is, but for less of the same load: the others are like it. */
  async function expectComparable() {
    const overrides = { config: { plugins: { speedup: { users: 4, duration: '1s' } } } }
    const { printed, interrupt } = startArtillery('scenarios/speedup.yml', {
      cwd: folder,
      flags: ['--overrides', JSON.stringify(overrides)]
    })
    await printed('round  1  clustered')
    const output = await interrupt()
    for (const variant of ['single', 'clustered'])
      expect(output).to.match(new RegExp(`round {2}1 {2}${variant} +[\\d,.]+/s {2}p50 (?!.*error)`))
    const reports = join(folder, 'reports')
    const [record] = readdirSync(reports).filter((one) => one.endsWith('-speedup'))
    expect(existsSync(join(reports, record, 'index.html')), output).to.equal(true)
  }

  it('makes an Express app that listens on PORT ready to be compared, and to be asserted of', async () => {
    const port = await freePort()
    const server = `import express from 'express'
const app = express()
${rest}app.use((_request, _response, next) => rest().then(next))
app.get('/api/:id', (_request, response) => response.send('one'))
app.get('/api/things', (_request, response) => response.json({ mode: process.env.NODE_ENV, arguments: process.argv.slice(2) }))
app.listen(process.env.PORT || ${port})
`
    const packages = { dependencies: { express: '5' }, devDependencies: { mocha: '12', chai: '6' } }
    const manifest = {
      type: 'module',
      scripts: { start: 'NODE_ENV=production node --expose-gc src/server.js --fast' },
      ...packages
    }
    // As GitHub's .gitignore for Node has it.
    createProject({ 'package.json': manifest, 'src/server.js': server, '.gitignore': '*.tgz' })
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    const { script, output } = await runInit('--ci', 'github')
    // How the lines of the trial and of what comes next are worded is tested in test/init.
    expect(output).to.match(
      /^app {6}src\/server\.js, an Express app \(scripts\.start: NODE_ENV=production node .*\)\n\nStarting the app with your environment variables, /
    )
    expect(output.replaceAll(String(port), '8080')).to.match(
      /\n\nport {5}8080, the app listens on PORT\npath {5}\/api\/things .*\ncluster {2}starts with \d+ workers?\nload {5}.*\npacked {3}vendor\/.*\.tgz, .*, and, as \.gitignore leaves it out, git add --force vendor\/.*\.tgz\n\nwritten {2}scenarios\/speedup\.yml\n/
    )
    expect(output).to.match(
      /written {2}speedups\/app\.js\n[^]*\nNext:\n.* {2}npx artillery run scenarios\/speedup\.yml {3}# takes about [\d.]+ s\n/
    )
    expect(script.config).to.deep.include({
      target: `http://127.0.0.1:${port}`,
      plugins: {
        speedup: {
          app: {
            script: '../src/server.js',
            args: ['--fast'],
            nodeArgs: ['--expose-gc'],
            env: { NODE_ENV: 'production' }
          },
          users: script.config.plugins.speedup.users
        }
      }
    })
    expect(script.config.plugins.speedup.users).to.be.at.least(4)
    expect(script.scenarios[0]).to.deep.include({ name: 'api-things' })
    expect(script.scenarios[0].flow[0]).to.eql({ get: { url: '/api/things' } })
    const [, schema] = /\$schema=(\S+)/.exec(readFileSync(join(folder, 'scenarios/speedup.yml'), 'utf8')) ?? []
    expect(JSON.parse(readFileSync(join(folder, 'scenarios', schema), 'utf8'))).to.have.property('$schema')
    expect(parse(readFileSync(join(folder, '.github/workflows/speedup.yml'), 'utf8')).jobs).to.have.property('speedup')
    writeAll(folder, { 'speedups/plain.mjs': mochaTestFor(false) })
    for (const file of ['app.js', 'plain.mjs'])
      expect(await titlesOf(`speedups/${file}`)).to.eql(['the app as a cluster meets its thresholds'])
    await expectComparable()
  })

  for (const [signal, exitCode] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGKILL', null]
  ] as const) {
    it(`leaves nothing running, and writes nothing, when it gets ${signal} while the app starts`, async () => {
      createProject({ 'package.json': {}, 'app.js': "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)" })
      const { child, mark, ended } = startInit()
      while (!livingProcesses(mark).some((line) => line.includes('/app.js'))) await delay(20)
      child.kill(signal)
      const { code, output } = await ended
      await waitUntilGone(mark)
      expect(code, output).to.equal(exitCode)
      if (signal !== 'SIGKILL') expect(output).to.match(/\nInterrupted\. Nothing was written\.\n$/)
      expect(readdirSync(folder).sort()).to.eql(['app.js', 'node_modules', 'package.json'])
    })
  }

  /** @returns the titles of the tests in the file, none of which is run */
  async function titlesOf(file: string): Promise<string[]> {
    const { stdout } = await promisify(execFile)(process.execPath, [mocha, '--dry-run', '--reporter', 'json', file], {
      cwd: folder
    })
    return JSON.parse(stdout).tests.map(({ fullTitle }: { fullTitle: string }) => fullTitle)
  }
})
