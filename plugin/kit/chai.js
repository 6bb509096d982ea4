import { SpeedupError } from '../errors.js'
import { checkChai } from './check-versions.js'
import { fromCaller, unmet } from './judge.js'
import { judgeEvenness, judgeSpeedup, judgeSpread } from './judge-candidate.js'
import { readCount, readFairness, readFaster, readMetric, readSpeedup } from './judge-options.js'
import { judgeProblems, judgeThresholds } from './judge-whole.js'
import { readSubject } from './subject.js'
/**
 * @import { ChaiStatic, ChaiUtils } from './chai-assertions.d.ts'
 * @import { Judgement } from './judge.js'
 * @import { Subject } from './subject.js'
 */

/**
 * The plugin for `use()` of chai 4, 5 and 6: `expect(comparison).to.be.faster({ at: 'p95', by: 1.3 })`. What nobody can
 * tell fails, with `.not` and without.
 *
 * @param {ChaiStatic} chai
 * @param {ChaiUtils} utils
 * @throws {SpeedupError} UNSUPPORTED: chai before 4
 */
export default function speedup(chai, utils) {
  checkChai(/** @type {{ version?: unknown }} */ (chai).version)
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

/**
 * What all of them do with an assertion of chai.
 *
 * @typedef {object} Door
 * @property {ChaiUtils['flag']} flag
 * @property {(assertion: object) => boolean} isNegated
 * @property {(assertion: object, name: string) => Subject} subjectOf
 * @property {<T>(assertion: object, act: () => T) => T} read what a test has written
 * @property {(assertion: object, judge: () => Judgement, isDenied?: boolean) => void} settle throws when it is not as
 *   claimed; isDenied: default: whether it is negated
 */

/**
 * @param {ChaiStatic} chai
 * @param {ChaiUtils} utils
 * @returns {Door}
 */
function doorOf({ AssertionError }, { flag }) {
  const isNegated = (/** @type {object} */ assertion) => flag(assertion, 'negate') === true
  /** @type {Door['read']} */
  const read = (assertion, act) => fromCaller(flag(assertion, 'ssfi'), act)
  return {
    flag,
    isNegated,
    subjectOf: (assertion, name) => readSubject(flag(assertion, 'object'), name),
    read,
    settle(assertion, judge, isDenied = isNegated(assertion)) {
      const found = unmet(read(assertion, judge), isDenied)
      if (found === null) return
      const { message, actual, expected } = found
      const own = flag(assertion, 'message')
      throw new AssertionError(own ? `${own}: ${message}` : message, { actual, expected, showDiff: false }, flag(assertion, 'ssfi'))
    }
  }
}

/** Where an assertion keeps what was said so far, among the flags of other plugins. */
const [metricFlag, spreadFlag] = ['speedup.metric', 'speedup.spread']

/**
 * @param {ChaiStatic} chai
 * @param {Door} door
 */
function addSpeedups({ Assertion }, { flag, isNegated, subjectOf, read, settle }) {
  /** @type {(assertion: object, least: unknown, name: string) => Judgement} */
  const judge = (assertion, least, name) =>
    judgeSpeedup(subjectOf(assertion, 'speedup'), { metric: flag(assertion, metricFlag), least: readSpeedup(least, `The value of ${name}`) })

  Assertion.addMethod('faster', function (options) {
    settle(this, () => judgeSpeedup(subjectOf(this, 'faster'), readFaster(options, 'faster')))
  })

  Assertion.addMethod('speedup', function (metric, ...more) {
    if (more.length > 0) read(this, () => misplaced('A second value of speedup', "to.have.speedup('p95').atLeast(1.3)"))
    flag(this, metricFlag, read(this, () => readMetric(metric, 'The metric of speedup')))
    // Alone it claims nothing, but what it can't be about is said at once.
    read(this, () => subjectOf(this, 'speedup'))
  })

  Assertion.addMethod('atLeast', function (least) {
    if (flag(this, metricFlag) === undefined) read(this, () => misplaced('atLeast', "to.have.speedup('p95').atLeast(1.3)"))
    settle(this, () => judge(this, least, 'atLeast'))
  })

  Assertion.overwriteMethod('below', (/** @type {Function} */ original) => {
    /** @this {object} @param {unknown[]} words */
    return function (...words) {
      if (flag(this, metricFlag) === undefined) return original.apply(this, words)
      settle(this, () => judge(this, words[0], 'below'), !isNegated(this))
    }
  })
}

/**
 * @param {ChaiStatic} chai
 * @param {Door} door
 */
function addSpread({ Assertion }, { flag, isNegated, subjectOf, read, settle }) {
  Assertion.addMethod('spreadOver', function (given) {
    const count = read(this, () => readCount(given, 'The value of spreadOver'))
    flag(this, spreadFlag, { count, negated: isNegated(this) })
    settle(this, () => judgeSpread(subjectOf(this, 'spreadOver'), count))
  })

  Assertion.addProperty('workers', () => {})

  Assertion.addMethod('evenly', function (given) {
    const least = read(this, () => readEvenly(flag(this, spreadFlag), given))
    settle(this, () => judgeEvenness(subjectOf(this, 'evenly'), least))
  })
}

/**
 * @param {{ count: number, negated: boolean } | undefined} spread
 * @param {unknown} given
 */
function readEvenly(spread, given) {
  if (spread === undefined) return misplaced('evenly', 'to.spreadOver(4).workers.evenly(0.8)')
  const least = readFairness(given, 'The value of evenly')
  if (!spread.negated) return least
  const [over, evenly] = [`spreadOver(${spread.count})`, `evenly(${least})`]
  throw new SpeedupError('INVALID_SETTINGS', `not.${over}.workers.${evenly} can mean two things. Write to.${over}.workers.not.${evenly}, or not.to.${over} alone.`)
}

/** @type {(name: string, example: string) => never} */
function misplaced(name, example) {
  throw new SpeedupError('INVALID_SETTINGS', `${name} says nothing here. Write, for example, expect(comparison).${example}.`)
}
