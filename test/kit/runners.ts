import { AssertionError } from 'node:assert'
import { expect } from 'chai'
import { it } from 'mocha'
import speedup from '../../plugin/kit/chai.ts'
import matchers, { type SpeedupMatchers } from '../../plugin/kit/expect.ts'
import { refusal } from '../support/settings.ts'

/** As they are installed: under these names, without types. */
export const chais = await Promise.all(
  ['chai-4', 'chai-5', 'chai'].map(async (name) => {
    const { use, ...chai } = await import(name)
    use(speedup)
    return { name, ...chai }
  })
)

/** As vitest and jest call a matcher; test/installed has both of them do it. */
export const expected = (received: unknown, isNot = false) =>
  Object.fromEntries(
    Object.entries(matchers).map(([name, matcher]) => [
      name,
      (...values: unknown[]) => {
        const { pass, message } = matcher.call(isNot ? { isNot } : {}, received, ...values)
        if (pass === isNot) throw new Error(message())
      }
    ])
  ) as unknown as SpeedupMatchers<void>

/** A claim in the words of chai, as a matcher and as a function; where there is one, the function that denies it. */
export interface Words {
  chai: (to: any) => unknown
  matcher: (expected: any) => unknown
  assert: (subject: any) => void
  deny?: (subject: any) => void
}
/** Of what it is true, false and inconclusive. */
export type Claim = [claim: string, words: Words, yes: object, no: object, unknown: object]

type Act = (subject: object) => unknown
/** What it throws, how a claim is made, and its contrary. */
type Runner = [AssertionError: Function, claim: (words: Words) => Act, contrary: (words: Words) => Act | undefined]

const runners: Runner[] = [
  [AssertionError, ({ assert }) => assert, ({ deny }) => deny],
  [
    Error,
    ({ matcher }) =>
      (subject) =>
        matcher(expected(subject)),
    ({ matcher }) =>
      (subject) =>
        matcher(expected(subject, true))
  ],
  ...chais.map(({ expect, AssertionError }): Runner => [
    AssertionError,
    ({ chai }) =>
      (subject) =>
        chai(expect(subject).to),
    ({ chai }) =>
      (subject) =>
        chai(expect(subject).to.not)
  ])
]

/** A test for each claim. */
export function itJudges(claims: Claim[]) {
  for (const [claim, words, ...subjects] of claims) {
    it(`accepts what is true, its contrary what is not, neither what is inconclusive: ${claim}`, () => {
      for (const [AssertionError, claimOf, contraryOf] of runners) {
        const told = (act: Act) => subjects.map((subject) => wordOf(() => act(subject), AssertionError))
        expect(told(claimOf(words))).to.eql(['accepted', 'FAIL', 'INCONCLUSIVE'])
        const contrary = contraryOf(words)
        if (contrary !== undefined) expect(told(contrary)).to.eql(['FAIL', 'accepted', 'INCONCLUSIVE'])
      }
    })

    it(`refuses what is no comparison: ${claim}`, () => {
      for (const act of [words.assert, words.deny ?? words.assert])
        expect(refusal(() => act({})))
          .to.include({ code: 'NO_COMPARISON' })
          .with.property('message')
          .that.includes(' was given {}. It needs what compare,')
    })
  }
}

/** @returns the first word of the message with which an assertion fails */
function wordOf(act: () => unknown, AssertionError: Function): string | undefined {
  try {
    act()
    return 'accepted'
  } catch (error) {
    expect(error).to.be.an.instanceOf(AssertionError)
    return /^(\S+) {2}/.exec((error as Error).message)?.[1]
  }
}
