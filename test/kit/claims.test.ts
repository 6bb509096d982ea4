import {
  assertFaster,
  assertLimits,
  assertNoProblems,
  assertNotFaster,
  assertSpeedup,
  assertSpread,
  assertThresholds
} from '../../plugin/kit/assert.ts'
import { aCandidate, aCandidateWith, aWarning } from '../support/results.ts'
import { itJudges, type Words } from './runners.ts'
import { about, judgedAs, limited, uneven, usual } from './some-comparisons.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'
import type { Verdict } from '../../plugin/concepts/verdicts.ts'

const required = (verdict: Verdict) => about(judgedAs(verdict))

/** The usual comparison, which itself declares these thresholds. */
const declaring = (thresholds: Partial<Record<Metric, number>>) =>
  about(
    aCandidateWith(
      Object.entries(thresholds).map(([metric, required]) => ({ metric: metric as Metric, required, verdict: 'pass' }))
    )
  )

/** @returns with that interval of the speedup at p95 */
const within = (interval: [number, number]) =>
  about(aCandidateWith([{ metric: 'p95', speedup: interval[0], interval }]))
const problematic = about(aCandidate(), { warnings: [aWarning({ severity: 'problem' })] })
const early = about(aCandidate(), { preliminary: true })

// What is left out is no argument, as it is no option: then what was declared is demanded.
const faster = (...given: [options?: Parameters<typeof assertFaster>[1]]): Words => ({
  chai: (to) => to.be.faster(...given),
  matcher: (expected) => expected.toBeFaster(...given),
  assert: (subject) => assertFaster(subject, ...given),
  deny: (subject) => assertNotFaster(subject, ...given)
})
const speedup = (...given: [least?: number]): Words => {
  const options = given.map((atLeast) => ({ atLeast })) as [object?]
  return {
    chai: (to) => to.have.speedup('p95').atLeast(...given),
    matcher: (expected) => expected.toHaveSpeedup('p95', ...options),
    assert: (subject) => assertSpeedup(subject, 'p95', ...options)
  }
}
const below: Words = {
  chai: (to) => to.have.speedup('p95').below(1.3),
  matcher: (expected) => expected.toHaveSpeedup('p95', { below: 1.3 }),
  assert: (subject) => assertSpeedup(subject, 'p95', { below: 1.3, atLeast: undefined })
}
const spreadOver: Words = {
  chai: (to) => to.spreadOver(2).workers,
  matcher: (expected) => expected.toSpreadOver(2),
  assert: (subject) => assertSpread(subject, { over: 2 })
}
const spreadOverAtLeast: Words = {
  chai: (to) => to.spreadOver.atLeast(2).workers,
  matcher: (expected) => expected.toSpreadOverAtLeast(2),
  assert: (subject) => assertSpread(subject, { atLeast: 2 })
}
const thresholds: Words = {
  chai: (to) => to.meetItsThresholds(),
  matcher: (expected) => expected.toMeetItsThresholds(),
  assert: (subject) => assertThresholds(subject)
}
const limits: Words = {
  chai: (to) => to.meetItsLimits(),
  matcher: (expected) => expected.toMeetItsLimits(),
  assert: (subject) => assertLimits(subject)
}
const noProblems: Words = {
  chai: (to) => to.haveNoProblems(),
  matcher: (expected) => expected.toHaveNoProblems(),
  assert: (subject) => assertNoProblems(subject)
}

describe('a claim, with each runner', () =>
  itJudges([
    ['faster', faster(), usual, within([0.7, 0.9]), within([0.9, 1.1])],
    [
      'faster by a number',
      faster({ by: 1.3 }),
      usual,
      within([1.1, 1.2]),
      about(aCandidateWith([{ metric: 'p95', reason: 'errors' }]))
    ],
    [
      'faster at a metric by a number',
      faster({ at: 'throughput', by: 1.2 }),
      usual.candidate('clustered'),
      about(aCandidateWith([{ metric: 'throughput', interval: [1.1, 1.15] }])),
      early
    ],
    [
      'faster, as the comparison declares it',
      faster(),
      declaring({ p50: 1.3, p95: 1.3 }),
      declaring({ p50: 1.3, p95: 2 }),
      declaring({ p50: 1.3, p95: 1.5 })
    ],
    [
      'faster at a metric, as the comparison declares it',
      faster({ at: 'p50' }),
      declaring({ p50: 1.3, p95: 2 }),
      declaring({ p50: 3, p95: 1.3 }),
      declaring({ p50: 2 })
    ],
    ['a speedup', { ...speedup(1.3), deny: below.assert }, usual, within([1.1, 1.2]), within([1.2, 1.4])],
    ['a speedup below', below, within([1.1, 1.2]), usual, within([1.2, 1.4])],
    [
      'the speedup that is declared',
      speedup(),
      declaring({ p95: 1.3 }),
      declaring({ p95: 2 }),
      declaring({ p95: 1.5 })
    ],
    ['so many workers', spreadOver, uneven(0.55), about(aCandidate({ shares: [1, 0] })), uneven(null)],
    [
      'so many workers at least',
      spreadOverAtLeast,
      about(aCandidate({ workers: 3, shares: [0.4, 0.3, 0.3] })),
      about(aCandidate({ shares: [1, 0] })),
      uneven(null)
    ],
    ['thresholds', thresholds, required('pass'), required('fail'), required('inconclusive')],
    ['limits beside thresholds', thresholds, limited('pass'), limited('fail'), limited('inconclusive')],
    ['limits', limits, limited('pass'), limited('fail').candidate('clustered'), limited('inconclusive')],
    ['no problems', noProblems, usual, problematic, early]
  ]))
