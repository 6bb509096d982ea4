import { expect } from 'chai'
import { describe, it } from 'mocha'
import { casesOf as casesOfCandidate } from '../../plugin/report/ci/junit.ts'
import { preliminary } from '../../plugin/comparison/conclude.ts'
import { aCandidate, aCandidateWith, aScenarioResult, someLimits } from '../support/results.ts'
import type { CandidateResult } from '../../plugin/concepts/comparison.ts'

const casesOf = (candidate: CandidateResult) => casesOfCandidate(candidate, aScenarioResult([candidate]), { isTolerated: false })

const passing = { required: 1.3, verdict: 'pass' as const }
const failing = { required: 1.3, verdict: 'fail' as const }
const undecided = { required: 1.3, verdict: 'inconclusive' as const }
const fell = { earlier: { speedup: 2.4, interval: [2.3, 2.5] as [number, number] }, regression: true }
const kept = { earlier: { speedup: 1.7, interval: [1.5, 1.9] as [number, number] } }

describe('a candidate with an earlier result, as cases of a test', () => {
  it('has a case of its own for each speedup that may have fallen since an earlier result', () => {
    const fallen = aCandidateWith([{ metric: 'p95', ...passing, ...fell }, { metric: 'p99', ...kept }], { againstEarlier: 'fail', verdict: 'fail' })
    const [threshold, p95, p99, ...more] = casesOf(fallen)
    expect(threshold.outcome).to.equal(null)
    expect([p95.name, p99.name]).to.eql(['p95 speedup not below the earlier result', 'p99 speedup not below the earlier result'])
    expect(p95.outcome).to.include({ element: 'failure', type: 'regression', message: 'FAIL  clustered fell at p95: 2.40x [2.30, 2.50] in the earlier result, 1.60x [1.34, 1.92] now.' })
    expect(p99.outcome).to.equal(null)
    expect(more).to.eql([])
  })

  it('speaks of the fall where it is, and not of every threshold', () => {
    const fallen = aCandidateWith([{ metric: 'p95', ...failing, ...fell }, { metric: 'p99', ...failing }], { againstEarlier: 'fail', verdict: 'fail' })
    const [p95, p99, fall] = casesOf(fallen).map(({ outcome }) => outcome?.message)
    expect(p95).to.equal('FAIL  clustered misses the required speedup at p95.')
    expect(p99).to.equal('FAIL  clustered misses the required speedup at p99.')
    expect(fall).to.match(/^FAIL {2}clustered fell at p95/)
  })

  it('tells each fall by itself, and nothing of what carries no verdict', () => {
    const uncarried = { ...fell, regression: false, reason: 'baseline-saturated' as const }
    const estimates = [{ metric: 'p50' as const, ...uncarried }, { metric: 'p95' as const, ...fell }, { metric: 'throughput' as const, ...fell }]
    const cases = casesOf(aCandidateWith(estimates, { againstEarlier: 'fail', verdict: 'fail' }))
    expect(cases.map(({ name }) => name.split(' ')[0])).to.eql(['p95', 'throughput'])
    expect(cases.map(({ outcome }) => /fell (?:at|in) (\w+): [^;]*$/.exec(outcome?.message ?? '')?.[1])).to.eql(['p95', 'throughput'])
  })

  it('can’t tell a fall from an earlier result of other cores', () => {
    const doubtful = aCandidateWith([{ metric: 'p95', ...kept }, { metric: 'p99', ...undecided }], { againstEarlier: 'inconclusive', verdict: 'inconclusive' })
    const [p99, comparable, ...more] = casesOf(doubtful)
    expect(p99.outcome?.message).to.match(/^INCONCLUSIVE {2}Not enough evidence yet: p99 of clustered could be above or below the required speedup\.$/)
    expect(comparable.name).to.equal('comparable with the earlier result')
    expect(comparable.outcome).to.include({ element: 'failure', type: 'inconclusive' })
    expect(comparable.outcome?.message).to.match(/^INCONCLUSIVE {2}Whether clustered fell since the earlier result can't be told/)
    expect(more).to.eql([])
  })
})

describe('a scenario that was ended before its time, as cases of a test', () => {
  const endedOf = (candidate: CandidateResult) => {
    const result = preliminary(aScenarioResult([candidate], { decided: false, rounds: 3 }))
    return casesOfCandidate(result.candidates[0], result, { isTolerated: false })
  }
  const outcome = {
    element: 'skipped',
    type: 'preliminary',
    message: 'PRELIMINARY  clustered is 1.60x faster than single at p95. It was ended after 3 rounds, too early for a verdict.',
    detail: []
  }

  it('skips each threshold, under the name that it always has', () => {
    const candidate = aCandidateWith([{ metric: 'p95', ...failing }, { metric: 'p99', ...undecided, ...kept }], { limits: someLimits({ required: 0.8, verdict: 'fail' }), againstEarlier: 'pass', verdict: 'fail' })
    const cases = endedOf(candidate)
    expect(cases.map(({ name }) => name)).to.eql(casesOf(candidate).map(({ name }) => name)).and.to.have.length(4)
    for (const one of cases) expect(one.outcome).to.eql(outcome)
  })

  it('has one case where nothing was required', () => {
    expect(endedOf(aCandidate())).to.eql([{ classname: 'primes.clustered', name: 'no requirement', outcome }])
  })
})
