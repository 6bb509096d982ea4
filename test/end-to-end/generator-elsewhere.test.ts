import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { makerOf } from '../../plugin/load/load-generator.ts'
import { runGenerator } from '../../plugin/load/run-generator.ts'
import { startGuard, type Guard } from '../../plugin/processes/guard.ts'
import { rejectionOf } from '../app/starting.ts'
import { aGeneration } from '../load/making-loads.ts'
import { temporaryFolder } from '../support/folder.ts'
import { artillery, fixtures } from '../support/project.ts'
import { selfSigned } from '../support/self-signed.ts'
import { serving } from '../support/serving.ts'
import type { Generator, Target } from '../../plugin/concepts/settings.ts'

const standIn = `${fixtures}stand-in-artillery.js`
const pid = { workerPids: [], usageOf: () => null }

interface Run {
  command?: string // the script that is the `artillery` command
  generator: Generator
  flags?: Record<string, any> // of the outer `artillery run`
  overrides?: Record<string, unknown> | null
}

describe('a load on a server whose certificate nobody signed', () => {
  const folder = temporaryFolder()
  const serve = serving(after)
  let target: Target
  let guard: Guard
  before(async () => {
    guard = startGuard()
    target = (
      await serve((_request, response) => response.setHeader('x-worker-pid', '7').end('hello'), { tls: selfSigned() })
    ).target
  })
  after(() => guard.close())

  async function load({ command = artillery, generator, flags = {}, overrides = null }: Run) {
    const script = {
      config: { target: target.url, phases: [{ duration: 1, arrivalCount: 2 }], plugins: { speedup: {} } },
      scenarios: [{ flow: [{ loop: [{ get: { url: '/' } }], count: 11 }] }]
    }
    const { order, commandLine, ...generation } = aGeneration(folder, target, { command, script })
    const maker = makerOf(generator)
    const made = await runGenerator(
      { ...generation, order, maker, commandLine: { ...commandLine, flags, overrides }, guard },
      () => {},
      new AbortController().signal
    )
    const outcome = made && made.outcomes[0]
    const seen = await maker.read(order, outcome, { warmUp: null, load: null })
    return { ...seen.summarise({ firstRequestsApart: seen.keepsConnections, ...pid }), outcome }
  }
  // That a recorded load takes any certificate where the script looks at none is shown in test/parity.
  it('is metered on a platform that does not pass --insecure on', async () => {
    const { workers, firstRequests, ...run } = await load({
      command: standIn,
      generator: { command: 'run-lambda', args: ['--memory-size', '4096'] },
      flags: { insecure: true }
    })
    expect(run).to.include({ requests: 22, failures: 0, unattributed: 0 })
    expect(workers).to.eql([{ pid: '7', requests: 22, connections: 2, usage: null }])
    expect(firstRequests).to.include({ apart: true, count: 2 })
  })

  it('is known by less where the plugin is not installed', async () => {
    const nowhere = { config: { plugins: { speedup: { scope: 'nowhere-' } } } }
    const { latencyMs, workers, outcome, ...run } = await load({
      generator: { command: 'run', args: ['--insecure'] },
      overrides: nowhere
    })
    expect(readFileSync(folder.path('log'), 'utf8')).to.include('Could not load plugin: speedup')
    expect(run).to.deep.include({
      requests: 22,
      failures: 0,
      unattributed: 22,
      firstRequests: { apart: false, count: 0, latencyMs: null }
    })
    expect([workers, outcome?.users, outcome?.shortestSessionMs]).to.eql([[], 2, null])
    expect(Number.isInteger(latencyMs?.max)).to.equal(true)
  })

  it('is an error with the reason when Artillery does not know a flag', async () => {
    const { code, message } = await rejectionOf(load({ generator: { command: 'run-fargate', args: ['--bogus'] } }))
    expect(code).to.equal('GENERATOR_FAILED')
    expect(message).to.match(
      /^The load generator \(artillery run-fargate\) exited with code 2\. It printed:\n +›  +Error: Nonexistent flag: --bogus\n/
    )
  })
})
