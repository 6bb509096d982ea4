import { expect } from 'chai'
import { allowForTaken, estimate, hiddenBy, type Evidence, type Rule } from '../../plugin/comparison/estimate.ts'
import { aRun, latencies, type RunPart } from '../support/runs.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'
import type { Reach } from '../../plugin/comparison/bound.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const usual: Rule = { rounds: { min: 3, max: 10 }, confidence: 0.95, generator: null }

const runs = (rounds: RunPart[]) => rounds.map((overrides, i) => aRun({ round: i + 1, ...overrides }))
const ofLatencies = (ms: number[]) => runs(ms.map((one) => ({ latencyMs: latencies(one) })))

/** @param ratios how many times longer the baseline took in each round */
const ofRatios = (ratios: number[], rest?: Partial<Evidence>, rule = usual) => {
  const [ofBaseline, ofCandidate] = [ofLatencies(ratios.map((ratio) => 50 * ratio)), ofLatencies(ratios.map(() => 50))]
  return estimate({ metric: 'p95', ofBaseline, ofCandidate, required: null, reason: null, ...rest }, rule)
}

/** Six rounds around 2. */
const aroundTwo = [1.8, 2.2, 1.9, 2.1, 2.05, 1.95]

describe('an estimate', () => {
  it('is above 1 when the candidate’s latency is lower, or its throughput higher', () => {
    const { speedup, baseline, candidate } = ofRatios([2, 2, 2])
    expect([speedup, baseline, candidate].map((value) => value.toFixed(6))).to.eql([
      '2.000000',
      '100.000000',
      '50.000000'
    ])
    const [ofBaseline, ofCandidate] = [100, 150].map((throughputPerSecond) =>
      runs([1, 2, 3].map(() => ({ throughputPerSecond })))
    )
    expect(ofRatios([], { metric: 'throughput', ofBaseline, ofCandidate }).speedup).to.be.closeTo(1.5, 1e-9)
  })

  it('reads its own percentile', () => {
    const ofBaseline = runs([1, 2, 3].map(() => ({ latencyMs: { ...latencies(100), p99: 400 } })))
    const speedups = (['p50', 'p95', 'p99'] as Metric[]).map(
      (metric) => ofRatios([], { metric, ofBaseline, ofCandidate: ofLatencies([100, 100, 100]) }).speedup
    )
    expect(speedups.map((speedup) => speedup.toFixed(3))).to.eql(['1.000', '1.000', '4.000'])
  })

  it('is the geometric mean of the ratios of each round, in an interval even on the log scale', () => {
    const {
      ratios,
      speedup,
      interval: [low, high]
    } = ofRatios([1, 4, 2])
    expect(ratios).to.eql([1, 4, 2])
    expect([speedup - 2, speedup / low - high / speedup].every((difference) => Math.abs(difference) < 1e-9)).to.equal(
      true
    )
    expect(low).to.be.below(speedup)
  })

  it('tells how many responses a run has where its percentile is rough, or needs more', () => {
    const counting =
      (variant: string) =>
      (latencies: number): Partial<Run> => ({
        variant,
        counted: { fromMs: 0, toMs: 1000, requests: latencies, latencies }
      })
    const of = (metric: Metric, ofBaseline: number[], ofCandidate: number[]) =>
      ofRatios([], {
        metric,
        ofBaseline: runs(ofBaseline.map(counting('single'))),
        ofCandidate: runs(ofCandidate.map(counting('clustered')))
      }).responsesPerRun
    expect([
      of('p95', [200, 200, 200], [300, 300, 300]),
      of('p95', [190, 199, 300], [300, 300, 300]),
      of('p95', [300, 300, 300], [10, 102, 300]),
      of('p99', [300, 300, 300], [999, 999, 999]),
      of('p50', [1, 1, 1], [1, 1, 1]),
      of('throughput', [1, 1, 1], [1, 1, 1])
    ]).to.eql([null, 199, 102, 300, null, null])
  })

  it('has the verdict of the rule, and none when nothing is required', () => {
    const outlook = { hopeless: false, roundsThatWouldDecide: null, timesLonger: null }
    expect(ofRatios([2, 2, 2])).to.include({ required: null, verdict: null, ...outlook })
    expect([1.5, 2.5, 2].map((required) => ofRatios([1.98, 2, 2.02], { required }).verdict)).to.eql([
      'pass',
      'fail',
      'inconclusive'
    ])
    expect(ofRatios(aroundTwo, { required: 1.2 })).to.include({ verdict: 'pass', ...outlook })
  })

  it('decides nothing when there is a reason against it, and more or longer runs would not help', () => {
    const { speedup, ...rest } = ofRatios([2, 2, 2], { required: 1.5, reason: 'errors' })
    expect(speedup).to.be.closeTo(2, 1e-9)
    expect(rest).to.include({
      reason: 'errors',
      verdict: 'inconclusive',
      hopeless: true,
      roundsThatWouldDecide: null,
      timesLonger: null
    })
    expect(ofRatios([2, 2, 2], { reason: 'errors' }), 'nothing required').to.include({
      reason: 'errors',
      verdict: null,
      hopeless: false
    })
  })

  it('stands where a gain was shown beside a busy load generator, which hides gains; a loss that was allowed does not', () => {
    const beside = (ratio: number, required: number) => {
      const { verdict, reason } = ofRatios([ratio, ratio, ratio], { required, reason: 'generator-saturated' })
      return [verdict, reason]
    }
    expect(beside(2, 1.5)).to.eql(['pass', null])
    expect(beside(1.1, 1)).to.eql(['pass', null])
    expect(beside(1.1, 0.9)).to.eql(['pass', null])
    expect(beside(0.99, 0.9)).to.eql(['inconclusive', 'generator-saturated'])
    expect(beside(1.2, 1.5)).to.eql(['inconclusive', 'generator-saturated'])
  })

  it('tells how many rounds, or how many times longer runs, would decide, in numbers that JSON knows', () => {
    expect(
      ofRatios([1.9, 2, 2.1], { required: 1.7 }, { ...usual, rounds: { min: 3, max: 30 } }).roundsThatWouldDecide
    ).to.equal(30)
    expect(ofRatios(aroundTwo, { required: 1.9 }).timesLonger?.toFixed(1)).to.equal('3.0')
    expect(JSON.parse(JSON.stringify(ofRatios([2, 2, 2], { required: 2 }))).timesLonger).to.equal(1e6)
  })

  it('names a round that was pulled in, by its number', () => {
    const { outliers, ratios } = ofRatios([2, 2.02, 8, 1.98, 2.01])
    expect(outliers.map(({ round, ratio }) => ({ round, ratio }))).to.eql([{ round: 3, ratio: 8 }])
    expect(outliers[0].pulledTo).to.be.within(2.03, 2.3)
    expect(ratios).to.include(8)
  })

  const since = { earlier: null, regression: false }

  const reachOf = (most: number): Reach => ({ alone: { least: 1, most }, bound: null, ever: 2 })
  /** @returns what stands against a p95 or throughput of that interval */
  const against = (metric: Metric, interval: [number, number], required: number | null, alone: number) => {
    const verdict = required === null ? null : interval[1] < required ? 'fail' : 'pass'
    const allowed = allowForTaken(
      { ...ofRatios([1, 1, 1]), ...since, metric, interval, required, verdict },
      reachOf(alone)
    )
    return [allowed.verdict, allowed.reason]
  }
  const withheld = ['inconclusive', 'cores-taken']

  it('is withheld where a candidate misses what is required, and cores that others took may be why', () => {
    expect(against('throughput', [0.91, 0.98], 1.2, 1.4)).to.eql(withheld)
    expect(against('throughput', [0.91, 0.98], 1.2, 1.2)).to.eql(['fail', null])
    // The tail of latencies grows faster.
    expect(against('p95', [0.91, 0.98], 1.2, 1.2)).to.eql(withheld)
    expect(against('p95', [0.71, 0.8], 1.2, 1.2)).to.eql(['fail', null])
    // It took so little that noise hides it.
    expect(against('throughput', [1.1, 1.19], 1.2, 1.09)).to.eql(['fail', null])
  })

  it('is withheld where nothing is required only if nothing was gained, and holds where something was', () => {
    expect(against('throughput', [0.91, 0.98], null, 1.4)).to.eql([null, 'cores-taken'])
    expect(against('throughput', [0.5, 0.6], null, 1.4)).to.eql([null, null])
    expect(against('throughput', [1.01, 1.1], null, 1.4)).to.eql([null, null])
    expect(against('throughput', [1.25, 1.3], 1.2, 1.4)).to.eql(['pass', null])
  })

  it('is no fall where the cores that others took may be why', () => {
    const fallen = (low: number) => ({
      ...{ ...ofRatios([1, 1, 1]), metric: 'throughput' as const, interval: [1.2, 1.3] as [number, number] },
      earlier: { speedup: 1.1 * low, interval: [low, 1.2 * low] as [number, number] },
      regression: true
    })
    expect(allowForTaken(fallen(1.5), reachOf(1.4))).to.include({ reason: 'cores-taken', regression: false })
    expect(allowForTaken(fallen(1.9), reachOf(1.4))).to.include({ reason: null, regression: true })
    expect(allowForTaken({ ...fallen(0.9), interval: [0.9, 1.1], regression: false }, reachOf(1.4)).reason).to.equal(
      null
    )
  })

  it('needs no more rounds where it is withheld', () => {
    const missed = { ...ofRatios([0.9, 0.9, 0.9], { required: 1.2 }), ...since, metric: 'throughput' as const }
    expect(missed.verdict).to.equal('fail')
    expect(allowForTaken(missed, reachOf(1.4))).to.include({ hopeless: true, roundsThatWouldDecide: null })
  })

  it('is withheld by one rule: where the bound, with 15 % added, is below what is demanded, or the range reaches it', () => {
    const cases: [
      interval: [number, number],
      demanded: number,
      most: number,
      bound: number | null,
      why: string | null
    ][] = [
      [[0.9, 1.0], 1.2, 1.0, 1.9, null],
      [[0.9, 1.0], 1.2, 1.0, null, null],
      [[0.9, 1.0], 1.2, 1.0, 1.05, null], // 1.05 with 15 % is 1.21
      [[0.9, 1.0], 1.2, 1.0, 1.04, 'out-of-reach'],
      [[0.9, 1.0], 1.2, 1.19, 1.9, null],
      [[0.9, 1.0], 1.2, 1.21, 1.9, 'cores-taken'],
      [[0.9, 1.0], 1.2, 1.21, null, 'cores-taken'],
      [[0.9, 1.0], 1.2, 1.21, 1.0, 'cores-taken'],
      [[1.1, 1.19], 1.2, 1.09, 1.9, null], // so little was taken that noise hides it
      [[0.9, 0.98], 1, 1.05, 1.9, null],
      [[0.9, 0.98], 1, 1.15, 1.9, 'cores-taken'],
      [[0.9, 0.98], 1, 1.0, 0.86, 'out-of-reach']
    ]
    for (const [interval, demanded, most, atMost, why] of cases) {
      const limit = atMost === null ? null : { atMost, cores: 2, generator: 0.5, others: 0, loop: null }
      const found = hiddenBy(
        demanded,
        { metric: 'throughput', interval },
        { alone: { least: 1, most }, bound: limit, ever: 2 }
      )
      expect(found, JSON.stringify([interval, demanded, most, atMost])).to.equal(why)
    }
  })

  it('is out of reach of so few users where they allow hardly more than is demanded, whatever cores were taken', () => {
    const loop = { limitedBy: 'users', users: 24, generatorMs: 1, cycleMs: 22, enough: 38, atMost: 1.07 } as const
    const bound = { atMost: 1.07, cores: 2, generator: 0.5, others: 0, loop }
    const reasonOf = (least: number, most = 1.5) =>
      hiddenBy(least, { metric: 'throughput', interval: [0.97, 1.04] }, { alone: { least: 1, most }, bound, ever: 2 })
    expect([1.1, 1.03, 2.5].map((least) => reasonOf(least))).to.eql(['out-of-reach', 'out-of-reach', null])
    expect(reasonOf(1.01, 1)).to.equal(null)
  })
})
