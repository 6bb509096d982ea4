import { expect } from 'chai'
import { describe, it } from 'mocha'
import { bound as boundOfLoop } from '../../plugin/comparison/bound.ts'
import { aClusterUse, aVariantUse } from '../support/results.ts'
import { aMachine } from '../support/runs.ts'
import type { MachineUse } from '../../plugin/concepts/run.ts'
import type { VariantUse } from '../../plugin/concepts/comparison.ts'

/** @param candidate in a load of many users */
const bound = (baseline: VariantUse, candidate: VariantUse) => boundOfLoop(baseline, candidate, null)

/** @param machine of a candidate with four workers, on four cores */
const boundOf = (machine: Partial<MachineUse>, candidate?: Partial<VariantUse>) =>
  bound(aVariantUse(), aClusterUse({ workers: 4, machine: aMachine({ cores: 4, app: 2, generator: 0, others: 0, ...machine }), ...candidate }))

describe('the bound of the machine', () => {
  it('is the cores left to the candidate over those that the baseline used', () => {
    expect(boundOf({ generator: 0.5, others: 0.25, stolen: 0.25 })).to.eql({ atMost: 3, cores: 4, generator: 0.5, others: 0.5, loop: null })
    const hungry = aVariantUse({ machine: aMachine({ app: 1.5 }) })
    expect(bound(hungry, aClusterUse({ machine: aMachine({ generator: 0.5, others: 0 }) }))?.atMost).to.equal(1)
  })

  it('is no more than the workers can use', () => expect(boundOf({}, { workers: 2 })?.atMost).to.equal(2))
  it('is no less than the candidate did use', () => expect(boundOf({ app: 2.3 }, { workers: 2 })?.atMost).to.equal(2.3))
  it('is not limited by the workers where threads of their own do the work', () =>
    expect(boundOf({ app: 2.5, generator: 0.5 }, { workers: 2 })?.atMost).to.equal(3.5))
  it('is never below 0', () => expect(boundOf({ generator: 2, others: 2.5 })?.atMost).to.equal(0))

  it('is unknown when the baseline is not limited by its event loop', () => {
    const cluster = aClusterUse()
    expect(bound(aVariantUse({ busiest: 0.84 }), cluster)).to.equal(null)
    expect(bound(aVariantUse({ busiest: null }), cluster)).to.equal(null)
    expect(bound(aVariantUse({ busiest: 0.85 }), cluster)).not.to.equal(null)
  })

  it('is none for a baseline that is busy without the CPU', () => {
    const boundWith = (cpu: number) => bound(aVariantUse({ cpu, machine: aMachine({ app: cpu }) }), aClusterUse())
    expect(boundWith(0.05)).to.equal(null)
    // Half of the time that its event loop was busy, 0.99.
    expect(boundWith(0.494)).to.equal(null)
    expect(boundWith(0.496)?.atMost).to.be.closeTo(1.71 / 0.496, 1e-9)
  })

  it('takes all workers of a clustered baseline together', () => {
    const four = (cpu: number) => aVariantUse({ workers: 4, cpu, machine: aMachine({ cores: 8, app: cpu }) })
    const eight = aClusterUse({ workers: 8, machine: aMachine({ cores: 8, app: 7, generator: 0, others: 0 }) })
    expect(bound(four(1.9), eight)).to.equal(null)
    expect(bound(four(2), eight)?.atMost).to.equal(4)
  })

  it('is none where hardly any CPU of the app was seen', () => {
    const unseen = (app: number) => ({ cpu: null, machine: aMachine({ app }) })
    expect([0.04, 0.05].map((app) => boundOf({}, unseen(app)) === null)).to.eql([true, false])
    expect(bound(aVariantUse({ ...unseen(0.04), utilization: null }), aClusterUse())).to.equal(null)
  })

  it('is unknown where the system does not tell', () => {
    expect(bound(aVariantUse({ machine: null }), aClusterUse())).to.equal(null)
    expect(bound(aVariantUse(), aClusterUse({ machine: null }))).to.equal(null)
  })
})
