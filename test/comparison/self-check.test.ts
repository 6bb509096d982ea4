import { expect } from 'chai'
import { selfCheck } from '../../plugin/comparison/compare-candidate.ts'
import { isSameVariant } from '../../plugin/concepts/settings.ts'
import { itFinds } from '../support/cases.ts'
import { seededNormal } from '../support/random.ts'
import { compared, type Compared } from '../support/compared.ts'
import { anEstimate, otherAnswers } from '../support/results.ts'
import { runsWithSpeedups, type RunPart } from '../support/runs.ts'
import { aVariant } from '../support/settings.ts'
import type { Estimate } from '../../plugin/concepts/comparison.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'
import type { Variant } from '../../plugin/concepts/settings.ts'

const metrics = ['p50', 'p95', 'p99', 'throughput'] as Metric[]
const estimates = (ratios: number[][]) =>
  ratios.map((ofMetric, i) => anEstimate({ metric: metrics[i], ratios: ofMetric, spread: 0.01 * i }))
const found = (all: Estimate[]) => {
  const { verdict, biased } = selfCheck(all, null)
  return [verdict, ...biased].join(' ')
}
/** @param ratios of each metric */
const check = (...ratios: number[][]) => found(estimates(ratios))

describe('the self-check', () => {
  const steady = [0.99, 1.01, 1, 0.98, 1.02]
  const [above, below] = [1.2, 0.8].map((bias) => steady.map((ratio) => ratio * bias))
  const [tiny, small] = [1.001, 1.03].map((ratio) => Array(8).fill(ratio))
  // Student's quantile for 5 % and 4 degrees of freedom is 2.776, widened by 1.10 for five rounds; these have the
  // standard error 0.0354.
  const border = (2.77645 * 1.1 * Math.sqrt(0.00625)) / Math.sqrt(5)
  const around = (centre: number) => [-0.1, -0.05, 0, 0.05, 0.1].map((off) => Math.exp(centre + off))
  const [throughput, ...latencies] = metrics
    .toReversed()
    .map((metric) => anEstimate({ metric, ratios: above, reason: 'baseline-saturated' }))

  itFinds({
    'trusts a baseline that is as fast as itself': [[check(steady, steady, steady, steady), 'pass']],
    'names each metric that differs, in either direction': [
      [check(steady, above, steady, below), 'fail p95 throughput']
    ],
    'takes differences below the precision of the measurement for none': [
      [check(tiny, tiny, tiny, tiny), 'pass'],
      [check(tiny, small, tiny, tiny), 'fail p95']
    ],
    'is not made to fail by a single disturbed round': [[check([1.01, 0.99, 1, 1.02, 0.98, 8, 1.01, 0.99]), 'pass']],
    'finds a difference where Student’s interval leaves 1 out, at 5 % over all metrics': [
      [[1.001, 0.999, -1.001].map((factor) => check(around(border * factor))), ['fail p50', 'pass', 'fail p50']],
      [check(around(1.001 * border), around(0)), 'pass']
    ],
    'leaves out metrics that the measurement does not carry, and finds out nothing without any': [
      [found([...latencies, { ...throughput, ratios: steady, reason: null }]), 'pass'],
      [found([...latencies, { ...throughput, reason: null }]), 'fail throughput'],
      [found([...latencies, throughput]), 'inconclusive']
    ],
    'gives the least margin of each metric, from its spread': [
      [
        Object.entries(selfCheck(estimates([steady, steady, steady, steady]), null).leastMargin).map(
          ([metric, margin]) => `${metric} ${margin.toFixed(3)}`
        ),
        ['p50 1.000', 'p95 1.020', 'p99 1.041', 'throughput 1.062']
      ]
    ]
  })
})

describe('the self-check, simulated', () => {
  /**
   * @param machine areAlike: the metrics move together; bias: of one metric
   * @returns how often it is not trusted, from 0 to 1
   */
  function distrusted({
    spread,
    bias = 1,
    areAlike = false
  }: {
    spread: number
    bias?: number
    areAlike?: boolean
  }): number {
    const [normal, trials] = [seededNormal(8), 4000]
    const rounds = () => Array.from({ length: 8 }, () => Math.exp(spread * normal()))
    const isAlarm = () => {
      const shared = rounds()
      return check(
        ...metrics.map((_, i) => (areAlike ? shared : rounds()).map((ratio) => (i === 0 ? ratio * bias : ratio)))
      ).startsWith('fail')
    }
    return Array.from({ length: trials }, isAlarm).filter(Boolean).length / trials
  }

  it('raises a false alarm about 5 times in 100 where the metrics know nothing of each other, fewer where they move together', () => {
    for (const spread of [0.03, 0.1]) expect(distrusted({ spread })).to.be.within(0.035, 0.065)
    expect(distrusted({ spread: 0.05, areAlike: true })).to.be.within(0.005, 0.025)
  })

  it('finds a bias of one metric of twice the spread nine times in ten', () => {
    expect(distrusted({ spread: 0.05, bias: 1.1 })).to.be.above(0.9)
  })
})

describe('a candidate that is the baseline', () => {
  const variant = aVariant({ env: { A: '1', B: '2' } })
  const same: Partial<Variant>[] = [
    { name: 'again' },
    { name: 'single 1', countOf: 'single' },
    { env: { B: '2', A: '1' } }
  ]
  const others: Partial<Variant>[] = [
    { mode: 'cluster' },
    { workers: 2 },
    { scheduling: 'none' },
    { env: { A: '2', B: '2' } },
    { env: {} },
    { args: ['--threads', '2'] },
    { command: 'node server.js' },
    { ecosystem: { file: '/a.config.js', app: null } }
  ]
  const variants = [aVariant(), aVariant({ name: 'clustered' })]
  const compareItself = (speedup: number, single?: RunPart, thresholds?: Thresholds, rest?: Compared) => {
    const runs = runsWithSpeedups(
      [0.99, 1, 1.01].map((one) => one * speedup),
      { single }
    )
    const { verdict, selfCheck: checked, diagnosis } = compared(runs, thresholds, { variants, ...rest }).candidates[0]
    return [verdict, checked?.verdict, checked?.biased.join(' '), diagnosis.code]
  }
  const busy = { generator: { utilization: 0.95 } }

  itFinds({
    'the same variant is run in the same way, under another name, alone or in a sweep, whatever the order of its environment':
      same.map((other) => [isSameVariant(variant, { ...variant, ...other }), true]),
    'the same variant is not one that is run in any other way': others.map((other) => [
      [isSameVariant(variant, { ...variant, ...other }), other],
      [false, other]
    ]),
    'a baseline that is compared with itself passes when nothing differs, and fails when something does': [
      [compareItself(1), ['pass', 'pass', '', 'same']],
      [compareItself(1.5), ['fail', 'fail', 'p50 p95 p99 throughput', 'same']]
    ],
    'a baseline that is compared with itself is not trusted where the measurement carries nothing': [
      [compareItself(1, busy).slice(0, 2), ['inconclusive', 'inconclusive']],
      [compareItself(1, {}, {}, { answers: [otherAnswers()] }).slice(0, 2), ['inconclusive', 'inconclusive']]
    ],
    'a baseline that is compared with itself is judged by what is required of it, where anything is': [
      [compareItself(1.5, {}, { p95: 1.2 }).slice(0, 2), ['pass', undefined]]
    ]
  })
})
