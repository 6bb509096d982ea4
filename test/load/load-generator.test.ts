import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { seriesEnvironment, type RunOrder } from '../../plugin/messages/load.ts'
import type { Generation, HearStep } from '../../plugin/load/run-generator.ts'
import { LoadGenerator } from '../../plugin/load/load-generator.ts'
import { temporaryFolder } from '../support/folder.ts'
import { artillery } from '../support/project.ts'
import { serving } from '../support/serving.ts'
import { aGeneration, refused } from './making-loads.ts'

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
/** Users on a busy machine may come while the one before is still there, so in which order they ask is left open. */
const askedBy = (...users: string[]) => ({
  paths: users.flatMap((user) => [`GET /${user}`, `GET /${user}/again`]).sort(),
  counts: users.flatMap((_, i) => [2 * i + 1, 2 * i + 2])
})
const asked = askedBy('ada', 'bea')
/** @param requests as the app saw them */
const inAnyOrder = (requests: string[]) => ({
  paths: requests.map((line) => line.slice(0, line.lastIndexOf(' '))).sort(),
  counts: requests.map((line) => Number(line.slice(line.lastIndexOf(' ')))).sort((a, b) => a - b)
})
const hooks = `const { existsSync } = require('node:fs')
let count = 0
exports.number = (request, context, events, done) => {
  if (existsSync(__dirname + '/broken')) setTimeout(() => { throw new Error('hook is broken') })
  request.headers = { 'x-count': String(++count) }
  done()
}\n`

/** In a describe block: a load generator for all of its tests, and two apps for each. */
function generating() {
  const folder = temporaryFolder()
  const serve = serving()
  const context = { started: 0, generator: new LoadGenerator(), apps: [] as Awaited<ReturnType<typeof startApp>>[] }

  beforeEach(async () => {
    context.apps = [await startApp(), await startApp()]
    folder.write('users.csv', 'ada\nbea\ncleo\n')
    folder.write('hooks.js', hooks)
  })
  after(() => context.generator.kill())

  /** @returns seen: of each request, method, path and header; it answers /second as late as slowMs says */
  async function startApp() {
    const seen = { connections: 0, requests: [] as string[], slowMs: 0 }
    const { server, target } = await serve((request, response) => {
      seen.requests.push(`${request.method} ${request.url} ${request.headers['x-count']}`)
      setTimeout(() => response.end('hello'), request.url === '/second' ? seen.slowMs : 0)
    })
    server.on('connection', () => seen.connections++)
    return { target, seen }
  }

  interface Prepared extends Partial<Pick<Generation, 'phases' | 'atMostSeconds'>> {
    heard?: HearStep
    app?: (typeof context.apps)[0]
    changes?: object
    order?: Partial<RunOrder>
    signal?: AbortSignal
  }

  /** @returns makes a load on the app, with the lines of its samples */
  function prepare({
    app = context.apps[0],
    changes = {},
    order = {},
    signal = new AbortController().signal,
    heard = () => {},
    ...limits
  }: Prepared = {}) {
    const generation = aGeneration(folder, app.target, { script: { ...script, ...changes } })
    const watch = ({ group }: { group: number }) => void (Number.isNaN(group) || context.started++)
    const own = { order: { ...generation.order, ...order }, guard: { ...generation.guard, watch }, ...limits }
    const make = context.generator.prepare([{ ...generation, ...own }], null, signal)
    const linesOf = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n')
    const { samplesFile, telemetryFile } = generation.order
    return async () => ({
      outcome: await make(heard).then((made) => made && made.outcomes[0]),
      samples: linesOf(samplesFile)
        .slice(1)
        .filter((line) => !line.includes(',pass,')),
      telemetry: linesOf(telemetryFile).map((line) => JSON.parse(line)),
      files: [samplesFile, telemetryFile].map((file) => () => linesOf(file))
    })
  }
  return Object.assign(context, { folder, prepare })
}

