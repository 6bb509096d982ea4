import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { parse } from 'yaml'
import { concludeFrom, measureOnce } from '../support/measure.ts'
import { apps, certain, shortScript, useProject } from '../support/project.ts'

describe('the diagnosis of our own scenarios', () => {
  const project = useProject()

  /**
   * One run of each variant of a scenario of ours, with less users, at a port that nobody else has. Edit: of the file's
   * text.
   */
  async function candidateOf(name: string, users: number, edit = (text: string) => text) {
    const file = new URL(`../../scenarios/${name}.yml`, import.meta.url)
    const { config, scenarios } = parse(edit(readFileSync(file, 'utf8')))
    const {
      plugins: { speedup }
    } = config
    const pathTo = (path: string) => fileURLToPath(new URL(path, file))
    const here = {
      target: `http://127.0.0.1:${project.port}`,
      plugins: { speedup: { ...speedup, app: pathTo(speedup.app), users } }
    }
    const script = project.write(`${name}.json`, { config: { ...config, ...here }, scenarios })
    const measured = await measureOnce(script, project.folder)
    return { ...concludeFrom(measured).candidates[0], runs: measured.runs }
  }

  // As slow and heavy-computation are, which compute as well; of primes, test/speedups tells it.
  it('tells that fibonacci is limited by the CPU', async () => {
    // Enough to keep two workers busy. With all 20, a slow machine's event loop goes round once in two seconds, and
    // tells too seldom. Whatever else is said: one run on a busy machine may have dealt its connections unevenly.
    expect((await candidateOf('fibonacci', 8)).diagnosis.message).to.match(
      // Other tests may keep it from a core meanwhile, which is told then.
      /^(?:CPU-bound.*the|The) event loop of single was \d+ % busy/
    )
  })

  it('tells that io waits for something other than the CPU, and that a cluster does not make it faster', async () => {
    // A quarter of its users, who wait four times as long: other tests take their part of the CPU, and what that adds
    // shall be little.
    const { diagnosis, runs } = await candidateOf('io', 5, (text) => text.replace('ms=50', 'ms=200'))
    expect(diagnosis.code, diagnosis.message).to.equal('waiting')
    for (const { latencyMs } of runs) expect(latencyMs?.min).to.be.at.least(199)
  })
})

describe('an app that clusters itself', () => {
  const project = useProject()

  it('is named as such with the way out, and gets no verdict, whether the numbers would pass or fail', async () => {
    // Two users on two workers: each has one of its own, whose connection it keeps.
    const scenarios = [{ name: 'hello', flow: [{ loop: [{ get: { url: '/?max=1000' } }], count: 20 }] }]
    const script = shortScript(project, {
      app: 'own-primary.js',
      scenarios,
      config: { phases: [{ duration: 1, arrivalCount: 8 }] },
      options: { thresholds: { throughput: certain.toFail } }
    })
    const {
      candidates: [{ verdict, estimates, diagnosis }],
      warnings
    } = concludeFrom(await measureOnce(project.write('job.json', script), project.folder))
    expect(diagnosis).to.eql({
      code: 'not-one-process',
      message:
        'No single process was measured, since the app clusters itself: single answers from 2 processes of its own.',
      spentOn: null
    })
    expect(verdict).to.equal('inconclusive')
    expect(estimates.find(({ metric }) => metric === 'throughput')).to.include({
      verdict: 'inconclusive',
      reason: 'clusters-itself'
    })
    const named = warnings.filter(({ code }) => code === 'clusters-itself')
    expect(named.map(({ severity, variant }) => [severity, variant])).to.eql([['problem', 'single']])
    expect(named[0].message).to.contain('Start it without its own cluster').and.contain('mode command')
    expect(warnings.map(({ code }) => code)).to.not.contain('telemetry-missing')
  })
})

