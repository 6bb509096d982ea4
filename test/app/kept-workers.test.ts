import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { afterEach, beforeEach, describe, it } from 'mocha'
import { SpeedupError } from '../../plugin/concepts/errors.ts'
import { hasMembers, type Kin } from '../../plugin/processes/members.ts'
import { openWorkbench, type Workbench } from '../../plugin/processes/guard.ts'
import { startVariant, type RunningVariant } from '../../plugin/app/start-variant.ts'
import { temporaryFolder } from '../support/folder.ts'
import { apps, freePort } from '../support/project.ts'
import { aVariant, someSettings } from '../support/settings.ts'
import type { Variant } from '../../plugin/concepts/settings.ts'

const { app, target, pidHeader, scriptFile } = someSettings()
const ecosystemFile = fileURLToPath(new URL('../fixtures/ecosystems/two.config.cjs', import.meta.url))
const pm2Main = fileURLToPath(import.meta.resolve('pm2'))
const homes = () => readdirSync(tmpdir()).filter((name) => name.startsWith('pm2-'))

/** Has no ear for signals, and serves in as many processes as a condition allows; in all others it crashes. */
const stubborn = (condition: string) => `
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})
  const { existsSync, openSync } = require('node:fs')
  if (!(() => { ${condition} })()) process.exit(3)
  require('node:http').createServer((request, response) => response.end('hello')).listen(Number(process.env.PORT), '127.0.0.1')`

/** @returns Z: it has ended, and nobody has asked how; empty: it is gone */
function stateOf(pid: string): string {
  const file = `/proc/${pid}/stat`
  return existsSync(file) ? (/\) (\w)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '') : ''
}

/** Each of our primaries keeps the workers in its own way. */
const variants = [
  aVariant({ name: 'cluster', mode: 'cluster', workers: 2 }),
  aVariant({ name: 'reuse-port', mode: 'reuse-port', workers: 2 }),
  aVariant({ name: 'ports', mode: 'ports', workers: 2 }),
  aVariant({ name: 'pm2', mode: 'pm2', workers: 2 })
]

