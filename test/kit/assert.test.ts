import { metrics } from '../../plugin/concepts/metrics.ts'
import { AssertionError } from 'node:assert'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { assertFaster, assertNoProblems, assertNotFaster, assertSpeedup, assertSpread, assertThresholds } from '../../plugin/kit/assert.ts'
import { aCandidate, aWarning } from '../support/results.ts'
import { refusal } from '../support/settings.ts'
import { about, required, uneven, usual } from './some-comparisons.ts'

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

const firstLineOf = (stack: unknown) => String(stack).split('\n').find((line) => /^ +at /.test(line))
const with1 = (severity: 'problem' | 'warning') => about(aCandidate(), { warnings: [aWarning({ severity })] })

describe('the assertions for any runner', () => {
  it('accept what is true', () => {
    assertFaster(usual)
    assertFaster(usual, { by: 1.33 })
    assertFaster(usual, { at: 'p99', by: 1.4 })
    assertFaster(usual.candidate('clustered'), { by: 1.3 })
    assertFaster(JSON.parse(JSON.stringify(usual)), { by: 1.3 })
    assertNotFaster(usual, { by: 2 })
    assertNotFaster(usual, { at: 'throughput', by: 2.2 })
    assertSpeedup(usual, 'throughput', { atLeast: 1.2 })
    assertSpeedup(usual, 'throughput', { below: 2.2 })
    assertSpread(usual, { over: 2, evenly: 0.8 })
    assertSpread(uneven(0.55), { over: 2 })
    assertSpread(uneven(0.55), { evenly: 0.5 })
    assertThresholds(required('pass'))
    assertNoProblems(with1('warning'))
  })

  const untrue: [() => void, { operator: string, actual?: string, expected?: string }, message?: RegExp][] = [
    [() => assertFaster(usual, { at: 'p95', by: 2 }), { operator: 'assertFaster', actual: '1.60x [1.34, 1.92] at p95', expected: 'at least 2x at p95' },
      /^FAIL {2}clustered misses the required speedup at p95\.\n.*\n.*\n {2}why: .*\nReport: \/reports\/x\/index\.html$/],
    [() => assertFaster(usual, { by: 1.5 }), { operator: 'assertFaster' }, /^INCONCLUSIVE {2}/],
    [() => assertNotFaster(usual, { by: 1.5 }), { operator: 'assertNotFaster' }, /^INCONCLUSIVE {2}/],
    [() => assertNotFaster(usual, { by: 1.2 }), { operator: 'assertNotFaster', expected: 'below 1.2x at p95' },
      /^FAIL {2}clustered is 1\.60x faster than single at p95\.\n {2}clustered was to stay below 1\.2x/],
    [() => assertSpeedup(usual, 'throughput', { atLeast: 2.2 }), { operator: 'assertSpeedup', expected: 'at least 2.2x in throughput' }],
    [() => assertSpeedup(usual, 'throughput', { below: 1.2 }), { operator: 'assertSpeedup', expected: 'below 1.2x in throughput' }],
    [() => assertSpeedup(usual, 'throughput', { below: 1.5 }), { operator: 'assertSpeedup' }, /^INCONCLUSIVE/],
    [() => assertSpread(uneven(0.55), { over: 3, evenly: 0.5 }), { operator: 'assertSpread', actual: 'spread over 2 workers', expected: 'spread over 3 workers' }],
    [() => assertSpread(uneven(0.55), { over: 2, evenly: 0.8 }), { operator: 'assertSpread', actual: 'fairness 0.55', expected: 'fairness at least 0.8' }],
    [() => assertThresholds(required('fail')), { operator: 'assertThresholds', actual: 'fail', expected: 'pass' }],
    [() => assertThresholds(required('inconclusive')), { operator: 'assertThresholds' }, /^INCONCLUSIVE/],
    [() => assertNoProblems(with1('problem')), { operator: 'assertNoProblems', actual: '1 problem', expected: 'no problem' }]
  ]
  for (const [act, shown, message = /^FAIL {2}/] of untrue) {
    it(`throw what a runner shows well: ${String(act).slice(6)}`, () => {
      const error = thrown(act)
      expect(error).to.include({ name: 'AssertionError', code: 'ERR_ASSERTION', generatedMessage: false, ...shown })
      expect(error.message).to.match(message)
    })
  }

  it('throw at the line of the test', () => {
    const inTest = () => assertFaster(usual, { by: 2 })
    expect(firstLineOf(thrown(inTest).stack)).to.match(/^ +at inTest .*assert\.test\.ts/)
    const wronglyInTest = () => assertSpeedup(usual, 'p95', {} as any)
    expect(wronglyInTest).to.throw('assertSpeedup takes atLeast or below, but was given neither.')
      .with.property('stack').that.satisfies((stack: string) => firstLineOf(stack)?.includes('at wronglyInTest '))
  })

  const misused: [() => void, RegExp, code?: string][] = [
    [() => assertFaster(usual, { at: 'p90' } as any), new RegExp(`^assertFaster\\.at is "p90"\\. It must be one of ${metrics.join(', ')} \\(did you mean p50\\?\\)\\.$`)],
    [() => assertNotFaster(usual, { bye: 1 } as any), /^assertNotFaster\.bye is no option \(did you mean by\?\)/],
    [() => assertFaster({} as any, {}), /^assertFaster was given \{\}\. It needs the comparison/, 'NO_COMPARISON'],
    [() => assertSpeedup(usual, 'p90' as any, { atLeast: 1 }), /^The metric of assertSpeedup is "p90"/],
    [() => assertSpeedup(null as any, 'p95', { atLeast: 1 }), /^assertSpeedup was given null/, 'NO_COMPARISON'],
    [() => assertSpread(usual, {}), /^assertSpread takes over, evenly or both, but was given neither\.$/],
    [() => assertSpread(7 as any, { over: 2 }), /^assertSpread was given 7/, 'NO_COMPARISON'],
    [() => assertThresholds(usual), /^assertThresholds can't fail: nothing is required of clustered\./],
    [() => assertNoProblems('x' as any), /^assertNoProblems was given "x"/, 'NO_COMPARISON']
  ]
  for (const [act, message, code = 'INVALID_SETTINGS'] of misused) {
    it(`say what is wrong with their words: ${String(act).slice(6)}`, () => {
      expect(refusal(act)).to.include({ code }).with.property('message').that.matches(message)
    })
  }
})
