import { expect } from 'chai'
import { preliminary } from '../../../plugin/comparison/findings.ts'
import { findingOf, speedupSection } from '../../../plugin/report/page/speedup-section.ts'
import { interval, times } from '../../../plugin/report/words/numbers.ts'
import { change } from '../../../plugin/report/words/scenario-sentences.ts'
import { itFinds } from '../../support/cases.ts'
import { aView, headingsIn, itReads, rowsIn } from '../../support/pages.ts'
import { aRandomView } from '../../support/random-views.ts'
import { seededUniform } from '../../support/random.ts'
import { aCandidate, aCandidateWith, aScenarioResult, someLimits } from '../../support/results.ts'
import type { Metric } from '../../../plugin/concepts/metrics.ts'
import type { CandidateResult, Estimate, Limit } from '../../../plugin/concepts/comparison.ts'

const tableOf = (...candidates: CandidateResult[]) =>
  String(speedupSection(aView({ result: aScenarioResult(candidates) })))

/** @returns the cells of each row below the head */
const rowsOf = (html: unknown): string[][] => rowsIn(html).slice(1)
const resultsOf = (html: unknown) => rowsOf(html).map((row) => row[6])
const [pass, fail, inconclusive] = ['pass', 'fail', 'inconclusive'] as const
const withEstimates = (...estimates: Partial<Estimate>[]) => tableOf(aCandidateWith(estimates))
/** @returns value, requirement and result of each limit */
const limitsOf = (fairness: Partial<Limit>, errorRate?: Partial<Limit>) =>
  rowsOf(tableOf(aCandidate({ limits: someLimits(fairness, errorRate) })))
    .slice(4)
    .map((row) => [row[1], row[5], row[6]].join(' '))
const selfCheckOf = (biased: Metric[]) => ({ verdict: biased.length === 0 ? pass : fail, biased, leastMargin: {} })
const checked = (biased: Metric[]) =>
  resultsOf(
    tableOf(aCandidateWith([{ metric: 'throughput', reason: 'throughput-fixed' }], { selfCheck: selfCheckOf(biased) }))
  )
const earlier: Estimate['earlier'] = { speedup: 2, interval: [1.95, 2.1] }
const fell = 'no threshold REGRESSION (earlier 2.00x [1.95, 2.10])'
const grouped = tableOf(
  aCandidate(),
  aCandidate({ name: 'four', limits: someLimits({ required: 0.9, verdict: pass }) })
)
const early = aCandidateWith(
  [
    { metric: 'p50', required: 1.3, verdict: pass },
    { metric: 'p95', required: 3, verdict: null },
    { metric: 'p99', earlier, regression: true }
  ],
  {
    limits: someLimits({ required: 0.9, verdict: pass }, { required: 0.01, verdict: inconclusive }),
    selfCheck: selfCheckOf(['throughput'])
  }
)
const endedEarly = speedupSection(aView({ result: preliminary(aScenarioResult([early], { decided: false })) }))
const judged = withEstimates(
  { metric: 'p50', required: 1.3, verdict: pass },
  { metric: 'p95', required: 3, verdict: fail },
  { metric: 'p99', required: 1.9, verdict: inconclusive }
)
const limited = tableOf(
  aCandidate({
    limits: someLimits({ value: 0.974, required: 0.9, verdict: pass }, { value: 0.012, required: 0.01, verdict: fail })
  })
)

