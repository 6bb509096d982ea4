import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { mayHaveFallen } from '../../plugin/comparison/regression.ts'
import { runsWithSpeedups } from '../support/runs.ts'
import { anEarlierResult, aPlan, someSettings } from '../support/settings.ts'
import type { Generator, Settings } from '../../plugin/concepts/settings.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

const fargate: Generator = { command: 'run-fargate', args: [] }

/** @param speedup the same in each of three rounds */
const compare = (speedup: number, settings: Partial<Settings>, required?: Thresholds) =>
  compareScenario({ runs: runsWithSpeedups([speedup, speedup, speedup]), answers: [] }, aPlan(required), someSettings(settings)).candidates[0]

describe('the least spread that is believed', () => {
  it('is wider for percentiles that come from Artillery’s metrics, and not for the throughput', () => {
    const spreads = [null, fargate].map((generator) => compare(2, { generator }).estimates.map(({ metric, spread }) => `${metric} ${spread}`))
    expect(spreads).to.eql([['p50 0.01', 'p95 0.01', 'p99 0.01', 'throughput 0.01'], ['p50 0.02', 'p95 0.02', 'p99 0.02', 'throughput 0.01']])
  })

  it('lets nobody decide what the metrics can’t show', () => {
    // After three rounds the interval reaches 5.22 spreads to each side: 5.4 %, or 11 % above 1.
    const verdicts = [null, fargate].map((generator) => compare(1.09, { generator }, { p95: 1, throughput: 1 }).estimates.map(({ verdict }) => verdict))
    expect(verdicts).to.eql([[null, 'pass', null, 'pass'], [null, 'inconclusive', null, 'pass']])
  })

  it('holds for the baseline against itself', () => {
    const { variants: [single] } = someSettings()
    const itself = { variants: [single, { ...single, name: 'clustered' }] }
    const biased = [null, fargate].map((generator) => compare(1.09, { ...itself, generator }).selfCheck?.biased)
    expect(biased).to.eql([['p50', 'p95', 'p99', 'throughput'], ['throughput']])
  })

  it('holds for a fall since an earlier result, as long as there is hope to see it', () => {
    const { estimates, ...earlier } = anEarlierResult()
    const compareWith = { ...earlier, estimates: estimates.filter(({ metric }) => metric === 'p95') }
    const rounds = Array(6).fill(1.78)
    const hopes = [null, fargate].map((generator) => {
      const settings = someSettings({ compareWith, generator })
      const { candidates } = compareScenario({ runs: runsWithSpeedups(rounds), answers: [] }, aPlan(), settings)
      return mayHaveFallen(candidates[0], { ...settings.rounds, confidence: settings.confidence })
    })
    expect(hopes).to.eql([true, false])
  })
})
