import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { prepareHost } from '../../plugin/load/prepare-host.ts'
import { LoadGenerator } from '../../plugin/load/load-generator.ts'
import { readLoad } from '../../plugin/measure/read-load.ts'
import { runGenerator, type HearStep } from '../../plugin/load/run-generator.ts'
import { clockMs } from '../../plugin/machine/clock.ts'
import { openWorkbench, type Workbench } from '../../plugin/processes/guard.ts'
import { rejectionOf } from '../app/starting.ts'
import { temporaryFolder } from '../support/folder.ts'
import { artillery } from '../support/project.ts'
import { serving } from '../support/serving.ts'
import { someSettings } from '../support/settings.ts'
import { canShiftClock, lackOfSshd, startSshd, type Sshd } from '../support/sshd.ts'
import { livingProcesses, waitUntilGone } from '../support/strays.ts'
import { aGeneration, rowsOf } from './making-loads.ts'
import type { LoadHost } from '../../plugin/concepts/settings.ts'
import type { LoadStep, MadeRound, RunOrder, StepEvent } from '../../plugin/messages/load.ts'

const never = new AbortController().signal

const script = {
  config: {
    target: 'http://127.0.0.1:1',
    phases: [{ duration: 1, arrivalCount: 4 }],
    processor: './hooks.js',
    plugins: { speedup: {} }
  },
  scenarios: [{ beforeRequest: 'number', flow: [{ get: { url: '/hello' } }] }]
}
const hooks = `const { name } = require('./names.js')
exports.number = (request, context, events, done) => {
  const { TEST_SECRET: secret, TEST_OTHER: other } = process.env
  request.headers = { 'x-name': name, 'x-secret': secret, 'x-other': String(other), 'x-place': __dirname }
  done()
}\n`

/** How far the clock of the machine is ahead of ours that makes the load, where it can be another one. */
const aheadSeconds = canShiftClock() ? 5000 : 0

