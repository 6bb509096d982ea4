import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createServer, Server } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { listenOtherwise } from '../../plugin/in-app/listen-otherwise.ts'
import { hasMembers, type Kin } from '../../plugin/processes/members.ts'
import { temporaryFolder } from '../support/folder.ts'
import { apps, freePort, repository } from '../support/project.ts'
import { preloadedApps } from './preloaded-app.ts'
import { starting } from '../app/starting.ts'

/** An app that serves, does to itself at `/spoil` what would make our hooks throw, and says how often they did. */
const app = (spoil: string) => `
  import { createServer, ServerResponse } from 'node:http'
  import { channel } from 'node:diagnostics_channel'
  import { spawn } from 'node:child_process'
  import { syncBuiltinESMExports } from 'node:module'
  import { performance } from 'node:perf_hooks'
  import fs from 'node:fs'
  import v8 from 'node:v8'
  import vm from 'node:vm'

  let thrown = 0
  const fail = () => {
    thrown++
    throw new Error('a fault in a hook')
  }
  const failing = (...names) => Object.defineProperties({}, Object.fromEntries(names.map((name) => [name, { get: fail, enumerable: true }])))
  const pages = {
    '/': (response) => response.end('hello'),
    '/spoil': (response) => response.end('spoilt', () => { ${spoil} }),
    '/thrown': (response) => response.end(String(thrown))
  }
  createServer(({ url }, response) => pages[url](response)).listen(0, '127.0.0.1')
`

const publish = (channel: string, property: string) => `channel('${channel}').publish(failing('${property}'))`

/** By the hook: how the app makes it throw. */
const faults: Record<string, string> = {
  'the header of each response': 'ServerResponse.prototype.setHeader = fail',
  'a connection that opens': publish('net.server.socket', 'socket'),
  'a request that arrives': publish('http.server.request.start', 'response'),
  'a response that ends': publish('http.server.response.finish', 'request'),
  'a response that is sent': "pages['/'] = (response) => { performance.now = fail; response.end('hello') }",
  'a server that listens': publish('tracing:net.server.listen:asyncEnd', 'server'),
  'a child that is started': publish('child_process', 'process'),
  'a child that is started, once it is asked whether it is a worker':
    "import('node:cluster').then(({ default: cluster }) => { cluster.workers = { 1: failing('process') }; spawn('true') })",
  'a pause of the garbage collector':
    "PerformanceObserverEntryList.prototype.getEntries = fail; v8.setFlagsFromString('--expose-gc'); vm.runInNewContext('gc')()",
  'a report, which asks for the CPU time': 'process.cpuUsage = fail',
  'a report that can’t be sent': 'process.send = fail',
  'the delay of the event loop, whose clock fails': 'performance.now = fail',
  'the watch over who started it': "Object.defineProperty(process, 'ppid', { get: fail })",
  'the wait for a profile': 'fs.existsSync = fail; syncBuiltinESMExports()'
}

