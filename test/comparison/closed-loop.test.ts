import { expect } from 'chai'
import { describe, it } from 'mocha'
import { bound } from '../../plugin/comparison/bound.ts'
import { closedLoop } from '../../plugin/comparison/what-it-carries.ts'
import { taking } from '../support/diagnosis-of.ts'
import { aClusterUse, aVariantUse } from '../support/results.ts'
import { aMachine } from '../support/runs.ts'
import type { LoadShape } from '../../plugin/concepts/load-results.ts'
import type { VariantUse } from '../../plugin/concepts/comparison.ts'

const closed = { model: 'closed' as const }

/**
 * Two users, an app that computes 0.2 ms and a load generator that takes 0.2 ms of every cycle: together they do 5000 a
 * second with one process on four cores, where nobody ever waits for another.
 *
 * @param of.waitingMs inside
 */
function loopOf({ users = 2, generatorMs = 0.2, waitingMs = 0, thinkMs = 0, candidate = {}, model = 'closed' }: { users?: number, generatorMs?: number, waitingMs?: number, thinkMs?: number, candidate?: Partial<VariantUse>, model?: LoadShape['model'] } = {}) {
  const cycleMs = generatorMs + 0.2 + waitingMs + thinkMs
  const responsesPerSecond = (1000 * users) / cycleMs
  const use = {
    ...taking({ generatorMs: generatorMs / 2, waitingMs, computingMs: 0.2 }),
    demand: { users, threads: 1, responsesPerSecond, cycleMs, generatorMs, computingMs: 0.2 },
    busiest: 0.9
  }
  const app = responsesPerSecond * 0.0002
  const machine = aMachine({ cores: 4, app, generator: (responsesPerSecond * generatorMs) / 1000, others: 0 })
  return closedLoop(aVariantUse({ ...use, machine }), aClusterUse({ ...use, workers: 4, machine, ...candidate }), { model })
}

describe('a closed loop of few users', () => {
  it('allows no more than its users do in the time that app and load generator take for each request', () => {
    const loop = loopOf()
    expect(loop).to.include({ users: 2, generatorMs: 0.2, atMost: 1 })
    expect(loop?.cycleMs).to.be.closeTo(0.4, 1e-9)
    expect(loop?.enough, 'as the load thread does no more than 5000 a second').to.equal(null)
  })

  it('is none from as many users on as keep the busiest station busy', () => {
    const loop = loopOf({ users: 2, generatorMs: 0.05 })
    // Four workers do 20,000 / 1.25 a second, each of them with its part of the generator, and a cycle takes 0.25 ms.
    expect(loop).to.include({ limitedBy: 'generator', enough: 4 })
    expect([3, 4, 5].map((users) => loopOf({ users, generatorMs: 0.05 }) === null)).to.eql([false, true, true])
  })

  it('is not of the generator’s making where its time is a small part of every cycle, or where users are away for longer', () => {
    expect(loopOf({ generatorMs: 0.01 })).to.include({ limitedBy: 'users', enough: 4 })
    expect(loopOf({ generatorMs: 0.05, thinkMs: 40 })).to.include({ limitedBy: 'users', enough: 644 })
    expect(loopOf({ waitingMs: 20 })?.limitedBy).to.equal('users')
    for (const away of [{ thinkMs: 0.3 }, { waitingMs: 0.3 }]) {
      const loop = loopOf(away)
      expect(loop?.limitedBy).to.equal('generator')
      expect(loop?.cycleMs).to.be.closeTo(0.7, 1e-9)
    }
    expect(loopOf({ generatorMs: 0.05, thinkMs: 40, users: 1000 })).to.equal(null)
  })

  it('is of the generator’s making where its thread can do no more, however little that is below what the app can do', () => {
    const demand = { users: 20, threads: 1, responsesPerSecond: 4500, cycleMs: 20 / 4.5, generatorMs: 0.105, computingMs: 0.2 }
    const use = { ...taking({ generatorMs: 0.05, queueMs: 20 / 4.5 - 0.25, computingMs: 0.2 }), demand, busiest: 0.9, machine: aMachine({ cores: 4, app: 0.9, generator: 0.4, others: 0 }) }
    // Two workers do 10,000 a second, the thread 9524.
    const loop = closedLoop(aVariantUse(use), aClusterUse({ ...use, workers: 2 }), closed)
    expect(loop).to.include({ limitedBy: 'generator', enough: null })
    expect(Number(loop?.atMost) * 4500).to.be.closeTo(9524, 1)
  })

  it('is none where users come whatever the app does, or where too little is known', () => {
    expect(loopOf({ model: 'open' })).to.equal(null)
    expect(loopOf({ candidate: { machine: null } })).to.equal(null)
    expect(loopOf({ candidate: { demand: null } })).to.equal(null)
  })
})

describe('the bound of a closed loop', () => {
  const uses = (users: number) => {
    const demand = { users, threads: 1, responsesPerSecond: 4500, cycleMs: users / 4.5, generatorMs: 0.2, computingMs: 0.2 }
    const use = { ...taking({ generatorMs: 0.1, queueMs: (users / 4.5) - 0.4, computingMs: 0.2 }), demand, busiest: 0.9 }
    return [aVariantUse({ ...use, machine: aMachine({ cores: 4, app: 0.9, generator: 0.4, others: 0 }) }), aClusterUse({ ...use, workers: 2, machine: aMachine({ cores: 4, app: 0.9, generator: 0.4, others: 0 }) })]
  }

  it('is what few users allow, where that is less than what the cores do', () => {
    const [baseline, candidate] = uses(2)
    const loop = closedLoop(baseline, candidate, closed)
    // 5000 a second over 4500.
    expect(loop?.atMost).to.be.closeTo(1.11, 0.01)
    expect(bound(baseline, candidate, loop)).to.deep.include({ atMost: loop?.atMost, loop })
    expect(bound(baseline, candidate, null)?.atMost).to.be.closeTo(2 / 0.9, 0.01)
  })

  it('counts what the generator would take of more requests', () => {
    const machine = (generator: number) => aMachine({ cores: 2, app: 1, generator, others: 0 })
    const demandOf = (responsesPerSecond: number) => ({ demand: { users: 20, threads: 1, responsesPerSecond, cycleMs: 1, generatorMs: 0.1, computingMs: 1 } })
    const most = (gained: number) => bound(aVariantUse({ ...demandOf(1000), machine: machine(0.25) }), aClusterUse({ ...demandOf(1000 * gained), machine: machine(0.25 * gained) }), null)?.atMost
    // Each request takes 1 and 0.25 of a core's milliseconds, however many there were.
    for (const gained of [1, 1.3, 1.6]) expect(most(gained)).to.be.closeTo(1.6, 1e-9)
  })
})
