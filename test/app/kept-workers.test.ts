import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { after, before, beforeEach, describe, it } from 'mocha'
import { isListening } from '../../plugin/app/port.ts'
import { temporaryFolder } from '../support/folder.ts'
import { apps, fixtures } from '../support/project.ts'
import { expectNobody, starting } from './starting.ts'
import type { Variant } from '../../plugin/concepts/settings.ts'

const pm2Main = fileURLToPath(import.meta.resolve('pm2'))
const homes = () => readdirSync(tmpdir()).filter((name) => name.startsWith('pm2-'))

/** Ignores signals, and serves in as many processes as a condition allows; in all others it crashes. */
const stubborn = (condition: string) => `
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})
  const { existsSync, openSync } = require('node:fs')
  if (!(() => { ${condition} })()) process.exit(3)
  require('node:http').createServer((request, response) => response.end('hello')).listen(Number(process.env.PORT), '127.0.0.1')`

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
  const given = (variant: Partial<Variant>, script = 'hello.js') =>
    [{ name: variant.mode, workers: 2, ...variant }, { script: resolve(apps, script) }] as const
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
      const broken = `broken-${mode}`
      const crashes = (when: string) =>
        new RegExp(` keeps crashing: \\d+ of its workers died ${when}, the last with exit code 3\\.`)

      it('answers, is known by their PIDs, tells how busy they are, gets another one when one dies, and leaves when asked', async () => {
        const running = await start({ mode })
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
        expect(await isListening({ hostname: '127.0.0.1', port: port() })).to.equal(false)
        expect(homes().filter((home) => !homesBefore.includes(home))).to.eql([])
      })

      it('is given up when they crash again and again, with what they said', async () => {
        const { code, message } = await refusal({ mode }, 'exits.js')
        expect(code).to.equal('APP_NOT_READY')
        expect(message).to.match(crashes('before it was ready'))
        expect(message).to.match(
          new RegExp(
            `^Variant ${mode}: the app .*exits\\.js keeps .*3\\. Run it as a single process to see why\\. Its last lines:\n`
          )
        )
      })

      it('is given up although one of them serves and does not mind being asked to leave', async () => {
        const isFirst = `try { return openSync(${JSON.stringify(folder.path(`first-${mode}`))}, 'wx') } catch { return false }`
        expect((await refusal({ mode }, folder.write(`first-${mode}.cjs`, stubborn(isFirst)))).message).to.match(
          crashes('before it was ready')
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

      it('leaves nothing behind when their primary is killed', async () => {
        const running = await start({ mode })
        process.kill(Number(running.kin?.group), 'SIGKILL')
        expect((await running.died).message).to.match(/was killed by SIGKILL while it was measured\./)
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
    const { reported, disturb } = await start({ mode: 'cluster' }, app)
    const before = reported().workerPids
    folder.write('slow', '')
    const reloading = disturb({ kind: 'reload', of: 'all', seconds: null, at: 0 }, 0)
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

    it('leaves nothing behind in fork mode, although each worker has a process group of its own', async () => {
      const { reported, kin, died } = await start(appIn(`${fixtures}ecosystems/two.config.cjs`, 'lonely'))
      const [worker] = reported().workerPids
      expect(() => process.kill(-Number(worker), 0), 'a group of its own').to.not.throw()
      process.kill(Number(kin?.group), 'SIGKILL')
      await died
      // It is gone, or a zombie: it has ended, and nobody has asked how.
      if (existsSync(`/proc/${worker}/stat`)) expect(readFileSync(`/proc/${worker}/stat`, 'utf8')).to.match(/\) Z/)
    })

    it('is given up when its workers crash again and again, also where each takes longer for it than PM2 allows', async () => {
      const slow = folder.write('slow-crash.cjs', 'setTimeout(() => process.exit(3), 1100)')
      expect((await refusal({ mode: 'pm2' }, slow)).message).to.match(
        / keeps crashing: \d of its workers died before it was ready, the last with exit code 3\./
      )
    })

    it('has as many workers as the ecosystem file says, on our port, and does not touch the PID file and the log that it names', async () => {
      const own = dirname(folder.write('mine-0.pid', 'my PID'))
      folder.write('mine.log', 'my log\n')
      const content = {
        apps: [{ name: 'web', script: `${apps}hello.js`, instances: 2, pid: './mine.pid', log: './mine.log' }]
      }
      const file = folder.write('named.json', JSON.stringify(content))
      const before = readdirSync(own)
      const { reported, stop } = await start(appIn(file, 'web'))
      expect(reported().workerPids).to.have.length(2)
      expect((await fetch(url())).status).to.equal(200)
      await stop()
      expect(readdirSync(own)).to.eql(before)
      expect(['mine-0.pid', 'mine.log'].map((name) => readFileSync(folder.path(name), 'utf8'))).to.eql([
        'my PID',
        'my log\n'
      ])
    })

    it('has a PM2 of its own, whatever files of another the environment names', async () => {
      const variables = [
        'PM2_DAEMON_RPC_PORT',
        'PM2_DAEMON_PUB_PORT',
        'PM2_PID_FILE_PATH',
        'PM2_DEFAULT_PID_PATH',
        'OVER_HOME'
      ]
      const env = Object.fromEntries(variables.map((name) => [name, folder.path(`other-${name}`)]))
      await start({ mode: 'pm2', workers: 1, env })
      expect((await fetch(url())).status).to.equal(200)
      expect(
        Object.values(env)
          .filter((file) => existsSync(file))
          .map((file) => basename(file))
      ).to.eql([])
    })

    it('is not given to a daemon that runs already', async () => {
      await start({ mode: 'pm2', workers: 1 })
      const [home] = homes().filter((name) => !homesBefore.includes(name))
      const [rpc, pub] = ['rpc.sock', 'pub.sock'].map((name) => join(tmpdir(), home, name))
      const file = folder.write(
        'loads-pm2.config.cjs',
        `
        Object.assign(process.env, ${JSON.stringify({ PM2_DAEMON_RPC_PORT: rpc, PM2_DAEMON_PUB_PORT: pub })})
        require(${JSON.stringify(pm2Main)})
        module.exports = { apps: [{ name: 'web', script: ${JSON.stringify(`${apps}hello.js`)} }] }`
      )
      const { message } = await elsewhere.refusal(...given(appIn(file, 'web')))
      expect(message).to.include(`PM2 found a running daemon at ${rpc} instead of starting its own`)
      expect((await fetch(url())).status).to.equal(200)
    })
  })
})
