import { refuse } from '../concepts/errors.ts'
import { checkForTests } from '../settings/requirements.ts'
import { contraryOf, fromCaller } from './judge.ts'
import { misplaced, toolsOf, type ChaiTools } from './chai-tools.ts'
import { judgeLimits, judgeThresholds } from './judge-demands.ts'
import { addQuestions, boundClaims } from '../questions/kit.ts'
import { fairness, optional, read, readCount, readFaster, speedupClaim, type BoundClaim } from './judge-options.ts'
import {
  judgeEvenness,
  judgeFaster,
  judgeProblems,
  judgeSpread,
  type FasterOptions,
  type SpreadDemand
} from './judges.ts'
import { readSubject, type Subject } from './subject.ts'
import type {} from 'chai'
import type {} from '../questions/kit.ts'
import type { Metric } from '../concepts/metrics.ts'

/**
 * What `use(speedup)` adds, about a comparison with one candidate, or a candidate. Inconclusive results fail, with or
 * without `.not`. Without a number, an assertion takes the threshold that the comparison declares.
 */
declare global {
  namespace Chai {
    interface Assertion {
      /**
       * `.faster({ at: 'p95', by: 1.3 })`: the whole interval of the speedup lies above `by`; with `.not`, below it.
       * `of: 'POST /login'`: of that request. Without `by`: each threshold that the comparison declares, or 1 where
       * that is lower; it declares none: 1, at p95.
       */
      faster(options?: FasterOptions): Assertion
      /** `.speedup('throughput').atLeast(1.3)`, or `.below(1.1)`; on its own it claims nothing. */
      speedup(metric: Metric): Assertion
      /**
       * `.speedup('p95').atLeast(1.3)`: the whole interval of the speedup lies above that; with `.not`, below.
       * `.spreadOver.atLeast(2).workers`: that many workers answered requests, or more.
       */
      atLeast(least?: number): Assertion
      /**
       * `.spreadOver(4).workers`: exactly that many workers answered requests. `.spreadOver.atLeast(4).workers`: that
       * many or more.
       */
      spreadOver: SpreadOver
      /** For reading. */
      workers: Assertion
      /**
       * `.spreadOver(4).workers.evenly(0.8)`, or `.workers.not.evenly(0.8)`: the fair share over the busiest worker's
       * share is at least that; 1 is even.
       */
      evenly(fairness?: number): Assertion
      /**
       * Every threshold and every limit of the comparison passed, and no speedup fell since the result of
       * `compareWith`. At least one of these must be required.
       */
      meetItsThresholds(): Assertion
      /** Every limit passed: of each variant, of the baseline, too; or of the candidate. There must be at least one. */
      meetItsLimits(): Assertion
      /** No warning of the severity problem: nothing says that the result may be wrong. */
      haveNoProblems(): Assertion
    }
    interface SpreadOver {
      (count: number): Assertion
      /** `.spreadOver.atLeast(4)`: that many workers answered requests, or more. */
      atLeast(count: number): Assertion
    }
  }
}

/**
 * Where an assertion keeps what was said so far, among the flags of other plugins. The claim: what `atLeast` is about,
 * a BoundClaim or `spread`.
 */
const claimFlag = 'speedup.claim'
const spreadFlag = 'speedup.spread'

/**
 * The plugin for `use()` of chai 4, 5 and 6: `expect(comparison).to.be.faster({ at: 'p95', by: 1.3 })`. An older chai
 * is UNSUPPORTED.
 */
export default function speedup(chai: Chai.ChaiStatic, utils: Chai.ChaiUtils) {
  checkForTests('chai', (chai as { version?: unknown }).version)
  const tools = toolsOf(chai, utils)
  const { Assertion, flag, add } = tools
  add('meetItsThresholds', () => judgeThresholds)
  add('meetItsLimits', () => judgeLimits)
  add('haveNoProblems', () => judgeProblems)
  add('faster', (_, options) => judgeFaster(readFaster(options, 'faster')))
  addSpeedupAndSpread(tools)
  addQuestions(tools)
  Assertion.addProperty('workers', () => {})
  add('evenly', (assertion, least) => judgeEvenness(readEvenly(flag(assertion, spreadFlag), least)))
}

function addSpeedupAndSpread({ Assertion, flag, isNegated, settle, overwrite }: ChaiTools) {
  // Alone it claims nothing, but a wrong subject is refused at once.
  const begin = (assertion: object, claimOf: () => BoundClaim) =>
    fromCaller(flag(assertion, 'ssfi'), () => {
      const claim = claimOf()
      flag(assertion, claimFlag, claim)
      readSubject(flag(assertion, 'object'), claim.name)
    })
  Assertion.addMethod('speedup', function (metric, ...more) {
    begin(this, () =>
      more.length > 0 ? misplaced('A second value of speedup', speedupExample) : speedupClaim(metric, 'speedup')
    )
  })
  for (const claim of boundClaims)
    Assertion.addProperty(claim.name, function () {
      begin(this, () => claim)
    })
  const bound = (assertion: object, name: 'atLeast' | 'below', least: unknown) => {
    const claim: BoundClaim | 'spread' | undefined = flag(assertion, claimFlag)
    const isBound = typeof claim === 'object'
    settle(assertion, isBound ? claim.name : 'speedup', () => {
      if (!isBound) misplaced(name, speedupExample)
      const place = `The value of ${name}`
      return name === 'below'
        ? contraryOf(claim.judge(read(claim.shape, least, place), place))
        : claim.judge(optional(claim.shape, least, place), place)
    })
  }
  const spread = (assertion: object, value: unknown, word: string) => {
    const demand = readCount(value, word, word !== 'spreadOver')
    flag(assertion, spreadFlag, { demand, negated: isNegated(assertion) })
    // What only the denial of a chain can mean.
    const hint = `To expect an uneven share of the work, write to.${spreadCall(demand)}.workers.not.evenly(0.8).`
    return (subject: Subject) => {
      const judged = judgeSpread(demand)(subject)
      return judged.verdict === 'pass' ? { ...judged, lines: judged.lines.toSpliced(1, 0, hint) } : judged
    }
  }
  Assertion.addMethod('atLeast', function (least) {
    if (flag(this, claimFlag) === 'spread') settle(this, 'spreadOver', () => spread(this, least, 'spreadOver.atLeast'))
    else bound(this, 'atLeast', least)
  })
  overwrite('below', claimFlag, (assertion, [least]) => bound(assertion, 'below', least))
  Assertion.addChainableMethod(
    'spreadOver',
    function (this: object, count: unknown) {
      settle(this, 'spreadOver', () => spread(this, count, 'spreadOver'))
    },
    function (this: object) {
      flag(this, claimFlag, 'spread')
    }
  )
}

const spreadCall = ({ count, orMore }: SpreadDemand) => `spreadOver${orMore ? '.atLeast' : ''}(${count})`

function readEvenly(spread: { demand: SpreadDemand; negated: boolean } | undefined, value: unknown) {
  if (spread === undefined) return misplaced('evenly', 'to.spreadOver(4).workers.evenly(0.8)')
  const least = optional(fairness, value, 'The value of evenly')
  if (!spread.negated) return least
  const over = spreadCall(spread.demand)
  const evenly = `evenly(${least ?? ''})`
  refuse(`not.${over}.workers.${evenly} is ambiguous. Write to.${over}.workers.not.${evenly}, or not.to.${over} alone.`)
}

const speedupExample = "to.have.speedup('p95').atLeast(1.3)"
