import { join } from 'node:path'
import { expect } from 'chai'
import { compareOneRound } from '../support/measure.ts'
import { apps, certain, shortScript, useProject } from '../support/project.ts'

describe('one round of a comparison', function () {
  this.timeout(90_000)
  const project = useProject()

  it('compares the answers: what clustering broke is a problem, and what differs by nature is not', async () => {
    const flow = [{ loop: ['/counter', '/clock', '/process', '/same'].map((url) => ({ get: { url } })), count: 12 }]
    const script = shortScript(project, { app: 'answers.js', scenarios: [{ name: 'pages', flow }], options: { thresholds: { p50: certain.toPass } } })
    const [{ answers, warnings, verdict, candidates: [{ estimates }] }] = (await compareOneRound(script, project.folder)).scenarios
    expect(answers).to.deep.equal([{ variant: 'clustered', requests: 4, different: ['GET /counter'], unsteady: ['GET /clock', 'GET /process'] }])
    expect(verdict).to.equal('inconclusive')
    expect(estimates[0]).to.include({ metric: 'p50', reason: 'different-answers' })
    const named = warnings.filter(({ code }) => ['different-answers', 'unsteady-answers'].includes(code))
    expect(named.map(({ severity, variant }) => [severity, variant])).to.deep.equal([['problem', 'clustered'], ['note', 'clustered']])
  })

  it('leaves out the warm-up that was asked for, of what is measured alone', async () => {
    const config = { phases: [{ duration: 2, arrivalRate: 20 }] }
    const script = shortScript(project, { config, scenarios: [{ name: 'hello', flow: [{ get: { url: '/hello' } }] }], options: { warmUp: 1.2 } })
    for (const { requests, counted, loadSeconds } of (await compareOneRound(script, project.folder)).runs) {
      expect(requests).to.equal(40)
      expect(counted.requests).to.be.within(8, 24)
      expect(loadSeconds).to.be.within(0.4, 1.2)
    }
  })

  it('finds the load from which on clustering pays off, whatever else sets the phases', async () => {
    const app = { script: join(apps, 'queue.js'), env: { TAKES_MS: '20', STARTS: join(project.folder, 'starts') } }
    // 50 requests/s a worker: 80 are far above one's capacity, and far below that of four, however late some of them come.
    const variants = { single: {}, clustered: { mode: 'cluster', workers: 4 } }
    const script = shortScript(project, { options: { app, variants, load: [2, 0.5] }, scenarios: [{ name: 'queue', flow: [{ get: { url: '/' } }] }] })
    // As Artillery has read it, the phases of --overrides being the last.
    const overrides = { config: { phases: [{ duration: 1, arrivalRate: 40 }] } }
    Object.assign(script.config, { ...overrides.config, environments: { busy: { phases: [{ duration: 1, arrivalRate: 3 }] } } })
    const flags = { environment: 'busy', overrides: JSON.stringify(overrides) }
    const { scenarios, runs, crossovers } = await compareOneRound(script, project.folder, flags)

    const names = ['queue at 0.5x load', 'queue at 2x load']
    expect(scenarios.map((one) => [one.scenario, one.level, one.answers[0].requests])).to.eql([
      [names[0], { of: 'queue', factor: 0.5 }, 1],
      [names[1], { of: 'queue', factor: 2 }, 1]
    ])
    expect(runs.map((run) => `${run.scenario}: ${run.requests}`)).to.eql([...Array(2).fill(`${names[0]}: 20`), ...Array(2).fill(`${names[1]}: 80`)])
    const [{ scenario, levels, candidates: [{ betterFrom, message }] }] = crossovers
    expect(scenario).to.equal('queue')
    expect(levels.map(({ variants: each }) => each.map(({ keepsUp }) => keepsUp))).to.eql([[true, true], [false, true]])
    for (const [i, rate] of [20, 80].entries()) expect(levels[i].offeredPerSecond).to.be.closeTo(rate, rate / 10)
    expect(betterFrom).to.be.oneOf(levels.map(({ offeredPerSecond }) => offeredPerSecond))
    expect(message).to.match(/^(Up to \S+ requests\/s .+; from \S+ requests\/s on )?clustered is better .*single can't keep up at [78]\d\)\.$/)
    // One process of single and four of clustered for each of their runs: two measured ones, and one to warm up.
    expect(project.read('starts')).to.have.lengthOf(3 * (4 + 1))
  })
})
