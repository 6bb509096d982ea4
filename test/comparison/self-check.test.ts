import { expect } from 'chai'
import { describe, it } from 'mocha'
import { compareScenario } from '../../plugin/comparison/compare-scenario.ts'
import { isSameVariant, selfCheck } from '../../plugin/comparison/compare-candidate.ts'
import { seededNormal } from '../support/random.ts'
import { anEstimate } from '../support/results.ts'
import { aGenerator, runsWithSpeedups } from '../support/runs.ts'
import { aPlan, aVariant, someSettings } from '../support/settings.ts'
import type { AnswerComparison } from '../../plugin/concepts/comparison.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'
import type { Variant } from '../../plugin/concepts/settings.ts'

const metrics = ['p50', 'p95', 'p99', 'throughput'] as Metric[]

/** @param ratios of each metric */
const check = (ratios: number[][]) => selfCheck(ratios.map((of, i) => anEstimate({ metric: metrics[i], ratios: of, spread: 0.05 })), null)

const level = [0.99, 1.01, 1, 0.98, 1.02]

describe('the self-check', () => {
  it('trusts a baseline that is as fast as itself', () =>
    expect(check([level, level, level, level])).to.deep.include({ verdict: 'pass', biased: [] }))

  it('names each metric that differs, in either direction', () => {
    const [above, below] = [1.2, 0.8].map((bias) => level.map((ratio) => ratio * bias))
    expect(check([level, above, level, below])).to.deep.include({ verdict: 'fail', biased: ['p95', 'throughput'] })
  })

  it('takes differences below the precision of the measurement for none', () => {
    const [tiny, small] = [1.001, 1.03].map((ratio) => Array(8).fill(ratio))
    expect(check([tiny, tiny, tiny, tiny]).verdict).to.equal('pass')
    expect(check([tiny, small, tiny, tiny]).biased).to.eql(['p95'])
  })

  it('is not made to fail by a single disturbed round', () =>
    expect(check([[1.01, 0.99, 1, 1.02, 0.98, 8, 1.01, 0.99]]).verdict).to.equal('pass'))

  it('finds a difference where Student’s interval leaves 1 out, at 5 % over all metrics', () => {
    // Student's quantile for 5 % and 4 degrees of freedom is 2.776, widened by 1.10 for five rounds; these have the standard error 0.0354.
    const border = (2.77645 * 1.1 * Math.sqrt(0.00625)) / Math.sqrt(5)
    const around = (centre: number) => [-0.1, -0.05, 0, 0.05, 0.1].map((off) => Math.exp(centre + off))
    const verdicts = [1.001, 0.999, -1.001].map((factor) => check([around(border * factor)]).verdict)
    expect(verdicts).to.eql(['fail', 'pass', 'fail'])
    expect(check([around(1.001 * border), around(0)]).verdict, 'stricter with a second metric').to.equal('pass')
  })

  it('leaves out metrics that the measurement does not carry, and finds out nothing without any', () => {
    const [steady, biased] = [1, 1.2].map((bias) => level.map((ratio) => ratio * bias))
    const uncarried = { ratios: biased, reason: 'baseline-saturated' } as const
    const [throughput, ...latencies] = [...metrics].reverse().map((metric) => anEstimate({ metric, ...uncarried }))
    expect(selfCheck([...latencies, { ...throughput, ratios: steady, reason: null }], null)).to.deep.include({ verdict: 'pass', biased: [] })
    expect(selfCheck([...latencies, { ...throughput, reason: null }], null)).to.deep.include({ verdict: 'fail', biased: ['throughput'] })
    expect(selfCheck([...latencies, throughput], null)).to.deep.include({ verdict: 'inconclusive', biased: [] })
  })

  it('gives the least margin of each metric, from its spread', () => {
    const estimates = metrics.map((metric, i) => anEstimate({ metric, ratios: level, spread: 0.01 * i }))
    const { leastMargin } = selfCheck(estimates, null)
    expect(Object.entries(leastMargin).map(([metric, margin]) => `${metric} ${margin.toFixed(3)}`))
      .to.eql(['p50 1.000', 'p95 1.020', 'p99 1.041', 'throughput 1.062'])
  })
})

