import { expect } from 'chai'
import { describe, it } from 'mocha'
import { judgeProblems, judgeThresholds } from '../../plugin/kit/judge-whole.ts'
import { findCandidate, readSubject } from '../../plugin/kit/subject.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aWarning, someLimits } from '../support/results.ts'
import { refusal } from '../support/settings.ts'
import type { CandidateResult, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Verdict } from '../../plugin/concepts/verdicts.ts'

const about = (...scenarios: ScenarioResult[]) => readSubject(aComparison(scenarios), 'meetItsThresholds')

const judgedAs = (verdict: Verdict, overrides?: Partial<CandidateResult>) => aCandidateWith([{ metric: 'p95', required: 1.5, verdict }], { verdict, ...overrides })

describe('the judgement of the thresholds', () => {
  it('is the worst verdict of all candidates of all scenarios', () => {
    const of = (...verdicts: (Verdict | null)[]) => judgeThresholds(about(...verdicts.map((verdict, i) => aScenarioResult([verdict === null ? aCandidate() : judgedAs(verdict)], { scenario: `s${i}` })))).verdict
    expect(of('pass', 'pass')).to.equal('pass')
    expect(of('pass', null)).to.equal('pass')
    expect(of('pass', 'inconclusive')).to.equal('inconclusive')
    expect(of('inconclusive', 'fail', 'pass')).to.equal('fail')
  })

  it('is of one candidate when it is about that', () => {
    const comparison = aComparison([aScenarioResult([judgedAs('fail'), judgedAs('pass', { name: 'pm2' })])])
    expect(['clustered', 'pm2'].map((name) => judgeThresholds(readSubject(findCandidate(comparison, name), 'meetItsThresholds')).verdict)).to.eql(['fail', 'pass'])
  })

  it('tells what is missed, the failures first', () => {
    const missed = aCandidateWith([{ metric: 'p95', required: 2, verdict: 'fail' }, { metric: 'throughput', required: 1.5, verdict: 'inconclusive' }], {
      name: 'pm2',
      limits: someLimits({ required: 0.9, value: 0.75, verdict: 'fail' }, { required: 0.01, value: 0.025, verdict: 'fail' }),
      verdict: 'fail'
    })
    const warnings = [aWarning({ severity: 'warning', code: 'too-few-requests', message: 'Few.' })]
    const { message, ...short } = judgeThresholds(about(aScenarioResult([judgedAs('inconclusive'), missed, judgedAs('pass', { name: 'four' })], { warnings })))
    expect(short).to.eql({ verdict: 'fail', found: 'fail', claim: 'pass', contrary: 'fail' })
    expect(message.split('\n')).to.eql([
      'FAIL  pm2 misses the required speedup at p95, fairness and error rate.',
      '  pm2 needs 2x at p95, its interval is [1.34, 1.92].',
      '  primes: 100 → 62.5 ms at p95, 1.60x, over 4 interleaved rounds.',
      '  pm2 needs a fairness of at least 0.9, it has 0.75.',
      '  primes: 2 workers with 50 % and 50 % of the requests, over 4 interleaved rounds.',
      '  pm2 needs an error rate of at most 0.01, it has 0.025.',
      '  primes, over 4 interleaved rounds.',
      '  why: CPU-bound, so clustering helps.',
      '  INCONCLUSIVE  Not enough evidence yet: p95 of clustered could be above or below the required speedup.',
      '  clustered: p95 speedup 1.60 [1.34, 1.92] against 1.50 after 4 rounds (spread between rounds 10 %): too close to the threshold to call.',
      '  primes: 100 → 62.5 ms at p95, 1.60x, over 4 interleaved rounds.',
      '  why: CPU-bound, so clustering helps.',
      '  warning: Few. [too-few-requests]'
    ])
  })

  it('tells what fell since an earlier result', () => {
    const earlier = { speedup: 2.5, interval: [2.2, 2.8] as [number, number] }
    const fallen = aCandidateWith([{ metric: 'p95', earlier, regression: true }], { againstEarlier: 'fail', verdict: 'fail' })
    expect(judgeThresholds(about(aScenarioResult([fallen]))).message).to.match(/^FAIL {2}clustered fell at p95: 2\.50x \[2\.20, 2\.80\] in the earlier result, 1\.60x \[1\.34, 1\.92\] now\.\n {2}why: /)
  })

  it('tells whoever denied it what was met, of each', () => {
    const { verdict, message } = judgeThresholds(about(aScenarioResult([judgedAs('pass')]), aScenarioResult([judgedAs('pass'), aCandidate({ name: 'free' })], { scenario: 'checkout' })))
    expect(verdict).to.equal('pass')
    expect(message.split('\n')).to.eql([
      'FAIL  Every threshold is met, and one was to be missed.',
      '  primes: clustered is 1.60x faster than single at p95.',
      '  checkout: clustered is 1.60x faster than single at p95.'
    ])
  })

  it('is none when the comparison was ended before its time', () => {
    const early = judgeThresholds(about(aScenarioResult([aCandidate({ name: 'pm2' })], { preliminary: true })))
    expect(early).to.eql({
      verdict: 'inconclusive',
      message: 'INCONCLUSIVE  The comparison of pm2 with single was ended after 4 rounds, too early for a verdict.',
      found: 'ended early',
      claim: 'pass',
      contrary: 'fail'
    })
  })

  it('is refused where there is no threshold, as nothing could fail', () => {
    expect(refusal(() => judgeThresholds(about(aScenarioResult([aCandidate(), aCandidate({ name: 'pm2' })]))))).to.eql({
      code: 'INVALID_SETTINGS',
      message: "meetItsThresholds can't fail: nothing is required of clustered and pm2. Give compare thresholds, such as thresholds: { p95: 1.3 }."
    })
  })
})

