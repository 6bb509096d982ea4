import { expect } from 'chai'
import { describe, it } from 'mocha'
import { estimate, type Evidence } from '../../plugin/comparison/estimate.ts'
import { aRun, latencies } from '../support/runs.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'
import type { Run } from '../../plugin/concepts/run.ts'
import type { Looks } from '../../plugin/statistics/sequential-rule.ts'

const looks: Looks = { min: 3, max: 10, confidence: 0.95 }

const runs = (rounds: Partial<Run>[]) => rounds.map((overrides, i) => aRun({ round: i + 1, ...overrides }))
const ofLatencies = (ms: number[]) => runs(ms.map((one) => ({ latencyMs: latencies(one) })))
const ofThroughputs = (perSecond: number[]) => runs(perSecond.map((throughputPerSecond) => ({ throughputPerSecond })))

/** @param ratios how many times longer the baseline took in each round */
const ofRatios = (ratios: number[], rest?: Partial<Evidence>) =>
  estimate(
    { metric: 'p95', ofBaseline: ofLatencies(ratios.map((ratio) => 50 * ratio)), ofCandidate: ofLatencies(ratios.map(() => 50)), required: null, reason: null, ...rest },
    looks
  )

describe('an estimate', () => {
  it('is above 1 when the candidate’s latency is lower', () => {
    const { speedup, baseline, candidate } = ofRatios([2, 2, 2])
    expect(speedup).to.be.closeTo(2, 1e-9)
    expect([baseline, candidate].map(Math.round)).to.eql([100, 50])
  })

  it('is above 1 when the candidate’s throughput is higher', () => {
    const evidence = { metric: 'throughput' as Metric, ofBaseline: ofThroughputs([100, 100, 100]), ofCandidate: ofThroughputs([150, 150, 150]) }
    expect(estimate({ ...evidence, required: null, reason: null }, looks).speedup).to.be.closeTo(1.5, 1e-9)
  })

  it('reads its own percentile', () => {
    const ofBaseline = runs([1, 2, 3].map(() => ({ latencyMs: { ...latencies(100), p99: 400 } })))
    const of = (metric: Metric) =>
      estimate({ metric, ofBaseline, ofCandidate: ofLatencies([100, 100, 100]), required: null, reason: null }, looks).speedup
    expect(['p50', 'p95', 'p99'].map((metric) => of(metric as Metric).toFixed(3))).to.eql(['1.000', '1.000', '4.000'])
  })

  it('pairs the runs of each round before it takes the geometric mean', () => {
    const { ratios, speedup } = ofRatios([1, 4, 2])
    expect(ratios).to.eql([1, 4, 2])
    expect(speedup).to.be.closeTo(2, 1e-9)
  })

  it('has an interval around the speedup, even on the log scale', () => {
    const { speedup, interval: [low, high] } = ofRatios([1.9, 2, 2.1])
    expect(low).to.be.below(speedup)
    expect(speedup / low).to.be.closeTo(high / speedup, 1e-9)
  })

  it('has no verdict when nothing is required', () =>
    expect(ofRatios([2, 2, 2])).to.include({ required: null, verdict: null, hopeless: false, roundsThatWouldDecide: null, timesLonger: null }))

  for (const [required, verdict] of [[1.5, 'pass'], [2.5, 'fail'], [2, 'inconclusive']] as const) {
    it(`of 2 against a required ${required} is a ${verdict}`, () =>
      expect(ofRatios([1.98, 2, 2.02], { required })).to.include({ required, verdict }))
  }

  it('decides nothing when there is a reason against it, and more or longer runs would not help', () => {
    const { speedup, ...rest } = ofRatios([2, 2, 2], { required: 1.5, reason: 'generator-saturated' })
    expect(speedup).to.be.closeTo(2, 1e-9)
    expect(rest).to.include({ reason: 'generator-saturated', verdict: 'inconclusive', hopeless: true, roundsThatWouldDecide: null, timesLonger: null })
  })

  it('keeps the reason where nothing is required, without a verdict', () =>
    expect(ofRatios([2, 2, 2], { reason: 'errors' })).to.include({ reason: 'errors', verdict: null, hopeless: false }))

  it('tells how many times longer runs would decide, in numbers that JSON knows', () => {
    const ratios = [1.8, 2.2, 1.9, 2.1, 2.05, 1.95]
    expect(ofRatios(ratios, { required: 1.9 }).timesLonger).to.be.within(1, 100)
    const exactly = ofRatios([2, 2, 2], { required: 2 })
    expect(JSON.parse(JSON.stringify(exactly)).timesLonger).to.equal(1e6)
    expect(ofRatios(ratios, { required: 1.2 })).to.include({ verdict: 'pass', timesLonger: null })
  })

  it('sends to the rounds that were allowed when it was stopped before', () => {
    const evidence = { metric: 'p95' as Metric, ofBaseline: ofLatencies([95, 100, 105]), ofCandidate: ofLatencies([50, 50, 50]), required: 1.7, reason: null }
    expect(estimate(evidence, { ...looks, max: 30 })).to.include({ verdict: 'inconclusive', roundsThatWouldDecide: 30 })
  })

  it('is hopeless when it lies on the threshold after six rounds', () => {
    const ratios = [1.8, 2.2, 1.9, 2.1, 2.05, 1.95]
    expect(ofRatios(ratios, { required: 2 })).to.include({ verdict: 'inconclusive', hopeless: true })
    expect(ofRatios(ratios.slice(0, 5), { required: 2 })).to.include({ verdict: 'inconclusive', hopeless: false })
  })

  it('names a round that was pulled in, by its number', () => {
    const { outliers, ratios } = ofRatios([2, 2.02, 8, 1.98, 2.01])
    expect(outliers.map(({ round, ratio }) => ({ round, ratio }))).to.eql([{ round: 3, ratio: 8 }])
    expect(outliers[0].pulledTo).to.be.within(2.03, 2.3)
    expect(ratios).to.include(8)
  })
})
