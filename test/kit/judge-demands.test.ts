import { judgeLimits, judgeThresholds } from '../../plugin/kit/judge-demands.ts'
import { aComparison, aScenarioResult, aVariantLimit } from '../support/results.ts'
import { itTells, judged, judgedAs, limited } from './some-comparisons.ts'

describe('the judgement of limits', () => {
  const of = (...limits: Parameters<typeof aVariantLimit>[0][]) =>
    limits.map((limit, i) => aScenarioResult([], { scenario: `s${i}`, limits: [aVariantLimit(limit)] }))
  const ofBaseline = limited('pass', {
    limits: [aVariantLimit({ variant: 'single' }), aVariantLimit({ verdict: 'pass' })]
  })

  itTells('limits', {
    'says which is missed, by how much': judged(limited('fail'), judgeLimits),
    'is of the baseline, too': judged(ofBaseline, judgeLimits),
    'of a candidate, is of its own alone': judged(ofBaseline.candidate(), judgeLimits),
    'is the worst of all scenarios, each of which it tells by its name': judged(
      aComparison(of({}, { verdict: 'inconclusive' }, { limit: 210 })),
      judgeLimits
    ),
    'says what was met where a miss was expected': judged(limited('pass'), judgeLimits),
    'is none when the comparison was stopped early': judged(limited('fail', { preliminary: true }), judgeLimits)
  })
})

describe('the judgement of everything that is required', () => {
  const both = (candidate: 'pass' | 'fail', limit: 'pass' | 'fail') =>
    judged(
      aComparison([aScenarioResult([judgedAs(candidate)], { limits: [aVariantLimit({ verdict: limit })] })]),
      judgeThresholds
    )

  itTells('all', {
    'is of a limit that is missed': both('pass', 'fail'),
    'is of a threshold that is missed': both('fail', 'pass'),
    'is of both that are missed': both('fail', 'fail'),
    'tells of each that is met': both('pass', 'pass')
  })
})
