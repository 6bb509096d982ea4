import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { conclude } from '../../plugin/comparison/conclude.ts'
import { runsWithSpeedups } from '../support/runs.ts'
import { aPlan, someSettings } from '../support/settings.ts'

/** @param p95 what is required of a speedup of 2 */
const result = (p95?: number) => compareScenario({ runs: runsWithSpeedups([1.98, 2, 2.02]), answers: [] }, aPlan(p95 === undefined ? {} : { p95 }), someSettings())
const [unrequired, pass, fail, inconclusive] = [result(), result(1.5), result(2.5), result(2)]
const usual = { onInconclusive: 'fail' as const }

describe('the exit code', () => {
  it('is 0 when nothing is required', () => expect(conclude([unrequired], null, usual)).to.eql({ verdict: null, exitCode: 0 }))
  it('is 0 when all pass', () => expect(conclude([unrequired, pass], null, usual)).to.eql({ verdict: 'pass', exitCode: 0 }))
  it('is 1 when one fails, whatever is inconclusive', () =>
    expect(conclude([pass, fail, inconclusive], null, usual)).to.eql({ verdict: 'fail', exitCode: 1 }))
  it('is 2 when one is inconclusive', () =>
    expect(conclude([pass, inconclusive], null, usual)).to.eql({ verdict: 'inconclusive', exitCode: 2 }))

  it('is 0 for inconclusive when the user wants that to pass, but the verdict stays', () => {
    expect(conclude([inconclusive], null, { onInconclusive: 'pass' })).to.eql({ verdict: 'inconclusive', exitCode: 0 })
    expect(conclude([inconclusive, fail], null, { onInconclusive: 'pass' }).exitCode).to.equal(1)
  })

  it('is 3 when it could not be measured, whatever was found before', () =>
    expect(conclude([fail], { code: 'APP_DIED', message: '' }, usual)).to.eql({ verdict: 'not measured', exitCode: 3 }))
})