describe('a load generator that is the bottleneck', () => {
  const project = useProject()

  it('gets no verdict, whether the numbers would pass or fail, but for a gain that was shown beside it', async () => {
    const scenarios = [{ name: 'hello', flow: [{ get: { url: '/' } }] }]
    // A request costs Artillery's own client more than this app. Of so many users, some always wait for the client,
    // also when the app is late.
    const script = shortScript(project, {
      config: { phases: undefined },
      scenarios,
      options: { generator: { client: 'artillery' }, users: 60, duration: '2s' }
    })
    const { runs, settings } = await measureOnce(project.write('job.json', script), project.folder)
    for (const p50 of [certain.toPass, certain.toFail]) {
      const required = settings.scenarios.map((scenario) => ({ ...scenario, thresholds: { clustered: { p50 } } }))
      const {
        candidates: [candidate],
        warnings
      } = concludeFrom({ runs, settings: { ...settings, scenarios: required } })
      const [{ interval }] = candidate.estimates
      const isShown = p50 === certain.toPass && interval[0] >= 1
      const told = isShown
        ? { verdict: 'pass', reason: null }
        : { verdict: 'inconclusive', reason: 'generator-saturated' }
      expect(candidate.verdict).to.equal(told.verdict)
      expect(candidate.estimates[0]).to.include(told)
      expect(candidate.diagnosis.code).to.equal('generator-bound')
      // Other tests may have left it no core.
      expect(candidate.diagnosis.message).to.match(
        /^The (responses are too fast for the load generator: it was (8|9|10)\d % busy, the event loop of single \d|load generator waited for a core: it was (8|9|10)\d % busy, but got only \d)/
      )
      const named = warnings.find(({ code }) => code === 'generator-saturated')
      expect(named).to.include({ severity: isShown ? 'warning' : 'problem', variant: null })
      expect(named?.message).to.match(
        /^single, rounds 1 to 3; clustered, rounds 1 to 3: the load generator was (8|9|10)\d % busy, so the latencies include its own delay/
      )
    }
  })
})

describe('a load that comes whatever the app does', () => {
  const project = useProject()

  it('carries a verdict on throughput above the capacity of one process; below it, one on latencies', async () => {
    // Sessions of several requests, each of which takes so long that what a busy machine adds is no queue beside it: 9
    // of them a second.
    const think = { think: '300ms' }
    const get = { get: { url: '/' } }
    const taking = (ms: number) => ({ script: `${apps}queue.js`, env: { TAKES_MS: ms } })
    const script = shortScript(project, {
      config: { phases: [{ duration: 3, arrivalRate: 3 }] },
      scenarios: [{ name: 'open', flow: [get, think, get, think, get] }],
      options: {
        app: taking(200),
        // Four workers, whose capacity is far above the load.
        variants: { single: {}, clustered: { mode: 'cluster', workers: 4 }, quick: { env: { TAKES_MS: 50 } } },
        thresholds: { p50: certain.toPass, throughput: 1.1 }
      }
    })
    const { runs, settings } = await measureOnce(project.write('job.json', script), project.folder)
    const conclude = (baseline: string) => {
      const variants = settings.variants.filter(({ name }) => [baseline, 'clustered'].includes(name))
      const own = runs.filter(({ variant }) => [baseline, 'clustered'].includes(variant))
      const {
        load,
        candidates: [{ estimates, verdict }],
        warnings
      } = concludeFrom({ runs: own, settings: { ...settings, variants, baseline } })
      return {
        load,
        verdict,
        verdicts: estimates.map((estimate) => estimate.verdict ?? estimate.reason),
        problems: warnings.filter(({ severity }) => severity === 'problem').map(({ code }) => code)
      }
    }
    const above = conclude('single')
    expect(above.load).to.deep.equal({ model: 'open', saturated: ['single'] })
    const few = 'too-few-requests' // for the percentiles that nobody demands
    expect(above.verdicts).to.deep.equal(['inconclusive', few, few, 'pass'])
    expect(above.verdict).to.equal('inconclusive')
    expect(above.problems).to.include('baseline-saturated')
    const below = conclude('quick')
    expect(below.load).to.deep.equal({ model: 'open', saturated: [] })
    expect(below.verdicts).to.deep.equal(['pass', few, few, 'inconclusive'])
    expect(below.problems).to.include('throughput-fixed')
  })
})
