import { expect } from 'chai'
import { fromCaller, unmet } from '../../plugin/kit/judge.ts'
import { judgeEvenness, judgeFaster, judgeProblems, judgeSpeedup, judgeSpread } from '../../plugin/kit/judges.ts'
import { judgeThresholds } from '../../plugin/kit/judge-demands.ts'
import { findCandidate } from '../../plugin/kit/subject.ts'
import {
  aCandidate,
  aCandidateWith,
  aClusterUse,
  aComparison,
  aScenarioResult,
  aVariantUse,
  aWarning,
  someLimits
} from '../support/results.ts'
import { refusal } from '../support/settings.ts'
import { about, itTells, judged, judgedAs, kept, usual } from './some-comparisons.ts'
import type { CandidateResult, Estimate, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Verdict } from '../../plugin/concepts/verdicts.ts'

describe('a judgement', () => {
  const failureOf = (given: object, isDenied: boolean) =>
    unmet(given, 'faster', judgeSpeedup({ metric: 'p95', least: 2 }), isDenied)

  for (const [code, first] of [
    ['APP_DIED', 'NOT MEASURED'],
    ['INTERRUPTED', 'INTERRUPTED']
  ] as const) {
    it(`is none on a comparison that ended early: ${code}`, () => {
      const ended = kept({ ...usual, error: { code, message: 'It is over.' } })
      // Nothing was measured, so there is no candidate to choose either.
      for (const given of [ended, { ...ended, scenarios: [] }]) {
        expect(failureOf(given, true)).to.eql({
          message: `${first}  It is over.\nReport: /reports/x/index.html`,
          actual: 'stopped early',
          expected: 'measured to the end'
        })
      }
      // What had been measured before stands.
      expect(failureOf(findCandidate(ended), true)).to.equal(null)
    })
  }

  it('leaves an error that is not about a wrong call as it is', () => {
    const error = new TypeError('a bug')
    const { stack } = error
    expect(() =>
      fromCaller(
        () => {},
        () => {
          throw error
        }
      )
    ).to.throw(error)
    expect(error.stack).to.equal(stack)
  })
})

describe('the judgement of a speedup', () => {
  const speedup = (p95: Partial<Estimate>, least: number, scenario?: Partial<ScenarioResult>) =>
    judged(about(aCandidateWith([{ ...p95, metric: 'p95' }]), scenario), judgeSpeedup({ metric: 'p95', least }))
  const low = { speedup: 1.12, interval: [1.021, 1.214] as [number, number], candidate: 89.3 }
  const afterAll = (max: number) => speedup({}, 1.5, { rounds: max, roundsAllowed: { min: 3, max } })
  const outlook = { required: 1.5, verdict: 'inconclusive' as const, roundsThatWouldDecide: 14, timesLonger: 2 }
  const saturated = aWarning({
    code: 'generator-saturated',
    severity: 'problem',
    variant: null,
    message: 'The load generator was 97 % busy. Make less load.'
  })
  const warned = (...severities: ('problem' | 'warning' | 'note')[]) =>
    speedup(low, 1.3, {
      warnings: severities.map((severity, i) => aWarning({ message: 'abcd'[i], severity, code: 'worker-stalled' }))
    })
  const throughput = (least: number, scenario?: Partial<ScenarioResult>) =>
    judged(about(aCandidate(), scenario), judgeSpeedup({ metric: 'throughput', least }))
  const lackingUse = aClusterUse({ cpu: null, machine: { app: 1.4, generator: 0.56 } })
  const lacking = (least: number) =>
    judged(
      about(aCandidate(), { variants: [aVariantUse(), lackingUse] }),
      judgeSpeedup({ metric: 'throughput', least })
    )
  const open = { load: { model: 'open' as const, saturated: [] } }

  itTells('speedup', {
    'says where it was claimed how far it is from that, and why': speedup(low, 1.3),
    'says how much it is where it was denied': speedup({}, 1.3),
    'asks for the threshold in compare when it is undecided, as rounds go on for that': speedup({}, 1.5),
    'asks for more rounds, or longer ones, where all were run': afterAll(4),
    'asks for longer ones where no more are possible': afterAll(30),
    'says what would decide it where the comparison had that threshold itself': speedup(outlook, 1.5),
    'says that nothing would decide it where that is known': speedup({ ...outlook, roundsThatWouldDecide: null }, 1.5),
    'knows nothing of more rounds for another threshold than that of the comparison': speedup(outlook, 1.6),
    'says why a measurement carries no verdict, however high the numbers are': speedup({ reason: 'errors' }, 1.1, {
      warnings: [saturated]
    }),
    'believes in a gain that was shown beside a busy load generator, and in no less': speedup(
      { reason: 'generator-saturated' },
      1.1,
      { warnings: [saturated] }
    ),
    'is none when the comparison was ended before its time': speedup({}, 1.3, { preliminary: true }),
    'is about the metric that was asked for': throughput(2.5),
    'does not believe in more throughput where users arrive at a fixed rate': throughput(1.2, open),
    'is none where it missed for want of cores that others took': lacking(2.5),
    'fails where it would have missed with those cores, too': lacking(5),
    'believes in as much throughput where users arrive at a fixed rate': throughput(0.9, open),
    'is none of being faster that a slower one passes, however little the comparison declares': judged(
      about(aCandidateWith([{ metric: 'p95', speedup: 0.7, interval: [0.6, 0.8], required: 0.5, verdict: 'pass' }])),
      judgeFaster({ at: undefined, by: undefined })
    ),
    'tells the three gravest warnings, but no notes, and how many there are besides': warned(
      'warning',
      'problem',
      'warning',
      'note',
      'warning'
    )
  })

  it('is of that demand alone, whatever else was required, or fell', () => {
    const limits = someLimits({ value: 0.5, required: 0.9, verdict: 'fail' })
    const fallen = {
      required: 3,
      verdict: 'fail' as const,
      regression: true,
      earlier: { speedup: 9, interval: [8, 10] as [number, number] }
    }
    const busy = about(
      aCandidateWith([{ metric: 'p50', ...fallen }], { limits, againstEarlier: 'fail', verdict: 'fail' })
    )
    const heads = [
      judgeSpeedup({ metric: 'p95', least: 1.1 }),
      judgeSpeedup({ metric: 'p95', least: 2 }),
      judgeEvenness(0.8)
    ].map((judge) => judged(busy, judge).head)
    expect(heads).to.eql(
      [
        'is 1.60x faster than single at p95',
        'misses its threshold: p95 1.60x (needs 2)',
        'misses its threshold: fairness 0.50 (needs at least 0.8)'
      ].map((end) => `FAIL  clustered ${end}.`)
    )
  })
})

