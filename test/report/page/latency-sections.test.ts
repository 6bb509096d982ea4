import { expect } from 'chai'
import { percentilesSection } from '../../../plugin/report/page/runs-sections.ts'
import { milliseconds } from '../../../plugin/report/words/numbers.ts'
import { itFinds } from '../../support/cases.ts'
import { itReads, rowsIn } from '../../support/pages.ts'
import { aRandomView } from '../../support/random-views.ts'
import type { ScenarioResult } from '../../../plugin/concepts/comparison.ts'
import type { RunDetail } from '../../../plugin/concepts/report-data.ts'
import type { ScenarioView } from '../../../plugin/report/page/section.ts'

type Plan = Parameters<typeof aRandomView>[0]

/** @param change of its runs */
function percentiles(
  plan: Plan,
  change: (runs: RunDetail[]) => RunDetail[] = (runs) => runs,
  overrides?: Partial<ScenarioView>
) {
  const view = aRandomView(plan)
  return percentilesSection({ ...view, runs: change(view.runs), ...overrides })
}
const ofClustered = (change: Partial<RunDetail>) => (runs: RunDetail[]) =>
  runs.map((detail) => (detail.run.variant === 'clustered' ? { ...detail, ...change } : detail))
const legendIs = (...names: string[]) => ({
  html: new RegExp(
    `<ul class="legend">(<li><svg[^>]*>[^/]*/></svg> <bdi>(${names.join('|')})</bdi>( \\(baseline\\))?</li>){${names.length}}</ul>`
  )
})

const chartsOf = (section: unknown): string[] => String(section).split('<figure').slice(1)

describe('the section of percentiles', () => {
  it('has the numbers of the estimates in its table', () => {
    const view = aRandomView({ seed: 30, rounds: 4, requests: 1200 })
    const [head, ...rows] = rowsIn(String(percentilesSection(view)).split('Where the time')[0])
    expect(head).to.eql(['Variant', 'min', 'p50', 'p75', 'p90', 'p95', 'p99', 'p99.9', 'max'])
    const estimates = view.result?.candidates[0].estimates.slice(0, 3) ?? []
    const shown = rows.map((row) => [row[0], row[2], row[5], row[6]])
    expect(shown).to.eql(
      view.names.map((name, i) => [
        name,
        ...estimates.map(({ baseline, candidate }) => milliseconds(i === 0 ? baseline : candidate))
      ])
    )
    for (const [, ...values] of rows) expect(values.map(Number)).to.eql(values.map(Number).sort((a, b) => a - b))
  })

  const [last] = aRandomView({ seed: 32, rounds: 1, mediansMs: [9000] }).runs
  const more = percentiles({ seed: 31, rounds: 4 }, (runs) => [...runs, { ...last, run: { ...last.run, round: 5 } }])

  itFinds({
    'leaves out a round that was cut short, as the estimates do': [[more, percentiles({ seed: 31, rounds: 4 })]],
    'compares from p10 on only: the very fastest responses are a matter of chance': [
      [
        chartsOf(percentiles({ seed: 39, requests: 1000 })).map((chart) => Number(/ d="M([\d.]+),/.exec(chart)?.[1])),
        [0, 16.7]
      ]
    ]
  })

  const [short, long] = [
    { seed: 30, rounds: 3, requests: 1000 },
    { seed: 37, rounds: 1, requests: 11_000 }
  ]
  const countedAs = (counted: number) => (runs: RunDetail[]) =>
    runs.map((detail) => ({
      ...detail,
      counted: detail.run.variant === 'clustered' && detail.run.round === 2 ? counted : 1000
    }))
  const unknownFirst = (runs: RunDetail[]) =>
    runs.map((detail) => ({
      ...detail,
      run: { ...detail.run, firstRequests: { apart: false, count: 0, latencyMs: null } }
    }))
  const view = aRandomView({ seed: 30, rounds: 3 })
  const result = view.result as ScenarioResult
  const responseTime = { latencyMs: 66, generatorMs: 0.33, queueMs: 60, waitingMs: 1.65, computingMs: 4.02, bodyMs: 0 }
  const withTime = percentilesSection({
    ...view,
    result: { ...result, variants: result.variants.map((use) => ({ ...use, responseTime })) }
  })
  itReads({
    'leaves out the p99.9 of a variant with a round that is too short to tell it, and says why': [
      [
        percentiles(short, countedAs(999)),
        '<td title="fewer than 1,000 responses in a round">–</td>',
        { lacks: /(<td[^>]*>–.*){2}/s },
        { html: /<bdi>single<\/bdi><\/th>(<td>[\d.]+<\/td>){8}<\/tr>/ },
        '–: fewer than 1,000 responses in a round, too few for p99.9.'
      ],
      [percentiles(short), { lacks: /–/ }]
    ],
    'has where the time of a response goes, in milliseconds and as shares, as far as it is known': [
      [
        withTime,
        { html: /<summary>Where the time of a response goes<\/summary>/ },
        /Variant Response computing waiting for its turn waiting inside load generator single 66 ms 4\.0 ms 6\.1 % 60 ms 91 % 1\.6 ms 2\.5 % 0\.33 ms 0\.5 %/
      ],
      [
        percentilesSection({
          ...view,
          result: { ...result, variants: result.variants.map((use) => ({ ...use, responseTime: null })) }
        }),
        { lacks: /Where the time/ }
      ]
    ],
    'shows what there is while no round is whole': [
      [
        percentiles({ seed: 33, rounds: 1 }, (runs) => runs.slice(0, 1)),
        legendIs('single'),
        { lacks: /at each percentile/ }
      ]
    ],
    'says which scale its latencies have': [
      [percentiles({ seed: 34 }), 'on a linear scale'],
      [percentiles({ seed: 34, mediansMs: [1000, 1] }), 'on a logarithmic scale']
    ],
    'is left out where no response counts, and leaves out variants of which none does': [
      [
        percentiles({ seed: 35 }, ofClustered({ counted: 0, quantiles: [] })),
        'single (baseline)',
        { lacks: /clustered/ }
      ],
      [percentiles({ seed: 35 }, () => []), null]
    ],
    'names every variant in the legend, and the scenario where there are several': [
      [
        percentiles({ seed: 36, candidates: 5 }),
        legendIs('single', 'cluster-2', 'cluster-3', 'cluster-4', 'cluster-5', 'cluster-6')
      ],
      [
        percentiles({ seed: 36 }, undefined, { prefix: 's2-', scenario: 'second' }),
        { html: /aria-label="second: Latencies in ms/ }
      ]
    ],
    'tells of first responses, and of chance, only where there is a reason': [
      [percentiles({ seed: 37 }), 'The first response on each connection is left out.', 'Grey: fewer than 10'],
      [percentiles(long, unknownFirst), { lacks: /first response|Grey/ }]
    ]
  })
})
