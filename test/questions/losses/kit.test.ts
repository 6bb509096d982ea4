import { expect } from 'chai'
import { judgeLosses } from '../../../plugin/questions/losses/kit/judge.ts'
import { judgeEvenness, judgeProblems, judgeSpeedup, judgeSpread } from '../../../plugin/kit/judges.ts'
import { judgeThresholds } from '../../../plugin/kit/judge-demands.ts'
import { aDisturbedResult, aRound, someLosses } from '../../support/losses.ts'
import { aComparison } from '../../support/results.ts'
import { refusal } from '../../support/settings.ts'
import { itTells, judged, usual } from '../../kit/some-comparisons.ts'
import type { ScenarioResult } from '../../../plugin/concepts/comparison.ts'
import type { LossDemand } from '../../../plugin/questions/losses/kit/judge.ts'

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
  const of = (demand: LossDemand, subject = disturbed) => judged(subject, judgeLosses(demand))
  const toLoseNone: LossDemand = { limit: 'lost', most: 0 }
  itTells('losses', {
    'says how many were lost, how and why, where none was expected to be': of(toLoseNone),
    'is of one kind of disturbance where one is chosen': of({ ...toLoseNone, after: 'reload' }),
    'is by the interval of a share above 0, in each disturbance, and says what would decide it': of({
      limit: 'lost',
      most: 0.001
    }),
    'is by the interval of a recovery, and tells of the worst disturbances only': of({ limit: 'recovery', most: 1 }),
    'is none when the comparison was ended early': of(toLoseNone, result({ preliminary: true })),
    'is none where it is unknown what was lost, and more rounds would not help': of(toLoseNone, inDoubt)
  })

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

  itTells('losses-limits', {
    'missed, as the report says it': judged(aComparison([aDisturbedResult({ lost: 0 })]), judgeThresholds),
    met: judged(aComparison([aDisturbedResult({ lost: 0.1 })]), judgeThresholds)
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
