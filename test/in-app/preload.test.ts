import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { expect } from 'chai'
import { preloaded } from '../../plugin/primaries/keep-workers.ts'
import { temporaryFolder } from '../support/folder.ts'
import { preloadedApps } from './preloaded-app.ts'

const server = `
  import { createServer } from 'node:http'
  import { isMainThread, Worker, parentPort } from 'node:worker_threads'
  import { fork } from 'node:child_process'

  const hello = (response) => response.end('hello')
  const listen = (pages, onPort) => {
    const server = createServer(({ url }, response) => pages[url](response)).listen(0, '127.0.0.1', () => onPort?.(server.address().port))
  }
`

const forking = `${server}
  if (process.argv[2] === 'child') {
    listen({ '/': hello }, (port) => process.send({ port, pid: process.pid }))
  } else {
    const heard = []
    const child = fork(process.argv[1], ['child'])
    child.on('message', (message) => heard.push(message))
    child.once('message', ({ port, pid }) => process.send({ childPort: port, childPid: pid }))
    listen({ '/heard': (response) => response.end(JSON.stringify(heard)) })
  }
`

const threaded = `${server}
  if (isMainThread) {
    new Worker(new URL(import.meta.url)).on('message', (port) => process.send({ threadPort: port }))
    listen({ '/': hello })
  } else {
    listen({ '/': hello }, (port) => parentPort.postMessage(port))
  }
`

describe('an app with our preload', () => {
  const folder = temporaryFolder()
  const { start } = preloadedApps()

  it('leaves when whoever started it had died before it could see that', async () => {
    const owner = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
    await once(owner, 'exit')
    const file = folder.write('orphan.mjs', `${server} listen({ '/': hello })`)
    const argv = preloaded({ nodeArgs: [], pidHeader: 'x-worker-pid' }).map((word) =>
      word.replace(/owner=\d+/, `owner=${owner.pid}`)
    )
    const [, signal] = await once(spawn(process.execPath, [...argv, file], { stdio: 'ignore' }), 'exit')
    expect(signal).to.equal('SIGKILL')
  })

  it('tells on which port it listens, and who it is; it keeps its own header, and its own messages apart from ours', async () => {
    const own = "(response) => response.setHeader('x-worker-pid', 'mine').end()"
    const messages = ['ready', 42, null, true, {}, [], { event: 'listening' }, { cmd: 'CLUSTER' }]
    const app = start(
      `${server} listen({ '/': hello, '/own': ${own} }, () => ${JSON.stringify(messages)}.forEach((message) => process.send(message)))`
    )
    const port = await app.port()
    const cores = availableParallelism()
    expect(app.events).to.deep.include({ event: 'listening', pid: app.child.pid, port, address: '127.0.0.1', cores })
    expect(await app.ask('/')).to.eql({ status: 200, pid: String(app.child.pid), body: 'hello' })
    expect((await app.ask('/own')).pid).to.equal('mine')
    await app.report()
    expect(app.ownMessages).to.eql(messages)
  })

  it('hears nothing of ours from a child that it forks itself, whose responses carry the child’s PID', async () => {
    const app = start(forking)
    const { childPort, childPid } = await app.firstMessage()
    expect(childPid).not.to.equal(app.child.pid)
    expect(await app.ask('/', childPort)).to.eql({ status: 200, pid: String(childPid), body: 'hello' })
    // The child has had the time for reports of its own.
    for (let i = 0; i < 3; i++) await app.report()
    const { body, pid } = await app.ask('/heard')
    expect(pid).to.equal(String(app.child.pid))
    expect(JSON.parse(body)).to.eql([{ port: childPort, pid: childPid }])
    expect(app.events.map((event) => (event.event === 'usage' ? event.report.pid : 0))).not.to.include(childPid)
  })

  it('tells each cluster worker that it forks, and no other child', async () => {
    const app = start(`
      import cluster from 'node:cluster'
      import { spawn } from 'node:child_process'
      import { createServer } from 'node:http'
      if (cluster.isPrimary) {
        spawn('true')
        for (let i = 0; i < 2; i++) cluster.fork()
        createServer().listen(0)
      }`)
    await app.report()
    await app.report()
    expect(app.events.filter(({ event }) => event === 'forked')).to.have.length(2)
  })

  it('tells nothing from its worker threads, whose responses carry its PID', async () => {
    const app = start(threaded)
    const { threadPort } = await app.firstMessage()
    expect(await app.ask('/', threadPort)).to.eql({ status: 200, pid: String(app.child.pid), body: 'hello' })
    expect(await app.port()).not.to.equal(threadPort)
    for (let i = 0; i < 4; i++) await app.report()
    expect(app.events.filter(({ event }) => event === 'listening')).to.have.length(1)
    // One process reports, twice a second by its own clock, and not twice as often.
    const times = app.events.flatMap((event) => (event.event === 'usage' ? event.report.atMs : []))
    expect(times.length).to.be.at.most(2 + (times[times.length - 1] - times[0]) / 500)
  })
})
