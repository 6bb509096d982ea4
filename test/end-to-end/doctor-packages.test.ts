import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { globSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { quietly } from '../support/artillery.ts'
import { speedup } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { fixtures, freePort } from '../support/project.ts'
import type { Examination } from '../../plugin/questions/doctor/concepts.ts'

const cwd = `${fixtures}doctor/packages`
const inPath = (name: string) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim()
const redisServer = inPath('redis-server')
// Debian has these in no folder of PATH.
const postgres = inPath('postgres') || (globSync('/usr/lib/postgresql/*/bin/postgres').at(-1) ?? '')
/** PostgreSQL refuses to be run by root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** Ends an app once it has run; a worker that still starts, or sends, fails by EPIPE where its primary ends first. */
const endsOnceLoaded = `
  const cluster = require('node:cluster')
  const workers = () => Object.values(cluster.workers)
  let loaded = 0
  cluster.on('message', (_worker, message) => {
    if (message !== 'loaded' || ++loaded < workers().length) return
    for (const worker of workers()) worker.process.kill('SIGKILL')
    process.exit()
  })
  setTimeout(() => {
    if (cluster.isWorker) process.send('loaded')
    else if (workers().length === 0) process.exit()
  }, 300)`

describe('artillery-speedup doctor, of packages as their READMEs have them', () => {
  const folder = temporaryFolder()
  const started: ChildProcess[] = []
  const start = async (port: number, file: string, args: string[], options = {}) => {
    started.push(spawn(file, args, { stdio: 'ignore', ...options }))
    for (let i = 0; i < 200; i++) {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      const isThere = await once(socket, 'connect').then(
        () => true,
        () => false
      )
      socket.destroy()
      if (isThere) return
      await delay(50)
    }
    throw new Error(`${file} does not listen`)
  }
  const env: Record<string, string> = {}
  const data = `/tmp/doctor-postgres-${process.pid}`
  before(async () => {
    if (redisServer !== '') {
      const port = await freePort()
      await start(port, redisServer, ['--port', String(port), '--save', ''])
      env.REDIS_URL = `redis://127.0.0.1:${port}`
    }
    if (postgres !== '') {
      const port = await freePort()
      const asNobody = { cwd: '/tmp', ...nobody }
      const { status } = spawnSync(
        postgres.replace(/postgres$/, 'initdb'),
        ['-D', data, '-A', 'trust', '-U', 'postgres', '-N'],
        asNobody
      )
      if (status !== 0) return
      await start(port, postgres, ['-D', data, '-p', String(port), '-k', '/tmp', '-F'], asNobody)
      env.DATABASE_URL = `postgres://postgres@127.0.0.1:${port}/postgres`
    }
  })
  after(async () => {
    const ended = started.map((child) => once(child, 'exit'))
    for (const child of started) child.kill('SIGINT')
    await Promise.all(ended)
    for (const made of [data, `${cwd}/reports`]) rmSync(made, { recursive: true, force: true })
  })

  const examine = async (words: string[], own: Record<string, string | undefined>) => {
    const port = String(await freePort())
    const isScenario = words[0].endsWith('.yml')
    const options = isScenario ? [] : ['/', '--workers=8', `--port=${port}`]
    const all = { ...process.env, ...quietly, DOCTOR_PORT: port, NODE_ENV: 'production', ...own }
    const { stdout, stderr } = await speedup(['doctor', ...words, ...options, '--json'], { env: all, cwd })
    return { ...(JSON.parse(stdout) as Examination), console: stderr }
  }

  /** needs: what has to run, by the variable that leads to it; found: nothing in the twin, whose variables are fixed */
  const faults: {
    words: [app: string, only: string, check: string]
    needs?: 'REDIS_URL' | 'DATABASE_URL'
    fixed: () => Record<string, string>
    found: [code: string, place: string | null, says: RegExp]
  }[] = [
    {
      words: ['session.js', '--only', 'sessions'],
      needs: 'REDIS_URL',
      fixed: () => ({ REDIS_URL: env.REDIS_URL }),
      found: ['state-in-process', 'session.js:10', /^GET \/ with the cookie connect\.sid of worker 1 sets a new/]
    },
    {
      words: ['limit.js', '--only', 'counts'],
      needs: 'REDIS_URL',
      fixed: () => ({ REDIS_URL: env.REDIS_URL }),
      found: ['limit-per-process', 'limit.js:10', /8 workers allow 8 times as many$/]
    },
    {
      words: ['cron.js', '--only', 'jobs'],
      fixed: () => ({ FIXED: 'yes' }),
      found: ['repeated-job', 'cron.js:5', /a job of node-cron \(0 3 \* \* \*\): with 8 workers it runs 8 times$/]
    },
    {
      words: ['pool.js', '--only', 'connections'],
      needs: 'DATABASE_URL',
      fixed: () => ({ FIXED: 'yes' }),
      found: [
        'pool-times-workers',
        'pool.js:7',
        /^PostgreSQL .*at least 10 connections of a worker .*, 80 with 8 workers/
      ]
    },
    {
      words: ['tokens.yml', '--only', 'sessions'],
      fixed: () => ({ FIXED: 'yes' }),
      found: [
        'state-in-process',
        null,
        /^POST \/order with the token of worker 1 answers 403 in worker 2, but answers 200/
      ]
    },
    {
      words: ['chat.js', '--only', 'sockets'],
      fixed: () => ({ FIXED: 'yes' }),
      found: ['no-sticky-sessions', null, /^worker 2 answers 400 to a session/]
    }
  ]
  for (const { words, needs, fixed, found } of faults) {
    it(`finds ${found[0]} of ${words[0]}, and nothing where it is fixed`, async function () {
      if (needs !== undefined && env[needs] === undefined) this.skip()
      const database = needs === 'DATABASE_URL' ? { DATABASE_URL: env.DATABASE_URL } : { REDIS_URL: '' }
      const { findings, console } = await examine(words, database)
      const [code, place, says] = found
      expect(
        findings.map(({ code, place }) => [code, place && `${place.file}:${place.line}`]),
        console
      ).to.eql([[code, place]])
      expect(findings[0].sentence).to.match(says)
      const twin = await examine(words, { ...database, ...fixed() })
      expect(twin.findings, twin.console).to.eql([])
      expect(twin.fine, twin.console).to.have.length(1)
    })
  }

  it('has cures on its page that run', async () => {
    const page = readFileSync(new URL('../../docs/doctor.md', import.meta.url), 'utf8')
    const blocks = [...page.matchAll(/^```js\n\/\/ (\S+)\n[^]*?^```/gm)]
    for (const [block, name] of blocks) folder.write(name, block.replaceAll(/^```.*/gm, ''))
    folder.write('compute.js', 'module.exports = (value) => value')
    folder.write('end.js', endsOnceLoaded)
    const port = String(await freePort())
    const own = { ...process.env, ...env, PORT: port, METRICS_PORT: '0', SESSION_SECRET: 'of all' }
    const needs = (name: string) => (/shared|once/.test(name) ? env.REDIS_URL !== undefined : true)
    for (const [, name] of blocks.filter(([, name]) => needs(name))) {
      const nodePath = fileURLToPath(new URL('../../node_modules', import.meta.url))
      const { status, stderr } = spawnSync(process.execPath, ['--no-warnings', '--require', './end.js', name], {
        cwd: folder.path(''),
        encoding: 'utf8',
        env: { ...own, NODE_PATH: nodePath }
      })
      expect([name, status, stderr]).to.eql([name, 0, ''])
    }
    expect(blocks.map(([, name]) => name)).to.include.members(['server.js', 'sockets.js', 'parts.js'])
  })
})
