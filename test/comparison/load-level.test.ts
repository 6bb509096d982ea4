import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { runsWithSpeedups } from '../support/runs.ts'
import { aPlan, someSettings } from '../support/settings.ts'

describe('the load of a scenario result', () => {
  it('is the one that was written, or a multiple of it', () => {
    const measured = { runs: runsWithSpeedups([1.98, 2, 2.02]), answers: [] }
    expect(compareScenario(measured, aPlan(), someSettings()).level).to.equal(null)
    const level = { of: 'primes', factor: 1.5, phases: [{ duration: 10, arrivalRate: 30 }] }
    expect(compareScenario(measured, { ...aPlan(), level }, someSettings()).level).to.eql({ of: 'primes', factor: 1.5 })
  })
})
