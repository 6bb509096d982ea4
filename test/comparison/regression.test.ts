import { expect } from 'chai'
import { describe, it } from 'mocha'
import { judgeAgainstEarlier, mayHaveFallen, sinceEarlier } from '../../plugin/comparison/regression.ts'
import { aCandidate, anEstimate } from '../support/results.ts'
import { anEarlierResult } from '../support/settings.ts'
import { itFinds } from '../support/cases.ts'
import type { EarlierResult } from '../../plugin/concepts/settings.ts'
import type { Estimate } from '../../plugin/concepts/comparison.ts'

const place = { scenario: 'primes', candidate: 'clustered', workers: 2, client: 'artillery' as const }
const earlier = { speedup: 2, interval: [1.8, 2.2] as [number, number] }
const otherCores = anEarlierResult({ cores: 4 })
const otherWorkers = anEarlierResult({ estimates: anEarlierResult().estimates.map((one) => ({ ...one, workers: 4 })) })
const otherCpu = anEarlierResult({ cpu: 'Intel Xeon' })

const since = (interval: [number, number], rest?: Partial<Estimate>, compareWith = anEarlierResult()) => sinceEarlier(anEstimate({ interval, ...rest }), place, compareWith)

describe('a regression', () => {
  itFinds({
    'is an interval wholly below the earlier one': [[since([1.2, 1.7]), { earlier, regression: true }]],
    'is none while the two overlap, however little, or touch': [
      [since([1.2, 1.81]).regression, false], [since([1.2, 1.8]).regression, false], [since([1.2, 1.8 - 1e-9]).regression, true]
    ],
    'is none when the speedup grew': [[since([2.5, 3]), { earlier, regression: false }]]
  })

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

  itFinds({
    'is pass when nothing fell': [[judge([{ earlier }, { earlier: null }]), 'pass']],
    'is fail when one metric fell': [[judge([{ earlier }, { earlier, regression: true }]), 'fail']],
    'is none where nothing is known from before': [[judge([{}, {}]), null], [judge([{ earlier }], null), null]],
    'passes by the metrics that carry a verdict, and by those alone': [
      [judge([{ earlier, reason: 'baseline-saturated' }, { earlier }]), 'pass'],
      [judge([{ earlier, reason: 'baseline-saturated' }, { earlier: null }]), 'inconclusive']
    ],
    'is inconclusive of another number of workers, whatever was measured': [
      [judge([{ earlier }], otherWorkers), 'inconclusive'], [judge([{}], otherWorkers), null]
    ],
    'is inconclusive with another number of cores, whatever was measured': [
      [judge([{ earlier }], otherCores), 'inconclusive'], [judge([{ earlier }], otherCpu), 'pass']
    ]
  })
})

describe('a speedup that may have fallen', () => {
  const looks = { min: 3, max: 10, confidence: 0.95 as const }
  const may = (estimate: Partial<Estimate>, againstEarlier = 'pass' as 'pass' | 'inconclusive' | null) =>
    mayHaveFallen(aCandidate({ estimates: [anEstimate({ earlier, speedup: 1.7, interval: [1.4, 2.06], ratios: [1.6, 1.7, 1.8], ...estimate })], againstEarlier }), looks)

  itFinds({
    'lies below the earlier interval, but its own interval does not yet': [[may({}), true]],
    'has no lower speedup than the earlier interval': [[may({ speedup: 1.8 }), false], [may({ speedup: 2.5 }), false]],
    'carries a verdict, and is known from before': [[may({ reason: 'errors' }), false], [may({ earlier: null }), false]],
    'can be compared at all': [[may({}, 'inconclusive'), false], [may({}, null), false]]
  })

  it('is given up when the rounds left would hardly tell', () => {
    const near = [1.5, 2.15, 1.6, 2.1, 1.75, 1.79]
    expect(may({ speedup: 1.79, ratios: near })).to.equal(false)
    expect(may({ speedup: 1.79, ratios: near.slice(0, 5) })).to.equal(true)
  })
})