describe('the section of speedups', () => {
  const view = aRandomView({ seed: 20, rounds: 4, thresholds: { p95: 1.3 } })
  itFinds({
    'has a row for each metric, with the numbers of its estimate': [
      [
        rowsOf(speedupSection(view)).map((row) => row.slice(0, 6)),
        view.result?.candidates[0].estimates.map((estimate) => [
          estimate.metric,
          change(estimate),
          '',
          times(estimate.speedup),
          interval(estimate.interval),
          estimate.metric === 'p95' ? '≥ 1.3x' : ''
        ])
      ]
    ],

    'has a heading that says what was found of the only candidate': [
      [headingsIn(judged), ['h2 p95 falls: 100 → 62.5 ms']],
      [
        headingsIn(
          withEstimates({ metric: 'p95', interval: [0.9, 1.1] }, { metric: 'throughput', interval: [0.9, 1.1] })
        ),
        ['h2 No measurable difference in throughput: 100 → 62.5 responses/s']
      ],
      [headingsIn(grouped), ['h2 Throughput: 1.66x over single']],
      [findingOf(aScenarioResult([aCandidate()]), 'throughput'), null],
      [findingOf(aScenarioResult([aCandidate()]), 'p95'), 'p95 falls: 100 → 62.5 ms']
    ],
    'says the result of each requirement, in a word and a shape': [
      [resultsOf(judged), ['PASS', 'FAIL', 'INCONCLUSIVE', 'no threshold']],
      [judged, /(status-pass"><svg.*status-fail"><svg.*status-inconclusive"><svg)/s]
    ],
    'says in a few words why no verdict is drawn': [
      [
        resultsOf(withEstimates({ metric: 'p95', required: 1.3, verdict: inconclusive, reason: 'errors' }))[1],
        'INCONCLUSIVE (too many errors)'
      ],
      [
        resultsOf(withEstimates({ metric: 'p95', reason: 'throughput-fixed' }))[1],
        'no threshold (users arrive at a fixed rate)'
      ]
    ],
    'prints what is required as it was configured, and no value as if it met what it misses': [
      [rowsOf(withEstimates({ metric: 'p95', required: 1.005, verdict: fail, speedup: 1.002 }))[1][5], '≥ 1.005x'],
      [
        limitsOf({ value: 0.8996, required: 0.9, verdict: fail }, { value: 0.01004, required: 0.01, verdict: fail }),
        ['0.8996 ≥ 0.9 FAIL', '1.004 % ≤ 1 % FAIL']
      ],
      [
        limitsOf(
          { value: 0.8949, required: 0.8945, verdict: pass },
          { value: 0.00996, required: 0.00998, verdict: pass }
        ),
        ['0.895 ≥ 0.8945 PASS', '0.996 % ≤ 0.998 % PASS']
      ],
      [
        limitsOf({ value: 0.9, required: 0.9, verdict: pass }, { value: 0.07, required: 0.07, verdict: pass }),
        ['0.90 ≥ 0.9 PASS', '7.0 % ≤ 7 % PASS']
      ],
      [limitsOf({}, { value: 0.000001, required: 0, verdict: fail }), ['0.00010 % ≤ 0 % FAIL']]
    ],
    'says of each metric of a self-check whether it differs': [
      [
        checked(['p95', 'p99']),
        ['no difference', 'FAIL (differs)', 'FAIL (differs)', 'INCONCLUSIVE (users arrive at a fixed rate)']
      ],
      [checked([]).slice(0, 3), ['no difference', 'no difference', 'no difference']]
    ],
    'draws no verdict on a comparison that was ended before its time': [
      [
        resultsOf(endedEarly),
        [
          'preliminary',
          'preliminary',
          'no threshold (earlier 2.00x [1.95, 2.10])',
          'no threshold',
          'preliminary',
          'preliminary'
        ]
      ],
      [/class="status|PASS|FAIL|INCONCLUSIVE/.test(String(endedEarly)), false]
    ],
    'shows an earlier result, and what fell since': [
      [
        resultsOf(withEstimates({ metric: 'p50', earlier }, { metric: 'p95', earlier, regression: true })).slice(0, 2),
        [fell.replace('REGRESSION ', ''), fell]
      ]
    ],
    'has the limits that are required, without a strip': [
      [
        rowsOf(limited).slice(4),
        [
          [
            'fairness',
            '0.97',
            'a worker’s fair share of the requests, 1/2, over that of the busiest',
            '',
            '',
            '≥ 0.9',
            'PASS'
          ],
          ['error rate', '1.2 %', 'requests without a response below 400', '', '', '≤ 1 %', 'FAIL']
        ]
      ],
      [
        [limited.match(/<svg class="strip"/g)?.length, limitsOf({})],
        [1 + 4, []]
      ],
      [limitsOf({ value: null, required: 0.9, verdict: inconclusive }), ['unknown ≥ 0.9 INCONCLUSIVE']]
    ],
    'is grouped by metric when there are several candidates, each row with its metric and variant': [
      [
        rowsOf(grouped).map(([metric, variant]) => `${metric} ${variant}`),
        [
          ...['p50', 'p95', 'p99', 'throughput'].flatMap((metric) => [`${metric} clustered`, `${metric} four`]),
          'fairness four'
        ]
      ],
      [
        [grouped.match(/<tbody/g)?.length, grouped.match(/class="again"/g)?.length],
        [5, 4]
      ]
    ]
  })

  it('rounds no limit such that a miss looks like a hit, nor a hit like a miss', () => {
    const uniform = seededUniform(22)
    const limits = Array.from({ length: 2000 }, (_, i) => {
      const required = Number((10 ** (-4 * uniform())).toPrecision(1 + (i % 3)))
      return { required, value: required * (1 + (10 ** (-6 * uniform()) * (i % 2 === 0 ? 1 : -1)) / 10) }
    })
    const rows = rowsOf(
      tableOf(...limits.map((limit) => aCandidate({ estimates: [], limits: someLimits(limit, limit) })))
    )
    const numberIn = (text: string) => Number(/[\d.]+/.exec(text))
    for (const [i, { value, required }] of limits.entries()) {
      const [fairness, errorRate] = [rows[i], rows[limits.length + i]]
      expect(numberIn(fairness[2]) >= required, `${value} against ${required}`).to.equal(value >= required)
      expect(numberIn(errorRate[2]) <= numberIn(errorRate[6]), `${value} against ${required}`).to.equal(
        value <= required
      )
    }
  })

  itReads({
    'explains its zones and dots only where there are any': [
      [tableOf(aCandidate()), { lacks: /green zone|hollow dot/ }],
      [
        withEstimates({
          metric: 'p95',
          required: 1.3,
          verdict: pass,
          outliers: [{ round: 1, ratio: 1.5, pulledTo: 1.55 }]
        }),
        'The green zone begins at the threshold',
        'A hollow dot is an outlier'
      ]
    ],
    'shares one axis that holds every ratio, interval and threshold': [
      [
        withEstimates(
          { metric: 'p99', required: 80, verdict: fail },
          { metric: 'p50', ratios: [0.01, 1.5], interval: [0.03, 3] }
        ),
        { html: /from 0\.01x to 100x/ }
      ]
    ],
    'is a table with its roles, so that no stylesheet can take them': [
      ['table', 'table'],
      ['thead', 'rowgroup'],
      ['tbody', 'rowgroup'],
      ['tr', 'row'],
      ['td', 'cell']
    ].map(([tag, role]) => [
      tableOf(aCandidate()),
      { html: new RegExp(`<${tag}[ >]`) },
      { lacks: new RegExp(`<${tag}(?![^>]* role="${role}")[ >]`) }
    ])
  })
})
