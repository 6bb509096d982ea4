import { SpeedupError } from '../concepts/errors.ts'
import { checkChai } from './check-versions.ts'
import { fromCaller, unmet, type Judgement } from './judge.ts'
import { judgeEvenness, judgeSpeedup, judgeSpread } from './judge-candidate.ts'
import { readCount, readFairness, readFaster, readMetric, readSpeedup } from './judge-options.ts'
import { judgeProblems, judgeThresholds } from './judge-whole.ts'
import { readSubject } from './subject.ts'
import type { ChaiStatic, ChaiUtils } from './chai-assertions.ts'

/**
 * The plugin for `use()` of chai 4, 5 and 6: `expect(comparison).to.be.faster({ at: 'p95', by: 1.3 })`. What nobody can
 * tell fails, with `.not` and without.
 *
 * @throws SpeedupError UNSUPPORTED: chai before 4
 */
export default function speedup(chai: ChaiStatic, utils: ChaiUtils) {
  checkChai((chai as { version?: unknown }).version)
  const door = doorOf(chai, utils)
  addSpeedups(chai, door)
  addSpread(chai, door)
  chai.Assertion.addMethod('meetItsThresholds', function () {
    door.settle(this, () => judgeThresholds(door.subjectOf(this, 'meetItsThresholds')))
  })
  chai.Assertion.addMethod('haveNoProblems', function () {
    door.settle(this, () => judgeProblems(door.subjectOf(this, 'haveNoProblems')))
  })
}

type Door = ReturnType<typeof doorOf>

/** What all of them do with an assertion of chai. */
function doorOf({ AssertionError }: ChaiStatic, { flag }: ChaiUtils) {
  const isNegated = (assertion: object) => flag(assertion, 'negate') === true
  /** what a test has written */
  const read = <T>(assertion: object, act: () => T) => fromCaller(flag(assertion, 'ssfi'), act)
  return {
    flag,
    isNegated,
    read,
    subjectOf: (assertion: object, name: string) => readSubject(flag(assertion, 'object'), name),
    /** throws when it is not as claimed */
    settle(assertion: object, judge: () => Judgement, isDenied = isNegated(assertion)) {
      const found = unmet(read(assertion, judge), isDenied)
      if (found === null) return
      const { message, ...values } = found
      const own = flag(assertion, 'message')
      throw new AssertionError(own ? `${own}: ${message}` : message, { ...values, showDiff: false }, flag(assertion, 'ssfi'))
    }
  }
}

/** Where an assertion keeps what was said so far, among the flags of other plugins. */
const [metricFlag, spreadFlag] = ['speedup.metric', 'speedup.spread']

function addSpeedups({ Assertion }: ChaiStatic, { flag, isNegated, subjectOf, read, settle }: Door) {
  const judge = (assertion: object, least: unknown, name: string) =>
    judgeSpeedup(subjectOf(assertion, 'speedup'), { metric: flag(assertion, metricFlag), least: readSpeedup(least, `The value of ${name}`) })

  Assertion.addMethod('faster', function (options) {
    settle(this, () => judgeSpeedup(subjectOf(this, 'faster'), readFaster(options, 'faster')))
  })

  Assertion.addMethod('speedup', function (metric, ...more) {
    read(this, () => {
      if (more.length > 0) misplaced('A second value of speedup', speedupExample)
      flag(this, metricFlag, readMetric(metric, 'The metric of speedup'))
      // Alone it claims nothing, but what it can't be about is said at once.
      subjectOf(this, 'speedup')
    })
  })

  Assertion.addMethod('atLeast', function (least) {
    settle(this, () => (flag(this, metricFlag) === undefined ? misplaced('atLeast', speedupExample) : judge(this, least, 'atLeast')))
  })

  Assertion.overwriteMethod('below', (original: Function) => {
    return function (this: object, ...words: unknown[]) {
      if (flag(this, metricFlag) === undefined) return original.apply(this, words)
      settle(this, () => judge(this, words[0], 'below'), !isNegated(this))
    }
  })
}

function addSpread({ Assertion }: ChaiStatic, { flag, isNegated, subjectOf, read, settle }: Door) {
  Assertion.addMethod('spreadOver', function (given) {
    const count = read(this, () => readCount(given, 'The value of spreadOver'))
    flag(this, spreadFlag, { count, negated: isNegated(this) })
    settle(this, () => judgeSpread(subjectOf(this, 'spreadOver'), count))
  })

  Assertion.addProperty('workers', () => {})

  Assertion.addMethod('evenly', function (given) {
    settle(this, () => {
      const least = readEvenly(flag(this, spreadFlag), given)
      return judgeEvenness(subjectOf(this, 'evenly'), least)
    })
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
