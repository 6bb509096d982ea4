import { expect } from 'chai'
import { describe, it } from 'mocha'
import { foundOf } from '../../docs/tutorials/found-of.ts'
import { judge } from '../../docs/tutorials/judge.ts'
import { aCandidateWith, aComparison, aScenarioResult, aVariantUse, aWarning } from '../support/results.ts'
import type { CandidateResult, Estimate, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Claim } from '../../docs/tutorials/claims/index.ts'

const served: Claim = { scenario: 'primes', factor: null, candidate: 'clustered', metric: 'throughput', baseline: 100, claimed: 160 }
const bound = { atMost: 1.7, cores: 2, generator: 0.3, others: 0.02, loop: null }

function judged(claim: Claim, { estimate = {}, candidate = {}, result = {}, cores = null }: { estimate?: Partial<Estimate>, candidate?: Partial<CandidateResult>, result?: Partial<ScenarioResult>, cores?: number | null }) {
  const compared = aScenarioResult([aCandidateWith([{ metric: claim.metric === 'success' ? 'throughput' : claim.metric, ...estimate }], { bound, ...candidate })], result)
  return judge(claim, foundOf(claim, aComparison([compared])), { cores })
}

describe('the judgement of a claimed speedup', () => {
  it('is that it holds where our interval includes it', () => {
    expect(judged(served, { estimate: { speedup: 1.65, interval: [1.6, 1.7] } })).to.eql({ answer: 'holds', why: 'The claimed 1.60x lies inside our interval [1.60, 1.70].' })
    expect(judged(served, { estimate: { speedup: 1.55, interval: [1.5, 1.6] } }).answer).to.equal('holds')
  })

  it('can not be told where our interval includes no difference at all as well', () => {
    const why = (low: number) => `Our interval [${low.toFixed(2)}, 2.00] is too wide: it includes the claimed 1.60x as well as no difference at all.`
    for (const low of [0.5, 1]) {
      expect(judged(served, { estimate: { speedup: 1.3, interval: [low, 2] } })).to.eql({ answer: 'can’t be told here', why: why(low) })
    }
    expect(judged(served, { estimate: { speedup: 1.3, interval: [1.01, 2] } }).answer).to.equal('holds')
  })

  it('is that it holds by more where ours is larger', () => {
    expect(judged(served, { estimate: { speedup: 1.65, interval: [1.61, 1.7] } })).to.eql({ answer: 'holds, by more', why: 'Our interval [1.61, 1.70] lies above the claimed 1.60x.' })
  })

  it('is that it holds in part where ours is smaller, though more was possible', () => {
    expect(judged(served, { estimate: { speedup: 1.3, interval: [1.2, 1.4] } })).to.eql({
      answer: 'holds in part',
      why: 'It is faster, but our interval [1.20, 1.40] lies below the claimed 1.60x.'
    })
  })

  it('is that it does not hold where nothing is faster, whatever was claimed', () => {
    for (const claimed of [160, 890]) {
      const { answer, why } = judged({ ...served, claimed }, { estimate: { speedup: 1.1, interval: [0.9, 1.3] } })
      expect(answer).to.equal('does not hold here')
      expect(why).to.equal(`Claimed is ${claimed / 100 === 1.6 ? '1.60' : '8.90'}x; our interval [0.90, 1.30] shows no measurable difference.`)
    }
    expect(judged(served, { estimate: { speedup: 0.8, interval: [0.7, 0.9] } }).why).to.match(/\[0\.70, 0\.90\] lies below 1: it is slower\.$/)
  })

  it('takes a latency that falls for a speedup', () => {
    const fallen = { ...served, metric: 'p95' as const, baseline: 160, claimed: 100 }
    expect(judged(fallen, { estimate: { speedup: 1.6, interval: [1.5, 1.7] } }).answer).to.equal('holds')
  })

  it('is no more than its kind where these cores can not give as much', () => {
    const large = { ...served, baseline: 1247, claimed: 8934 }
    expect(judged(large, { estimate: { speedup: 1.53, interval: [1.5, 1.6] }, cores: 8 })).to.eql({
      answer: 'holds in kind',
      why: '8,934 / 1,247 = 7.16x takes at least 8 cores; here 2 cores, of which the load generator took 0.30, allow at most about 1.70x, and our interval is [1.50, 1.60]. ' +
        'Theirs is 90 % of what its 8 cores could give at most, ours 90 %.'
    })
  })

  it('goes by what the load generator leaves of the cores, where that is known', () => {
    const estimate = { speedup: 1.5, interval: [1.4, 1.6] as [number, number] }
    const claim = { ...served, claimed: 185 }
    expect(judged(claim, { estimate }).why).to.match(/^185 \/ 100 = 1\.85x takes at least 2 cores; here 2 cores, of which .* at most about 1\.70x/)
    expect(judged(claim, { estimate, candidate: { bound: null } }).answer).to.equal('holds in part')
  })

  it('says less where neither the cores of the tutorial nor our bound are known', () => {
    const large = { ...served, metric: 'p50' as const, baseline: 300, claimed: 100 }
    const estimate = { speedup: 1.53, interval: [1.5, 1.6] as [number, number] }
    const start = '300 / 100 = 3.00x takes at least 3 cores; here '
    expect(judged(large, { estimate }).why).to.equal(`${start}2 cores, of which the load generator took 0.30, allow at most about 1.70x, and our interval is [1.50, 1.60].`)
    expect(judged(large, { estimate, candidate: { bound: null }, cores: 4 }).why).to.equal(`${start}there are 2 cores, and our interval is [1.50, 1.60].`)
  })

  it('can not be told where the measurement carries no verdict, whatever its numbers', () => {
    expect(judged(served, { estimate: { speedup: 1.6, interval: [1.5, 1.7], reason: 'generator-saturated' } })).to.eql({
      answer: 'can’t be told here',
      why: 'The measurement carries no verdict on throughput: the load generator was too busy.'
    })
  })

  it('can not be told where other programs may have made less of it, unless it holds all the same', () => {
    const of = (severity: 'problem' | 'warning') => ({ warnings: [aWarning({ code: 'machine-disturbed', severity })] })
    const small = { speedup: 1.3, interval: [1.2, 1.4] as [number, number] }
    expect(judged(served, { estimate: small, result: of('problem') }).answer).to.equal('can’t be told here')
    expect(judged(served, { estimate: small, result: of('warning') }).answer).to.equal('holds in part')
    expect(judged(served, { estimate: { speedup: 1.6, interval: [1.5, 1.7] }, result: of('problem') }).answer).to.equal('holds')
  })

  it('tells what a fixed rate can not show', () => {
    const open = (...saturated: string[]) => ({ load: { model: 'open' as const, saturated } })
    const same = { speedup: 1, interval: [0.99, 1.01] as [number, number] }
    const more = { speedup: 1.4, interval: [1.39, 1.41] as [number, number] }
    expect(judged(served, { estimate: same, result: open() })).to.eql({
      answer: 'does not show here',
      why: 'Users come at a fixed rate, and single served all who came: at this rate there is nothing to gain.'
    })
    const capped = judged(served, { estimate: more, result: open('single') })
    expect(capped.answer).to.equal('holds in kind')
    expect(capped.why).to.match(/^single could not keep up with the users who came, and clustered served them all: .*\[1\.39, 1\.41\].* 1\.60x /)
    expect(judged(served, { estimate: more, result: open('single', 'clustered') }).answer).to.equal('holds in part')
    expect(judged(served, { estimate: same, result: open('single') }).answer).to.equal('does not hold here')
    expect(judged({ ...served, metric: 'p50', baseline: 160, claimed: 100 }, { estimate: more, result: open() }).answer).to.equal('holds in part')
  })
})

