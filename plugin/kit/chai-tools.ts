import { refuse } from '../concepts/errors.ts'
import { fromCaller, unmet, type Judge } from './judge.ts'

/** What adds assertions to chai. */
export type ChaiTools = ReturnType<typeof toolsOf>

export function toolsOf({ Assertion, AssertionError }: Chai.ChaiStatic, { flag }: Chai.ChaiUtils) {
  const isNegated = (assertion: object) => flag(assertion, 'negate') === true

  /** Throws when it is not as claimed. */
  function settle(assertion: object, name: string, chooseJudge: () => Judge) {
    const caller = flag(assertion, 'ssfi')
    const failure = fromCaller(caller, () =>
      unmet(flag(assertion, 'object'), name, chooseJudge(), isNegated(assertion))
    )
    if (failure === null) return
    const { message, ...values } = failure
    const own = flag(assertion, 'message')
    throw new AssertionError(own ? `${own}: ${message}` : message, { ...values, showDiff: false }, caller)
  }
  const add = (name: string, chooseJudge: (assertion: object, ...values: unknown[]) => Judge, shownName = name) =>
    Assertion.addMethod(name, function (...values) {
      settle(this, shownName, () => chooseJudge(this, ...values))
    })
  /** Takes the place of chai's own where ours was said before. */
  const overwrite = (name: string, before: string, ours: (assertion: object, values: unknown[]) => void) =>
    Assertion.overwriteMethod(
      name,
      (original: Function) =>
        function (this: object, ...values: unknown[]) {
          return flag(this, before) === undefined ? original.apply(this, values) : ours(this, values)
        }
    )
  return { Assertion, flag, isNegated, settle, add, overwrite }
}

/** @throws SpeedupError INVALID_SETTINGS */
export function misplaced(name: string, example: string): never {
  refuse(`${name} has no meaning here. Write, for example, expect(comparison).${example}.`)
}
