import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { afterEach, beforeEach, describe, it } from 'mocha'
import {
  orderAsEnvironment,
  seriesEnvironment,
  type LoadEvent,
  type RunOrder
} from '../../plugin/generator/run-order.ts'
import type { Generation } from '../../plugin/generator/run-generator.ts'
import { LoadGenerator } from '../../plugin/generator/load-generator.ts'
import { temporaryFolder } from '../support/folder.ts'
import { artillery } from '../support/project.ts'
import { serving } from '../support/serving.ts'
import { aGeneration, refused } from './making-loads.ts'

describe('the load generator of a scenario', () => {
  const folder = temporaryFolder()
  const serve = serving()
  let apps: Awaited<ReturnType<typeof startApp>>[]
  let started: number
  let generator: LoadGenerator

  beforeEach(async () => {
    started = 0
    generator = new LoadGenerator()
    apps = [await startApp(), await startApp()]
    folder.write('users.csv', 'ada\nbea\ncleo\n')
    folder.write(
      'hooks.js',
      'let count = 0\nexports.number = (request, context, events, done) => { request.headers = { "x-count": String(++count) }; done() }\n'
    )
  })
  afterEach(async () => generator.kill())

  /** @returns seen: of each request, method, path and header */
  async function startApp() {
    const seen = { connections: 0, requests: [] as string[] }
    const { server, target } = await serve((request, response) => {
      seen.requests.push(`${request.method} ${request.url} ${request.headers['x-count']}`)
      setTimeout(
        () => response.end('hello'),
        ({ '/slow': 60_000, '/late': 600 } as Record<string, number>)[String(request.url)] ?? 0
      )
    })
    server.on('connection', () => seen.connections++)
    return { target, seen }
  }

  const script = {
    config: {
      target: 'http://127.0.0.1:1',
      phases: [{ duration: 1, arrivalCount: 2 }],
      processor: './hooks.js',
      payload: { path: 'users.csv', fields: ['user'], order: 'sequence' },
      plugins: { speedup: {} }
    },
    scenarios: [
      { beforeRequest: 'number', flow: [{ get: { url: '/{{ user }}' } }, { get: { url: '/{{ user }}/again' } }] }
    ]
  }

  interface Prepared extends Partial<Pick<Generation, 'heard' | 'phases' | 'atMostSeconds' | 'goesDirect'>> {
    app?: (typeof apps)[0]
    changes?: object
    order?: Partial<RunOrder>
    signal?: AbortSignal
  }

  /** @returns makes a load on the app, with the lines of its samples */
  function prepare({
    app = apps[0],
    changes = {},
    order = {},
    signal = new AbortController().signal,
    ...limits
  }: Prepared = {}) {
    const scriptFile = folder.write('job.json', JSON.stringify({ ...script, ...changes }))
    const generation = aGeneration(folder, app.target, { scriptFile })
    const watch = ({ group }: { group: number }) => void (Number.isNaN(group) || started++)
    const make = generator.prepare(
      { ...generation, order: { ...generation.order, ...order }, guard: { ...generation.guard, watch }, ...limits },
      signal
    )
    const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n')
    const { samplesFile, telemetryFile } = generation.order
    return async () => ({
      outcome: await make(),
      samples: linesOf(samplesFile).slice(1),
      telemetry: linesOf(telemetryFile).map((line) => JSON.parse(line)),
      files: [samplesFile, telemetryFile].map((file) => () => linesOf(file))
    })
  }

  const asked = ['GET /ada 1', 'GET /ada/again 2', 'GET /bea 3', 'GET /bea/again 4']

  it('makes one load after the other in one process, each as if it were the first, also where users are more than rows of their payload', async () => {
    const changes = { config: { ...script.config, phases: [{ duration: 1, arrivalCount: 4 }] } }
    for (const app of [apps[0], apps[1], apps[0]]) {
      const { outcome, samples } = await prepare({ app, changes })()
      expect(outcome).to.deep.include({ users: 4, skippedUsers: 0, errors: {} })
      expect(outcome?.shortestSessionMs).to.be.above(0)
      expect(Number(outcome?.lastArrivalMs)).to.be.above(Number(outcome?.beganMs))
      expect(samples).to.have.lengthOf(8)
      expect(app.seen).to.eql({
        connections: 4,
        requests: [...asked, 'GET /cleo 5', 'GET /cleo/again 6', 'GET /ada 7', 'GET /ada/again 8']
      })
      Object.assign(app.seen, { connections: 0, requests: [] })
    }
    expect(started).to.equal(1)
    await generator.end()
  })

  it('makes loads of any kind in one thread where no code of others runs in it, and nothing of an earlier one is left', async () => {
    const { processor: _, ...config } = script.config
    const changes = { config, scenarios: [{ flow: script.scenarios[0].flow }] }
    const threads = new Set()
    const kinds = {
      'at a rate': { arrivalsPerSecond: 20 },
      'again and again': { loadSeconds: 1 },
      'by Artillery’s client': { client: 'artillery' as const },
      once: {},
      'once more': {}
    }
    let ofLast: (() => number[]) | null = null
    for (const [kind, order] of Object.entries(kinds)) {
      // The thread has left its last load when the next one begins: until then, it may write another line of it.
      let left: number[] | undefined
      const heard = ({ event }: LoadEvent) => void (event === 'loading' && (left = ofLast?.()))
      const { samples, telemetry, files } = await prepare({ changes, order, heard })()
      const { seen } = apps[0]
      expect(samples, kind).to.have.lengthOf(seen.requests.length)
      if (kind.startsWith('once') || kind.startsWith('by')) expect(seen.connections, kind).to.equal(2)
      expect(seen.requests.slice(0, 2), kind).to.have.members(['GET /ada undefined', 'GET /ada/again undefined'])
      for (const { source, thread } of telemetry) if (source === 'load-thread') threads.add(thread)
      if (ofLast !== null) expect(ofLast(), kind).to.eql(left ?? 'it did not begin')
      ofLast = () => files.map((lines) => lines().length)
      Object.assign(seen, { connections: 0, requests: [] })
    }
    expect([started, threads.size]).to.eql([1, 1])
  })

  it('has as many load threads as Artillery wants, whose users it adds up', async () => {
    const manyCores = 'import os from "node:os"\nconst cores = os.cpus()\nos.cpus = () => Array(4).fill(cores[0])\n'
    const threads = folder.path('threads')
    const note = `import fs from "node:fs"
      import { isMainThread } from "node:worker_threads"
      if (!isMainThread) fs.appendFileSync(${JSON.stringify(threads)}, "T")`
    const { NODE_OPTIONS: before } = process.env
    process.env.NODE_OPTIONS = `--import ${folder.write('cores.mjs', `${manyCores}${note}`)}`
    const changes = { config: { ...script.config, phases: [{ duration: 1, arrivalRate: 6 }] } }
    try {
      for (const app of apps) {
        const { outcome, samples, telemetry } = await prepare({ app, changes })()
        expect(outcome).to.include({ users: 6, skippedUsers: 0 })
        expect(samples).to.have.lengthOf(12)
        expect(
          new Set(telemetry.filter(({ source }) => source === 'load-thread').map(({ thread }) => thread)).size
        ).to.equal(3)
        expect(app.seen.connections).to.equal(6)
      }
    } finally {
      process.env.NODE_OPTIONS = before ?? ''
    }
    expect(started).to.equal(1)
    // For each of two loads. Artillery's own, which stay idle, load nothing.
    expect(readFileSync(threads, 'utf8')).to.equal('TTTTTT')
  })

  it('sends nothing before it is told to, however early it was prepared', async () => {
    await prepare()()
    const second = prepare({ app: apps[1] })
    await delay(1500)
    expect(apps[1].seen.requests).to.eql([])
    await second()
    expect(apps[1].seen.requests).to.eql(asked)
  })

  it('cuts a load short, with users of its own, and makes the next one whole', async () => {
    const changes = { scenarios: [{ flow: [{ get: { url: '/first' } }, { get: { url: '/slow' } }] }] }
    // All come long before it is cut short, but for a machine that is late.
    const { outcome, samples } = await prepare({
      changes,
      phases: [{ duration: '150ms', arrivalCount: 3 }],
      atMostSeconds: 2
    })()
    expect(outcome).to.equal(null)
    expect(samples).to.have.lengthOf.within(1, 3)
    expect(apps[0].seen.requests.filter((line) => line.startsWith('GET /first'))).to.have.lengthOf(samples.length)
    expect(apps[0].seen.connections).to.be.within(1, 3)
    const { samples: whole } = await prepare({
      app: apps[1],
      changes,
      phases: [{ duration: '150ms', arrivalCount: 1 }],
      atMostSeconds: 1
    })()
    expect(whole).to.have.lengthOf(1)
    expect(started).to.equal(1)
  })

  for (const section of ['before', 'after']) {
    it(`has a process for each load where the script has a section ${section}, which runs each time`, async () => {
      const changes = { [section]: { flow: [{ post: { url: `/${section}` } }] } }
      generator = new LoadGenerator({ perRun: true })
      for (const app of [apps[0], apps[1]]) {
        await prepare({ app, changes })()
        expect(app.seen.requests.filter((line) => line === `POST /${section} undefined`)).to.have.lengthOf(1)
        expect(app.seen.requests.filter((line) => !line.startsWith('POST'))).to.eql(asked)
      }
      expect(started).to.equal(2)
    })
  }

  it('is ended at once by a signal, whose reason is thrown', async () => {
    const changes = { scenarios: [{ flow: [{ get: { url: '/slow' } }] }] }
    const controller = new AbortController()
    const load = prepare({ changes, signal: controller.signal })()
    while (apps[0].seen.requests.length === 0) await delay(20)
    controller.abort(new Error('enough'))
    expect((await refused(load)).message).to.equal('enough')
    expect((await prepare()()).outcome, 'the next load has a child of its own').to.deep.include({
      users: 2,
      errors: {}
    })
  })

  it('goes past proxies where it should, by the lean client, and else as Artillery goes: through them', async () => {
    process.env.HTTP_PROXY = `http://127.0.0.1:${apps[1].target.port}`
    try {
      const direct = await prepare({ goesDirect: true })()
      expect(direct.telemetry.find(({ source }) => source === 'client')).to.include({ name: 'lean' })
      expect([apps[0].seen.requests, apps[1].seen.requests]).to.eql([asked, []])
      await generator.kill()
      generator = new LoadGenerator()
      const { telemetry } = await prepare()()
      expect(telemetry.find(({ source }) => source === 'client')).to.include({
        name: 'artillery',
        because: 'HTTP_PROXY is set'
      })
      expect(apps[0].seen.requests, 'past it').to.have.lengthOf(asked.length)
    } finally {
      delete process.env.HTTP_PROXY
    }
  })

  for (const file of ['samplesFile', 'telemetryFile', 'answersFile'] as const) {
    it(`tells that the disk is full where the ${file} is`, async () => {
      const error = await refused(prepare({ order: { [file]: '/dev/full' } })())
      expect(error.code).to.equal('NOT_WRITABLE')
      expect(error.message).to.equal(
        'The load was ended, as what it measures can no longer be written to /dev/full (ENOSPC: no space left on device, write). ' +
          'Make room there, or choose another directory: plugins.speedup.report for reports, TMPDIR for temporary files.'
      )
    })
  }

  it('tells when it begins, when it is warm, when its time is over, and when its last user has finished', async () => {
    const events: string[] = []
    const changes = { scenarios: [{ flow: [{ get: { url: '/late' } }] }] }
    await prepare({
      changes,
      order: { warmUpSeconds: 0.1, loadSeconds: 0.2 },
      heard: ({ event }: LoadEvent) => void events.push(event)
    })()
    expect(events).to.eql(['loading', 'warm', 'over', 'finished'])
  })

  it('rejects with what whoever hears that it is warm throws', async () => {
    const heard = ({ event }: LoadEvent) => {
      if (event === 'warm') throw new Error('no space left')
    }
    expect((await refused(prepare({ order: { warmUpSeconds: 0.1 }, heard })())).message).to.equal('no space left')
  })

  it('tells with its last lines that a load thread crashed', async () => {
    folder.write('hooks.js', 'exports.number = () => { setTimeout(() => { throw new Error("hook is broken") }) }\n')
    const error = await refused(prepare()())
    expect(error.code).to.equal('GENERATOR_FAILED')
    expect(error.message).to.match(
      /exited with code 11 before its last user had finished\. Its last lines:\n[^]*hook is broken/
    )
  })
})

describe('a load generator whose owner is gone before it has started', () => {
  const folder = temporaryFolder()

  // Artillery takes a second to start, in which nobody listens for what becomes of its owner.
  const environments = { 'one load after the other': seriesEnvironment, 'one load': orderAsEnvironment({} as RunOrder) }
  for (const [loads, environment] of Object.entries(environments)) {
    it(`ends by itself, also where it would make ${loads}`, async () => {
      const phases = [{ duration: 100_000, arrivalCount: 1 }]
      const config = { target: 'http://127.0.0.1:1', phases, plugins: { speedup: {} } }
      const scriptFile = folder.write(
        'job.json',
        JSON.stringify({ config, scenarios: [{ flow: [{ think: 100_000 }] }] })
      )
      const env = { ...process.env, ...environment }
      const child = spawn(process.execPath, [artillery, 'run', '--quiet', scriptFile], {
        env,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc']
      })
      child.disconnect()
      expect(await once(child, 'exit')).to.eql([1, null])
    })
  }
})
