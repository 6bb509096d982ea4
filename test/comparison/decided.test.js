import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareScenario } from '../../plugin/comparison/compare-scenario.js'
import { runsWithSpeedups } from '../support/runs.js'
import { aPlan, someSettings } from '../support/settings.js'
/** @import { Thresholds } from '../../plugin/vocabulary.js' */

/**
 * @param {number[]} ratios of the rounds
 * @param {Thresholds} [thresholds]
 */
const compare = (ratios, thresholds) => compareScenario({ runs: runsWithSpeedups(ratios), answers: [] }, aPlan(thresholds), someSettings())

const aroundTwo = [1.98, 2, 2.02]
/** Six rounds around a speedup that is the threshold itself. */
const onTheThreshold = [1.8, 2.2, 1.9, 2.1, 2.05, 1.95]

describe('the end of the rounds', () => {
  it('comes when nothing is required', () => {
    expect(compare([1, 2, 4]).decided).to.equal(true)
  })

  it('comes when all pass', () => {
    expect(compare(aroundTwo, { p95: 1.5, throughput: 1.5 }).decided).to.equal(true)
  })

  it('does not come while one is undecided', () => {
    const { verdict, decided } = compare(aroundTwo, { p95: 1.5, throughput: 2 })
    expect({ verdict, decided }).to.eql({ verdict: 'inconclusive', decided: false })
  })

  it('comes with the first that fails, whatever is undecided', () => {
    const { verdict, decided } = compare(aroundTwo, { p50: 3, p95: 1.5, throughput: 2 })
    expect({ verdict, decided }).to.eql({ verdict: 'fail', decided: true })
  })

  it('comes when everything undecided is hopeless', () => {
    const { verdict, decided } = compare(onTheThreshold, { p95: 2, throughput: 2 })
    expect({ verdict, decided }).to.eql({ verdict: 'inconclusive', decided: true })
  })

  it('does not come while one of the undecided has hope', () => {
    const { candidates, decided } = compare(onTheThreshold, { p95: 2, throughput: 1.85 })
    expect(candidates[0].estimates.map(({ verdict, hopeless }) => ({ verdict, hopeless }))).to.eql([
      { verdict: null, hopeless: false },
      { verdict: 'inconclusive', hopeless: true },
      { verdict: null, hopeless: false },
      { verdict: 'inconclusive', hopeless: false }
    ])
    expect(decided).to.equal(false)
  })
})
