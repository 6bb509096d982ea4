import { expect } from 'chai'
import {
  assertFaster,
  assertLimits,
  assertLosses,
  assertNoProblems,
  assertNotFaster,
  assertRecovery,
  assertSpeedup,
  assertSpread,
  assertThresholds
} from '../../plugin/kit/assert.ts'
import { unmet, type Judge } from '../../plugin/kit/judge.ts'
import { keptComparison, readSubject } from '../../plugin/kit/subject.ts'
import { aDisturbedResult, aRound, someLosses } from '../support/losses.ts'
import {
  aCandidate,
  aCandidateWith,
  aComparison,
  aScenarioResult,
  aVariantLimit,
  aWarning,
  someLimits
} from '../support/results.ts'
import type { CandidateResult, Comparison, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { LossThresholds } from '../../plugin/concepts/losses.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'
import type { Verdict } from '../../plugin/concepts/verdicts.ts'

export const kept = (comparison: Comparison) =>
  keptComparison({ comparison, folder: '/reports/x', page: '/reports/x/index.html' })

export const about = (candidate: CandidateResult, scenario?: Partial<ScenarioResult>) =>
  kept(aComparison([aScenarioResult([candidate], scenario)]))

/** At p95: 1.60x [1.34, 1.92]; in throughput: 1.66x [1.30, 2.12]. */
export const usual = about(aCandidate())

/** A candidate of which 1.5x at p95 was required. */
export const judgedAs = (verdict: Verdict, overrides?: Partial<CandidateResult>) =>
  aCandidateWith([{ metric: 'p95', required: 1.5, verdict }], { verdict, ...overrides })

export const required = (verdict: Verdict) => about(judgedAs(verdict))

/** The usual comparison, which itself declares these thresholds. */
const declaring = (thresholds: Partial<Record<Metric, number>>) =>
  about(
    aCandidateWith(
      Object.entries(thresholds).map(([metric, required]) => ({ metric: metric as Metric, required, verdict: 'pass' }))
    )
  )

/** With a limit of each variant, of which the candidate's has that verdict. */
export const limited = (verdict: Verdict, scenario?: Partial<ScenarioResult>) =>
  about(aCandidate(), {
    limits: [
      aVariantLimit({ variant: 'single', value: 150, interval: [140, 160], verdict: 'pass' }),
      aVariantLimit({ verdict })
    ],
    ...scenario
  })

/** One of three workers was idle. */
export const uneven = (fairness: number | null) =>
  about(aCandidate({ workers: 3, shares: [0.6, 0.4, 0], limits: someLimits({ value: fairness }) }))

/** @returns a judgement, and head and lines of the message where another verdict was expected */
export function judged(given: unknown, judge: Judge) {
  const { verdict, found, claim, contrary } = judge(readSubject(given, 'meetItsThresholds'))
  const failure = unmet(given, 'meetItsThresholds', judge, verdict === 'pass')
  const [head, ...lines] = String(failure?.message)
    .split('\n')
    .filter((line) => !line.startsWith('Report: '))
  return { verdict, found, claim, contrary, head, lines: lines.map((line) => line.slice(2)) }
}

/** @returns where a runner sends its user */
export const firstLineOf = ({ stack }: Error) => stack?.split('\n').find((line) => /^ +at /.test(line))

/** @returns with that interval of the speedup at p95 */
const within = (interval: [number, number]) =>
  about(aCandidateWith([{ metric: 'p95', speedup: interval[0], interval }]))
export const problematic = about(aCandidate(), { warnings: [aWarning({ severity: 'problem' })] })

/**
 * In kills 7 of 3,000 requests were lost, and it took 0.5 s [0.34, 0.73]; in reloads none, and it is unknown how long
 * it took.
 */
export const disturbed = kept(aComparison([aDisturbedResult({})]))
const early = about(aCandidate(), { preliminary: true })

/** @returns with that many lost requests in each round, of a thousand, in which a worker was killed */
const losing = (...lost: number[]) => declaringLosses(null, lost)
/** @returns which itself declares a threshold for them */
const declaringLosses = (most: number | null, lost: number[]) =>
  killedIn(
    [0, 1, 2].map((i) => aRound({ reset: lost[i] ?? lost[0] })),
    { lost: most }
  )
const recovering = (...seconds: number[]) => killedIn(seconds.map((recoverySeconds) => aRound({ recoverySeconds })))

function killedIn(rounds: Parameters<typeof someLosses>[0], required: LossThresholds | null = null) {
  const losses = [
    { variant: 'single', losses: [someLosses(rounds)] },
    { variant: 'clustered', losses: [someLosses(rounds, { required })] }
  ]
  return kept(aComparison([aDisturbedResult({}, { losses })]))
}

/**
 * Each claim in the words of chai, as a matcher and as a function; where there is one, the function that denies it; and
 * of what it is true, false and inconclusive.
 */
export const claims: {
  chai: (to: any) => unknown
  matcher: (expected: any) => unknown
  assert: (subject: any) => void
  deny?: (subject: any) => void
  yes: object
  no: object
  unknown: object
}[] = [
  {
    chai: (to) => to.be.faster(),
    matcher: (expected) => expected.toBeFaster(),
    assert: (subject) => assertFaster(subject),
    deny: (subject) => assertNotFaster(subject),
    yes: usual,
    no: within([0.7, 0.9]),
    unknown: within([0.9, 1.1])
  },
  {
    chai: (to) => to.be.faster({ by: 1.3 }),
    matcher: (expected) => expected.toBeFaster({ by: 1.3 }),
    assert: (subject) => assertFaster(subject, { by: 1.3 }),
    deny: (subject) => assertNotFaster(subject, { by: 1.3 }),
    yes: usual,
    no: within([1.1, 1.2]),
    unknown: about(aCandidateWith([{ metric: 'p95', reason: 'errors' }]))
  },
  {
    chai: (to) => to.be.faster({ at: 'throughput', by: 1.2 }),
    matcher: (expected) => expected.toBeFaster({ at: 'throughput', by: 1.2 }),
    assert: (subject) => assertFaster(subject, { at: 'throughput', by: 1.2 }),
    yes: usual.candidate('clustered'),
    no: about(aCandidateWith([{ metric: 'throughput', interval: [1.1, 1.15] }])),
    unknown: early
  },
  {
    chai: (to) => to.have.speedup('p95').atLeast(1.3),
    matcher: (expected) => expected.toHaveSpeedup('p95', { atLeast: 1.3 }),
    assert: (subject) => assertSpeedup(subject, 'p95', { atLeast: 1.3 }),
    deny: (subject) => assertSpeedup(subject, 'p95', { below: 1.3 }),
    yes: usual,
    no: within([1.1, 1.2]),
    unknown: within([1.2, 1.4])
  },
  {
    chai: (to) => to.have.speedup('p95').below(1.3),
    matcher: (expected) => expected.toHaveSpeedup('p95', { below: 1.3 }),
    assert: (subject) => assertSpeedup(subject, 'p95', { below: 1.3, atLeast: undefined }),
    yes: within([1.1, 1.2]),
    no: usual,
    unknown: within([1.2, 1.4])
  },
  {
    chai: (to) => to.spreadOver(2).workers,
    matcher: (expected) => expected.toSpreadOver(2),
    assert: (subject) => assertSpread(subject, { over: 2 }),
    yes: uneven(0.55),
    no: about(aCandidate({ shares: [1, 0] })),
    unknown: uneven(null)
  },
  {
    chai: (to) => to.spreadOver.atLeast(2).workers,
    matcher: (expected) => expected.toSpreadOverAtLeast(2),
    assert: (subject) => assertSpread(subject, { atLeast: 2 }),
    yes: about(aCandidate({ workers: 3, shares: [0.4, 0.3, 0.3] })),
    no: about(aCandidate({ shares: [1, 0] })),
    unknown: uneven(null)
  },
  {
    chai: (to) => to.be.faster(),
    matcher: (expected) => expected.toBeFaster(),
    assert: (subject) => assertFaster(subject),
    deny: (subject) => assertNotFaster(subject),
    yes: declaring({ p50: 1.3, p95: 1.3 }),
    no: declaring({ p50: 1.3, p95: 2 }),
    unknown: declaring({ p50: 1.3, p95: 1.5 })
  },
  {
    chai: (to) => to.be.faster({ at: 'p50' }),
    matcher: (expected) => expected.toBeFaster({ at: 'p50' }),
    assert: (subject) => assertFaster(subject, { at: 'p50' }),
    deny: (subject) => assertNotFaster(subject, { at: 'p50' }),
    yes: declaring({ p50: 1.3, p95: 2 }),
    no: declaring({ p50: 3, p95: 1.3 }),
    unknown: declaring({ p50: 2 })
  },
  {
    chai: (to) => to.have.speedup('p95').atLeast(),
    matcher: (expected) => expected.toHaveSpeedup('p95'),
    assert: (subject) => assertSpeedup(subject, 'p95'),
    yes: declaring({ p95: 1.3 }),
    no: declaring({ p95: 2 }),
    unknown: declaring({ p95: 1.5 })
  },
  {
    chai: (to) => to.meetItsThresholds(),
    matcher: (expected) => expected.toMeetItsThresholds(),
    assert: (subject) => assertThresholds(subject),
    yes: required('pass'),
    no: required('fail'),
    unknown: required('inconclusive')
  },
  {
    chai: (to) => to.meetItsThresholds(),
    matcher: (expected) => expected.toMeetItsThresholds(),
    assert: (subject) => assertThresholds(subject),
    yes: limited('pass'),
    no: limited('fail'),
    unknown: limited('inconclusive')
  },
  {
    chai: (to) => to.meetItsLimits(),
    matcher: (expected) => expected.toMeetItsLimits(),
    assert: (subject) => assertLimits(subject),
    yes: limited('pass'),
    no: limited('fail').candidate('clustered'),
    unknown: limited('inconclusive')
  },
  {
    chai: (to) => to.haveNoProblems(),
    matcher: (expected) => expected.toHaveNoProblems(),
    assert: (subject) => assertNoProblems(subject),
    yes: usual,
    no: problematic,
    unknown: early
  },
  {
    chai: (to) => to.lose.atMost('10%'),
    matcher: (expected) => expected.toLoseAtMost('10%'),
    assert: (subject) => assertLosses(subject, { atMost: '10%' }),
    yes: disturbed,
    no: losing(500),
    unknown: losing(80, 100, 110)
  },
  {
    chai: (to) => to.lose.atMost('0%'),
    matcher: (expected) => expected.toLoseAtMost('0%'),
    assert: (subject) => assertLosses(subject, { atMost: '0%' }),
    yes: losing(0),
    no: disturbed,
    unknown: kept(aComparison([aDisturbedResult({}, { preliminary: true })]))
  },
  {
    chai: (to) => to.lose.atMost(),
    matcher: (expected) => expected.toLoseAtMost(),
    assert: (subject) => assertLosses(subject),
    yes: declaringLosses(0.5, [1]),
    no: declaringLosses(0.1, [500]),
    unknown: declaringLosses(0.1, [80, 100, 110])
  },
  {
    chai: (to) => to.recover.within(),
    matcher: (expected) => expected.toRecoverWithin(),
    assert: (subject) => assertRecovery(subject),
    yes: kept(aComparison([aDisturbedResult({ recovery: 200 })])),
    no: kept(aComparison([aDisturbedResult({ recovery: 0.01 })])),
    unknown: kept(aComparison([aDisturbedResult({ recovery: 0.5 })]))
  },
  {
    chai: (to) => to.recover.within('1s', { after: 'kill' }),
    matcher: (expected) => expected.toRecoverWithin('1s', { after: 'kill' }),
    assert: (subject) => assertRecovery(subject, { within: '1s', after: 'kill' }),
    yes: disturbed.candidate('clustered'),
    no: recovering(2, 2.1, 2.2),
    unknown: recovering(0.5, 1, 1.5)
  }
]

/** @returns the first word of the message with which an assertion fails */
export function wordOf(act: () => unknown, AssertionError: Function): string | undefined {
  try {
    act()
    return 'accepted'
  } catch (error) {
    expect(error).to.be.an.instanceOf(AssertionError)
    return /^(\S+) {2}/.exec((error as Error).message)?.[1]
  }
}

/** @returns what it throws */
export function thrown(act: () => unknown): Error & Record<string, unknown> {
  try {
    act()
  } catch (error) {
    return error as any
  }
  return expect.fail('It was accepted.')
}