describe('the judgement of the spread', () => {
  const four = { workers: 4, shares: [0.5, 0.3, 0.2, 0] }
  const unseen = { ...four, limits: someLimits({ value: null }) }
  const spread = (
    candidate: Partial<CandidateResult>,
    count: number,
    scenario?: Partial<ScenarioResult>,
    orMore = false
  ) => judged(about(aCandidate(candidate), scenario), judgeSpread({ count, orMore }))
  const uneven = { warnings: [aWarning({ code: 'uneven-distribution', variant: 'clustered' })] }
  itTells('spread', {
    'counts the workers that answered: fewer': spread(four, 4),
    'counts the workers that answered: as many': spread(four, 3),
    'may be met by more': spread(four, 2, {}, true),
    'is missed by fewer': spread(four, 4, {}, true),
    'shows the busiest and the idlest of many': spread({ workers: 6, shares: [0.3, 0.2, 0.2, 0.15, 0.1, 0.05] }, 5),
    'counts those that answered where idle ones can’t be seen: as many': spread(unseen, 3, uneven),
    'counts those that answered where idle ones can’t be seen: more': spread(unseen, 2, uneven),
    'is none when it is unknown who answered': spread(unseen, 3),
    'is none when the comparison was ended early': spread(four, 3, { preliminary: true })
  })
})

describe('the judgement of the evenness', () => {
  const evenness = (
    value: number | null,
    scenario?: Partial<ScenarioResult>,
    interval: [number, number] | null = null
  ) =>
    judged(
      about(aCandidate({ shares: [0.75, 0.25], limits: someLimits({ value, interval }) }), scenario),
      judgeEvenness(0.8)
    )
  itTells('evenness', {
    'tells how even it is': evenness(2 / 3),
    'says the same where it was denied': evenness(0.8004),
    'is met by exactly what is required': evenness(0.8),
    'is none while the interval includes what is required': evenness(0.9, {}, [0.781, 0.96]),
    'is by an interval above what is required': evenness(0.9, {}, [0.8, 0.96]),
    'is by an interval below what is required': evenness(0.7, {}, [0.6, 0.79]),
    'is none when it is unknown who answered': evenness(null),
    'is none when the comparison was ended early': evenness(0.9, { preliminary: true })
  })
})

