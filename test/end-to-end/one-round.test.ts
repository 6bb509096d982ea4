import { join } from 'node:path'
import { expect } from 'chai'
import { leaveOutOfComparison, leaveOutOfRun } from '../../plugin/concepts/leave-out.ts'
import { eachRow } from '../../plugin/record/samples.ts'
import { flawIn } from '../../plugin/record/parse-comparison.ts'
import { eventually } from '../support/eventually.ts'
import { compareOneRound, concludeFrom, measureOnce } from '../support/measure.ts'
import { apps, certain, sharedProject, shortScript } from '../support/project.ts'
import { aComparison } from '../support/results.ts'

describe('one round of a comparison', () => {
  const project = sharedProject()

  describe('of an app that clustering breaks, whose users come for two seconds', () => {
    let compared: Awaited<ReturnType<typeof compareOneRound>>

    before(async () => {
      const flow = [{ loop: ['/counter', '/clock', '/process', '/same'].map((url) => ({ get: { url } })), count: 3 }]
      const script = shortScript(project, {
        app: 'answers.js',
        config: { phases: [{ duration: 2, arrivalRate: 20 }] },
        scenarios: [{ name: 'pages', flow }],
        options: { thresholds: { p50: certain.toPass }, warmUp: '1.2s' }
      })
      compared = await compareOneRound(script, project.folder)
    })

    it('compares the answers: what clustering broke is a problem, and what differs by nature is not', () => {
      const [{ answers, warnings, verdict, candidates }] = compared.scenarios
      const unsteady = ['GET /clock', 'GET /process']
      expect(answers).to.eql([
        { variant: 'clustered', requests: 4, different: ['GET /counter'], unsteady, unequal: [] }
      ])
      expect(verdict).to.equal('inconclusive')
      expect(candidates[0].estimates[0]).to.include({ metric: 'p50', reason: 'different-answers' })
      const named = warnings.filter(({ code }) => ['different-answers', 'unsteady-answers'].includes(code))
      expect(named.map(({ severity, variant }) => [severity, variant])).to.eql([
        ['problem', 'clustered'],
        ['note', 'clustered']
      ])
    })

    it('leaves out the warm-up that was asked for, of what is measured alone', async () => {
      for (const { requests, samples, counted, loadSeconds, generator } of compared.runs) {
        expect(requests).to.equal(40 * 12)
        const ends: number[] = []
        await eachRow(join(compared.record, samples), ({ startMs, wholeMs }) => ends.push(startMs + wholeMs))
        // However late the last user came, and had an answer: what counts ends between the two, to the millisecond.
        const { arrivalSeconds, drainSeconds } = generator
        expect(loadSeconds).to.be.within(arrivalSeconds - 1.202, arrivalSeconds + drainSeconds - 1.198)
        const inTime = ends.filter((ms) => ms > counted.fromMs && ms <= counted.toMs)
        expect(counted.requests)
          .to.equal(inTime.length)
          .and.be.within(1, requests - 1)
      }
    })
  })

  it('of some milliseconds has figures that can be written, whatever the system saw of it', async () => {
    // It counts CPU time in ticks, and may have seen none.
    const script = shortScript(project, {
      app: 'answers.js',
      config: { phases: [{ duration: 1, arrivalCount: 10 }] },
      scenarios: [{ name: 'visits', flow: [{ loop: [{ get: { url: '/counter' } }], count: 40 }] }]
    })
    const measured = await measureOnce(project.write('short.json', script), project.folder)
    const scenarios = [concludeFrom(measured)]
    const parts = [...measured.runs.map(leaveOutOfRun), leaveOutOfComparison({ scenarios })]
    expect(parts.flatMap(({ leftOut }) => leftOut)).to.eql([])
    expect(flawIn(aComparison(scenarios))).to.equal(null)
  })

  it('finds the load from which on clustering pays off, whatever else sets the phases; what fails there is what the app can’t do', () =>
    eventually(async () => {
      const starts = `starts-${performance.now()}`
      const app = { script: join(apps, 'queue.js'), env: { TAKES_MS: '10', STARTS: join(project.folder, starts) } }
      // A hundred requests/s a worker: 240 are far above one's capacity, and far below that of four. Even if all 720
      // come at once, as to a machine that was late, each of four workers answers its part in time; and never one
      // alone.
      const variants = { single: {}, clustered: { mode: 'cluster', workers: 4 } }
      // As Artillery has read it, the phases of --overrides being the last.
      const overrides = { config: { phases: [{ duration: 3, arrivalRate: 120 }] } }
      const environments = { busy: { phases: [{ duration: 1, arrivalRate: 3 }] } }
      const script = shortScript(project, {
        options: { app, variants, levels: [2, 0.5] },
        scenarios: [{ name: 'queue', flow: [{ get: { url: '/' } }] }],
        config: { ...overrides.config, environments, http: { timeout: 3 } }
      })
      const flags = { environment: 'busy', overrides: JSON.stringify(overrides) }
      const { scenarios, runs, crossovers } = await compareOneRound(script, project.folder, { flags })

      const names = ['queue at 0.5x load', 'queue at 2x load']
      expect(
        scenarios.map(({ scenario, level, answers, load }) => [scenario, level, answers[0].requests, load.saturated])
      ).to.eql([
        [names[0], { of: 'queue', factor: 0.5 }, 1, []],
        [names[1], { of: 'queue', factor: 2 }, 1, ['single']]
      ])
      expect(
        runs.map(({ scenario, variant, requests, failures }) => [
          scenario,
          variant,
          requests,
          failures > 0.05 * requests
        ])
      ).to.have.deep.members([
        [names[0], 'single', 180, false],
        [names[0], 'clustered', 180, false],
        [names[1], 'single', 720, true],
        [names[1], 'clustered', 720, false]
      ])
      const [{ scenario, levels, candidates }] = crossovers
      expect(scenario).to.equal('queue')
      const seen = levels.map(({ variants: [single, clustered] }) => [
        single.p95Ms === null,
        single.keepsUp,
        clustered.keepsUp
      ])
      expect(seen).to.eql([
        [false, true, true],
        [true, false, true]
      ])
      // As users came: how many of them in a second, is up to the machine.
      for (const [i, name] of names.entries()) {
        const rates = runs
          .filter((run) => run.scenario === name)
          .map(({ requests, generator: { arrivalSeconds } }) => requests / arrivalSeconds)
        expect(levels[i].offeredPerSecond).to.be.closeTo(Math.sqrt(rates[0] * rates[1]), 0.001)
      }
      const [{ betterFrom, message }] = candidates
      expect(betterFrom).to.be.oneOf(levels.map(({ offeredPerSecond }) => offeredPerSecond))
      expect(message).to.match(
        /^(Up to \S+ requests\/s, .+; from \S+ requests\/s on, )?clustered is better .*single can't keep up at [\d.]+: answered [\d.]+\/s, \d+ % failed\)\.$/
      )
      // One process of single and four of clustered for each of their runs: two measured ones, and one to warm up.
      expect(project.read(starts)).to.have.lengthOf(3 * (4 + 1))
    }, 3))
})
