import { estimateOf, isShown } from '../../plugin/concepts/comparison.ts'
import { renderPage } from '../../plugin/report/page/render-page.ts'
import { runsSection } from '../../plugin/report/page/runs-sections.ts'
import { speedupSection } from '../../plugin/report/page/speedup-section.ts'
import { decisionSentence } from '../../plugin/report/words/decision.ts'
import { speedupText } from '../../plugin/report/words/numbers.ts'
import { claimSentence } from '../../plugin/report/words/sentences.ts'
import { itFinds } from '../support/cases.ts'
import { aRunDetail, aView, itReads, rowsIn } from '../support/pages.ts'
import { aCandidateWith, aComparison, aScenarioResult } from '../support/results.ts'
import { aRun } from '../support/runs.ts'
import type { Estimate } from '../../plugin/concepts/comparison.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'

const thin = [
  { metric: 'p95' as const, responsesPerRun: 82 },
  { metric: 'p99' as const, responsesPerRun: 82 }
]
const few = aScenarioResult([aCandidateWith(thin)])
const required = aScenarioResult([
  aCandidateWith([{ ...thin[0], required: 1.3, verdict: 'pass' }, thin[1]], { verdict: 'pass' })
])
const runs = ['single', 'clustered'].map((variant) => aRunDetail({ run: aRun({ variant }) }))
const page = renderPage({ comparison: aComparison([few]), runs })
const open = { load: { model: 'open' as const, saturated: [] } }

// Console and summary: test/report/golden.
describe('a percentile of too few responses', () => {
  itFinds({
    'is not what is claimed, nor what to do is about, while there is another': [
      [claimSentence(few.candidates[0], few), 'clustered is 1.97x faster than single at p50.'],
      [decisionSentence(aScenarioResult([aCandidateWith(thin)], open)), /^Use clustered \(2 workers\): p50 falls/]
    ],
    'has what is missing in place of its figures in the table of the page, where what is required has its figures': [
      [
        rowsIn(speedupSection(aView({ result: required }))).slice(2, 4),
        [
          ['p95', '100 → 62.5 ms', '', '~1.60x', '[1.34, 1.92]', '≥ 1.3x', 'PASS'],
          ['p99', '–', 'too few for it: 82 of 300 responses a run', '–', '–', '', 'no threshold']
        ]
      ]
    ]
  })

  itFinds({
    'has its figures where it fell': [
      [isShown({ ...thin[0], required: null, regression: true }), true],
      [isShown({ ...thin[0], required: null, regression: false }), false]
    ]
  })

  itReads({
    'has no tile, and a dash in the overview': [
      [page, { lacks: /p95 latency –|p99 latency –/ }],
      [
        renderPage({
          comparison: aComparison([few, { ...few, scenario: 'io' }]),
          runs: [...runs, ...runs.map((detail) => ({ ...detail, run: { ...detail.run, scenario: 'io' } }))]
        }),
        'primes clustered 1.97x [1.51, 2.58] – – 1.66x [1.30, 2.12]'
      ]
    ],
    'has no ratio of each round': [
      [runsSection(aView({ result: few, runs })), 'clustered, p50', { lacks: /clustered, p95/ }]
    ]
  })
})

describe('a percentile of enough responses, but not many', () => {
  const rough = aScenarioResult([aCandidateWith([{ metric: 'p95', responsesPerRun: 155 }])])
  const roughPage = renderPage({ comparison: aComparison([rough]), runs })

  itReads({
    'has its figures with a mark and its interval on its tile, which says why, and in the table': [
      [
        roughPage,
        'p95 latency ~1.60x 100 → 62.5 ms, 95 % interval [1.34, 1.92]: rough, of 155 responses a run',
        '~1.60x [1.34, 1.92]'
      ]
    ]
  })

  itFinds({
    'is what is claimed, as the others are': [
      [claimSentence(rough.candidates[0], rough), 'clustered is 1.60x faster than single at p95.']
    ],
    'has the mark in text, which the median needs not': [
      [
        ['p95', 'p50'].map((metric) => speedupText(estimateOf(rough.candidates[0], metric as Metric) as Estimate)),
        ['~1.60x', '1.97x']
      ]
    ],
    'has the mark before the figure where it is known from one side only': [
      [speedupText({ ...(estimateOf(rough.candidates[0], 'p95') as Estimate), side: 'at most' }), 'at most ~1.92x']
    ]
  })
})