describe('the self-check, simulated', () => {
  const trials = 4000

  /**
   * @param machine.spread between rounds
   * @param machine.bias of one metric
   * @param machine.areAlike the metrics move together
   * @returns how often it is not trusted, from 0 to 1
   */
  function distrusted({ spread, bias = 1, areAlike = false }: { spread: number, bias?: number, areAlike?: boolean }): number {
    const normal = seededNormal(8)
    const rounds = () => Array.from({ length: 8 }, () => Math.exp(spread * normal()))
    let alarms = 0
    for (let trial = 0; trial < trials; trial++) {
      const shared = rounds()
      const ratios = metrics.map((_, i) => (areAlike ? shared : rounds()).map((ratio) => (i === 0 ? ratio * bias : ratio)))
      if (check(ratios).verdict === 'fail') alarms++
    }
    return alarms / trials
  }

  it('raises a false alarm about 5 times in 100 where the metrics know nothing of each other', () => {
    for (const spread of [0.03, 0.1]) expect(distrusted({ spread })).to.be.within(0.035, 0.065)
  }).timeout(20_000)

  it('raises fewer where they move together', () => {
    expect(distrusted({ spread: 0.05, areAlike: true })).to.be.within(0.005, 0.025)
  }).timeout(20_000)

  it('finds a bias of one metric of twice the spread nine times in ten', () => {
    expect(distrusted({ spread: 0.05, bias: 1.1 })).to.be.above(0.9)
  }).timeout(20_000)
})

describe('the same variant', () => {
  const variant: Variant = aVariant({ env: { A: '1' } })

  it('is one that is run in the same way, under another name', () =>
    expect(isSameVariant(variant, { ...variant, name: 'again' })).to.equal(true))
  it('is the same whether it was written as one of a sweep or alone', () =>
    expect(isSameVariant(variant, { ...variant, name: 'single 1', sweep: 'single' })).to.equal(true))

  it('is the same whatever the order of its environment', () => {
    const [one, other] = [{ A: '1', B: '2' }, { B: '2', A: '1' }].map((env) => ({ ...variant, env }))
    expect(isSameVariant(one, other)).to.equal(true)
  })

  for (const other of [{ mode: 'cluster' }, { workers: 2 }, { scheduling: 'none' }, { env: { A: '2' } }, { env: {} }, { args: ['--threads', '2'] }, { command: 'node server.js' }, { ecosystem: { file: '/a.config.js', app: null } }] as Partial<Variant>[]) {
    it(`is not one with ${JSON.stringify(other)}`, () => expect(isSameVariant(variant, { ...variant, ...other })).to.equal(false))
  }
})

describe('a baseline that is compared with itself', () => {
  const { variants: [single] } = someSettings()
  const settings = someSettings({ variants: [single, { ...single, name: 'clustered' }] })

  /** @param seen.single every run of it */
  const compareItself = (speedup: number, { thresholds, single, answers = [] }: { thresholds?: Thresholds, single?: Partial<Run>, answers?: AnswerComparison[] } = {}) =>
    compareScenario({ runs: runsWithSpeedups([0.99, 1, 1.01].map((one) => one * speedup), { single }), answers }, aPlan(thresholds), settings).candidates[0]

  it('passes when nothing differs, and fails when something does', () => {
    expect([1, 1.5].map((speedup) => compareItself(speedup).verdict)).to.eql(['pass', 'fail'])
    expect(compareItself(1.5).selfCheck?.biased).to.eql(['p50', 'p95', 'p99', 'throughput'])
    expect(compareItself(1).diagnosis.code).to.equal('same')
  })

  it('is not trusted where the measurement carries nothing', () => {
    const busy = { generator: aGenerator({ utilization: 0.95 }) }
    const answers = [{ variant: 'clustered', requests: 1, different: ['GET /'], unsteady: [] }]
    for (const seen of [{ single: busy }, { answers }]) {
      const { selfCheck: check, verdict } = compareItself(1, seen)
      expect([check?.verdict, verdict]).to.eql(['inconclusive', 'inconclusive'])
    }
  })

  it('is judged by what is required of it, where anything is', () =>
    expect(compareItself(1.5, { thresholds: { p95: 1.2 } })).to.include({ selfCheck: null, verdict: 'pass' }))
})
