import { readdirSync } from 'node:fs'
import { connect } from 'node:http2'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { preloaded } from '../../../plugin/primaries/keep-workers.ts'
import { openProfiling } from '../../../plugin/questions/profile/experiment/collect.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { preloadedApps, type PreloadedApp } from '../../in-app/preloaded-app.ts'
import type { RawProfile } from '../../../plugin/questions/profile/concepts.ts'

const work = `
  function root(number) {
    return Math.sqrt(number)
  }
  function hot() {
    let sum = 0
    for (const until = performance.now() + 60; performance.now() < until;) for (let i = 0; i < 1000; i++) sum += root(sum + i)
    return String(sum)
  }`
const server = `
  import { createServer } from 'node:http'
  import { isMainThread, Worker, parentPort } from 'node:worker_threads'
  ${work}
  const listen = (tell) => {
    const server = createServer((_request, response) => response.end(hot())).listen(0, '127.0.0.1', () => tell?.(server.address().port))
  }`
const ownInspector = `
  import * as inspector from 'node:inspector'
  const session = new inspector.Session()
  session.connect()
  for (const method of ['Profiler.enable', 'Profiler.start']) session.post(method)
  inspector.open(0, '127.0.0.1')
  ${server}
  listen()
  setTimeout(() => session.post('Profiler.stop', () => session.post('Profiler.disable')), 300)`
const unending = new AbortController().signal

describe('an app in a run that is profiled', () => {
  const folder = temporaryFolder()
  const { start } = preloadedApps()

  /** Resolves when a process, or a thread of it, which has been asked before, has seen that the load counts. */
  async function begin({ begin: sign, folder: signs }: ReturnType<typeof openProfiling>) {
    sign()
    while (!readdirSync(signs).some((name) => name.endsWith('.begun'))) await delay(10)
  }

  type Ways = {
    portOf?: (app: PreloadedApp) => Promise<number>
    ask?: (app: PreloadedApp, port: number) => Promise<unknown>
    leave?: (app: PreloadedApp) => Promise<void> // before the load ends
  }

  /** A request before the load counts, and five while it does. */
  async function profile(
    code: string,
    { portOf = (app) => app.port(), ask = (app, port) => app.ask('/', port), leave = async () => {} }: Ways = {}
  ) {
    const profiling = openProfiling(folder.path('.'))
    const app = start(code, profiling.folder)
    const port = await portOf(app)
    await ask(app, port)
    await begin(profiling)
    for (let i = 0; i < 5; i++) await ask(app, port)
    await leave(app)
    profiling.end()
    await profiling.written(unending)
    return { app, ...profiling.read() }
  }

  const hitsOf = ({ profile: { nodes } }: RawProfile, name: string) =>
    nodes
      .filter(({ callFrame }) => callFrame.functionName === name)
      .reduce((sum, { hitCount = 0 }) => sum + hitCount, 0)

  function expectTheLoadAlone(
    { app, raws, missing }: Awaited<ReturnType<typeof profile>>,
    pid = String(app.child.pid)
  ) {
    expect(missing).to.eql([])
    expect(raws.map((raw) => [raw.pid, raw.responses])).to.eql([[pid, 5]])
    const [
      {
        profile: { samples, timeDeltas, startTime, endTime },
        blocked
      }
    ] = raws
    expect(samples.length).to.equal(timeDeltas.length).and.be.above(20)
    // Also of what V8 would have inlined, and of a loop that it compiled before the load.
    const [hot, root] = ['hot', 'root'].map((name) => hitsOf(raws[0], name))
    const names = raws[0].profile.nodes.map(({ callFrame }) => callFrame.functionName)
    const others = names.filter((name) => !['hot', 'root', '(idle)', '(program)'].includes(name))
    expect(hot + root).to.be.above(Math.max(...others.map((name) => hitsOf(raws[0], name))))
    expect(root).to.be.above(0)
    // Each of the five responses blocked the loop, on the clock of the profile, but what comes at once may have blocked
    // it once.
    expect(blocked).to.have.length.within(1, 20)
    for (const { fromUs, toUs } of blocked) {
      expect(toUs - fromUs).to.be.at.least(30_000)
      expect([startTime <= fromUs, toUs <= endTime]).to.eql([true, true])
    }
  }

  it('writes what it did in the load, and nothing of its start', async () => {
    expectTheLoadAlone(await profile(`${server}\nlisten()`))
  })

  it('is profiled beside its own sessions of the inspector, which it may end', async () => {
    expectTheLoadAlone(await profile(ownInspector))
  })

  const threadsPort = (app: PreloadedApp) => app.firstMessage()

  it('is profiled in the worker thread that answers, and not in the one that does not', async () => {
    const code = `${server}
      if (isMainThread) new Worker(new URL(import.meta.url)).on('message', (port) => process.send(port))
      else listen((port) => parentPort.postMessage(port))`
    const profiled = await profile(code, { portOf: threadsPort })
    expectTheLoadAlone(profiled, `${profiled.app.child.pid}-1`)
  })

  it('is profiled in a worker thread that ends before the load does, while its process lives on', async () => {
    const code = `${server}
      if (isMainThread) {
        const worker = new Worker(new URL(import.meta.url)).on('message', (port) => process.send(port)).on('exit', () => process.send('ended'))
        process.on('message', (message) => worker.postMessage(message))
      } else {
        listen((port) => parentPort.postMessage(port))
        parentPort.on('message', () => process.exit())
      }`
    const profiled = await profile(code, {
      portOf: threadsPort,
      async leave({ child, ownMessages }) {
        child.send('leave')
        while (!ownMessages.includes('ended')) await delay(10)
      }
    })
    expectTheLoadAlone(profiled, `${profiled.app.child.pid}-1`)
  })

  it('is profiled as a server of HTTP/2, too', async () => {
    const code = `
      import { createServer } from 'node:http2'
      ${work}
      createServer((_request, response) => response.end(hot())).listen(0, '127.0.0.1')`
    expectTheLoadAlone(
      await profile(code, {
        async ask(_app, port) {
          const client = connect(`http://127.0.0.1:${port}`)
          await client.request({ ':path': '/' }).resume().toArray()
          client.destroy()
        }
      })
    )
  })

  it('leaves nothing where it was asked nothing, and may end at any time', async () => {
    const profiling = openProfiling(folder.path('.'))
    const idle = start(`${server}\nlisten()`, profiling.folder)
    await idle.port()
    profiling.begin()
    const leaving = start('setTimeout(() => {}, 300)', profiling.folder)
    expect(await leaving.ended).to.deep.include({ code: 0, output: '' })
    profiling.end()
    await profiling.written(unending)
    expect(readdirSync(profiling.folder).sort()).to.eql(['begin', 'end'])
    expect(profiling.read()).to.deep.include({ raws: [], missing: [] })
  })

  it('is the only one whose preload knows of it', () => {
    expect(preloaded({ nodeArgs: [], pidHeader: 'x-worker-pid' }).join(' '))
      .to.match(/preload\.js/)
      .and.not.include('profile')
  })
})
