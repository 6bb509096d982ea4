import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { aSearch } from '../support/searches.ts'
import { aPlan, someSettings } from '../support/settings.ts'

describe('the capacity of each variant', () => {
  it('has no errors in a load in which nobody asked', () => {
    const { runs } = aSearch()
    const silent = { ...runs[0], requests: 0, failures: 0, latencyMs: null }
    const plan = { ...aPlan(undefined, ['clustered']), loop: null, capacity: { limits: { p95: 100, errorRate: 0.01 }, wanted: null } }
    const { capacity } = compareScenario({ runs: [silent, ...runs], answers: [] }, plan, someSettings())
    expect(capacity?.variants[0].steps[0].errorRate).to.equal(0)
  })

  it('is not explained where it is known from one side only', () => {
    const [{ candidates }] = aSearch({ capacities: { single: 90, clustered: 'not exhausted' } }).results
    expect(candidates[0].diagnosis).to.include({ code: 'unknown', message: 'One of the two capacities is known from one side only, so their ratio is not explained.' })
  })
})
