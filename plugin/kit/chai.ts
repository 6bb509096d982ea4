import { SpeedupError } from '../concepts/errors.ts'
import { checkChai } from './check-versions.ts'
import { fromCaller, unmet, type Judgement } from './judge.ts'
import { judgeEvenness, judgeSpeedup, judgeSpread } from './judge-candidate.ts'
import { readCount, readFairness, readFaster, readMetric, readSpeedup } from './judge-options.ts'
import { judgeProblems, judgeThresholds } from './judge-whole.ts'
import { readSubject } from './subject.ts'
import type { ChaiStatic, ChaiUtils } from './chai-assertions.ts'

/** Where an assertion keeps what was said so far, among the flags of other plugins. */
const [metricFlag, spreadFlag] = ['speedup.metric', 'speedup.spread']

/**
 * The plugin for `use()` of chai 4, 5 and 6: `expect(comparison).to.be.faster({ at: 'p95', by: 1.3 })`. What is inconclusive
 * fails, with `.not` and without.
 *
 * @throws SpeedupError UNSUPPORTED: chai before 4
 */
export default function speedup(chai: ChaiStatic, { flag }: ChaiUtils) {
  checkChai((chai as { version?: unknown }).version)
  const { Assertion, AssertionError } = chai
  const isNegated = (assertion: object) => flag(assertion, 'negate') === true
  const subjectOf = (assertion: object, name: string) => readSubject(flag(assertion, 'object'), name)

  /** Throws when it is not as claimed. */
  function settle(assertion: object, judge: () => Judgement, isDenied = isNegated(assertion)) {
    const caller = flag(assertion, 'ssfi')
    const failure = unmet(fromCaller(caller, judge), isDenied)
    if (failure === null) return
    const { message, ...values } = failure
    const own = flag(assertion, 'message')
    throw new AssertionError(own ? `${own}: ${message}` : message, { ...values, showDiff: false }, caller)
  }
  const add = (name: string, judge: (assertion: object, given: unknown) => Judgement) =>
    Assertion.addMethod(name, function (given) {
      settle(this, () => judge(this, given))
    })
  const judgeNamed = (assertion: object, least: unknown, name: string) =>
    judgeSpeedup(subjectOf(assertion, 'speedup'), { metric: flag(assertion, metricFlag), least: readSpeedup(least, `The value of ${name}`) })

  add('meetItsThresholds', (assertion) => judgeThresholds(subjectOf(assertion, 'meetItsThresholds')))
  add('haveNoProblems', (assertion) => judgeProblems(subjectOf(assertion, 'haveNoProblems')))
  add('faster', (assertion, options) => judgeSpeedup(subjectOf(assertion, 'faster'), readFaster(options, 'faster')))
  Assertion.addMethod('speedup', function (metric, ...more) {
    fromCaller(flag(this, 'ssfi'), () => {
      if (more.length > 0) misplaced('A second value of speedup', speedupExample)
      flag(this, metricFlag, readMetric(metric, 'The metric of speedup'))
      // Alone it claims nothing, but what it can't be about is said at once.
      subjectOf(this, 'speedup')
    })
  })
  add('atLeast', (assertion, least) => (flag(assertion, metricFlag) === undefined ? misplaced('atLeast', speedupExample) : judgeNamed(assertion, least, 'atLeast')))
  Assertion.overwriteMethod('below', (original: Function) => function (this: object, ...words: unknown[]) {
    if (flag(this, metricFlag) === undefined) return original.apply(this, words)
    settle(this, () => judgeNamed(this, words[0], 'below'), !isNegated(this))
  })
  add('spreadOver', (assertion, given) => {
    const count = readCount(given, 'The value of spreadOver')
    flag(assertion, spreadFlag, { count, negated: isNegated(assertion) })
    return judgeSpread(subjectOf(assertion, 'spreadOver'), count)
  })
  Assertion.addProperty('workers', () => {})
  add('evenly', (assertion, given) => {
    const least = readEvenly(flag(assertion, spreadFlag), given)
    return judgeEvenness(subjectOf(assertion, 'evenly'), least)
  })
}

function readEvenly(spread: { count: number, negated: boolean } | undefined, given: unknown) {
  if (spread === undefined) return misplaced('evenly', 'to.spreadOver(4).workers.evenly(0.8)')
  const least = readFairness(given, 'The value of evenly')
  if (!spread.negated) return least
  const [over, evenly] = [`spreadOver(${spread.count})`, `evenly(${least})`]
  const advice = `Write to.${over}.workers.not.${evenly}, or not.to.${over} alone.`
  throw new SpeedupError('INVALID_SETTINGS', `not.${over}.workers.${evenly} can mean two things. ${advice}`)
}

const speedupExample = "to.have.speedup('p95').atLeast(1.3)"

function misplaced(name: string, example: string): never {
  throw new SpeedupError('INVALID_SETTINGS', `${name} says nothing here. Write, for example, expect(comparison).${example}.`)
}