describe('the judgement of problems', () => {
  const problem = aWarning({ code: 'machine-disturbed', severity: 'problem', message: 'Others took 0.7 of 2 cores.' })

  it('counts problems only', () => {
    const calm = judgeProblems(about(aScenarioResult([aCandidate()], { warnings: [aWarning({ severity: 'warning' }), aWarning({ severity: 'note' })] })))
    expect(calm).to.eql({ verdict: 'pass', message: 'FAIL  The measurement has no problem, and was to have one.', found: '0 problems', claim: 'no problem', contrary: 'a problem' })
    const odd = judgeProblems(about(aScenarioResult([aCandidate()], { warnings: [problem, aWarning()] })))
    expect(odd).to.include({ verdict: 'fail', found: '1 problem' })
    expect(odd.message).to.equal('FAIL  The measurement has 1 problem, so its result may be wrong.\n  problem: Others took 0.7 of 2 cores. [machine-disturbed]')
  })

  it('tells each once, of several candidates and scenarios', () => {
    const scenarios = ['primes', 'checkout'].map((scenario) => aScenarioResult([aCandidate(), aCandidate({ name: 'pm2' })], { scenario, warnings: [{ ...problem }] }))
    expect(judgeProblems(about(...scenarios)).message.split('\n')).to.eql([
      'FAIL  The measurement has 2 problems, so its result may be wrong.',
      '  problem: primes: Others took 0.7 of 2 cores. [machine-disturbed]',
      '  problem: checkout: Others took 0.7 of 2 cores. [machine-disturbed]'
    ])
  })

  it('leaves out those of another candidate when it is about one', () => {
    const comparison = aComparison([aScenarioResult([aCandidate(), aCandidate({ name: 'pm2' })], { warnings: [{ ...problem, variant: 'pm2' }] })])
    expect(['clustered', 'pm2'].map((name) => judgeProblems(readSubject(findCandidate(comparison, name), 'haveNoProblems')).verdict)).to.eql(['pass', 'fail'])
  })

  it('is none when the comparison was ended before its time', () => {
    const early = judgeProblems(about(aScenarioResult([aCandidate()], { preliminary: true, warnings: [problem] })))
    expect(early.verdict).to.equal('inconclusive')
    expect(early.message).to.match(/^INCONCLUSIVE .* too early for a verdict\.\n {2}problem: Others/)
  })
})