describe('the judgement of the thresholds', () => {
  const thresholds = (...scenarios: ScenarioResult[]) => judged(aComparison(scenarios), judgeThresholds)

  it('is the worst verdict of all candidates of all scenarios', () => {
    const worst = (...verdicts: (Verdict | null)[]) =>
      thresholds(
        ...verdicts.map((verdict, i) =>
          aScenarioResult([verdict === null ? aCandidate() : judgedAs(verdict)], { scenario: `s${i}` })
        )
      ).verdict
    expect([
      worst('pass', 'pass'),
      worst('pass', null),
      worst('pass', 'inconclusive'),
      worst('inconclusive', 'fail', 'pass')
    ]).to.eql(['pass', 'pass', 'inconclusive', 'fail'])
  })

  it('is of one candidate when it is about that', () => {
    const comparison = aComparison([aScenarioResult([judgedAs('fail'), judgedAs('pass', { name: 'pm2' })])])
    expect(['clustered', 'pm2'].map((name) => judged(findCandidate(comparison, name), judgeThresholds).verdict)).to.eql(
      ['fail', 'pass']
    )
  })

  const missed = aCandidateWith(
    [
      { metric: 'p95', required: 2, verdict: 'fail' },
      { metric: 'throughput', required: 1.5, verdict: 'inconclusive' }
    ],
    {
      name: 'pm2',
      limits: someLimits(
        { required: 0.9, value: 0.75, verdict: 'fail' },
        { required: 0.01, value: 0.025, verdict: 'fail' }
      ),
      verdict: 'fail'
    }
  )
  const warnings = [aWarning({ severity: 'warning', code: 'too-few-requests', message: 'Few.' })]
  const earlier = { speedup: 2.5, interval: [2.2, 2.8] as [number, number] }
  const fallen = aCandidateWith([{ metric: 'p95', earlier, regression: true }], {
    againstEarlier: 'fail',
    verdict: 'fail'
  })
  itTells('thresholds', {
    'tells what is missed, the failures first': thresholds(
      aScenarioResult([judgedAs('inconclusive'), missed, judgedAs('pass', { name: 'four' })], { warnings })
    ),
    'tells what fell since an earlier result': thresholds(aScenarioResult([fallen])),
    'says where it was denied what was met, of each': thresholds(
      aScenarioResult([judgedAs('pass')]),
      aScenarioResult([judgedAs('pass'), aCandidate({ name: 'free' })], { scenario: 'checkout' })
    ),
    'is none when the comparison was ended before its time': thresholds(
      aScenarioResult([aCandidate()], { preliminary: true })
    )
  })

  it('is refused where there is no threshold, as nothing could fail', () => {
    const message =
      "meetItsThresholds can't fail: nothing is required of clustered and pm2. Give compare thresholds, such as thresholds: { p95: 1.3 }, or limits."
    expect(refusal(() => thresholds(aScenarioResult([aCandidate(), aCandidate({ name: 'pm2' })])))).to.eql({
      code: 'INVALID_SETTINGS',
      message
    })
  })
})

describe('the judgement of problems', () => {
  const problem = aWarning({ code: 'machine-disturbed', severity: 'problem', message: 'Others took 0.7 of 2 cores.' })
  const problems = (scenario: Partial<ScenarioResult>) =>
    judged(aComparison([aScenarioResult([aCandidate()], scenario)]), judgeProblems)
  const several = ['primes', 'checkout'].map((scenario) =>
    aScenarioResult([aCandidate(), aCandidate({ name: 'pm2' })], { scenario, warnings: [{ ...problem }] })
  )
  itTells('problems', {
    'counts none but problems': problems({
      warnings: [aWarning({ severity: 'warning' }), aWarning({ severity: 'note' })]
    }),
    'counts problems': problems({ warnings: [problem, aWarning()] }),
    'tells each once, of several candidates and scenarios': judged(aComparison(several), judgeProblems),
    'is none when the comparison was ended before its time': problems({ preliminary: true, warnings: [problem] })
  })

  it('leaves out those of another candidate when it is about one', () => {
    const comparison = aComparison([
      aScenarioResult([aCandidate(), aCandidate({ name: 'pm2' })], { warnings: [{ ...problem, variant: 'pm2' }] })
    ])
    expect(['clustered', 'pm2'].map((name) => judged(findCandidate(comparison, name), judgeProblems).verdict)).to.eql([
      'pass',
      'fail'
    ])
  })
})
