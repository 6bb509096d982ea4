import { expect } from 'chai'
import { judgeLimits, judgeThresholds } from '../../plugin/kit/judge-demands.ts'
import { aComparison, aScenarioResult, aVariantLimit } from '../support/results.ts'
import { judged, judgedAs, limited } from './some-comparisons.ts'

describe('the judgement of limits', () => {
  const missed = 'FAIL  clustered misses p95 ≤ 200 ms: 231 ms [215, 248].'
  const of = (...limits: Parameters<typeof aVariantLimit>[0][]) =>
    limits.map((limit, i) => aScenarioResult([], { scenario: `s${i}`, limits: [aVariantLimit(limit)] }))

  it('says which limit is missed, by how much', () =>
    expect(judged(limited('fail'), judgeLimits)).to.deep.include({
      verdict: 'fail',
      found: 'fail',
      claim: 'pass',
      contrary: 'fail',
      head: missed,
      lines: []
    }))

  it('is of the baseline, too; of a candidate, it is of its own alone', () => {
    const ofBaseline = limited('pass', {
      limits: [aVariantLimit({ variant: 'single' }), aVariantLimit({ verdict: 'pass' })]
    })
    expect(judged(ofBaseline, judgeLimits)).to.deep.include({
      verdict: 'fail',
      head: missed.replace('clustered', 'single')
    })
    expect(judged(ofBaseline.candidate(), judgeLimits).verdict).to.equal('pass')
  })

  it('is the worst of all scenarios, each of which it tells by its name', () => {
    const found = judged(aComparison(of({}, { verdict: 'inconclusive' }, { limit: 210 })), judgeLimits)
    expect(found).to.deep.include({
      verdict: 'fail',
      head: missed.replace('  ', '  s0: '),
      lines: [missed.replace('200', '210').replace('  ', '  s2: ')]
    })
  })

  it('says what was met where a miss was expected', () => {
    const lines = ['primes: single and clustered meet', 'primes: single meets']
    const {
      verdict,
      head,
      lines: [line]
    } = judged(limited('pass'), judgeLimits)
    expect({ verdict, head }).to.eql({ verdict: 'pass', head: 'FAIL  Everything required is met; expected a miss.' })
    expect(
      lines.some((begin) => line.startsWith(begin)),
      line
    ).to.equal(true)
  })

  it('is none when the comparison was stopped early', () =>
    expect(judged(limited('fail', { preliminary: true }), judgeLimits)).to.include({
      verdict: 'inconclusive',
      found: 'stopped early'
    }))
})

describe('the judgement of everything that is required', () => {
  const both = (candidate: 'pass' | 'fail', limit: 'pass' | 'fail') =>
    judged(
      aComparison([aScenarioResult([judgedAs(candidate)], { limits: [aVariantLimit({ verdict: limit })] })]),
      judgeThresholds
    )

  it('is the worse of thresholds and limits, and tells of each that is missed', () => {
    expect([both('pass', 'fail').verdict, both('fail', 'pass').verdict, both('pass', 'pass').verdict]).to.eql([
      'fail',
      'fail',
      'pass'
    ])
    const { head, lines } = both('fail', 'fail')
    expect([head, ...lines].filter((line) => line.startsWith('FAIL'))).to.have.lengthOf(2)
    expect(both('pass', 'fail').lines.join()).to.not.include('1.5')
    expect(both('pass', 'pass').lines).to.have.lengthOf(2)
  })
})
