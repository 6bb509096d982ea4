import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { hostname } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { temporaryFolder } from '../support/folder.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const listening = "() => console.log(JSON.stringify({ pid: process.pid, port: server.address().port }))"

/** Each says its PID, and the port on which it listens, on 127.0.0.1. */
const apps = {
  'Node’s http': `const server = require('node:http').createServer((request, response) => response.end('hello')).listen(0, '127.0.0.1', ${listening})`,
  Express: `const server = require(${JSON.stringify(fileURLToPath(import.meta.resolve('express')))})().get('/', (request, response) => response.json({ hello: true })).listen(0, '127.0.0.1', ${listening})`,
  'a worker of a cluster': `
    const cluster = require('node:cluster')
    if (cluster.isPrimary) cluster.fork()
    else { const server = require('node:http').createServer((request, response) => response.end('hello')).listen(0, '127.0.0.1', ${listening}) }`,
  'a worker thread': `
    const { isMainThread, Worker } = require('node:worker_threads')
    if (isMainThread) new Worker(__filename)
    else { const server = require('node:http').createServer((request, response) => response.end('hello')).listen(0, '127.0.0.1', ${listening}) }`
}

describe('an app with artillery-plugin-speedup/preload', () => {
  const started: import('node:child_process').ChildProcess[] = []
  const folder = temporaryFolder()
  afterEach(() => started.splice(0).filter(({ exitCode }) => exitCode === null).forEach(({ pid }) => process.kill(-Number(pid), 'SIGKILL')))

  function start(script: string, env: Record<string, string> = {}) {
    const argv = ['--import', 'artillery-plugin-speedup/preload', folder.write('app.cjs', script)]
    const child = spawn(process.execPath, argv, { cwd: repository, env: { ...process.env, ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    started.push(child)
    return child
  }

  async function ask(script: string, env?: Record<string, string>) {
    const [line] = await once(start(script, env).stdout as import('node:stream').Readable, 'data')
    const { pid, port } = JSON.parse(line)
    const [response] = await once(get({ host: '127.0.0.1', port, agent: false }), 'response')
    response.resume()
    return { pid: String(pid), headers: response.headers }
  }

  for (const [name, script] of Object.entries(apps)) {
    it(`tells who answered: ${name}`, async () => {
      const { pid, headers } = await ask(script)
      expect(headers['x-worker-pid']).to.equal(pid)
    })
  }

  it('tells it with the name of the host where it is process 1, as each replica in a container is', async () => {
    const asFirst = `Object.defineProperty(process, 'pid', { value: 1 })`
    const { headers } = await ask(apps['Node’s http'], { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(asFirst)}` })
    expect(headers['x-worker-pid']).to.equal(`${hostname()}-1`).and.match(/^[\w.:-]+$/)
  })

  it('tells it by the header that the environment names', async () => {
    const { pid, headers } = await ask(apps['Node’s http'], { WORKER_PID_HEADER: 'X-Served-By' })
    expect(headers).to.include({ 'x-served-by': pid }).and.not.have.property('x-worker-pid')
    const unnamed = await ask(apps['Node’s http'], { WORKER_PID_HEADER: '' })
    expect(unnamed.headers['x-worker-pid']).to.equal(unnamed.pid)
  })

  it('does not start with a header that can’t be one, and says so', async () => {
    const child = start(apps['Node’s http'], { WORKER_PID_HEADER: 'served by' })
    const [output, [code]] = await Promise.all([child.stderr?.setEncoding('utf8').toArray(), once(child, 'exit')])
    expect(code).to.equal(1)
    expect(output?.join('')).to.include('Header name must be a valid HTTP token ["served by"]')
  })

  it('may set the header itself', async () => {
    const { headers } = await ask(apps['Node’s http'].replace("response.end('hello')", "response.setHeader('x-worker-pid', 'mine').end()"))
    expect(headers['x-worker-pid']).to.equal('mine')
  })

  it('leaves when it has nothing more to do', async () => {
    const child = start('')
    expect((await once(child, 'exit'))[0]).to.equal(0)
  })

  it('is no other than the one that the package exports', () => {
    const { exports } = JSON.parse(readFileSync(`${repository}plugin/package.json`, 'utf8'))
    expect(exports['./preload']).to.equal('./dist/app/tag-process.js')
  })
})