describe('what we load into an app', () => {
  const folder = temporaryFolder()
  const { start } = preloadedApps()

  for (const [hook, spoil] of Object.entries(faults)) {
    it(`does not end it by an exception: ${hook}`, async () => {
      const own = start(app(spoil), hook.includes('profile') ? folder.path('') : undefined)
      expect((await own.ask('/spoil')).status).to.equal(200)
      while (Number((await own.ask('/thrown')).body) === 0) {
        expect(await own.ask('/')).to.include({ status: 200, body: 'hello' })
        await delay(20)
      }
      // Node throws again in the next tick what a subscriber of a channel has thrown.
      expect((await own.ask('/')).body).to.equal('hello')
      expect(own.child.exitCode).to.equal(null)
    })
  }

  it('hears channels and has timers by processes/harmless.ts alone, so that none of them is forgotten', () => {
    const loaded = (file: string): string[] => [
      file,
      ...[...readFileSync(file, 'utf8').matchAll(/import\b(?!\.meta)[^']*'(\.[^']+)'/g)]
        .filter(([statement]) => !statement.startsWith('import type'))
        .flatMap(([, to]) => loaded(join(dirname(file), to)))
    ]
    const roots = ['preload', 'share-port', 'tag-process', 'worker-pid'].map(
      (name) => `${repository}plugin/in-app/${name}.ts`
    )
    const watchers = globSync('plugin/questions/*/in-app/*.ts', { cwd: repository }).map((file) =>
      join(repository, file)
    )
    const files = [...new Set([...roots, ...watchers].flatMap(loaded))]
    expect(files.map((file) => basename(file))).to.include.members([
      'profile-process.ts',
      'usage-reporter.ts',
      'watch-app.ts',
      'measure-memory.ts',
      'clock.ts'
    ])
    const bare =
      /\b(?:subscribe|setInterval)\(|\b(?:setTimeout|PerformanceObserver)\((?!harmless)|\bprocess\.on\((?!.*harmless)/
    const found = files.filter((file) => bare.test(readFileSync(file, 'utf8'))).map((file) => basename(file))
    expect(found).to.eql(['harmless.ts'])
  })

  it('reports the memory, too, where no file can be opened', async () => {
    // Also what a connection that ends gives back is taken.
    const exhaust = `
      setInterval(() => { try { for (;;) fs.openSync('/dev/null') } catch ({ code }) { process.send({ code }) } }, 10)`
    const own = start(app(exhaust))
    const { rssBytes } = await own.report()
    void own.ask('/spoil').catch(() => {})
    expect(await own.firstMessage()).to.eql({ code: 'EMFILE' })
    for (let i = 0; i < 3; i++) expect((await own.report()).rssBytes).to.be.within(rssBytes / 2, rssBytes * 10)
    expect(own.child.exitCode).to.equal(null)
  })
})

describe('a change of where a server listens', () => {
  it('leaves alone what it can’t read: the app listens as it would without us', async () => {
    const port = await freePort()
    const { listen } = Server.prototype
    listenOtherwise(() => {
      throw new Error('a fault in a hook')
    })
    const server = createServer()
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening')
      expect(server.address()).to.include({ port, address: '127.0.0.1' })
      await once(server.close(), 'close')
    } finally {
      Server.prototype.listen = listen
    }
  })
})

describe('what keeps the workers of an app', () => {
  const folder = temporaryFolder()
  const { start, url, output } = starting()
  const served = async () => (await fetch(url(), { headers: { connection: 'close' } })).status

  /** @returns NODE_OPTIONS with what a primary of ours does, every 20 ms, once there is a file; it notes that it did */
  function spoiling(name: string, spoil: string) {
    const [wanted, done] = [folder.path(`${name}-wanted`), folder.path(`${name}-done`)]
    const file = folder.write(
      `${name}.mjs`,
      `import cluster from 'node:cluster'
      import { existsSync, writeFileSync } from 'node:fs'
      import { ChildProcess } from 'node:child_process'
      const note = () => writeFileSync(${JSON.stringify(done)}, '')
      if (/(primary|pm2-host)\\.js$/.test(process.argv[1])) {
        const timer = setInterval(() => {
          if (!existsSync(${JSON.stringify(wanted)})) return
          clearInterval(timer)
          ${spoil}
        }, 20)
      }`
    )
    return {
      env: { NODE_OPTIONS: `--import ${new URL(`file://${file}`).href}` },
      wanted: `${name}-wanted`,
      done: `${name}-done`
    }
  }

  for (const mode of ['cluster', 'reusePort', 'ports', 'pm2'] as const) {
    it(`is not ended by what it can’t tell us: ${mode}`, async () => {
      const { env, wanted, done } = spoiling(mode, "process.send = () => { note(); throw new Error('a fault') }")
      const running = await start({ mode, workers: 2, env }, { script: `${apps}hello.js` })
      folder.write(wanted, '')
      while (!existsSync(folder.path(done))) await delay(20)
      for (let i = 0; i < 10; i++) expect(await served()).to.equal(200)
      expect(running.reported().workerPids).to.have.length(2)
      expect(hasMembers(running.kin as Kin)).to.equal(true)
    })
  }

  for (const mode of ['cluster', 'reusePort', 'ports'] as const) {
    it(`is not ended by a worker that can’t be started, and tries again: ${mode}`, async () => {
      const unstartable = `const { prototype } = ChildProcess
        const { spawn } = prototype
        prototype.spawn = function (options) {
          prototype.spawn = spawn
          return spawn.call(this, { ...options, file: '/nowhere/node' })
        }
        note()`
      const { env, wanted, done } = spoiling(`spawn-${mode}`, unstartable)
      const running = await start({ mode, workers: 2, env }, { script: `${apps}hello.js` })
      const [victim, other] = running.reported().workerPids
      folder.write(wanted, '')
      while (!existsSync(folder.path(done))) await delay(20)
      process.kill(Number(victim), 'SIGKILL')
      const isBack = () => running.reported().restarts === 2 && running.reported().workerPids.length === 2
      while (!isBack()) await Promise.race([delay(20), running.died.then((error) => Promise.reject(error))])
      expect(running.reported().workerPids).to.include(other).and.not.include(victim)
      expect(output()).to.include('A worker could not be started: spawn /nowhere/node ENOENT')
      expect(await served()).to.equal(200)
    })
  }

  it('is not ended by a message that it could not send to a worker of a cluster', async () => {
    const { env, wanted, done } = spoiling(
      'message',
      "Object.values(cluster.workers)[0].process.emit('error', new Error('write EPIPE')); note()"
    )
    const running = await start({ mode: 'cluster', workers: 2, env }, { script: `${apps}hello.js` })
    folder.write(wanted, '')
    while (!existsSync(folder.path(done))) await delay(20)
    expect(await served()).to.equal(200)
    expect(running.reported()).to.include({ restarts: 0 })
  })
})
