import { expect } from 'chai'
import { SpeedupError } from '../../../plugin/concepts/errors.ts'
import { assertLosses, assertRecovery, assertThresholds } from '../../../plugin/kit/assert.ts'
import { findCandidate } from '../../../plugin/kit/subject.ts'
import { chais, expected, itJudges, type Words } from '../../kit/runners.ts'
import { firstLineOf, kept, thrown } from '../../kit/some-comparisons.ts'
import { aDisturbedResult, aRound, someLosses } from '../../support/losses.ts'
import { aCandidate, aComparison, aScenarioResult } from '../../support/results.ts'
import { refusal } from '../../support/settings.ts'
import type { LossThresholds } from '../../../plugin/questions/losses/concepts/losses.ts'
import type { ScenarioResult } from '../../../plugin/concepts/comparison.ts'

const disturbedAs = (required: LossThresholds, scenario?: Partial<ScenarioResult>) =>
  kept(aComparison([aDisturbedResult(required, scenario)]))
/**
 * In kills 7 of 3,000 requests were lost, and it took 0.5 s [0.34, 0.73]; in reloads none, and it is unknown how long
 * it took.
 */
const disturbed = disturbedAs({})

describe('a claim about losses, with each runner', () => {
  const killedIn = (rounds: Parameters<typeof someLosses>[0], required: LossThresholds = {}) =>
    disturbedAs(
      {},
      {
        losses: [
          { variant: 'single', losses: [someLosses(rounds)] },
          { variant: 'clustered', losses: [someLosses(rounds, { required })] }
        ]
      }
    )
  /** Which itself declares a threshold for them. @param lost requests of a thousand, in each round of three */
  const declaring = (most: number | null, ...lost: number[]) =>
    killedIn(
      [0, 1, 2].map((i) => aRound({ reset: lost[i] ?? lost[0] })),
      { lost: most }
    )
  const losing = (...lost: number[]) => declaring(null, ...lost)
  const recovering = (...seconds: number[]) => killedIn(seconds.map((recoverySeconds) => aRound({ recoverySeconds })))
  const declaringRecovery = (recovery: number) => disturbedAs({ recovery })

  const losses = (...given: [atMost?: string]): Words => ({
    chai: (to) => to.lose.atMost(...given),
    matcher: (expected) => expected.toLoseAtMost(...given),
    assert: (subject) => assertLosses(subject, ...(given.map((atMost) => ({ atMost })) as [object?]))
  })
  const recovery = (...given: [within?: string, after?: 'kill']): Words => {
    const [within, after] = given
    const words = [within, ...(after === undefined ? [] : [{ after }])].slice(0, given.length)
    return {
      chai: (to) => to.recover.within(...words),
      matcher: (expected) => expected.toRecoverWithin(...words),
      assert: (subject) =>
        assertRecovery(subject, ...(given.length === 0 ? [] : [{ within, ...(after && { after }) } as object]))
    }
  }
  itJudges([
    ['few losses', losses('10%'), disturbed, losing(500), losing(80, 100, 110)],
    ['no losses', losses('0%'), losing(0), disturbed, disturbedAs({}, { preliminary: true })],
    ['as few losses as declared', losses(), declaring(0.5, 1), declaring(0.1, 500), declaring(0.1, 80, 100, 110)],
    ['a recovery as declared', recovery(), declaringRecovery(200), declaringRecovery(0.01), declaringRecovery(0.5)],
    [
      'a recovery after a kill',
      recovery('1s', 'kill'),
      disturbed.candidate('clustered'),
      recovering(2, 2.1, 2.2),
      recovering(0.5, 1, 1.5)
    ]
  ])

  it('throws what a runner shows well', () =>
    expect(thrown(() => assertLosses(disturbed, { atMost: '0%', after: 'kill' })))
      .to.include({
        operator: 'assertLosses',
        actual: 'lost 7 of 3,000 requests in 3 kills (7 reset)',
        expected: 'lost none'
      })
      .with.property('message')
      .that.includes('FAIL'))
})

