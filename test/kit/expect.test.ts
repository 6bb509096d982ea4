import { expect } from 'chai'
import matchers from '../../plugin/kit/expect.ts'
import { refusal } from '../support/settings.ts'
import { aCandidate, someLimits } from '../support/results.ts'
import { expected } from './runners.ts'
import { about, firstLineOf, thrown, uneven, usual } from './some-comparisons.ts'

describe('a matcher for vitest and jest', () => {
  it('says how even the work is shared, beside a number or what the comparison declares', () => {
    const declares = (required: number) => about(aCandidate({ limits: someLimits({ value: 0.7, required }) }))
    expected(uneven(0.55)).toSpreadEvenly(0.5)
    expected(uneven(0.55), true).toSpreadEvenly(0.6)
    expected(declares(0.6)).toSpreadEvenly()
    expect(() => expected(declares(0.8)).toSpreadEvenly()).to.throw('FAIL  clustered misses its threshold: fairness ')
  })

  it('says what was expected and what to do, in the words of the other assertions', () => {
    expect(() => expected(usual, true).toSpreadOver(2)).to.throw(
      'FAIL  clustered was expected not to use 2 workers.\n  primes: '
    )
    expect(() => expected(usual).toBeFaster({ by: 2 })).to.throw('\nReport: /reports/x/index.html')
  })

  const refused: [() => unknown, message: string][] = [
    [() => expected(usual).toHaveSpeedup('p90' as any), 'The metric of toHaveSpeedup is "p90".'],
    [
      () => expected(usual).toHaveSpeedup('p95'),
      'toHaveSpeedup has no number, and the comparison declares no threshold'
    ],
    [() => expected(usual).toSpreadOver('2' as any), 'The value of toSpreadOver is "2".'],
    [() => expected(usual).toSpreadOverAtLeast(0), 'The value of toSpreadOverAtLeast is 0.'],
    [() => expected(usual).toSpreadEvenly(80), 'The value of toSpreadEvenly is 80.']
  ]
  for (const [act, message] of refused) {
    it(`is refused: ${String(act).slice(6)}`, () =>
      expect(refusal(act)).to.include({ code: 'INVALID_SETTINGS' }).with.property('message').that.includes(message))
  }

  it('throws what is wrong with its words where it is called', () =>
    expect(firstLineOf(thrown(() => matchers.toSpreadOver.call({}, usual, 0)))).to.match(/expect\.test\.ts/))
})
