import { readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { flagsHere } from '../../plugin/concepts/generators.ts'
import { startMarked } from '../support/artillery.ts'
import { artillery, createProject, shortScript, type Project } from '../support/project.ts'
import { lackOfSshd, ownAddress, startSshd, type Sshd } from '../support/sshd.ts'
import { livingProcesses, waitUntilGone } from '../support/strays.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const variants = { single: { mode: 'single' }, clustered: { mode: 'cluster', workers: 2 } }

describe('a load that another machine makes, by ssh', () => {
  const lack = lackOfSshd({ network: true })
  if (lack !== null) {
    it.skip(`needs an sshd in a network of its own: ${lack}`)
    return
  }

  let sshd: Sshd
  let project: Project
  before(async () => void (sshd = await startSshd({ network: true })))
  after(() => sshd.stop())
  beforeEach(async () => void (project = await createProject()))
  afterEach(() => project.remove())

  function write(options: object = {}, { host = ownAddress, listen = '' } = {}) {
    const app = project.write(
      'app.js',
      `require('node:http').createServer((_request, response) => response.end('hello')).listen(process.env.PORT${listen})\n`
    )
    const given = { app, users: 4, duration: '2s', warmUp: '0.5s', variants, generator: { ssh: 'load1' }, ...options }
    const scenarios = [{ name: 'hello', flow: [{ get: { url: '/hello' } }, { think: '20ms' }] }]
    const {
      config: { phases: _, ...config },
      ...script
    } = shortScript(project, { options: given, scenarios })
    return project.write('job.json', { ...script, config: { ...config, target: `http://${host}:${project.port}` } })
  }

  const start = (file: string) =>
    startMarked([...sshd.inside, process.execPath, ...flagsHere, artillery, 'run', file], {
      cwd: project.folder,
      env: sshd.env
    })

  /** Nothing that was started there is there any more, and no file but what is kept for the next time. */
  async function expectNothingThere() {
    await waitUntilGone(sshd.mark)
    expect(readdirSync(sshd.path('tmp'))).to.eql([])
    for (const name of readdirSync(sshd.path('cache/artillery-plugin-speedup'))) expect(name).to.match(/^\w{16}$/)
  }

  it('is compared as one from here, variants in turns, and nothing is left there', async () => {
    const file = write({ rounds: 3, thresholds: { throughput: 0.001 } })
    const { code, output } = await start(file).ended
    expect(code, output).to.equal(0)
    const { verdict, settings, error } = project.comparison()
    expect([verdict, settings.loadHost, settings.alternate, error]).to.eql(['pass', 'load1', 'slices', null])
    const runs: Run[] = project.runs()
    expect(runs).to.have.length(6)
    for (const { variant, failures, workers, counted, generator, machine, unattributed, hosts = [] } of runs) {
      expect([failures, unattributed]).to.eql([0, 0])
      expect(hosts.map(({ name }) => name)).to.eql(['load1'])
      expect(workers).to.have.length(variant === 'clustered' ? 2 : 1)
      for (const { usage } of workers) expect(usage, 'of the time that counts').to.not.equal(null)
      expect(counted.requests).to.be.above(0)
      expect(generator.utilization).to.be.within(0, 1)
      expect(machine?.app).to.be.above(0)
    }
    await expectNothingThere()
  })

  // Its loads are made one after the other.
  it('tells what a deploy loses', async () => {
    const disturb = [{ reload: true, at: '2.5s' }]
    const options = { duration: '6s', warmUp: '0.5s', rounds: 3, disturb }
    const { code, output } = await start(write(options)).ended
    const { scenarios, error } = project.comparison()
    expect([code, error], output).to.eql([0, null])
    const runs: Run[] = project.runs()
    for (const { disturbances = [], hosts = [] } of runs) {
      expect(disturbances.map(({ kind, problem }) => [kind, problem])).to.eql([['reload', null]])
      for (const { clock } of hosts) expect(clock.errorMs).to.be.below(1000)
    }
    expect(scenarios[0].losses, output).to.not.equal(undefined)
    await expectNothingThere()
  })

  it('is told with this machine’s addresses where the target means the other machine', async () => {
    const { code, output } = await start(write({}, { host: '127.0.0.1' })).ended
    expect(code, output).to.equal(3)
    expect(output.replace(/\s+/g, ' ')).to.match(
      new RegExp(
        `config\\.target is "http://127\\.0\\.0\\.1:\\d+", which on load1 .* Name an address that load1 reaches\\. Those of this machine: 10\\.213\\.0\\.1\\.`
      )
    )
    expect(readdirSync(sshd.path('tmp'))).to.eql([])
  })

  it('is told as that where the app listens on 127.0.0.1 only', async () => {
    const { code, output } = await start(
      write({ app: { script: 'app.js', readyTimeout: '3s' } }, { listen: ", '127.0.0.1'" })
    ).ended
    expect(code, output).to.equal(3)
    expect(output.replace(/\s+/g, ' ')).to.match(
      /listens on 127\.0\.0\.1, where config\.target http:\/\/10\.213\.0\.1:\d+ does not reach it/
    )
    await expectNothingThere()
  })

  it('leaves nothing there when Artillery is killed here', async () => {
    const { child, ended } = start(write({ rounds: 3, duration: '20s' }))
    while (!livingProcesses(sshd.mark).some((line) => / run .*job\.json/.test(line))) await delay(50)
    await delay(1000)
    child.kill('SIGKILL')
    await ended
    await expectNothingThere()
  })
})
