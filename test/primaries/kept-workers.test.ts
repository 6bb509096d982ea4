import { disturb } from '../../plugin/questions/losses/app.ts'
import { readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { isListening } from '../../plugin/app/port.ts'
import { temporaryFolder } from '../support/folder.ts'
import { apps, fixtures, freePort } from '../support/project.ts'
import { expectNobody, starting } from '../app/starting.ts'
import type { Variant } from '../../plugin/concepts/settings.ts'

const pm2Main = fileURLToPath(import.meta.resolve('pm2'))
const homes = () => readdirSync(tmpdir()).filter((name) => name.startsWith('pm2-'))

/** Ignores signals, and serves in as many processes as a condition allows; in all others it crashes after a while. */
const stubborn = (condition: string, crashMs = 0) => `
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})
  const { existsSync, openSync } = require('node:fs')
  if ((() => { ${condition} })())
    require('node:http').createServer((request, response) => response.end('hello')).listen(Number(process.env.PORT), '127.0.0.1')
  else setTimeout(() => {
    console.log('crashed')
    process.exit(3)
  }, ${crashMs})`

/** Each of our primaries keeps the workers in its own way. */
const modes = ['cluster', 'reusePort', 'ports', 'pm2'] as const

describe('a variant that is started here', () => {
  const folder = temporaryFolder()
  const { start: startVariant, refusal: refusalOf, port, url } = starting()
  const { TMPDIR } = process.env
  // Other tests start PM2 meanwhile: their homes are elsewhere.
  before(() => void (process.env.TMPDIR = folder.path('')))
  after(() => (TMPDIR === undefined ? delete process.env.TMPDIR : void (process.env.TMPDIR = TMPDIR)))
  let homesBefore: string[]
  beforeEach(() => (homesBefore = homes()))

  /** @param script its path from the apps of the tests */
  const given = (variant: Partial<Variant>, script = 'hello.js', usualPort?: number) =>
    [
      { name: variant.mode, workers: 2, ...variant },
      // What minds no signal is waited for.
      { script: resolve(apps, script), usualPort, ...(isAbsolute(script) && { stopTimeoutSeconds: 1 }) }
    ] as const
  const start = (...args: Parameters<typeof given>) => startVariant(...given(...args))
  const refusal = async (...args: Parameters<typeof given>) => refusalOf(...given(...args))
  const appIn = (file: string, app: string): Partial<Variant> => ({
    name: app,
    mode: 'pm2',
    workers: null,
    ecosystem: { file, app }
  })

  for (const mode of modes) {
    describe(`in workers that are kept by ${mode}`, () => {
      it('answers, on another port than it wants, is known by their PIDs, tells how busy they are, gets another one when one dies, and leaves when asked', async () => {
        const usualPort = await freePort()
        const running = await start({ mode, env: { FIXED_PORT: String(usualPort) } }, 'fixed-port.js', usualPort)
        const { reported } = running
        expect(reported().workerPids).to.have.length(2)
        // Nobody tells when a report has come.
        const reports = () => reported().usage.map(({ pid }) => String(pid))
        while (!reported().workerPids.every((worker) => reports().filter((pid) => pid === worker).length >= 2))
          await delay(50)
        expect(new Set(reports())).to.eql(new Set(reported().workerPids))
        const response = await fetch(url(), { headers: { connection: 'close' } })
        expect(reported().workerPids).to.include(response.headers.get('x-worker-pid'))
        const [victim] = reported().workerPids
        process.kill(Number(victim), 'SIGKILL')
        while (reported().restarts === 0 || reported().workerPids.length < 2) await delay(20)
        expect(reported().workerPids).to.not.include(victim)
        expect(await running.stop()).to.equal(false)
        expectNobody(running)
        for (const at of [port(), usualPort])
          expect(await isListening({ hostname: '127.0.0.1', port: at })).to.equal(false)
        expect(homes().filter((home) => !homesBefore.includes(home))).to.eql([])
      })
    })
  }

  // Those of cluster are kept as those of reusePort and ports are.
  for (const mode of ['cluster', 'pm2'] as const) {
    describe(`in workers that crash, in mode ${mode}`, () => {
      const broken = `broken-${mode}`
      const crashes = (when: string) =>
        RegExp(
          `^Variant ${mode}: the app .* keeps crashing: \\d+ of its workers died ${when}, the last with exit code 3\\.`
        )

      it('is given up, with what they said, although one of them serves and does not mind being asked to leave', async () => {
        const isFirst = `try { return openSync(${JSON.stringify(folder.path(`first-${mode}`))}, 'wx') } catch { return false }`
        // PM2 itself counts only those that live for less than a second.
        const app = folder.write(`first-${mode}.cjs`, stubborn(isFirst, mode === 'pm2' ? 1100 : 0))
        const { code, message } = await refusal({ mode }, app)
        expect(code).to.equal('APP_NOT_READY')
        expect(message).to.match(crashes('before it was ready'))
        expect(message).to.match(
          / If it works as a single process, look for what exists only once, such as a lock, a file or a second port\. Its last lines:\n(.*\n)*    crashed/
        )
      })

      it('is gone when they are given up while others serve on', async () => {
        const isWhole = `return !existsSync(${JSON.stringify(folder.path(broken))})`
        const running = await start({ mode }, folder.write(`${broken}.cjs`, stubborn(isWhole)))
        folder.write(broken, '')
        process.kill(Number(running.reported().workerPids[0]), 'SIGKILL')
        expect((await running.died).message).to.match(crashes('while it was measured'))
        expectNobody(running)
      })
    })
  }

  it('are as many as before where an old worker dies while its successor starts', async () => {
    const [starts, slow] = ['starts', 'slow'].map((name) => folder.path(name))
    const app = folder.write(
      'slow-start.cjs',
      `
      const { appendFileSync, existsSync } = require('node:fs')
      appendFileSync(${JSON.stringify(starts)}, 'started\\n')
      const server = require('node:http').createServer((request, response) => response.end('hello'))
      setTimeout(() => server.listen(Number(process.env.PORT), '127.0.0.1'), existsSync(${JSON.stringify(slow)}) ? 500 : 0)`
    )
    const running = await start({ mode: 'cluster' }, app)
    const { reported } = running
    const before = reported().workerPids
    folder.write('slow', '')
    const reloading = disturb({ kind: 'reload', of: 'all', seconds: null, at: 0 }, 0, running)
    const started = () => readFileSync(starts, 'utf8').trimEnd().split('\n').length
    while (started() < 3) await delay(10)
    // The first that was forked is the first to be replaced.
    process.kill(Math.min(...before.map(Number)), 'SIGKILL')
    expect((await reloading).problem).to.equal(null)
    while (reported().workerPids.length < 2 || reported().workerPids.some((pid) => before.includes(pid)))
      await delay(10)
    expect(started(), 'a successor for each').to.equal(4)
  })

  describe('by PM2', () => {
    const elsewhere = starting()

    it('leaves nothing behind when it is killed, although each worker has a process group of its own', async () => {
      const running = await start(appIn(`${fixtures}ecosystems/two.config.cjs`, 'lonely'))
      const [worker] = running.reported().workerPids
      expect(() => process.kill(-Number(worker), 0), 'a group of its own').to.not.throw()
      process.kill(Number(running.kin?.group), 'SIGKILL')
      expect((await running.died).message).to.match(/was killed by SIGKILL while it was measured\./)
      expectNobody(running)
    })

    it('has a PM2 of its own beside that of the user, whatever the environment names of that, and leaves files alone that the ecosystem file names', async () => {
      const { reported: usersReported } = await elsewhere.start(
        { mode: 'pm2', workers: 1 },
        { script: `${apps}hello.js` }
      )
      const usersWorkers = usersReported().workerPids
      const [home] = homes().filter((name) => !homesBefore.includes(name))
      const [usersHome, rpc, pub] = ['', 'rpc.sock', 'pub.sock'].map((name) => join(tmpdir(), home, name))
      const own = dirname(folder.write('mine-0.pid', 'my PID'))
      folder.write('mine.log', 'my log\n')
      const web = { name: 'web', script: `${apps}hello.js`, instances: 2, pid: './mine.pid', log: './mine.log' }
      const others = ['PM2_PID_FILE_PATH', 'PM2_DEFAULT_PID_PATH', 'OVER_HOME'].map((name) => [name, folder.path(name)])
      const env = {
        ...Object.fromEntries(others),
        PM2_HOME: usersHome,
        PM2_DAEMON_RPC_PORT: rpc,
        PM2_DAEMON_PUB_PORT: pub
      }
      const file = folder.write('named.json', JSON.stringify({ apps: [web] }))
      const before = readdirSync(own)
      const { reported, stop } = await start({ ...appIn(file, 'web'), env })
      expect(reported().workerPids).to.have.length(2)
      expect((await fetch(url())).status).to.equal(200)
      await stop()
      expect(readdirSync(own)).to.eql(before)
      expect(['mine-0.pid', 'mine.log'].map((name) => readFileSync(folder.path(name), 'utf8'))).to.eql([
        'my PID',
        'my log\n'
      ])
      const loading = folder.write(
        'loads-pm2.config.cjs',
        `
        Object.assign(process.env, ${JSON.stringify(env)})
        require(${JSON.stringify(pm2Main)})
        module.exports = { apps: [${JSON.stringify(web)}] }`
      )
      const { message } = await refusal(appIn(loading, 'web'))
      expect(message).to.include(`PM2 found a running daemon at ${rpc} instead of starting its own`)
      expect((await fetch(elsewhere.url())).status).to.equal(200)
      expect(usersReported()).to.deep.include({ workerPids: usersWorkers, restarts: 0 })
    })
  })
})
