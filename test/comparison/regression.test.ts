import { expect } from 'chai'
import { describe, it } from 'mocha'
import { judgeAgainstEarlier, mayHaveFallen, sinceEarlier } from '../../plugin/comparison/regression.ts'
import { aCandidate, anEstimate } from '../support/results.ts'
import { anEarlierResult } from '../support/settings.ts'
import type { EarlierResult } from '../../plugin/concepts/settings.ts'
import type { Estimate } from '../../plugin/concepts/comparison.ts'

const place = { scenario: 'primes', candidate: 'clustered', workers: 2, client: 'artillery' as const }
const earlier = { speedup: 2, interval: [1.8, 2.2] as [number, number] }
const otherCores = anEarlierResult({ cores: 4 })
const otherWorkers = anEarlierResult({ estimates: anEarlierResult().estimates.map((one) => ({ ...one, workers: 4 })) })
const otherCpu = anEarlierResult({ cpu: 'Intel Xeon' })

const since = (interval: [number, number], rest?: Partial<Estimate>, compareWith = anEarlierResult()) => sinceEarlier(anEstimate({ interval, ...rest }), place, compareWith)

describe('a regression', () => {
  it('is an interval wholly below the earlier one', () => expect(since([1.2, 1.7])).to.eql({ earlier, regression: true }))

  it('is none while the two overlap, however little, or touch', () => {
    expect(since([1.2, 1.81]).regression).to.equal(false)
    expect(since([1.2, 1.8]).regression).to.equal(false)
    expect(since([1.2, 1.8 - 1e-9]).regression).to.equal(true)
  })

  it('is none when the speedup grew', () => expect(since([2.5, 3])).to.eql({ earlier, regression: false }))

  it('is a fall below 1, too', () => {
    const compareWith = anEarlierResult({ estimates: [{ ...place, metric: 'p95', speedup: 0.9, interval: [0.85, 0.95] }] })
    expect(since([0.5, 0.6], {}, compareWith).regression).to.equal(true)
  })

  it('is never claimed where the measurement carries no verdict', () =>
    expect(since([1.2, 1.7], { reason: 'generator-saturated' })).to.eql({ earlier, regression: false }))
  it('is never claimed with another number of cores', () =>
    expect(since([1.2, 1.7], {}, otherCores)).to.eql({ earlier, regression: false }))
  it('is never claimed of another number of workers', () =>
    expect(since([1.2, 1.7], {}, otherWorkers)).to.eql({ earlier, regression: false }))
  it('is claimed on another CPU with as many cores', () => expect(since([1.2, 1.7], {}, otherCpu).regression).to.equal(true))

  it('needs the same scenario, candidate and metric', () => {
    const nothing = { earlier: null, regression: false }
    const low = anEstimate({ interval: [0.1, 0.2] })
    expect(sinceEarlier(low, { ...place, scenario: 'io' }, anEarlierResult())).to.eql(nothing)
    expect(sinceEarlier(low, { ...place, candidate: 'four' }, anEarlierResult())).to.eql(nothing)
    const withoutP95 = anEarlierResult({ estimates: anEarlierResult().estimates.filter(({ metric }) => metric !== 'p95') })
    expect(sinceEarlier(low, place, withoutP95)).to.eql(nothing)
    expect(sinceEarlier(low, place, null)).to.eql(nothing)
  })
})

describe('the verdict against an earlier result', () => {
  const judge = (estimates: Partial<Estimate>[], compareWith: EarlierResult | null = anEarlierResult()) => judgeAgainstEarlier(estimates.map(anEstimate), place, compareWith)

  it('is pass when nothing fell', () => expect(judge([{ earlier }, { earlier: null }])).to.equal('pass'))
  it('is fail when one metric fell', () => expect(judge([{ earlier }, { earlier, regression: true }])).to.equal('fail'))

  it('is none where nothing is known from before', () => {
    expect(judge([{}, {}])).to.equal(null)
    expect(judge([{ earlier }], null)).to.equal(null)
  })

  it('passes by the metrics that carry a verdict, and by those alone', () => {
    expect(judge([{ earlier, reason: 'baseline-saturated' }, { earlier }])).to.equal('pass')
    expect(judge([{ earlier, reason: 'baseline-saturated' }, { earlier: null }])).to.equal('inconclusive')
  })

  it('is inconclusive of another number of workers, whatever was measured', () => {
    expect(judge([{ earlier }], otherWorkers)).to.equal('inconclusive')
    expect(judge([{}], otherWorkers)).to.equal(null)
  })

  it('is inconclusive with another number of cores, whatever was measured', () => {
    expect(judge([{ earlier }], otherCores)).to.equal('inconclusive')
    expect(judge([{ earlier }], otherCpu)).to.equal('pass')
  })
})

describe('a speedup that may have fallen', () => {
  const looks = { min: 3, max: 10, confidence: 0.95 as const }
  const may = (estimate: Partial<Estimate>, againstEarlier = 'pass' as 'pass' | 'inconclusive' | null) =>
    mayHaveFallen(aCandidate({ estimates: [anEstimate({ earlier, speedup: 1.7, interval: [1.4, 2.06], ratios: [1.6, 1.7, 1.8], ...estimate })], againstEarlier }), looks)

  it('lies below the earlier interval, but its own interval does not yet', () => expect(may({})).to.equal(true))

  it('has no lower speedup than the earlier interval', () => {
    expect(may({ speedup: 1.8 })).to.equal(false)
    expect(may({ speedup: 2.5 })).to.equal(false)
  })

  it('carries a verdict, and is known from before', () => {
    expect(may({ reason: 'errors' })).to.equal(false)
    expect(may({ earlier: null })).to.equal(false)
  })

  it('can be compared at all', () => {
    expect(may({}, 'inconclusive')).to.equal(false)
    expect(may({}, null)).to.equal(false)
  })

  it('is given up when the rounds left would hardly tell', () => {
    const near = [1.5, 2.15, 1.6, 2.1, 1.75, 1.79]
    expect(may({ speedup: 1.79, ratios: near })).to.equal(false)
    expect(may({ speedup: 1.79, ratios: near.slice(0, 5) })).to.equal(true)
  })
})
