import { expect } from 'chai'
import { describe, it } from 'mocha'
import matchers, { type SpeedupMatchers } from '../../plugin/kit/expect.ts'
import { refusal } from '../support/settings.ts'
import { aCandidate, someLimits } from '../support/results.ts'
import { about, claims, disturbed, firstLineOf, thrown, uneven, usual, wordOf } from './some-comparisons.ts'

/** As vitest and jest call a matcher; test/installed has both of them do it. */
const expected = (received: unknown, isNot = false) =>
  Object.fromEntries(
    Object.entries(matchers).map(([name, matcher]) => [
      name,
      (...values: unknown[]) => {
        const { pass, message } = matcher.call(isNot ? { isNot } : {}, received, ...values)
        if (pass === isNot) throw new Error(message())
      }
    ])
  ) as unknown as SpeedupMatchers<void>

describe('a matcher for vitest and jest', () => {
  for (const { matcher, yes, no, unknown } of claims) {
    it(`${String(matcher).slice(12)} accepts what is true, its negation what is not, neither what is inconclusive`, () => {
      expect([yes, no, unknown].map((given) => wordOf(() => matcher(expected(given)), Error))).to.eql([
        'accepted',
        'FAIL',
        'INCONCLUSIVE'
      ])
      expect([yes, no, unknown].map((given) => wordOf(() => matcher(expected(given, true)), Error))).to.eql([
        'FAIL',
        'accepted',
        'INCONCLUSIVE'
      ])
    })
  }

  it('says how even the work is shared, beside a number or what the comparison declares', () => {
    const declares = (required: number) => about(aCandidate({ limits: someLimits({ value: 0.7, required }) }))
    expected(uneven(0.55)).toSpreadEvenly(0.5)
    expected(uneven(0.55), true).toSpreadEvenly(0.6)
    expected(declares(0.6)).toSpreadEvenly()
    expect(() => expected(declares(0.8)).toSpreadEvenly()).to.throw(
      /^FAIL {2}clustered misses its threshold: fairness /
    )
  })

  it('says what was expected and what to do, in the words of the other assertions', () => {
    expect(() => expected(usual, true).toSpreadOver(2)).to.throw(
      /^FAIL {2}clustered was expected not to use 2 workers\.\n {2}primes: .*\nReport: /
    )
    expect(() => expected(usual).toBeFaster({ by: 2 })).to.throw(
      /^FAIL {2}.*p95.*\n[^]*\nReport: \/reports\/x\/index\.html$/
    )
  })

  const refused: [() => unknown, code: string, message: RegExp][] = [
    [
      () => expected(usual).toBeFaster({ att: 'p95' } as any),
      'INVALID_SETTINGS',
      /^toBeFaster\.att is an unknown option \(did you mean at\?\)\. Options of toBeFaster: at, by\.$/
    ],
    [
      () => expected(usual).toHaveSpeedup('p90' as any),
      'INVALID_SETTINGS',
      /^The metric of toHaveSpeedup is "p90"\. It must be one of .* \(did you mean p50\?\)\.$/
    ],
    [
      () => expected(usual).toHaveSpeedup('p95', { atLeast: 1, below: 2 } as any),
      'INVALID_SETTINGS',
      /^toHaveSpeedup takes atLeast or below, not both\.$/
    ],
    [
      () => expected(usual).toHaveSpeedup('p95'),
      'INVALID_SETTINGS',
      /^toHaveSpeedup has no number, and the comparison declares no threshold for p95\./
    ],
    [
      () => expected(usual).toSpreadOver('2' as any),
      'INVALID_SETTINGS',
      /^The value of toSpreadOver is "2"\. It must be a whole number of workers, from 1\.$/
    ],
    [() => expected(usual).toSpreadOverAtLeast(0), 'INVALID_SETTINGS', /^The value of toSpreadOverAtLeast is 0\./],
    [() => expected(usual).toSpreadEvenly(80), 'INVALID_SETTINGS', /^The value of toSpreadEvenly is 80\./],
    [
      () => expected(disturbed).toLoseAtMost(2 as any),
      'INVALID_SETTINGS',
      /^The value of toLoseAtMost is 2, without a unit\. Write a percentage, such as 1%\.$/
    ],
    [
      () => expected(disturbed).toRecoverWithin('1s', { after: 'stop' as any }),
      'INVALID_SETTINGS',
      /^toRecoverWithin\.after is "stop"\./
    ],
    [
      () => expected(usual).toLoseAtMost('0%'),
      'NO_COMPARISON',
      /^toLoseAtMost needs a disturbance, but clustered was not disturbed\. Give compare/
    ],
    [
      () => expected(usual).toMeetItsThresholds(),
      'INVALID_SETTINGS',
      /^toMeetItsThresholds can't fail: nothing is required of clustered\./
    ],
    [
      () => expected(Promise.resolve(usual)).toBeFaster(),
      'NO_COMPARISON',
      /^toBeFaster was given a promise\. .* Put await before it\.$/
    ]
  ]
  for (const [act, code, message] of refused) {
    it(`is refused: ${String(act).slice(6)}`, () =>
      expect(refusal(act)).to.include({ code }).with.property('message').that.matches(message))
  }

  it('throws what is wrong with its words where it is called', () =>
    expect(firstLineOf(thrown(() => expected(usual).toSpreadOver(0)))).to.match(/expect\.test\.ts/))
})
