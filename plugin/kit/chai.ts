import { refuse } from '../concepts/errors.ts'
import { checkForTests } from '../settings/requirements.ts'
import { fromCaller, unmet, type Judge } from './judge.ts'
import { readCount, readFairness, readFaster, readMetric, readSpeedup, type FasterOptions } from './judge-options.ts'
import { judgeEvenness, judgeProblems, judgeSpeedup, judgeSpread, judgeThresholds } from './judges.ts'
import { readSubject } from './subject.ts'
import type {} from 'chai'
import type { Metric } from '../concepts/metrics.ts'

/** What `use(speedup)` adds, about a comparison with one candidate, or a candidate. What is inconclusive fails, with `.not` and without. */
declare global {
  namespace Chai {
    interface Assertion {
      /** `.faster({ at: 'p95', by: 1.3 })`: the whole interval of the speedup lies above `by`; with `.not`, below it. Default: p95, by 1. */
      faster(options?: FasterOptions): Assertion
      /** `.speedup('throughput').atLeast(1.3)`, or `.below(1.1)`; on its own it claims nothing. */
      speedup(metric: Metric): Assertion
      /** `.speedup('p95').atLeast(1.3)`: the whole interval of the speedup lies above that; with `.not`, below. */
      atLeast(speedup: number): Assertion
      /** `.spreadOver(4).workers`: exactly that many workers answered requests. */
      spreadOver(count: number): Assertion
      /** For reading. */
      workers: Assertion
      /** `.spreadOver(4).workers.evenly(0.8)`, or `.workers.not.evenly(0.8)`: the fair share over the busiest worker's share is at least that; 1 is even. */
      evenly(fairness: number): Assertion
      /** Every threshold of the comparison passed, and no speedup fell since the result of `compareWith`. At least one of these must be required. */
      meetItsThresholds(): Assertion
      /** No warning of the severity problem: nothing says that the result may be wrong. */
      haveNoProblems(): Assertion
    }
  }
}

/** Where an assertion keeps what was said so far, among the flags of other plugins. */
const [metricFlag, spreadFlag] = ['speedup.metric', 'speedup.spread']

/** The plugin for `use()` of chai 4, 5 and 6: `expect(comparison).to.be.faster({ at: 'p95', by: 1.3 })`. An older chai is UNSUPPORTED. */
export default function speedup(chai: Chai.ChaiStatic, { flag }: Chai.ChaiUtils) {
  checkForTests('chai', (chai as { version?: unknown }).version)
  const { Assertion, AssertionError } = chai
  const isNegated = (assertion: object) => flag(assertion, 'negate') === true

  /** Throws when it is not as claimed. */
  function settle(assertion: object, name: string, chooseJudge: () => Judge, isDenied = isNegated(assertion)) {
    const caller = flag(assertion, 'ssfi')
    const failure = fromCaller(caller, () => unmet(flag(assertion, 'object'), name, chooseJudge(), isDenied))
    if (failure === null) return
    const { message, ...values } = failure
    const own = flag(assertion, 'message')
    throw new AssertionError(own ? `${own}: ${message}` : message, { ...values, showDiff: false }, caller)
  }
  const add = (name: string, chooseJudge: (assertion: object, value: unknown) => Judge, shownName = name) =>
    Assertion.addMethod(name, function (value) {
      settle(this, shownName, () => chooseJudge(this, value))
    })
  const judgeNamed = (assertion: object, least: unknown, name: string) => {
    const metric = flag(assertion, metricFlag) ?? misplaced(name, speedupExample)
    return judgeSpeedup({ metric, least: readSpeedup(least, `The value of ${name}`) })
  }

  add('meetItsThresholds', () => judgeThresholds)
  add('haveNoProblems', () => judgeProblems)
  add('faster', (_, options) => judgeSpeedup(readFaster(options, 'faster')))
  Assertion.addMethod('speedup', function (metric, ...more) {
    fromCaller(flag(this, 'ssfi'), () => {
      if (more.length > 0) misplaced('A second value of speedup', speedupExample)
      flag(this, metricFlag, readMetric(metric, 'The metric of speedup'))
      // Alone it claims nothing, but a wrong subject is refused at once.
      readSubject(flag(this, 'object'), 'speedup')
    })
  })
  add('atLeast', (assertion, least) => judgeNamed(assertion, least, 'atLeast'), 'speedup')
  Assertion.overwriteMethod('below', (original: Function) => function (this: object, ...words: unknown[]) {
    if (flag(this, metricFlag) === undefined) return original.apply(this, words)
    settle(this, 'speedup', () => judgeNamed(this, words[0], 'below'), !isNegated(this))
  })
  add('spreadOver', (assertion, value) => {
    const count = readCount(value, 'The value of spreadOver')
    flag(assertion, spreadFlag, { count, negated: isNegated(assertion) })
    return judgeSpread(count)
  })
  Assertion.addProperty('workers', () => {})
  add('evenly', (assertion, least) => judgeEvenness(readEvenly(flag(assertion, spreadFlag), least)))
}

function readEvenly(spread: { count: number, negated: boolean } | undefined, value: unknown) {
  if (spread === undefined) return misplaced('evenly', 'to.spreadOver(4).workers.evenly(0.8)')
  const least = readFairness(value, 'The value of evenly')
  if (!spread.negated) return least
  const [over, evenly] = [`spreadOver(${spread.count})`, `evenly(${least})`]
  const advice = `Write to.${over}.workers.not.${evenly}, or not.to.${over} alone.`
  refuse(`not.${over}.workers.${evenly} can mean two things. ${advice}`)
}

const speedupExample = "to.have.speedup('p95').atLeast(1.3)"

function misplaced(name: string, example: string): never {
  refuse(`${name} says nothing here. Write, for example, expect(comparison).${example}.`)
}