describe('the load generator of a scenario', () => {
  const context = generating()
  const { folder, prepare } = context

  it('makes one load after the other in one process, each as if it were the first, also where users are more than rows of their payload', async () => {
    const { apps } = context
    for (const app of [apps[0], apps[1], apps[0]]) {
      const { outcome, samples } = await prepare({ app, phases: [{ duration: 1, arrivalCount: 4 }] })()
      expect(outcome).to.deep.include({ users: 4, skippedUsers: 0, errors: {} })
      expect(outcome?.shortestSessionMs).to.be.above(0)
      expect(Number(outcome?.lastArrivalMs)).to.be.above(Number(outcome?.beganMs))
      expect(samples).to.have.lengthOf(8)
      expect(app.seen.connections).to.equal(4)
      expect(inAnyOrder(app.seen.requests)).to.eql(askedBy('ada', 'bea', 'cleo', 'ada'))
      Object.assign(app.seen, { connections: 0, requests: [] })
    }
    expect(context.started).to.equal(1)
  })

  it('sends nothing before it is told to, however early it was prepared', async () => {
    const [{ seen }] = context.apps
    const load = prepare()
    await delay(1500)
    expect(seen.requests).to.eql([])
    await load()
    expect(inAnyOrder(seen.requests)).to.eql(asked)
    expect(context.started).to.equal(1)
  })

  it('tells when it begins, when it is warm, when its time is over, and when its last user has finished', async () => {
    const events: string[] = []
    // Its users come when the time is over.
    const order = { warmUpSeconds: 0.1, loadSeconds: 0.2 }
    await prepare({ order, heard: ({ step }) => void events.push(step) })()
    expect(events).to.eql(['opens', 'counts', 'counted', 'rests'])
  })

  it('tells with its last lines that a load thread crashed, and makes the next load by another process, which can be ended', async () => {
    folder.write('broken', '')
    const error = await refused(prepare()())
    expect(error.code).to.equal('GENERATOR_FAILED')
    expect(error.message).to.match(
      /exited with code 11 before its last user had finished\. Its last lines:\n[^]*hook is broken/
    )
    rmSync(folder.path('broken'))
    await prepare()()
    expect(inAnyOrder(context.apps[0].seen.requests.slice(-4))).to.eql(asked)
    await context.generator.end()
    expect(context.started).to.equal(2)
  })
})

describe('the load generator of a script without code of others', () => {
  const context = generating()
  const { prepare } = context
  const { processor: _, ...config } = script.config

  it('makes loads of any kind in one thread, and nothing of an earlier one is left', async () => {
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
      const heard: HearStep = ({ step }) => void (step === 'opens' && (left = ofLast?.()))
      const { samples, telemetry, files } = await prepare({ changes, order, heard })()
      const { seen } = context.apps[0]
      expect(samples, kind).to.have.lengthOf(seen.requests.length)
      const { paths } = inAnyOrder(seen.requests)
      // The first row of the payload is for its first user again.
      expect(paths, kind).to.include('GET /ada')
      if (kind.startsWith('once') || kind.startsWith('by'))
        expect([seen.connections, paths], kind).to.eql([2, asked.paths])
      for (const { source, thread } of telemetry) if (source === 'load-thread') threads.add(thread)
      if (ofLast !== null) expect(ofLast(), kind).to.eql(left ?? 'it did not begin')
      ofLast = () => files.map((lines) => lines().length)
      Object.assign(seen, { connections: 0, requests: [] })
    }
    expect([context.started, threads.size]).to.eql([1, 1])
  })
})

describe('the load generator of a script whose answers may take long', () => {
  const context = generating()
  const { prepare } = context
  const changes = { scenarios: [{ flow: [{ get: { url: '/first' } }, { get: { url: '/second' } }] }] }

  it('cuts a load short, with users of its own, makes the next one whole, is ended at once by a signal, whose reason is thrown, and then begins anew', async () => {
    const { apps } = context
    const phases = [{ duration: '150ms', arrivalCount: 3 }]
    apps[0].seen.slowMs = 60_000
    // All come long before it is cut short, but for a machine that is late.
    const steps: string[] = []
    const heard: HearStep = ({ step }) => void steps.push(step)
    const order = { loadSeconds: 2.3 }
    const { outcome, samples } = await prepare({ changes, phases, order, atMostSeconds: 2, heard })()
    expect(outcome).to.equal(null)
    expect(samples).to.have.lengthOf.within(1, 3)
    expect(apps[0].seen.requests.filter((line) => line.startsWith('GET /first'))).to.have.lengthOf(samples.length)
    expect(apps[0].seen.connections).to.be.within(1, 3)
    const { outcome: whole } = await prepare({ app: apps[1], changes, phases, heard })()
    expect(whole).to.deep.include({ users: 3, errors: {} })
    expect(steps, 'nothing more of what was cut short').to.eql(['opens', 'opens', 'counted', 'rests'])
    const controller = new AbortController()
    const load = prepare({ changes, signal: controller.signal })()
    apps[0].seen.requests.length = 0
    while (apps[0].seen.requests.length === 0) await delay(20)
    controller.abort(new Error('enough'))
    expect((await refused(load)).message).to.equal('enough')
    expect(context.started).to.equal(1)
    expect((await prepare({ app: apps[1], changes })()).outcome).to.deep.include({ users: 2, errors: {} })
    expect(context.started, 'the next load has a child of its own').to.equal(2)
  })
})

