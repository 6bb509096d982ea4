import { expect } from 'chai'
import { it } from 'mocha'
import {
  assertCapacity,
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
import { aSearch } from '../support/searches.ts'
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
import type { LevelOptions } from '../../plugin/questions/capacity/kit/judge.ts'
import type { LossThresholds } from '../../plugin/questions/losses/concepts/losses.ts'
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

const required = (verdict: Verdict) => about(judgedAs(verdict))

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
const problematic = about(aCandidate(), { warnings: [aWarning({ severity: 'problem' })] })

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
/** @returns which itself declares that time */
const recoveringWithin = (recovery: number) => kept(aComparison([aDisturbedResult({ recovery })]))
const recovering = (...seconds: number[]) => killedIn(seconds.map((recoverySeconds) => aRound({ recoverySeconds })))

function killedIn(rounds: Parameters<typeof someLosses>[0], required: LossThresholds | null = null) {
  const losses = [
    { variant: 'single', losses: [someLosses(rounds)] },
    { variant: 'clustered', losses: [someLosses(rounds, { required })] }
  ]
  return kept(aComparison([aDisturbedResult({}, { losses })]))
}

/** A claim in the words of chai, as a matcher and as a function; where there is one, the function that denies it. */
interface Words {
  chai: (to: any) => unknown
  matcher: (expected: any) => unknown
  assert: (subject: any) => void
  deny?: (subject: any) => void
}

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
const losses = (...given: [atMost?: string]): Words => ({
  chai: (to) => to.lose.atMost(...given),
  matcher: (expected) => expected.toLoseAtMost(...given),
  assert: (subject) => assertLosses(subject, ...(given.map((atMost) => ({ atMost })) as [object?]))
})
const recovery = (...given: [within?: string, after?: 'kill']): Words => {
  const [within, after] = given
  const words = [within, ...(after === undefined ? [] : [{ after }])].slice(0, given.length)
  return {
    chai: (to) => to.recover.within(...words),
    matcher: (expected) => expected.toRecoverWithin(...words),
    assert: (subject) => assertRecovery(subject, ...(given.length === 0 ? [] : [{ within, ...(after && { after }) }]))
  }
}

const capacity = (bound: LevelOptions): Words => ({
  chai: (to) => (bound.below ? to.have.capacity.below(bound.below) : to.have.capacity.atLeast(bound.atLeast)),
  matcher: (expected) => expected.toHaveCapacity(bound),
  assert: (subject) => assertCapacity(subject, bound)
})
/** A comparison in which the capacity of clustered was searched for; it is about 150/s. */
export const searched = (options?: Parameters<typeof aSearch>[0]) => kept(aComparison(aSearch(options).results))
const carrying = (clustered: 300 | 50 | 'not exhausted' | 'not reached') =>
  searched({ capacities: { single: 90, clustered } })

/** Each claim, and of what it is true, false and inconclusive. */
export const claims: [claim: string, words: Words, yes: object, no: object, unknown: object][] = [
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
  ['the speedup that is declared', speedup(), declaring({ p95: 1.3 }), declaring({ p95: 2 }), declaring({ p95: 1.5 })],
  ['so many workers', spreadOver, uneven(0.55), about(aCandidate({ shares: [1, 0] })), uneven(null)],
  [
    'so many workers at least',
    spreadOverAtLeast,
    about(aCandidate({ workers: 3, shares: [0.4, 0.3, 0.3] })),
    about(aCandidate({ shares: [1, 0] })),
    uneven(null)
  ],
  [
    'a capacity',
    { ...capacity({ atLeast: '150/s' }), deny: capacity({ below: '150/s' }).assert },
    carrying(300).candidate('clustered'),
    carrying(50),
    searched()
  ],
  ['a capacity below', capacity({ below: '150/s' }), carrying(50), carrying(300), searched()],
  // One that met a bound is known from one side.
  [
    'a capacity of one that met a bound',
    capacity({ atLeast: '1000/s' }),
    carrying('not exhausted'),
    carrying('not reached'),
    searched({ capacities: { single: 90, clustered: 1000 } })
  ],
  ['thresholds', thresholds, required('pass'), required('fail'), required('inconclusive')],
  ['limits beside thresholds', thresholds, limited('pass'), limited('fail'), limited('inconclusive')],
  ['limits', limits, limited('pass'), limited('fail').candidate('clustered'), limited('inconclusive')],
  ['no problems', noProblems, usual, problematic, early],
  ['few losses', losses('10%'), disturbed, losing(500), losing(80, 100, 110)],
  ['no losses', losses('0%'), losing(0), disturbed, kept(aComparison([aDisturbedResult({}, { preliminary: true })]))],
  [
    'as few losses as declared',
    losses(),
    declaringLosses(0.5, [1]),
    declaringLosses(0.1, [500]),
    declaringLosses(0.1, [80, 100, 110])
  ],
  ['a recovery as declared', recovery(), recoveringWithin(200), recoveringWithin(0.01), recoveringWithin(0.5)],
  [
    'a recovery after a kill',
    recovery('1s', 'kill'),
    disturbed.candidate('clustered'),
    recovering(2, 2.1, 2.2),
    recovering(0.5, 1, 1.5)
  ]
]

type Act = (subject: object) => unknown

/** A test for each claim: it accepts what is true, its contrary what is not, neither what is inconclusive. */
export function itJudges(
  AssertionError: Function,
  claimOf: (words: Words) => Act,
  contraryOf: (words: Words) => Act | undefined
) {
  for (const [claim, words, ...subjects] of claims) {
    it(`accepts what is true, its contrary what is not, neither what is inconclusive: ${claim}`, () => {
      const told = (act: Act) => subjects.map((subject) => wordOf(() => act(subject), AssertionError))
      expect(told(claimOf(words))).to.eql(['accepted', 'FAIL', 'INCONCLUSIVE'])
      const contrary = contraryOf(words)
      if (contrary !== undefined) expect(told(contrary)).to.eql(['FAIL', 'accepted', 'INCONCLUSIVE'])
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

/** @returns what it throws */
export function thrown(act: () => unknown): Error & Record<string, unknown> {
  try {
    act()
  } catch (error) {
    return error as any
  }
  return expect.fail('It was accepted.')
}