describe('a machine that makes the load', () => {
  const lack = lackOfSshd()
  if (lack !== null) {
    it.skip(`needs an sshd of its own: ${lack}`)
    return
  }
  const folder = temporaryFolder()
  const serve = serving()
  let sshd: Sshd
  let workbench: Workbench
  let path: string | undefined
  const said: string[] = []

  before(async () => {
    sshd = await startSshd({ aheadSeconds })
    path = process.env.PATH
    process.env.PATH = sshd.env.PATH
    process.env.TEST_OTHER = 'not for others'
  })
  after(async () => {
    process.env.PATH = path
    delete process.env.TEST_OTHER
    await sshd.stop()
  })
  beforeEach(() => void (workbench = openWorkbench()))
  afterEach(async () => {
    await workbench.close()
    await waitUntilGone(sshd.mark)
    expect(readdirSync(sshd.path('tmp')), 'nothing is left').to.eql([])
  })

  async function prepared(hosts = ['load1'], needs: Partial<LoadHost> = {}): Promise<LoadHost> {
    const loadHost = { hosts, files: [], packages: [], variables: {}, key: '', ...needs }
    const means = { say: (words: string) => said.push(words), signal: never }
    const settings = await prepareHost(someSettings({ loadHost }), artillery, means)
    return settings.loadHost as LoadHost
  }

  const refusedBy = async (host: string) => {
    const { code, message } = (await rejectionOf(prepared([host]))) as any
    return `${code}: ${message}`
  }

  it('is told by name where it has no Node, or an old one', async () => {
    expect(await refusedBy('bare')).to.match(
      /^UNSUPPORTED: bare \(plugins\.speedup\.generator\.ssh\) has no Node in the PATH of a shell that ssh starts: `ssh bare node -v` must print/
    )
    expect(await refusedBy('old')).to.match(/^UNSUPPORTED: old .* has Node 18\.20\.0, but a load needs 22\.18 or later/)
  })

  it('is told by name where ssh does not get there, with what ssh says and what to do', async () => {
    expect(await refusedBy('nowhere')).to.match(
      /^GENERATOR_FAILED: nowhere .* can't be reached\. Check its name: .*It said:\n.*Could not resolve hostname nowhere\.invalid/s
    )
    expect(await refusedBy('keyless')).to.match(/It takes none of your keys, .*ssh-copy-id keyless.*Permission denied/s)
    expect(await refusedBy('changed')).to.match(/Its key is not the one .*ssh-keygen -R changed/s)
    expect(await refusedBy('unknown')).to.match(/does not know its key yet\. Connect once by hand: ssh unknown/)
  })

  it('can’t be asked where this machine has no ssh', async () => {
    process.env.PATH = folder.path('')
    const refusal = await refusedBy('load1').finally(() => (process.env.PATH = sshd.env.PATH))
    expect(refusal).to.match(/^UNSUPPORTED: .* there is no program ssh in the PATH of this machine\. Install OpenSSH/)
  })

  it('is told by name where it can keep nothing', async () => {
    expect(await refusedBy('readonly')).to.match(
      /^GENERATOR_FAILED: What makes the load can't be kept on readonly .*Make that folder writable.*It said:\n.*mkdir/s
    )
  })

  it('keeps nothing that is not whole, as when it was killed here meanwhile', async () => {
    const tar = sshd.path('bin/tar')
    writeFileSync(tar, '#!/bin/sh\nhead -n 50 | PATH=/usr/bin:/bin tar "$@"\n', { mode: 0o755 })
    expect(await refusedBy('load1').finally(() => rmSync(tar))).to.include("can't be kept on load1")
    expect(readdirSync(sshd.path('cache/artillery-plugin-speedup'))).to.eql([])
  })

  it('gets what loads need once, which is said before', async () => {
    said.length = 0
    const first = await prepared()
    const second = await prepared()
    expect(first.key).to.match(/^\w{16}$/)
    expect(second.key).to.equal(first.key)
    expect(said).to.have.length(1)
    expect(said[0]).to.match(/^copying \d+ MB to load1, once, compressed: Artillery, this plugin and what they need$/)
    expect(readdirSync(sshd.path('cache/artillery-plugin-speedup'))).to.eql([first.key])
  })

  /** @param answerMs by the place in which the load was made, from the first that asks on */
  async function load(order: Partial<RunOrder> = {}, { hosts = ['load1'], answerMs = [0, 0] } = {}) {
    folder.write('names.js', "exports.name = 'ada'\n")
    const files = ['job.json', 'hooks.js', 'names.js'].map(folder.path)
    folder.write('job.json', JSON.stringify(script))
    folder.write('hooks.js', hooks)
    const loadHost = await prepared(hosts, { files, variables: { TEST_SECRET: 'hush' } })
    const headers: Record<string, unknown>[] = []
    const places: unknown[] = []
    const { target } = await serve(({ headers: own }, response) => {
      headers.push(own)
      if (!places.includes(own['x-place'])) places.push(own['x-place'])
      const answer = () => response.setHeader('x-worker-pid', '7').end('hello')
      setTimeout(answer, answerMs[places.indexOf(own['x-place'])])
    })
    const given = aGeneration(folder, target, { scriptFile: folder.path('job.json') })
    const steps: LoadStep[] = []
    const heard = ({ step }: StepEvent) => void steps.push(step)
    const generation = { ...given, order: { ...given.order, ...order }, guard: workbench.guard, loadHost }
    return { generation, headers, steps, heard, target }
  }

  async function expectLoad(
    { generation: { order }, headers, steps }: Awaited<ReturnType<typeof load>>,
    made: MadeRound | null,
    fromMs: number
  ) {
    const outcome = made?.outcomes[0]
    expect(outcome).to.include({ users: 4 })
    expect([steps, made?.slices]).to.eql([['opens', 'counted', 'rests'], []])
    const hosts = outcome?.hosts ?? []
    const lengthMs = Number(outcome?.endedMs) - Number(outcome?.beganMs)
    for (const { clock, cycleMs } of hosts) {
      expect(cycleMs).to.be.within(0.001, lengthMs)
      expect(clock.offsetMs).to.be.closeTo(1000 * aheadSeconds, 1000)
      expect(clock.errorMs).to.be.within(0.001, 1000)
    }
    // Each time that is told is one of ours, but for what the clock may be off.
    const errorMs = Math.max(...hosts.map(({ clock }) => clock.errorMs))
    const [firstMs, lastMs] = [fromMs - errorMs, clockMs() + errorMs]
    expect(outcome?.beganMs).to.be.within(firstMs, lastMs)
    expect(outcome?.endedMs).to.be.within(Number(outcome?.beganMs), lastMs)
    const rows = rowsOf(order.samplesFile)
    expect(rows.map((row) => row.outcome)).to.eql(['200', '200', '200', '200'])
    for (const { startMs } of rows) expect(order.originMs + startMs).to.be.within(firstMs, lastMs)
    const lines = readFileSync(order.telemetryFile, 'utf8').trimEnd().split('\n')
    const threads = lines.map((line) => JSON.parse(line)).filter(({ source }) => source === 'load-thread')
    expect(threads).to.not.be.empty
    for (const { atMs } of threads) expect(atMs).to.be.within(firstMs, lastMs)
    for (const own of headers) {
      expect(own).to.include({ 'x-name': 'ada', 'x-secret': 'hush', 'x-other': 'undefined' })
      expect(own['x-place']).to.match(new RegExp(`^${sshd.path('tmp')}/artillery-plugin-speedup-`))
    }
  }

  it(`makes loads one after the other with what the script needs; its samples are here, by our clock, its own is ${aheadSeconds} s ahead`, async () => {
    const generator = new LoadGenerator()
    for (let i = 0; i < 2; i++) {
      const fromMs = clockMs()
      const own = await load()
      await expectLoad(own, await generator.prepare([own.generation], null, never)(own.heard), fromMs)
    }
    await generator.end()
  })

  it('makes loads together with another machine: percentiles are of all samples, and turns are taken at the same time', async () => {
    const slowMs = 80
    const fromMs = clockMs()
    const own = await load({}, { hosts: ['load1', 'load2'], answerMs: [0, slowMs] })
    const generator = new LoadGenerator()
    const made = await generator.prepare([own.generation], null, never)(own.heard)
    await expectLoad(own, made, fromMs)
    const outcome = made?.outcomes[0] ?? expect.fail('It was cut short.')
    expect(outcome?.hosts?.map(({ name }) => name)).to.eql(['load1', 'load2'])
    for (const { roundTripMs, resent, machine } of outcome?.hosts ?? []) {
      expect(roundTripMs).to.be.within(0.01, 1000)
      expect(resent).to.be.within(0, 1)
      expect(machine?.app).to.be.above(0)
    }
    const read = await readLoad(own.generation.order, outcome, { warmUp: 0, load: null })
    const { latencyMs } = read.summarise({ firstRequestsApart: false, workerPids: [], usageOf: () => null }, {})
    // The mean of the two percentiles would be half of it.
    expect(latencyMs?.p95).to.be.above(0.9 * slowMs)

    const { target } = own
    const generations = [0, 1].map(() => {
      const { order } = aGeneration(folder, target, { scriptFile: folder.path('job.json') })
      return { ...own.generation, order: { ...order, inTurns: true } }
    })
    const slices = [0, 1, 0, 1, 1, 0].map((of, i) => ({ load: of, seconds: 0.2, counts: i > 1 }))
    const steps: string[] = []
    const heard = ({ step, load: of }: { step: string; load: number }) => void steps.push(`${step} ${of}`)
    const round = await generator.prepare(generations, { slices, mostSeconds: 10 }, never)(heard)
    await generator.end()
    expect(steps.filter((step) => step.startsWith('counted'))).to.eql([0, 1, 1, 0].map((of) => `counted ${of}`))
    for (const [i, { order }] of generations.entries()) {
      const { users, hosts = [] } = round?.outcomes[i] ?? {}
      expect(users).to.equal(4)
      const errorMs = Math.max(...hosts.map(({ clock }) => clock.errorMs))
      const turns = round?.slices.filter(({ load: of }) => of === i) ?? []
      const rows = rowsOf(order.samplesFile).map(({ startMs }) => order.originMs + startMs)
      expect(rows.length).to.be.above(8)
      for (const ms of rows)
        expect(turns.some(({ openMs, restMs }) => ms >= openMs - errorMs && ms <= restMs + errorMs)).to.equal(true)
    }
    // Whichever asked first.
    const [quick, slow] = (round?.outcomes[0].hosts ?? []).sort((one, other) => one.cycleMs - other.cycleMs)
    expect(slow.cycleMs).to.be.above(Math.max(slowMs, quick.cycleMs))
  })

  it('makes a load with an Artillery of its own, whose answers are here', async () => {
    const fromMs = clockMs()
    const answersFile = folder.write('answers.ndjson', '')
    const own = await load({ answersFile })
    await expectLoad(own, await runGenerator(own.generation, own.heard, never), fromMs)
    const [answer] = readFileSync(answersFile, 'utf8').split('\n')
    expect(JSON.parse(answer)).to.include({ status: 200 })
  })

  it('says which target it does not reach, and why', async () => {
    const { generation } = await load()
    const targets = [{ url: 'http://127.0.0.1:1', hostname: '127.0.0.1', port: 1 }]
    const own = { ...generation, order: { ...generation.order, targets } }
    const generator = new LoadGenerator()
    const makers = [generator.prepare([own], null, never), (heard: HearStep) => runGenerator(own, heard, never)]
    for (const make of makers)
      expect(((await rejectionOf(make(() => {}))) as any).message).to.match(
        /load1 \(plugins\.speedup\.generator\.ssh\) can't connect to http:\/\/127\.0\.0\.1:1 \(ECONNREFUSED\), where the app listens\. Its port must be open/
      )
    await generator.kill()
  })

  it('ends by itself, there and here, when it hears nothing of the other for ten seconds, although the connection is there', async () => {
    const pidsOf = (lines: string[]) => lines.map((line) => Number(line.split(' ')[0]))
    const agents = () => pidsOf(livingProcesses(sshd.mark).filter((line) => line.includes('remote/agent.js')))
    async function begin(host: string, count: number) {
      const { generation } = await load({ loadSeconds: 60 }, { hosts: [host] })
      const loading = new LoadGenerator().prepare([generation], null, never)(() => {})
      loading.catch(() => {})
      while (livingProcesses(sshd.mark).filter(isArtillery).length < count) await delay(50)
      return { loading }
    }
    const one = await begin('load1', 1)
    const here = livingProcesses(sshd.path('bin')).filter((line) => /remote\/bridge\.js|ssh .*load1/.test(line))
    expect(here).to.have.length(2)
    const [agent] = agents()
    const other = await begin('load2', 2)
    const there = agents().filter((pid) => pid !== agent)
    const stopped = [...pidsOf(here), ...there]
    try {
      stopped.forEach((pid) => process.kill(pid, 'SIGSTOP'))
      expect(((await rejectionOf(other.loading)) as any).message).to.include(
        'load2 (plugins.speedup.generator.ssh) has said nothing for 10 s.'
      )
      there.forEach((pid) => process.kill(pid, 'SIGCONT'))
      await waitUntilGone(sshd.mark)
    } finally {
      for (const pid of stopped) if (isThere(pid)) process.kill(pid, 'SIGCONT')
    }
    expect(((await rejectionOf(one.loading)) as any).message).to.include('before its last user had finished')
  })

  const isArtillery = (line: string) => / run .*job\.json/.test(line)
  const isThere = (pid: number) => existsSync(`/proc/${pid}`)

  for (const [what, isIt] of [
    ['what it runs there is killed', (line: string) => line.includes('remote/agent.js')],
    ['the load itself is killed there', isArtillery]
  ] as const)
    it(`is told, and leaves nothing, when ${what} in the middle of a load`, async () => {
      const { generation } = await load({ loadSeconds: 60 })
      const generator = new LoadGenerator()
      const loading = generator.prepare([generation], null, never)(() => {})
      loading.catch(() => {})
      while (!livingProcesses(sshd.mark).some(isArtillery)) await delay(50)
      await delay(500)
      const found = livingProcesses(sshd.mark).filter(isIt)
      process.kill(Number(found[0].split(' ')[0]), 'SIGKILL')
      const { code, message } = (await rejectionOf(loading)) as any
      expect(code).to.equal('GENERATOR_FAILED')
      expect(message).to.match(/^The load generator .* before its last user had finished/)
      if (isIt !== isArtillery)
        expect(message).to.include('The connection to load1 (plugins.speedup.generator.ssh) was lost.')
    })
})