describe('what is wrong with a claim about losses', () => {
  const noneDeclared = (name: string, example: string) =>
    `and the comparison declares no limit for ${name}. Give the number, or give compare limits: ${example}.`
  const refused: [() => unknown, message: string][] = [
    [() => assertLosses(disturbed), `assertLosses has no number, ${noneDeclared('lost', "{ lost: '0%' }")}`],
    [
      () => assertRecovery(disturbed, { after: 'kill' }),
      `assertRecovery has no number, ${noneDeclared('recovery', "{ recovery: '1s' }")}`
    ],
    [
      () => assertLosses(disturbed, { atMost: '-1%' }),
      'assertLosses.atMost is "-1%". It must be a percentage from 0% to 100%, such as 1%.'
    ],
    [
      () => assertLosses(disturbed, 0 as any),
      "assertLosses takes options such as { atMost: '0%', after: 'reload' }, but was given 0."
    ],
    [
      () => assertLosses(disturbed, { atmost: '0%' } as any),
      'assertLosses.atmost is an unknown option (did you mean atMost?). Options of assertLosses: atMost, after.'
    ],
    [
      () => assertLosses(disturbed, { atMost: '0%', after: 'stop' } as any),
      'assertLosses.after is "stop". It must be one of kill, terminate, freeze, reload.'
    ],
    [
      () => assertRecovery(disturbed, { within: '0s' }),
      'assertRecovery.within is "0s". It must be a time above 0, with its unit, such as 10s, 200ms or 5m.'
    ],
    [() => assertRecovery(disturbed, { within: 1 as any }), 'assertRecovery.within is 1, without a unit. Write 1s.'],
    [
      () => assertThresholds(disturbed),
      "assertThresholds can't fail: nothing is required of clustered. Give compare limits, such as limits: { lost: '0%' }."
    ],
    [
      () => expected(disturbed).toLoseAtMost(2 as any),
      'The value of toLoseAtMost is 2, without a unit. Write a percentage, such as 1%.'
    ],
    [
      () => expected(disturbed).toRecoverWithin('1s', { after: 'stop' as any }),
      'toRecoverWithin.after is "stop". It must be one of kill, terminate, freeze, reload.'
    ]
  ]
  for (const [act, message] of refused)
    it(`is said: ${message}`, () => expect(refusal(act)).to.eql({ code: 'INVALID_SETTINGS', message }))

  for (const { name, expect: expectWith } of chais) {
    it(`is said at the line of the test: ${name}`, () => {
      expectWith(disturbed)
        .to.lose.atMost('10%')
        .and.to.recover.within('1s', { after: 'kill' })
        .and.to.lose.atMost('0%', { after: 'reload' })
      const wrong: [() => unknown, string][] = [
        [() => expectWith(disturbed).to.lose.atMost('0'), 'The value of atMost is "0". It must be a percentage'],
        [
          () => expectWith(disturbed).to.recover.within('1s', 3),
          "within takes options such as { after: 'reload' }, but was given 3."
        ],
        [
          () => expectWith(disturbed).to.recover.atMost('0%'),
          "atMost has no meaning here. Write, for example, expect(comparison).to.lose.atMost('0%')."
        ],
        [
          () => expectWith(disturbed).to.lose.within('1s'),
          "within has no meaning here. Write, for example, expect(comparison).to.recover.within('1s')."
        ],
        [() => expectWith({}).to.lose.atMost('0%'), 'lose was given {}']
      ]
      for (const [act, message] of wrong) {
        const error = thrown(act)
        expect(error).to.be.an.instanceOf(SpeedupError).with.property('message').that.includes(message)
        expect(firstLineOf(error), String(act)).to.match(/assertions\.test\.ts/)
      }
    })
  }
})

describe('a candidate that was disturbed', () => {
  it('carries its own losses, of each disturbance', () => {
    const result = aDisturbedResult()
    expect(findCandidate(aComparison([result])).losses).to.equal(result.losses?.[1].losses)
    // As a file has it that is older.
    const { losses, ...older } = aScenarioResult([aCandidate()])
    expect(findCandidate(aComparison([older as typeof result])).losses).to.equal(losses)
  })

  it('has no speedup', () =>
    expect(refusal(() => disturbed.candidate().speedup('p95'))).to.eql({
      code: 'NO_COMPARISON',
      message:
        'The speedup of clustered is unknown, as it was disturbed. Ask for its losses, or compare without disturb.'
    }))
})
