import { AssertionError } from 'node:assert'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { assertFaster, assertNoProblems, assertNotFaster, assertSpeedup, assertSpread, assertThresholds } from '../../plugin/kit/assert.ts'
import { keptComparison } from '../../plugin/kit/kept-comparison.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aWarning, someLimits } from '../support/results.ts'
import { refusal } from '../support/settings.ts'
import type { CandidateResult, ScenarioResult } from '../../plugin/concepts/comparison.ts'

const about = (candidate: CandidateResult, scenario?: Partial<ScenarioResult>) => keptComparison({ comparison: aComparison([aScenarioResult([candidate], scenario)]), folder: '/reports/x', page: '/reports/x/index.html' })
// At p95: 1.60x [1.34, 1.92]; in throughput: 1.66x [1.30, 2.12].
const usual = about(aCandidate())

/** @returns that it throws */
function thrown(act: () => void): AssertionError {
  try {
    act()
  } catch (error) {
    expect(error).to.be.an.instanceOf(AssertionError)
    return error as AssertionError
  }
  return expect.fail('It was accepted.')
}

describe('assertFaster', () => {
  it('accepts an interval that lies above', () => {
    assertFaster(usual)
    assertFaster(usual, { by: 1.33 })
    assertFaster(usual, { at: 'p99', by: 1.4 })
    assertFaster(usual.candidate('clustered'), { by: 1.3 })
    assertFaster(JSON.parse(JSON.stringify(usual)), { by: 1.3 })
  })

  it('throws what a runner shows well', () => {
    const error = thrown(() => assertFaster(usual, { at: 'p95', by: 2 }))
    expect(error).to.include({ name: 'AssertionError', code: 'ERR_ASSERTION', actual: '1.60x [1.34, 1.92] at p95', expected: 'at least 2x at p95', operator: 'assertFaster', generatedMessage: false })
    expect(error.message).to.match(/^FAIL {2}clustered misses the required speedup at p95\.\n.*\n.*\n {2}why: .*\nReport: \/reports\/x\/index\.html$/)
  })

  it('throws at the line of the test', () => {
    const inTest = () => assertFaster(usual, { by: 2 })
    expect(thrown(inTest).stack?.split('\n').find((line) => /^ +at /.test(line))).to.match(/^ +at inTest .*assert\.test\.ts/)
  })

  it('throws what nobody can tell, as its contrary does', () => {
    for (const assertion of [assertFaster, assertNotFaster]) {
      const error = thrown(() => assertion(usual, { by: 1.5 }))
      expect(error.message).to.match(/^INCONCLUSIVE {2}/)
      expect(error.operator).to.equal(assertion.name)
    }
  })

  it('says what is wrong with its words', () => {
    const { code, message } = refusal(() => assertFaster(usual, { at: 'p90' } as any))
    expect({ code, message }).to.eql({ code: 'INVALID_SETTINGS', message: 'assertFaster.at is "p90". It must be one of p50, p95, p99, throughput (did you mean p50?).' })
    expect(refusal(() => assertNotFaster(usual, { bye: 1 } as any)).message).to.match(/^assertNotFaster\.bye is no option \(did you mean by\?\)/)
    expect(refusal(() => assertFaster({} as any, {})).message).to.match(/^assertFaster was given \{\}\. It needs the comparison/)
  })
})

describe('assertNotFaster', () => {
  it('accepts an interval that lies below', () => {
    assertNotFaster(usual, { by: 2 })
    assertNotFaster(usual, { at: 'throughput', by: 2.2 })
    const error = thrown(() => assertNotFaster(usual, { by: 1.2 }))
    expect(error).to.include({ expected: 'below 1.2x at p95', operator: 'assertNotFaster' })
    expect(error.message).to.match(/^FAIL {2}clustered is 1\.60x faster than single at p95\.\n {2}clustered was to stay below 1\.2x/)
  })
})

describe('assertSpeedup', () => {
  it('accepts an interval on the side that was asked for', () => {
    assertSpeedup(usual, 'throughput', { atLeast: 1.2 })
    assertSpeedup(usual, 'throughput', { below: 2.2 })
    expect(thrown(() => assertSpeedup(usual, 'throughput', { atLeast: 2.2 })).expected).to.equal('at least 2.2x in throughput')
    expect(thrown(() => assertSpeedup(usual, 'throughput', { below: 1.2 })).expected).to.equal('below 1.2x in throughput')
    expect(thrown(() => assertSpeedup(usual, 'throughput', { below: 1.5 })).message).to.match(/^INCONCLUSIVE/)
  })

  it('says what is wrong with its words, at the line of the test', () => {
    const inTest = () => assertSpeedup(usual, 'p95', {} as any)
    expect(inTest).to.throw('assertSpeedup takes atLeast or below, but was given neither.').with.property('stack').that.matches(/\n +at inTest .*assert\.test\.ts/)
    expect(refusal(() => assertSpeedup(usual, 'p90' as any, { atLeast: 1 })).message).to.match(/^The metric of assertSpeedup is "p90"/)
    expect(refusal(() => assertSpeedup(null as any, 'p95', { atLeast: 1 })).message).to.match(/^assertSpeedup was given null/)
  })
})

describe('assertSpread', () => {
  const uneven = about(aCandidate({ workers: 3, shares: [0.6, 0.4, 0], limits: someLimits({ value: 0.55 }) }))

  it('accepts that many workers, that evenly', () => {
    assertSpread(usual, { over: 2, evenly: 0.8 })
    assertSpread(uneven, { over: 2 })
    assertSpread(uneven, { evenly: 0.5 })
    expect(thrown(() => assertSpread(uneven, { over: 3, evenly: 0.5 }))).to.include({ actual: 'spread over 2 workers', expected: 'spread over 3 workers', operator: 'assertSpread' })
    expect(thrown(() => assertSpread(uneven, { over: 2, evenly: 0.8 }))).to.include({ actual: 'fairness 0.55', expected: 'fairness at least 0.8' })
  })

  it('says what is wrong with its words', () => {
    expect(refusal(() => assertSpread(usual, {})).message).to.equal('assertSpread takes over, evenly or both, but was given neither.')
    expect(refusal(() => assertSpread(7 as any, { over: 2 })).message).to.match(/^assertSpread was given 7/)
  })
})

describe('assertThresholds', () => {
  const required = (verdict: 'pass' | 'fail' | 'inconclusive') => about(aCandidateWith([{ metric: 'p95', required: 1.5, verdict }], { verdict }))

  it('accepts what has passed', () => {
    assertThresholds(required('pass'))
    expect(thrown(() => assertThresholds(required('fail')))).to.include({ actual: 'fail', expected: 'pass', operator: 'assertThresholds' })
    expect(thrown(() => assertThresholds(required('inconclusive'))).message).to.match(/^INCONCLUSIVE/)
  })

  it('refuses what could not fail', () => {
    expect(refusal(() => assertThresholds(usual)).message).to.match(/^assertThresholds can't fail: nothing is required of clustered\./)
  })
})

describe('assertNoProblems', () => {
  it('accepts what has none', () => {
    assertNoProblems(about(aCandidate(), { warnings: [aWarning({ severity: 'warning' })] }))
    const error = thrown(() => assertNoProblems(about(aCandidate(), { warnings: [aWarning({ severity: 'problem' })] })))
    expect(error).to.include({ actual: '1 problem', expected: 'no problem', operator: 'assertNoProblems' })
    expect(refusal(() => assertNoProblems('x' as any)).message).to.match(/^assertNoProblems was given "x"/)
  })
})
