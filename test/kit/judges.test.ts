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
import { about, judged, judgedAs, kept, usual } from './some-comparisons.ts'
import type { CandidateResult, Estimate, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Verdict } from '../../plugin/concepts/verdicts.ts'

const [figures, why] = [
  'primes: 100 → 62.5 ms at p95, 1.60x, over 4 interleaved rounds.',
  'why: CPU-bound, so clustering helps.'
]
const early = {
  verdict: 'inconclusive',
  head: 'INCONCLUSIVE  The comparison of clustered with single was stopped after 4 rounds, too early for a verdict.'
} as const

/** Each with a part of what is said where another verdict was expected. */
function itSays(
  cases: [title: string, found: ReturnType<typeof judged>, expected: Partial<ReturnType<typeof judged>>][]
) {
  for (const [title, found, expected] of cases) it(title, () => expect(found).to.deep.include(expected))
}

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
  const evidence = (least: string) =>
    `clustered: p95 speedup 1.60x [1.34, 1.92] after 4 rounds (spread between rounds 10 %), needs ${least}`
  const undecided = (needed: number) =>
    `INCONCLUSIVE  clustered is undecided: p95 1.60x [1.34, 1.92] (needs ${needed}).`
  const sameThreshold = (least: number) =>
    `Give compare the same threshold, thresholds: { p95: ${least} }: rounds then continue until it is decided, up to rounds.max (10).`
  const helpedBy = (advice: string, { least = '1.50', rounds = 4 } = {}) => ({
    verdict: 'inconclusive' as const,
    head: undecided(Number(least)),
    lines: [`${evidence(least)}.`, advice, figures.replace('over 4', `over ${rounds}`), why]
  })
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
  const figuresOfLow = [
    'clustered needs a p95 speedup of 1.3x; its interval is [1.02, 1.22].',
    'primes: 100 → 89.3 ms at p95, 1.12x, over 4 interleaved rounds.',
    why
  ]
  const throughput = (least: number, scenario?: Partial<ScenarioResult>) =>
    judged(about(aCandidate(), scenario), judgeSpeedup({ metric: 'throughput', least }))
  const lackingUse = aClusterUse({ cpu: null, machine: { app: 1.4, generator: 0.56 } })
  const lacking = (least: number) =>
    judged(
      about(aCandidate(), { variants: [aVariantUse(), lackingUse] }),
      judgeSpeedup({ metric: 'throughput', least })
    )
  const open = { load: { model: 'open' as const, saturated: [] } }

  itSays([
    [
      'says where it was claimed how far it is from that, and why',
      speedup(low, 1.3),
      {
        verdict: 'fail',
        head: 'FAIL  clustered misses its threshold: p95 1.12x (needs 1.3).',
        lines: figuresOfLow,
        found: '1.12x [1.02, 1.22] at p95',
        claim: 'at least 1.3x at p95',
        contrary: 'below 1.3x at p95'
      }
    ],
    [
      'says how much it is where it was denied',
      speedup({}, 1.3),
      {
        verdict: 'pass',
        head: 'FAIL  clustered is 1.60x faster than single at p95.',
        lines: ['clustered was expected to stay below 1.3x at p95; its interval is [1.34, 1.92].', figures, why]
      }
    ],
    [
      'asks for the threshold in compare when it is undecided, as rounds go on for that',
      speedup({}, 1.5),
      helpedBy(sameThreshold(1.5))
    ],
    [
      'asks for more rounds, or longer ones, where all were run',
      afterAll(4),
      helpedBy('The maximum of 4 rounds was reached. Raise rounds.max, up to 30, or time; or make each run longer.')
    ],
    [
      'asks for longer ones where no more are possible',
      afterAll(30),
      helpedBy('The maximum of 30 rounds was reached. Make each run longer.', { rounds: 30 })
    ],
    [
      'says what would decide it where the comparison had that threshold itself',
      speedup(outlook, 1.5),
      {
        lines: [
          `${evidence('1.50')}. A new comparison of up to 14 rounds decides it 7 times in 10 if the true speedup is 1.60x; longer runs may help more.`,
          figures,
          why
        ]
      }
    ],
    [
      'says that nothing would decide it where that is known',
      speedup({ ...outlook, roundsThatWouldDecide: null }, 1.5),
      { lines: [`${evidence('1.50')}: too close to the threshold to call.`, figures, why] }
    ],
    [
      'knows nothing of more rounds for another threshold than that of the comparison',
      speedup(outlook, 1.6),
      helpedBy(sameThreshold(1.6), { least: '1.60' })
    ],
    [
      'says why a measurement carries no verdict, however high the numbers are',
      speedup({ reason: 'errors' }, 1.1, { warnings: [saturated] }),
      {
        verdict: 'inconclusive',
        head: 'INCONCLUSIVE  No verdict on p95 of clustered: too many requests failed, and errors return faster than real work.',
        lines: [
          `${evidence('1.10')}.`,
          figures,
          why,
          'problem: The load generator was 97 % busy. Make less load. [generator-saturated]'
        ]
      }
    ],
    [
      'believes in a gain that was shown beside a busy load generator, and in no less',
      speedup({ reason: 'generator-saturated' }, 1.1, { warnings: [saturated] }),
      { verdict: 'pass' }
    ],
    [
      'is none when the comparison was ended before its time',
      speedup({}, 1.3, { preliminary: true }),
      { ...early, lines: [`${evidence('1.30')}.`, figures, why] }
    ],
    [
      'is about the metric that was asked for',
      throughput(2.5),
      {
        head: 'FAIL  clustered misses its threshold: throughput 1.66x (needs 2.5).',
        found: '1.66x [1.30, 2.12] in throughput'
      }
    ],
    [
      'does not believe in more throughput where users arrive at a fixed rate',
      throughput(1.2, open),
      {
        verdict: 'inconclusive',
        head: 'INCONCLUSIVE  No verdict on throughput of clustered: users arrive at the same rate whatever the app does.'
      }
    ],
    [
      'is none where it missed for want of cores that others took',
      lacking(2.5),
      {
        verdict: 'inconclusive',
        head: 'INCONCLUSIVE  No verdict on throughput of clustered: the load generator or other programs took cores that it needed.'
      }
    ],
    ['fails where it would have missed with those cores, too', lacking(5), { verdict: 'fail' }],
    ['believes in as much throughput where users arrive at a fixed rate', throughput(0.9, open), { verdict: 'pass' }],
    [
      'is none of being faster that a slower one passes, however little the comparison declares',
      judged(
        about(aCandidateWith([{ metric: 'p95', speedup: 0.7, interval: [0.6, 0.8], required: 0.5, verdict: 'pass' }])),
        judgeFaster({ metric: undefined, least: undefined })
      ),
      { verdict: 'fail', claim: 'at least 1x at p95' }
    ],
    [
      'tells the three gravest warnings, but no notes, and how many there are besides',
      warned('warning', 'problem', 'warning', 'note', 'warning'),
      {
        lines: [
          ...figuresOfLow,
          'problem: b [worker-stalled]',
          'warning: a [worker-stalled]',
          'warning: c [worker-stalled]',
          'and 1 more warning.'
        ]
      }
    ]
  ])

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
  itSays([
    [
      'counts the workers that answered: fewer',
      spread(four, 4),
      {
        verdict: 'fail',
        head: 'FAIL  clustered was expected to use 4 workers, but used 3.',
        lines: ['primes: 4 workers with 50 %, 30 %, 20 % and 0 % of the requests, over 4 interleaved rounds.'],
        found: 'used 3 workers',
        claim: 'use 4 workers',
        contrary: 'not use 4 workers'
      }
    ],
    [
      'counts the workers that answered: as many',
      spread(four, 3),
      { verdict: 'pass', head: 'FAIL  clustered was expected not to use 3 workers.' }
    ],
    [
      'may be met by more',
      spread(four, 2, {}, true),
      {
        verdict: 'pass',
        claim: 'use at least 2 workers',
        head: 'FAIL  clustered was expected not to use at least 2 workers, but used 3.'
      }
    ],
    [
      'is missed by fewer',
      spread(four, 4, {}, true),
      { verdict: 'fail', head: 'FAIL  clustered was expected to use at least 4 workers, but used 3.' }
    ],
    [
      'shows the busiest and the idlest of many',
      spread({ workers: 6, shares: [0.3, 0.2, 0.2, 0.15, 0.1, 0.05] }, 5),
      {
        lines: [
          'primes: 6 workers with 30 % (the busiest) to 5.0 % (the idlest) of the requests, over 4 interleaved rounds.'
        ]
      }
    ],
    [
      'counts those that answered where idle ones can’t be seen: as many',
      spread(unseen, 3, uneven),
      { verdict: 'pass' }
    ],
    ['counts those that answered where idle ones can’t be seen: more', spread(unseen, 2, uneven), { verdict: 'fail' }],
    [
      'is none when it is unknown who answered',
      spread(unseen, 3),
      {
        verdict: 'inconclusive',
        head: 'INCONCLUSIVE  The number of workers that served clustered is unknown: too many responses had no PID header.',
        lines: ['primes, over 4 interleaved rounds.']
      }
    ],
    ['is none when the comparison was ended early', spread(four, 3, { preliminary: true }), early]
  ])
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
  const shares = 'primes: 2 workers with 75 % and 25 % of the requests, over 4 interleaved rounds.'
  itSays([
    [
      'tells how even it is',
      evenness(2 / 3),
      {
        verdict: 'fail',
        head: 'FAIL  clustered misses its threshold: fairness 0.67 (needs at least 0.8).',
        lines: ['clustered needs a fairness of at least 0.8, it has 0.67.', shares],
        found: 'fairness 0.67',
        claim: 'fairness at least 0.8',
        contrary: 'fairness below 0.8'
      }
    ],
    [
      'says the same where it was denied',
      evenness(0.8004),
      {
        verdict: 'pass',
        head: 'FAIL  clustered shares its work more evenly than expected.',
        lines: ['clustered was expected to stay below a fairness of 0.8; it has 0.8004.', shares]
      }
    ],
    ['is met by exactly what is required', evenness(0.8), { verdict: 'pass' }],
    [
      'is none while the interval includes what is required',
      evenness(0.9, {}, [0.781, 0.96]),
      {
        verdict: 'inconclusive',
        head: 'INCONCLUSIVE  The fairness of clustered is undecided: 0.90 [0.78, 0.96] (needs 0.8).'
      }
    ],
    ['is by an interval above what is required', evenness(0.9, {}, [0.8, 0.96]), { verdict: 'pass' }],
    ['is by an interval below what is required', evenness(0.7, {}, [0.6, 0.79]), { verdict: 'fail' }],
    [
      'is none when it is unknown who answered',
      evenness(null),
      {
        verdict: 'inconclusive',
        found: 'fairness unknown',
        head: 'INCONCLUSIVE  The fairness of clustered could not be measured.'
      }
    ],
    ['is none when the comparison was ended early', evenness(0.9, { preliminary: true }), early]
  ])
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
  const short = { claim: 'pass', contrary: 'fail' }
  itSays([
    [
      'tells what is missed, the failures first',
      thresholds(aScenarioResult([judgedAs('inconclusive'), missed, judgedAs('pass', { name: 'four' })], { warnings })),
      {
        ...short,
        verdict: 'fail',
        found: 'fail',
        head: 'FAIL  pm2 misses its thresholds: p95 1.60x (needs 2), fairness 0.75 (needs at least 0.9), error rate 2.5 % (needs at most 1 %).',
        lines: [
          'pm2 needs a p95 speedup of 2x; its interval is [1.34, 1.92].',
          figures,
          'pm2 needs a fairness of at least 0.9, it has 0.75.',
          'primes: 2 workers with 50 % and 50 % of the requests, over 4 interleaved rounds.',
          'pm2 needs an error rate of at most 1 %, it has 2.5 %.',
          'primes, over 4 interleaved rounds.',
          why,
          'INCONCLUSIVE  clustered is undecided: p95 1.60x [1.34, 1.92] (needs 1.5).',
          'clustered: p95 speedup 1.60x [1.34, 1.92] after 4 rounds (spread between rounds 10 %), needs 1.50: too close to the threshold to call.',
          figures,
          why,
          'warning: Few. [too-few-requests]'
        ]
      }
    ],
    [
      'tells what fell since an earlier result',
      thresholds(aScenarioResult([fallen])),
      {
        head: 'FAIL  clustered fell at p95: 2.50x [2.20, 2.80] in the earlier result, 1.60x [1.34, 1.92] now.',
        lines: [why]
      }
    ],
    [
      'says where it was denied what was met, of each',
      thresholds(
        aScenarioResult([judgedAs('pass')]),
        aScenarioResult([judgedAs('pass'), aCandidate({ name: 'free' })], { scenario: 'checkout' })
      ),
      {
        verdict: 'pass',
        head: 'FAIL  Everything required is met; expected a miss.',
        lines: ['primes', 'checkout'].map((scenario) => `${scenario}: clustered beats single: p95 1.60x (needs 1.5).`)
      }
    ],
    [
      'is none when the comparison was ended before its time',
      thresholds(aScenarioResult([aCandidate()], { preliminary: true })),
      { ...early, ...short, lines: [], found: 'stopped early' }
    ]
  ])

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
  const line = 'problem: Others took 0.7 of 2 cores. [machine-disturbed]'
  const problems = (scenario: Partial<ScenarioResult>) =>
    judged(aComparison([aScenarioResult([aCandidate()], scenario)]), judgeProblems)
  const several = ['primes', 'checkout'].map((scenario) =>
    aScenarioResult([aCandidate(), aCandidate({ name: 'pm2' })], { scenario, warnings: [{ ...problem }] })
  )
  itSays([
    [
      'counts none but problems',
      problems({ warnings: [aWarning({ severity: 'warning' }), aWarning({ severity: 'note' })] }),
      {
        verdict: 'pass',
        head: 'FAIL  The measurement has no problem; expected one.',
        lines: [],
        found: '0 problems',
        claim: 'no problem',
        contrary: 'a problem'
      }
    ],
    [
      'counts problems',
      problems({ warnings: [problem, aWarning()] }),
      {
        verdict: 'fail',
        found: '1 problem',
        head: 'FAIL  The measurement has 1 problem, so its result may be wrong.',
        lines: [line]
      }
    ],
    [
      'tells each once, of several candidates and scenarios',
      judged(aComparison(several), judgeProblems),
      {
        head: 'FAIL  The measurement has 2 problems, so its result may be wrong.',
        lines: ['primes', 'checkout'].map((scenario) => line.replace('problem: ', `problem: ${scenario}: `))
      }
    ],
    [
      'is none when the comparison was ended before its time',
      problems({ preliminary: true, warnings: [problem] }),
      { ...early, lines: [line] }
    ]
  ])

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
