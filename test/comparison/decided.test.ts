import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { itFinds } from '../support/cases.ts'
import { runsWithSpeedups } from '../support/runs.ts'
import { anEarlierResult, aPlan, someSettings } from '../support/settings.ts'
import { mayHaveFallen } from '../../plugin/comparison/regression.ts'
import type { EarlierResult, Generator, Settings } from '../../plugin/concepts/settings.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'
import type { Verdict } from '../../plugin/concepts/verdicts.ts'

/** @param earlier what is otherwise in the usual earlier result; there is none when left out */
const ended = (ratios: number[], thresholds?: Thresholds, earlier?: Partial<EarlierResult>) => {
  const settings = someSettings({ compareWith: earlier === undefined ? null : anEarlierResult(earlier) })
  const { verdict, decided } = compareScenario({ runs: runsWithSpeedups(ratios), answers: [] }, aPlan(thresholds), settings)
  return { verdict, decided }
}

const aroundTwo = [1.98, 2, 2.02]
/** Six rounds around a speedup that is the threshold itself. */
const onTheThreshold = [1.8, 2.2, 1.9, 2.1, 2.05, 1.95]
const [goesOn, isOver] = [false, true].map((decided) => (verdict: Verdict | null) => ({ verdict, decided }))

describe('the end of the rounds', () => {
  itFinds({
    'comes when nothing is required': [[ended([1, 2, 4]), isOver(null)]],
    'comes when all pass': [[ended(aroundTwo, { p95: 1.5, throughput: 1.5 }), isOver('pass')]],
    'does not come while one is undecided': [[ended(aroundTwo, { p95: 1.5, throughput: 2 }), goesOn('inconclusive')]],
    'comes with the first that fails, whatever is undecided': [[ended(aroundTwo, { p50: 3, p95: 1.5, throughput: 2 }), isOver('fail')]],
    'comes when everything undecided is hopeless': [[ended(onTheThreshold, { p95: 2, throughput: 2 }), isOver('inconclusive')]]
  })

  it('does not come while one of the undecided has hope', () => {
    const { candidates, decided } = compareScenario({ runs: runsWithSpeedups(onTheThreshold), answers: [] }, aPlan({ p95: 2, throughput: 1.85 }), someSettings())
    const found = candidates[0].estimates.map(({ verdict, hopeless }) => `${verdict} ${hopeless}`)
    expect(found).to.eql(['null false', 'inconclusive true', 'null false', 'inconclusive false'])
    expect(decided).to.equal(false)
  })
})

describe('the end of the rounds, compared with an earlier result', () => {
  const doubtful = [1.5, 1.7, 1.9]

  itFinds({
    'comes when the speedup is no lower than before': [[ended(aroundTwo, {}, {}), isOver('pass')], [ended([1.6, 2, 2.4], {}, {}), isOver('pass')]],
    'comes with a regression, whatever is undecided': [[ended([1.48, 1.5, 1.52], { p95: 1.5 }, {}), isOver('fail')]],
    'does not come while the speedup may have fallen': [[ended(doubtful, {}, {}), goesOn('pass')], [ended(doubtful, { p95: 0.5 }, {}), goesOn('pass')]],
    'comes with a threshold that is missed, whatever may have fallen': [[ended(doubtful, { p95: 9 }, {}), isOver('fail')]],
    'does not come while a threshold is undecided that is no lower than before': [[ended(aroundTwo, { p95: 2 }, {}), goesOn('inconclusive')]],
    'comes when nothing can be compared': [[ended(doubtful, {}, { cores: 4 }), isOver('inconclusive')]]
  })
})

const fargate: Generator = { command: 'run-fargate', args: [] }

/** @param speedup the same in each of three rounds */
const compareAlike = (speedup: number, settings: Partial<Settings>, required?: Thresholds) =>
  compareScenario({ runs: runsWithSpeedups([speedup, speedup, speedup]), answers: [] }, aPlan(required), someSettings(settings)).candidates[0]

describe('the least spread that is believed', () => {
  it('is wider for percentiles that come from Artillery’s metrics, and not for the throughput', () => {
    const spreads = [null, fargate].map((generator) => compareAlike(2, { generator }).estimates.map(({ metric, spread }) => `${metric} ${spread}`))
    expect(spreads).to.eql([['p50 0.01', 'p95 0.01', 'p99 0.01', 'throughput 0.01'], ['p50 0.02', 'p95 0.02', 'p99 0.02', 'throughput 0.01']])
  })

  it('lets nobody decide what the metrics can’t show', () => {
    // After three rounds the interval reaches 5.22 spreads to each side: 5.4 %, or 11 % above 1.
    const verdicts = [null, fargate].map((generator) => compareAlike(1.09, { generator }, { p95: 1, throughput: 1 }).estimates.map(({ verdict }) => verdict))
    expect(verdicts).to.eql([[null, 'pass', null, 'pass'], [null, 'inconclusive', null, 'pass']])
  })

  it('holds for the baseline against itself', () => {
    const { variants: [single] } = someSettings()
    const itself = { variants: [single, { ...single, name: 'clustered' }] }
    const biased = [null, fargate].map((generator) => compareAlike(1.09, { ...itself, generator }).selfCheck?.biased)
    expect(biased).to.eql([['p50', 'p95', 'p99', 'throughput'], ['throughput']])
  })

  it('holds for a fall since an earlier result, as long as there is hope to see it', () => {
    const { estimates, ...earlier } = anEarlierResult()
    const compareWith = { ...earlier, estimates: estimates.filter(({ metric }) => metric === 'p95') }
    const rounds = Array(6).fill(1.78)
    const hopes = [null, fargate].map((generator) => {
      const settings = someSettings({ compareWith, generator })
      const { candidates } = compareScenario({ runs: runsWithSpeedups(rounds), answers: [] }, aPlan(), settings)
      return mayHaveFallen(candidates[0], settings)
    })
    expect(hopes).to.eql([true, false])
  })
})
