import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { eachRow } from '../../plugin/generator/samples.ts'
import { eventually } from '../support/eventually.ts'
import { compareOneRound } from '../support/measure.ts'
import { apps, certain, shortScript, useProject } from '../support/project.ts'

describe('one round of a comparison', () => {
  const project = useProject()

  it('compares the answers: what clustering broke is a problem, and what differs by nature is not', async () => {
    const flow = [{ loop: ['/counter', '/clock', '/process', '/same'].map((url) => ({ get: { url } })), count: 12 }]
    const script = shortScript(project, {
      app: 'answers.js',
      scenarios: [{ name: 'pages', flow }],
      options: { thresholds: { p50: certain.toPass } }
    })
    const [
      {
        answers,
        warnings,
        verdict,
        candidates: [{ estimates }]
      }
    ] = (await compareOneRound(script, project.folder)).scenarios
    expect(answers).to.deep.equal([
      {
        variant: 'clustered',
        requests: 4,
        different: ['GET /counter'],
        unsteady: ['GET /clock', 'GET /process'],
        unequal: []
      }
    ])
    expect(verdict).to.equal('inconclusive')
    expect(estimates[0]).to.include({ metric: 'p50', reason: 'different-answers' })
    const named = warnings.filter(({ code }) => ['different-answers', 'unsteady-answers'].includes(code))
    expect(named.map(({ severity, variant }) => [severity, variant])).to.deep.equal([
      ['problem', 'clustered'],
      ['note', 'clustered']
    ])
  })

  it('leaves out the warm-up that was asked for, of what is measured alone', async () => {
    const config = { phases: [{ duration: 2, arrivalRate: 20 }] }
    const script = shortScript(project, {
      config,
      scenarios: [{ name: 'hello', flow: [{ get: { url: '/hello' } }] }],
      options: { warmUp: '1.2s' }
    })
    const { runs } = await compareOneRound(script, project.folder)
    const record = join(project.folder, String(readdirSync(project.folder).find((name) => name.endsWith('-job'))))
    for (const {
      requests,
      samples,
      counted,
      loadSeconds,
      generator: { arrivalSeconds, drainSeconds }
    } of runs) {
      expect(requests).to.equal(40)
      const [starts, ends]: number[][] = [[], []]
      await eachRow(join(record, samples), ({ startMs, latencyMs }) => {
        starts.push(startMs)
        ends.push(startMs + latencyMs)
      })
      // However late the last user came, and had an answer: all but the warm-up, to the millisecond. It ends with the
      // last answer, and the first user came after it had begun.
      const seen = (Math.max(...ends) - Math.min(...starts)) / 1000
      expect(loadSeconds).to.be.within(seen - 1.202, arrivalSeconds + drainSeconds - 1.198)
      expect(counted.requests)
        .to.equal(ends.filter((ms) => ms > counted.fromMs && ms <= counted.toMs).length)
        .and.be.within(1, 39)
    }
  })

  it('finds the load from which on clustering pays off, whatever else sets the phases', async () => {
    const app = { script: join(apps, 'queue.js'), env: { TAKES_MS: '150', STARTS: join(project.folder, 'starts') } }
    // Below 7 requests/s a worker: 16 are far above one's capacity, and far below that of four. Each takes so long that
    // one which a busy machine makes late has not met a queue.
    const variants = { single: {}, clustered: { mode: 'cluster', workers: 4 } }
    const script = shortScript(project, {
      options: { app, variants, levels: [2, 0.5] },
      scenarios: [{ name: 'queue', flow: [{ get: { url: '/' } }] }]
    })
    // As Artillery has read it, the phases of --overrides being the last.
    const overrides = { config: { phases: [{ duration: 1, arrivalRate: 8 }] } }
    Object.assign(script.config, {
      ...overrides.config,
      environments: { busy: { phases: [{ duration: 1, arrivalRate: 3 }] } }
    })
    const flags = { environment: 'busy', overrides: JSON.stringify(overrides) }
    const { scenarios, runs, crossovers } = await compareOneRound(script, project.folder, flags)

    const names = ['queue at 0.5x load', 'queue at 2x load']
    expect(scenarios.map((one) => [one.scenario, one.level, one.answers[0].requests])).to.eql([
      [names[0], { of: 'queue', factor: 0.5 }, 1],
      [names[1], { of: 'queue', factor: 2 }, 1]
    ])
    expect(runs.map((run) => `${run.scenario}: ${run.requests}`)).to.eql([
      ...Array(2).fill(`${names[0]}: 4`),
      ...Array(2).fill(`${names[1]}: 16`)
    ])
    const [
      {
        scenario,
        levels,
        candidates: [{ betterFrom, message }]
      }
    ] = crossovers
    expect(scenario).to.equal('queue')
    expect(levels.map(({ variants: each }) => each.map(({ keepsUp }) => keepsUp))).to.eql([
      [true, true],
      [false, true]
    ])
    // As users came: how many of them in a second, is up to the machine.
    for (const [i, name] of names.entries()) {
      const rates = runs
        .filter((run) => run.scenario === name)
        .map(({ requests, generator: { arrivalSeconds } }) => requests / arrivalSeconds)
      expect(levels[i].offeredPerSecond).to.be.closeTo(Math.sqrt(rates[0] * rates[1]), 0.001)
    }
    expect(betterFrom).to.be.oneOf(levels.map(({ offeredPerSecond }) => offeredPerSecond))
    expect(message).to.match(
      /^(Up to \S+ requests\/s, .+; from \S+ requests\/s on, )?clustered is better .*single can't keep up at [\d.]+\)\.$/
    )
    // One process of single and four of clustered for each of their runs: two measured ones, and one to warm up.
    expect(project.read('starts')).to.have.lengthOf(3 * (4 + 1))
  })

  it('takes what fails above the least load for what the app can’t do, and goes on', () =>
    eventually(async () => {
      const app = { script: join(apps, 'queue.js'), env: { TAKES_MS: '100' } }
      const variants = { single: {}, clustered: { mode: 'cluster', workers: 4 } }
      // Even if all 48 or 64 come at once, as to a machine that was late, each of four workers answers its part in
      // time; and never one alone.
      const script = shortScript(project, {
        options: { app, variants, levels: [0.5, 3, 4] },
        scenarios: [{ name: 'queue', flow: [{ get: { url: '/' } }] }],
        config: { phases: [{ duration: 2, arrivalRate: 8 }], http: { timeout: 2 } }
      })
      const {
        scenarios,
        runs,
        crossovers: [
          {
            levels,
            candidates: [{ message }]
          }
        ]
      } = await compareOneRound(script, project.folder)
      const failuresOf = (name: string) =>
        runs.filter(({ variant }) => variant === name).map(({ requests, failures }) => failures / requests > 0.05)
      expect([failuresOf('single'), failuresOf('clustered')]).to.eql([
        [false, true, true],
        [false, false, false]
      ])
      expect(
        levels.map(({ variants: [single, clustered] }) => [single.p95Ms === null, single.keepsUp, clustered.keepsUp])
      ).to.eql([
        [false, true, true],
        [true, false, true],
        [true, false, true]
      ])
      expect(message).to.match(
        /clustered is better .*single can't keep up at [\d.]+: answered [\d.]+\/s, \d+ % failed\)\.$/
      )
      expect(scenarios.map(({ load }) => load.saturated)).to.eql([[], ['single'], ['single']])
    }, 3))
})