describe('a load generator', () => {
  const context = generating()
  const { folder, prepare } = context
  beforeEach(() => Object.assign(context, { started: 0, generator: new LoadGenerator() }))
  afterEach(() => context.generator.kill())

  it('has as many load threads as Artillery wants, whose users it adds up', async () => {
    const manyCores = 'import os from "node:os"\nconst cores = os.cpus()\nos.cpus = () => Array(3).fill(cores[0])\n'
    const threads = folder.path('threads')
    const note = `import fs from "node:fs"
      import { isMainThread } from "node:worker_threads"
      if (!isMainThread) fs.appendFileSync(${JSON.stringify(threads)}, "T")`
    const { NODE_OPTIONS: before } = process.env
    process.env.NODE_OPTIONS = `--import ${folder.write('cores.mjs', `${manyCores}${note}`)}`
    const changes = { config: { ...script.config, phases: [{ duration: 1, arrivalRate: 6 }] } }
    try {
      for (const app of context.apps) {
        const { outcome, samples, telemetry } = await prepare({ app, changes })()
        expect(outcome).to.include({ users: 6, skippedUsers: 0 })
        expect(samples).to.have.lengthOf(12)
        expect(
          new Set(telemetry.filter(({ source }) => source === 'load-thread').map(({ thread }) => thread)).size
        ).to.equal(2)
        expect(app.seen.connections).to.equal(6)
      }
    } finally {
      process.env.NODE_OPTIONS = before ?? ''
    }
    expect(context.started).to.equal(1)
    // For each of two loads. Artillery's own, which stay idle, load nothing.
    expect(readFileSync(threads, 'utf8')).to.equal('TTTT')
  })

  it('has a process for each load where the script has sections before and after, which run each time', async () => {
    const sections = ['before', 'after']
    const changes = Object.fromEntries(sections.map((name) => [name, { flow: [{ post: { url: `/${name}` } }] }]))
    context.generator = new LoadGenerator({ perRun: true })
    for (const app of context.apps) {
      await prepare({ app, changes })()
      const { requests } = app.seen
      expect([requests[0], requests.at(-1)]).to.eql(['POST /before undefined', 'POST /after undefined'])
      expect(inAnyOrder(requests.slice(1, -1))).to.eql(asked)
    }
    expect(context.started).to.equal(2)
  })

  // That each file is watched for that is shown in recorder.test.ts.
  it('tells that the disk is full', async () => {
    const error = await refused(prepare({ order: { samplesFile: '/dev/full' } })())
    expect(error.code).to.equal('NOT_WRITABLE')
    expect(error.message).to.equal(
      'The load was ended, as what it measures can no longer be written to /dev/full (ENOSPC: no space left on device, write). ' +
        'Make room there, or choose another directory: plugins.speedup.report for reports, TMPDIR for temporary files.'
    )
  })

  // Artillery takes a second to start, in which nobody listens for what becomes of its owner. That a child for one load
  // does the same is shown in report-load.test.ts.
  it('ends by itself where its owner is gone before it has started', async () => {
    const phases = [{ duration: 100_000, arrivalCount: 1 }]
    const config = { target: 'http://127.0.0.1:1', phases, plugins: { speedup: {} } }
    const scriptFile = folder.write('job.json', JSON.stringify({ config, scenarios: [{ flow: [{ think: 100_000 }] }] }))
    const child = spawn(process.execPath, [artillery, 'run', '--quiet', scriptFile], {
      env: { ...process.env, ...seriesEnvironment },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc']
    })
    child.disconnect()
    expect(await once(child, 'exit')).to.eql([1, null])
  })
})
