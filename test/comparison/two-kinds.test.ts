import { expect } from 'chai'
import { twoKinds } from '../../plugin/comparison/plausible.ts'
import { judgeSpeedup } from '../../plugin/kit/judges.ts'
import { compared, type Compared } from '../support/compared.ts'
import { itFinds } from '../support/cases.ts'
import { aComparison } from '../support/results.ts'
import { aRun, latencies, runsWithSpeedups } from '../support/runs.ts'
import { judged, kept } from '../kit/some-comparisons.ts'
import type { LatencySummary } from '../../plugin/concepts/metrics.ts'
import type { Thresholds } from '../../plugin/concepts/options.ts'

const summary = (around: LatencySummary['around']): LatencySummary => ({ ...latencies(100), around })
const kindsOf = (...each: (number[] | undefined)[]) =>
  twoKinds(
    each.map((p95) => aRun({ latencyMs: summary(p95 && { p95 }) })),
    'p95'
  )
const found = (...each: (number[] | undefined)[]) => kindsOf(...each) !== null

const mixed = summary({ p95: [45, 50, 400, 450], p99: [420, 430, 440, 450] })
const even = { ...latencies(200), around: { p95: [190, 195, 205, 210] } }
const runs = runsWithSpeedups([2, 2.02, 1.98]).map((run) => ({
  ...run,
  latencyMs: run.variant === 'single' ? even : mixed
}))

describe('a fast and a slow kind of responses', () => {
  itFinds({
    'meet where latencies leap by more than 1.65 times around a percentile, and by twice as much as on either side': [
      [found([90, 100, 170, 180]), true],
      [found([90, 100, 160, 170]), false],
      [found([70, 100, 200, 290]), false],
      [found([71, 100, 200, 210]), true],
      [found([70, 100, 199, 210]), false],
      [found([71, 100, 200, 280]), true]
    ],
    'are looked for in the mean of all runs, and not where a run does not tell, or there is none': [
      [found([90, 100, 110, 120], [90, 100, 1000, 1100]), true],
      [found([90, 100, 1000, 1100], undefined), false],
      [found(undefined), false],
      [found(), false]
    ],
    'are none of a metric that is no percentile, or of which a run does not tell': [
      [twoKinds([aRun({ latencyMs: mixed })], 'throughput'), null],
      [twoKinds([aRun({ latencyMs: mixed })], 'p50'), null],
      [twoKinds([aRun({ latencyMs: mixed })], 'p99'), null]
    ]
  })

  const conclude = (thresholds?: Thresholds, given?: Compared) => compared(runs, thresholds, given)
  const estimateOf = (metric: string, result = conclude({ p95: 1.2, p99: 1.2, throughput: 1.2 })) =>
    result.candidates[0].estimates.find((estimate) => estimate.metric === metric)

  it('leave that percentile without a verdict, and no other metric', () => {
    expect(estimateOf('p95')).to.include({ verdict: 'inconclusive', reason: 'two-kinds' })
    for (const metric of ['p99', 'throughput']) expect(estimateOf(metric)).to.include({ verdict: 'pass', reason: null })
    expect(estimateOf('p95', conclude())).to.include({ verdict: null, reason: 'two-kinds' })
  })

  it('leave the verdict that either of them would have, with an interval that holds both', () => {
    for (const [least, verdict] of [
      [0.1, 'pass'],
      [30, 'fail']
    ] as const) {
      const result = conclude({ p95: least })
      const p95 = estimateOf('p95', result)
      expect(p95).to.include({ verdict, reason: null })
      // Twice as fast, give or take the eight times that lie between the two.
      expect(p95?.interval[0]).to.be.within(0.2, 2 / 8)
      expect(p95?.interval[1]).to.be.within(2 * 8, 20)
      const told = result.warnings.filter(({ code }) => code === 'two-kinds')
      expect(told.map(({ severity }) => severity)).to.eql(['note'])
    }
  })

  it('are told with where they meet, and what to do, as a problem where the percentile is required', () => {
    const said = (thresholds?: Thresholds) =>
      conclude(thresholds).warnings.flatMap(({ code, severity, variant, message }) =>
        code === 'two-kinds' ? [`${severity} ${variant}: ${message}`] : []
      )
    expect(said({ p95: 1.2 })).to.eql([
      'problem clustered: clustered: a fast kind of responses (up to 50 ms) and a slow one (from 400 ms on) meet at p95, ' +
        'so chance says on which of them it falls. Judge by another percentile, or give the slow request a scenario of its own.'
    ])
    expect(said()[0]).to.match(/^note clustered: /)
  })

  it('leave the median without a verdict, too', () => {
    const halves = runs.map((run) => ({ ...run, latencyMs: summary({ p50: [1, 1, 101, 101] }) }))
    const result = compared(halves, { p50: 1.2 })
    expect(estimateOf('p50', result)).to.include({ verdict: 'inconclusive', reason: 'two-kinds' })
    expect(result.warnings.find(({ code }) => code === 'two-kinds')?.message).to.match(
      /\(up to 1\.0 ms\) and a slow one \(from 101 ms on\) meet at p50,/
    )
  })

  it('do not withhold a limit, whose interval holds both', () => {
    const { limits } = conclude({}, { limits: { clustered: { p95: 500 }, single: {} } })
    expect(limits[0]).to.include({ metric: 'p95', verdict: 'pass', reason: null })
  })
})

describe('a percentile of too few responses', () => {
  const resultOf = (requests: number, thresholds?: Thresholds) =>
    compared(runsWithSpeedups([2, 2.02, 1.98], { single: { requests }, clustered: { requests } }), thresholds)
  const first = 20 // on their connections, which do not count

  it('has no verdict, in a suite as little as on the console, and one from 100 at p95 and 300 at p99 on', () => {
    for (const [metric, fewest] of [
      ['p95', 100],
      ['p99', 300]
    ] as const) {
      for (const [latencies, verdict] of [
        [fewest - 1, 'inconclusive'],
        [fewest, 'pass']
      ] as const) {
        const result = resultOf(latencies + first, { [metric]: 1.5 })
        expect(result.verdict, `${latencies} responses`).to.equal(verdict)
        // A suite may assert what the comparison itself does not require.
        const comparison = kept(aComparison([resultOf(latencies + first)]))
        expect(judged(comparison, judgeSpeedup({ metric, least: 1.5 })).verdict).to.equal(verdict)
      }
    }
  })
})
