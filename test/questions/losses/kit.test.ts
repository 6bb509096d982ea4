import { expect } from 'chai'
import { judgeLosses } from '../../../plugin/questions/losses/kit/judge.ts'
import { judgeEvenness, judgeProblems, judgeSpeedup, judgeSpread } from '../../../plugin/kit/judges.ts'
import { judgeThresholds } from '../../../plugin/kit/judge-demands.ts'
import { aDisturbedResult, aRound, someLosses } from '../../support/losses.ts'
import { aComparison } from '../../support/results.ts'
import { refusal } from '../../support/settings.ts'
import { judged, usual } from '../../kit/some-comparisons.ts'
import type { ScenarioResult } from '../../../plugin/concepts/comparison.ts'
import type { LossDemand } from '../../../plugin/questions/losses/kit/judge.ts'

const killed =
  'why: 7 requests were in progress in a worker that was killed. The app cannot save these: let clients, or a proxy, retry where that is safe. [killed]'
const [places, ofReload] = ['a worker killed at 4 s, reload at 10 s', 'reload at 10 s'].map(
  (words) => `primes: ${words}, over 3 interleaved rounds.`
)
const result = (overrides?: Partial<ScenarioResult>) => aComparison([aDisturbedResult({}, overrides)])
const disturbed = result()
const unsound = [1, 2, 3].map(() => aRound({ problem: 'no worker was found to disturb' }))
const inDoubt = result({
  losses: [
    { variant: 'single', losses: [] },
    { variant: 'clustered', losses: [someLosses(unsound)] }
  ]
})

describe('the judgement of losses', () => {
  const cases: [title: string, demand: LossDemand, expected: Partial<ReturnType<typeof judged>>, subject?: object][] = [
    [
      'says how many were lost, how and why, where none was expected to be',
      { limit: 'lost', most: 0 },
      {
        verdict: 'fail',
        head: 'FAIL  clustered lost 7 of 3,000 requests in 3 kills (7 reset); limit: none.',
        lines: [places, killed],
        found: 'lost 7 of 3,000 requests in 3 kills (7 reset)',
        claim: 'lost none',
        contrary: 'lost some'
      }
    ],
    [
      'is of one kind of disturbance where one is chosen',
      { limit: 'lost', most: 0, after: 'reload' },
      {
        verdict: 'pass',
        lines: [ofReload],
        contrary: 'lost some',
        head: 'FAIL  clustered lost 0 of 3,000 requests in 3 reloads (at most 2 in 1,000) and was back to normal in 0.2 s; required: lost some.'
      }
    ],
    [
      'is by the interval of a share above 0, in each disturbance, and says what would decide it',
      { limit: 'lost', most: 0.001 },
      {
        verdict: 'inconclusive',
        claim: 'lost at most 1 in 1,000',
        contrary: 'lost more than 1 in 1,000',
        head:
          'INCONCLUSIVE  clustered lost 7 of 3,000 requests in 3 kills (none to 8.4 %); limit: at most 1 in 1,000; ' +
          'clustered lost 0 of 3,000 requests in 3 reloads (none to 2 in 1,000); limit: at most 1 in 1,000.',
        lines: [
          "Give compare the same limit, limits: { lost: '0.1%' }: rounds then continue until it is decided, up to rounds.max (10).",
          places,
          killed
        ]
      }
    ],
    [
      'is by the interval of a recovery, and tells of the worst disturbances only',
      { limit: 'recovery', most: 1 },
      {
        verdict: 'inconclusive',
        head: 'INCONCLUSIVE  clustered was back to normal in 0.2 s [0.00, 95.70] after 3 reloads; limit: within 1 s.',
        claim: 'recovery within 1 s',
        contrary: 'recovery not within 1 s'
      }
    ],
    [
      'is none when the comparison was ended early',
      { limit: 'lost', most: 0 },
      {
        verdict: 'inconclusive',
        head: 'INCONCLUSIVE  The comparison of clustered with single was stopped after 3 rounds, too early for a verdict.',
        lines: [places]
      },
      result({ preliminary: true })
    ],
    [
      'is none where it is unknown what was lost, and more rounds would not help',
      { limit: 'lost', most: 0 },
      {
        verdict: 'inconclusive',
        head: 'INCONCLUSIVE  clustered: no worker was found to disturb; limit: none.',
        lines: ['primes: a worker killed at 4 s, over 3 interleaved rounds.']
      },
      inDoubt
    ]
  ]
  for (const [title, demand, expected, subject = disturbed] of cases)
    it(title, () => expect(judged(subject, judgeLosses(demand))).to.deep.include(expected))

  it('is refused where nothing was done to the app, and says what to do', () => {
    const [sort, advice] = [
      'meetItsThresholds needs a disturbance',
      "Give compare the disturbances of each run, such as disturb: [{ kill: 'worker', at: '4s' }]."
    ]
    expect(refusal(() => judged(usual, judgeLosses({ limit: 'lost', most: 0 })))).to.eql({
      code: 'NO_COMPARISON',
      message: `${sort}, but clustered was not disturbed. ${advice}`
    })
    const message =
      'meetItsThresholds needs clustered after freeze, but its disturbances were a worker killed at 4 s and reload at 10 s.'
    expect(refusal(() => judged(disturbed, judgeLosses({ limit: 'lost', most: 0, after: 'freeze' })))).to.eql({
      code: 'NO_COMPARISON',
      message
    })
  })
})

describe('a comparison that was disturbed', () => {
  it('is not asked how fast it is', () => {
    const message =
      'meetItsThresholds needs a speedup or shares of the work, which are unknown, as clustered was disturbed. Assert what it loses and how it recovers, or compare without disturb.'
    for (const judge of [
      judgeSpeedup({ metric: 'p95', least: 1 }),
      judgeSpread({ count: 2, orMore: false }),
      judgeEvenness(0.8)
    ]) {
      expect(refusal(() => judged(disturbed, judge))).to.eql({ code: 'NO_COMPARISON', message })
    }
  })

  it('meets its thresholds, or does not, as the report says it', () => {
    const missed = judged(aComparison([aDisturbedResult({ lost: 0 })]), judgeThresholds)
    expect(missed).to.deep.include({
      verdict: 'fail',
      head: 'FAIL  clustered lost 7 of 3,000 requests in 3 kills (7 reset); limit: none.',
      lines: [killed]
    })
    const met = judged(aComparison([aDisturbedResult({ lost: 0.1 })]), judgeThresholds)
    expect(met).to.deep.include({
      verdict: 'pass',
      lines: ['primes: In 3 kills and 3 reloads, clustered lost 7 of 6,000.']
    })
  })

  it('has a problem where a disturbance did not come about', () => {
    expect(judged(disturbed, judgeProblems).verdict).to.equal('pass')
    expect(judged(inDoubt, judgeProblems)).to.deep.include({
      verdict: 'fail',
      found: '1 problem',
      lines: ['problem: clustered: no worker was found to disturb.']
    })
  })
})