describe('workers that are kept', () => {
  const folder = temporaryFolder()
  let workbench: Workbench
  let running: RunningVariant | null = null
  let homesBefore = homes()
  beforeEach(() => {
    workbench = openWorkbench()
    homesBefore = homes()
  })
  afterEach(async () => {
    await running?.stop()
    running = null
    await workbench.close()
  })

  /** @param script its path from the apps of the tests */
  async function start(variant: Variant, script: string = 'hello.js') {
    const port = await freePort()
    const request = { app: { ...app, script: resolve(apps, script) }, variant, target: { ...target, port, url: `http://127.0.0.1:${port}` }, pidHeader, logFile: workbench.createLog('app'), guard: workbench.guard, scriptFile, insecure: false, generator: null }
    running = await startVariant(request, new AbortController().signal)
    return { ...running, url: `http://127.0.0.1:${port}` }
  }

  for (const variant of variants) {
    describe(`by ${variant.name}`, () => {
      it('answer, are known by their PIDs, tell how busy they are, and leave when asked', async () => {
        const { workerPids, usage, url, kin } = await start(variant)
        expect(workerPids()).to.have.length(2)
        // Nobody tells when a report has come.
        while (new Set(usage().map(({ pid }) => String(pid))).size < 2) await delay(50)
        expect(usage().map(({ pid }) => String(pid))).to.have.members(usage().map(({ pid }) => String(pid)).filter((pid) => workerPids().includes(pid)))
        const response = await fetch(url, { headers: { connection: 'close' } })
        expect(workerPids()).to.include(response.headers.get(pidHeader))
        expect(await running?.stop()).to.equal(false)
        expect(hasMembers(kin as Kin)).to.equal(false)
        expect(homes().filter((home) => !homesBefore.includes(home))).to.eql([])
      })

      it('are started again when one dies', async () => {
        const { workerPids, restarts } = await start(variant)
        const [victim] = workerPids()
        process.kill(Number(victim), 'SIGKILL')
        while (restarts() === 0 || workerPids().length < 2) await delay(20)
        expect(workerPids()).to.not.include(victim)
      })

      it('are given up when they crash again and again, with what they said', async () => {
        const error = await start(variant, 'exits.js').then(() => expect.fail('It started.'), (reason: unknown) => reason)
        expect(error).to.be.an.instanceOf(SpeedupError).with.property('code', 'APP_NOT_READY')
        expect((error as SpeedupError).message).to.match(new RegExp(`^Variant ${variant.name}: the app .*exits\\.js keeps crashing: \\d+ of its workers died before it was ready, the last with exit code 3\\. Run it as a single process to see why\\. Its last lines:\n`))
      })

      it('are given up although one of them serves and does not mind being asked to leave', async () => {
        const script = folder.write(`first-${variant.name}.cjs`, stubborn(`try { return openSync(${JSON.stringify(folder.path(`first-${variant.name}`))}, 'wx') } catch { return false }`))
        const error = await start(variant, script).then(() => expect.fail('It started.'), (reason: unknown) => reason)
        expect((error as SpeedupError).message).to.match(/ keeps crashing: \d+ of its workers died before it was ready, the last with exit code 3\./)
      })

      it('are gone when they are given up while others serve on', async () => {
        const broken = `broken-${variant.name}`
        const { workerPids, died, kin } = await start(variant, folder.write(`${broken}.cjs`, stubborn(`return !existsSync(${JSON.stringify(folder.path(broken))})`)))
        folder.write(broken, '')
        process.kill(Number(workerPids()[0]), 'SIGKILL')
        expect((await died).message).to.match(/ keeps crashing: \d+ of its workers died while it was measured, the last with exit code 3\./)
        expect(hasMembers(kin as Kin)).to.equal(false)
      })

      it('leave nothing behind when their primary is killed', async () => {
        const { kin, died } = await start(variant)
        const { group } = kin as Kin
        process.kill(group, 'SIGKILL')
        expect((await died).message).to.match(/was ended by SIGKILL while it was measured\./)
        expect(hasMembers(kin as Kin)).to.equal(false)
      })
    })
  }

  it('of an ecosystem file’s app are as many as it says, on our port', async () => {
    const { workerPids, url } = await start(aVariant({ name: 'web', mode: 'pm2', workers: null, ecosystem: { file: ecosystemFile, app: 'web' } }))
    expect(workerPids()).to.have.length(2)
    expect((await fetch(url)).status).to.equal(200)
  })

  it('in PM2’s fork mode leave nothing behind, although each has a process group of its own', async () => {
    const { workerPids, kin } = await start(aVariant({ name: 'lonely', mode: 'pm2', workers: null, ecosystem: { file: ecosystemFile, app: 'lonely' } }))
    const [worker] = workerPids()
    const { group } = kin as Kin
    expect(() => process.kill(-Number(worker), 0), 'a group of its own').to.not.throw()
    process.kill(group, 'SIGKILL')
    await running?.died
    expect(stateOf(worker)).to.be.oneOf(['', 'Z'])
  })

  it('of an ecosystem file’s app don’t touch the PID file and the log that it names', async () => {
    const own = dirname(folder.write('mine-0.pid', 'my PID'))
    folder.write('mine.log', 'my log\n')
    const content = { apps: [{ name: 'web', script: `${apps}hello.js`, instances: 2, pid: './mine.pid', log: './mine.log' }] }
    const file = folder.write('named.json', JSON.stringify(content))
    const before = readdirSync(own)
    await start(aVariant({ name: 'web', mode: 'pm2', workers: null, ecosystem: { file, app: 'web' } }))
    await running?.stop()
    expect(readdirSync(own)).to.eql(before)
    expect(['mine-0.pid', 'mine.log'].map((name) => readFileSync(folder.path(name), 'utf8'))).to.eql(['my PID', 'my log\n'])
  })

  it('have a PM2 of their own, whatever files of another the environment names', async () => {
    const others = { PM2_DAEMON_RPC_PORT: 'other-rpc.sock', PM2_DAEMON_PUB_PORT: 'other-pub.sock', PM2_PID_FILE_PATH: 'other.pid', PM2_DEFAULT_PID_PATH: 'other-pids', OVER_HOME: 'other-home' }
    const env = Object.fromEntries(Object.entries(others).map(([name, file]) => [name, folder.path(file)]))
    const { url } = await start(aVariant({ name: 'pm2', mode: 'pm2', workers: 1, env }))
    expect((await fetch(url)).status).to.equal(200)
    expect(Object.values(env).filter((file) => existsSync(file)).map((file) => basename(file))).to.eql([])
  })

  it('are not given to a daemon that runs already', async () => {
    const { url } = await start(aVariant({ name: 'pm2', mode: 'pm2', workers: 1 }))
    const [home] = homes().filter((one) => !homesBefore.includes(one))
    const [rpc, pub] = ['rpc.sock', 'pub.sock'].map((name) => join(tmpdir(), home, name))
    const file = folder.write('loads-pm2.config.cjs', `
      Object.assign(process.env, ${JSON.stringify({ PM2_DAEMON_RPC_PORT: rpc, PM2_DAEMON_PUB_PORT: pub })})
      require(${JSON.stringify(pm2Main)})
      module.exports = { apps: [{ name: 'web', script: ${JSON.stringify(`${apps}hello.js`)} }] }`)
    const error = await start(aVariant({ name: 'second', mode: 'pm2', workers: null, ecosystem: { file, app: 'web' } })).then(() => expect.fail('It started.'), (reason: unknown) => reason)
    expect((error as SpeedupError).message).to.include(`PM2 found a daemon that runs already, at ${rpc}, `)
    expect((await fetch(url)).status).to.equal(200)
  })

  it('are not there when the ecosystem file has no such app', async () => {
    const error = await start(aVariant({ name: 'nobody', mode: 'pm2', workers: null, ecosystem: { file: ecosystemFile, app: 'nobody' } })).catch((reason: unknown) => reason)
    expect(error).to.be.an.instanceOf(SpeedupError)
    expect((error as SpeedupError).message).to.equal(
      `Variant nobody: the app ${ecosystemFile} exited with code 1 before it was ready. Its last lines:\n    ${ecosystemFile} has no app "nobody". Its apps: web, lonely and snake.`
    )
  })
})