describe('the judgement of a claimed share of answered requests', () => {
  const answered: Claim = { ...served, metric: 'success', baseline: 0.736, claimed: 1 }
  const failing = (single: number, clustered: number) => ({
    result: { variants: [aVariantUse({ errorRate: single }), aVariantUse({ name: 'clustered', errorRate: clustered })] }
  })

  it('is that it holds where only the baseline fails', () => {
    expect(judged(answered, failing(0.26, 0.001))).to.eql({ answer: 'holds', why: 'single failed 26 % of its requests, clustered 0.1 %: means over the rounds.' })
  })

  it('is that it does not show where the baseline answers all', () => {
    expect(judged(answered, failing(0.004, 0))).to.eql({ answer: 'does not show here', why: 'single answered all of its requests as well.' })
  })

  it('is that it holds in part where the candidate fails less often, and not where it does not', () => {
    expect(judged(answered, failing(0.26, 0.1)).answer).to.equal('holds in part')
    expect(judged(answered, failing(0.26, 0.26)).answer).to.equal('does not hold here')
  })
})

describe('what is found for a claim', () => {
  const level = (factor: number, speedup: number) =>
    aScenarioResult([aCandidateWith([{ metric: 'throughput', speedup }])], { scenario: `primes at ${factor}x load`, level: { of: 'primes', factor } })

  it('is of the load that the claim is about', () => {
    const comparison = aComparison([level(0.5, 1), level(1, 1.4)])
    expect(foundOf({ ...served, factor: 1 }, comparison).estimate?.speedup).to.equal(1.4)
    expect(foundOf({ ...served, factor: 0.5 }, comparison).estimate?.speedup).to.equal(1)
  })

  it('has to be there', () => {
    const comparison = aComparison([level(0.5, 1)], { file: 'scenarios/tutorials/primes.yml' })
    expect(() => foundOf({ ...served, factor: 2 }, comparison)).to.throw('scenarios/tutorials/primes.yml has no result of clustered in primes at 2 times its load.')
    expect(() => foundOf(served, comparison)).to.throw('scenarios/tutorials/primes.yml has no result of clustered in primes.')
  })
})
