import { refuse } from '../concepts/errors.ts'
import { checkForTests } from '../settings/requirements.ts'
import { fromCaller, unmet, type Judge } from './judge.ts'
import { judgeLosses } from './judge-losses.ts'
import { readCount, readFairness, readFaster, readLoss, readMetric, readSpeedup, type AfterOptions, type FasterOptions } from './judge-options.ts'
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
      /** `.lose.atMost(0)`, where `disturb` says what happens to the app. */
      lose: Assertion
      /** `.lose.atMost(0.001, { after: 'reload' })`: no more of the requests were lost; 0: none was seen to be. Default: after each disturbance. */
      atMost(share: number, options?: AfterOptions): Assertion
      /** `.recover.within(1, { after: 'kill' })`: after so many seconds all was as before. Default: after each disturbance. */
      recover: Assertion
      /** Every threshold of the comparison passed, and no speedup fell since the result of `compareWith`. At least one of these must be required. */
      meetItsThresholds(): Assertion
      /** No warning of the severity problem: nothing says that the result may be wrong. */
      haveNoProblems(): Assertion
    }
    interface Within {
      (seconds: number, options?: AfterOptions): Assertion
    }
  }
}

/** Where an assertion keeps what was said so far, among the flags of other plugins. */
const [metricFlag, spreadFlag, lossFlag] = ['speedup.metric', 'speedup.spread', 'speedup.loss']

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
  const add = (name: string, chooseJudge: (assertion: object, ...values: unknown[]) => Judge, shownName = name) =>
    Assertion.addMethod(name, function (...values) {
      settle(this, shownName, () => chooseJudge(this, ...values))
    })
  /** Takes the place of chai's own where ours was said before. */
  const overwrite = (name: string, before: string, ours: (assertion: object, values: unknown[]) => void) =>
    Assertion.overwriteMethod(name, (original: Function) => function (this: object, ...values: unknown[]) {
      return flag(this, before) === undefined ? original.apply(this, values) : ours(this, values)
    })

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
  add('atLeast', (assertion, least) => judgeBound(flag(assertion, metricFlag), 'atLeast', least), 'speedup')
  overwrite('below', metricFlag, (assertion, [least]) => settle(assertion, 'speedup', () => judgeBound(flag(assertion, metricFlag), 'below', least), !isNegated(assertion)))
  add('spreadOver', (assertion, value) => {
    const count = readCount(value, 'The value of spreadOver')
    flag(assertion, spreadFlag, { count, negated: isNegated(assertion) })
    return judgeSpread(count)
  })
  for (const verb of Object.keys(lossClaims)) Assertion.addProperty(verb, function () { flag(this, lossFlag, verb) })
  add('atMost', (assertion, ...values) => judgeLoss(flag(assertion, lossFlag), 'lose', values), 'lose')
  overwrite('within', lossFlag, (assertion, values) => settle(assertion, 'recover', () => judgeLoss(flag(assertion, lossFlag), 'recover', values)))
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

/** @param metric that was said before */
const judgeBound = (metric: Metric | undefined, name: string, least: unknown): Judge =>
  judgeSpeedup({ metric: metric ?? misplaced(name, speedupExample), least: readSpeedup(least, `The value of ${name}`) })

const lossClaims = { lose: { limit: 'lost', name: 'atMost', example: 'to.lose.atMost(0)' }, recover: { limit: 'recovery', name: 'within', example: 'to.recover.within(1)' } } as const

/** @param said the verb before */
function judgeLoss(said: unknown, verb: keyof typeof lossClaims, values: unknown[]) {
  const { limit, name, example } = lossClaims[verb]
  if (said !== verb) misplaced(name, example)
  return judgeLosses(readLoss(limit, name, values))
}

const speedupExample = "to.have.speedup('p95').atLeast(1.3)"

function misplaced(name: string, example: string): never {
  refuse(`${name} says nothing here. Write, for example, expect(comparison).${example}.`)
}
