import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkGenerator, checkGeneratorAtPace } from '../../../plugin/comparison/warnings/generator.ts'
import { aClusterUse, aVariantUse } from '../../support/results.ts'
import { aGenerator, aRun } from '../../support/runs.ts'
import type { ClientUse, GeneratorUse } from '../../../plugin/concepts/run.ts'
import type { Warning } from '../../../plugin/concepts/comparison.ts'

const check = (...rounds: Partial<GeneratorUse>[]) => checkGenerator(rounds.map((generator, i) => aRun({ round: i + 1, generator: aGenerator(generator) })), 'auto')

describe('the check of the load generator', () => {
  it('finds nothing when it had time to spare, or told nothing', () =>
    expect(check({}, { utilization: 0.8 }, { utilization: null })).to.eql([]))

  it('finds it too busy in each round in which it was, tells the worst and what to do', () => {
    const [{ message, ...rest }, ...others] = check({ utilization: 0.83 }, {}, { utilization: 0.97 })
    expect(others).to.eql([])
    expect(rest).to.eql({ code: 'generator-saturated', severity: 'problem', variant: 'single', rounds: [1, 3] })
    expect(message).to.match(/^single, rounds 1 and 3: the load generator was 97 % busy, so the latencies include its own delay and the throughput is its own; no verdict is drawn\. /)
    expect(message).to.match(/fewer users, or think time/).and.to.match(/heavier work, or use a machine with more cores\.$/)
  })

  it('advises to spread the users over the load threads where there are several', () => {
    const messageFor = (threads: number) => check({ utilization: 0.97, threads })[0].message
    expect(messageFor(2)).to.include('Load less (fewer users, or think time between requests), spread the users over the load threads (arrivalRate instead of arrivalCount), ask for heavier work, or use')
    expect(check({ utilization: 0.97, threads: 2 }, { utilization: 0.97, threads: 1 })[0].message).to.include('arrivalRate')
    expect(messageFor(1)).not.to.include('arrivalRate')
  })

  it('says at which rate users came, where they come and go, since it can hardly make more', () => {
    const open = { utilization: 0.97, shortestSessionMs: 20 }
    const [{ message }] = check({ ...open, users: 9000, arrivalSeconds: 5 }, { ...open, users: 9200, arrivalSeconds: 5 })
    expect(message).to.include('no verdict is drawn. Users came at 1840 a second: more such users it can hardly make here, whatever the script asks for. Load less')
    for (const closed of [{ shortestSessionMs: 5000, arrivalSeconds: 1 }, { shortestSessionMs: null }, { ...open, arrivalSeconds: 0 }]) {
      expect(check({ ...open, ...closed })[0].message).not.to.include('a second')
    }
  })

  it('names what keeps the lean client from making the load, which is another way out', () => {
    const generator = aGenerator({ utilization: 0.97 })
    const messageOf = (client: ClientUse | null, asked: 'auto' | 'artillery' = 'auto') => checkGenerator([aRun(), aRun({ generator, client })], asked)[0].message
    expect(messageOf({ name: 'artillery', because: 'it uploads files (formData)' })).to.match(
      /use a machine with more cores\. Or do without what kept the lean client, which takes far less CPU, from making this load: it uploads files \(formData\)\.$/
    )
    expect(messageOf({ name: 'artillery', because: 'plugins.speedup.client is artillery' }, 'artillery')).to.match(/more cores\. Or leave plugins\.speedup\.client out: the lean client takes far less CPU\.$/)
    for (const client of [null, { name: 'lean' as const, because: null }, { name: 'artillery' as const, because: null }]) {
      expect(messageOf(client)).to.match(/more cores\.$/)
    }
  })

  it('tells of all variants at once', () => {
    const generator = aGenerator({ utilization: 0.9 })
    const found = checkGenerator([aRun({ generator }), aRun({ variant: 'clustered', generator }), aRun({ variant: 'four' })], 'auto')
    expect(found).to.have.length(1)
    expect(found[0].message).to.match(/^single, round 1; clustered, round 1: the load generator was 90 % busy/)
  })
})

describe('the check of the users', () => {
  it('finds those that were left out, of all that should have come', () => {
    const expected: Warning[] = [
      {
        code: 'users-skipped',
        severity: 'warning',
        variant: 'single',
        rounds: [2, 3],
        message:
          'single, rounds 2 and 3: the load generator left out 30 users of 70, since maxVusers was reached, so the load was less than the scenario says, ' +
          'and the slower the app, the less. Raise maxVusers or lower the arrival rate.'
      }
    ]
    expect(check({}, { skippedUsers: 10 }, { skippedUsers: 20 })).to.eql(expected)
  })

  it('counts a single one', () => expect(check({ skippedUsers: 1 })[0].message).to.include('left out 1 user of 21,'))
})

describe('the check of the load generator at the pace of the baseline', () => {
  const demand = { users: 6, threads: 1, cycleMs: 0.2, computingMs: 0.02, responsesPerSecond: 39_000, generatorMs: 0.02 }
  const uses = [aVariantUse({ demand }), aClusterUse({ demand: { ...demand, responsesPerSecond: 26_000, generatorMs: 0.03 } })]
  const of = { baseline: 'single', load: { model: 'closed' as const, saturated: [] } }

  it('finds a candidate that may be slower because of it, and what to do', () => {
    expect(checkGeneratorAtPace([aRun()], uses, of)).to.eql([{
      code: 'generator-saturated', severity: 'problem', variant: 'clustered', rounds: [],
      message:
        'clustered: at the pace of single the load generator would be 117 % busy, so it may be what makes clustered slower; no verdict is drawn. ' +
        'Load less (fewer users, or think time between requests), ask for heavier work, or use a machine with more cores.'
    }])
  })

  it('finds nothing where it had time to spare, where that is told already, and where users come whatever the app does', () => {
    expect(checkGeneratorAtPace([aRun()], [uses[0], aClusterUse({ demand })], of)).to.eql([])
    expect(checkGeneratorAtPace([aRun({ generator: aGenerator({ utilization: 0.9 }) })], uses, of)).to.eql([])
    expect(checkGeneratorAtPace([aRun()], uses, { ...of, load: { model: 'open', saturated: [] } })).to.eql([])
  })
})
