import { expect } from 'chai'
import { requirementsOf, speedupsToHold, ticksOf, trendChart } from '../../../plugin/report/history/trend-chart.ts'
import { changesIn, pointsOf, trendsOf, type Trend } from '../../../plugin/report/history/trends.ts'
import { itFinds } from '../../support/cases.ts'
import { seededUniform } from '../../support/random.ts'
import {
  attributesOf,
  expectSound,
  itIsDrawnAs,
  labelOf,
  markTitles,
  named,
  titledMarks,
  type Element
} from '../charts/drawing.ts'
import {
  aHistoryCandidate,
  aHistoryEntry,
  aHistoryEstimate,
  aHistoryScenario,
  anEntryOf,
  metrics,
  someHistory,
  type HistoryEstimate
} from './entries.ts'
import type { HistoryEntry } from '../../../plugin/concepts/report-data.ts'
import type { Metric } from '../../../plugin/concepts/metrics.ts'

const trendOf = (entries: HistoryEntry[]) => trendsOf(entries).shown[0]
const chartOf = (trend: Trend, metric: Metric) => trendChart(trend, metric, changesIn(trend, metric))
const draw = (entries: HistoryEntry[], metric: Metric = 'p95') => expectSound(chartOf(trendOf(entries), metric))

/** One candidate, a day between its comparisons, the oldest first. */
const history = (...estimates: Partial<HistoryEstimate>[]) =>
  estimates
    .map((estimate, i) => ({
      ...anEntryOf(aHistoryCandidate({}, estimate)),
      startedAt: `2026-11-${10 + i}T12:00:00.000Z`
    }))
    .reverse()
/** p95 of that candidate. */
const drawn = (...estimates: Partial<HistoryEstimate>[]) => draw(history(...estimates))
const pathsIn = (elements: Element[]) =>
  attributesOf(elements, 'path', { 'vector-effect': true }).map(({ d }) => d.replace(/[^ML]/g, ''))

describe('the chart of a trend', () => {
  it('is sound whatever was measured', () => {
    const uniform = seededUniform(11)
    for (let i = 0; i < 24; i++) {
      const candidates = Array.from({ length: Math.ceil(uniform() * 7) }, (_, name) => `<b>${name}`)
      const anySpeedup = () => 10 ** ((i % 3 === 0 ? 9 : 1) * (2 * uniform() - 1))
      const estimate = () => {
        const [speedup, factor] = [anySpeedup(), 1 + 10 ** (2 * uniform() - 1)]
        const found = aHistoryEstimate({
          speedup,
          interval: [speedup / factor, speedup * factor],
          required: uniform() < 0.5 ? null : anySpeedup()
        })
        return { ...found, regression: uniform() < 0.1, reason: uniform() < 0.1 ? ('errors' as const) : null }
      }
      const entries = Array.from({ length: Math.ceil(uniform() * 70) }, (_, age) => {
        const seen = candidates
          .filter(() => uniform() < 0.9)
          .map((name) => aHistoryCandidate({ name, estimates: [estimate()] }))
        return {
          ...anEntryOf(...seen),
          startedAt: new Date(Date.UTC(2026, 0, 1) - age * 3_600_000 * 10 ** (i % 4)).toISOString()
        }
      })
      const measured = trendOf(entries).comparisons.flatMap((comparison) => comparison.candidates)
      expect(titledMarks(draw(entries))).to.have.length(measured.length)
      draw(entries, 'throughput')
    }
  })

  const four = history(
    { required: 1.2 },
    { required: 1.2, regression: true },
    { reason: 'errors', required: 1.3 },
    { speedup: 0.8, interval: [0.5, 0.9] }
  )
  itIsDrawnAs(
    'trend',
    'a mark in the look of its variant for each comparison in equal steps, a ring for what fell, grey for no verdict; requirements',
    chartOf(trendOf(four), 'p95')
  )
  const usual = draw(four)
  const marks = titledMarks(usual)
  const [{ y: at1x, height }] = attributesOf(usual, 'rect')
  const small = (count: number) => named(draw(someHistory(count)), 'g', { transform: 'scale(.7)' }).length
  itFinds({
    'has a line through those with a verdict and a bar for each of these': [
      [
        [pathsIn(drawn({}, { reason: 'errors' }, {})), pathsIn(drawn({ reason: 'errors' }))],
        [['ML', 'MLML'], []]
      ]
    ],
    'has a solid line at 1x, with the slower below it, down to the axis': [
      [attributesOf(usual, 'line', { 'stroke-width': '1.5', 'stroke-dasharray': false }).map(({ y1 }) => y1), [at1x]],
      [marks.map(({ attributes }) => Number(attributes.y) < Number(at1x)), [true, true, true, false]],
      [Number(at1x) + Number(height), 170]
    ],
    'says of each mark of which variant it is where there are several, the first one on top': [
      [
        markTitles(draw(someHistory(1, { candidates: ['clustered', 'four'] }))).map((text) =>
          text.split(':')[1].slice(3)
        ),
        ['four', 'clustered']
      ]
    ],
    'has smaller marks where there are many': [[[40, 50].map(small), [0, 50]]],
    'writes what was required last to the left of the edge': [
      [
        named(drawn({}, {}, {}, { required: 1.3 }), 'text', { x: '100%', 'text-anchor': 'end' }).map(
          ({ text }) => text
        ),
        ['≥ 1.30x']
      ]
    ],
    'tells those who do not see it the newest numbers': [
      [
        labelOf(draw(history({}), 'throughput')),
        'Speedup over single in throughput, one comparison, 2026-11-10. Newest: clustered 1.60x [1.34, 1.92].'
      ]
    ]
  })
})

describe('the axes of a trend', () => {
  const demandsOf = (entries: HistoryEntry[], metric: Metric = 'p95') =>
    requirementsOf(trendOf(entries).candidates.flatMap((name) => pointsOf(trendOf(entries).comparisons, name, metric)))
  const [near, far, low] = [2.5, 9, 0.1].map((required) => demandsOf(history({ required })))
  const held = speedupsToHold(
    [aHistoryEstimate({ speedup: 2, interval: [0.01, 50] }), aHistoryEstimate({ speedup: 1.5, interval: [1.2, 1.9] })],
    []
  )
  const two = someHistory(5, { candidates: ['clustered', 'four'] })
  const required = 1.3
  const labels = (...times: string[]) =>
    ticksOf(times.map((time) => `2026-11-${time}:00.000Z`)).map(({ part, label }) => `${part} ${label}`)

  itFinds({
    'hold every speedup, 1, and intervals as far as they leave room, but none that carries no verdict': [
      [
        held.toSorted((a, b) => a - b).map((speedup) => speedup.toFixed(3)),
        ['0.667', '1.000', '1.200', '1.900', '2.000', '3.000']
      ],
      [speedupsToHold([aHistoryEstimate({ speedup: 2, interval: [1.1, 2.9], reason: 'errors' })], []), [1, 2]]
    ],
    'hold what was required, unless it is far from all that was measured': [
      [near, [{ speedup: 2.5, from: 0, to: 1, isBeyond: false }]],
      [[far, low].map(([{ isBeyond }]) => isBeyond), [true, true]],
      [[near, far].map((demands) => speedupsToHold([aHistoryEstimate()], demands).at(-1)), [2.5, 1.92]]
    ],
    'tell what was required once, of however many candidates, and again after a comparison without it': [
      [demandsOf(two), [{ speedup: 1.3, from: 0, to: 5, isBeyond: false }]],
      [demandsOf(two, 'p50'), []],
      [
        demandsOf(history({ required }, {}, { required }, { required })).map(({ from, to }) => [from, to]),
        [
          [0, 1],
          [2, 4]
        ]
      ]
    ],
    'name the first comparison, the last and one between, by the hour where the days are the same': [
      [
        labels('10T12:00', '11T12:00', '12T12:00', '13T12:00'),
        ['0.125 2026-11-10', '0.375 2026-11-11', '0.875 2026-11-13']
      ],
      [labels('10T12:00', '10T13:30'), ['0.25 11-10 12:00', '0.75 11-10 13:30']],
      [labels('10T12:00'), ['0.5 2026-11-10']]
    ]
  })
})

describe('the trends', () => {
  const shown = (...entries: HistoryEntry[]) => trendsOf(entries).shown
  const hundred = someHistory(100)
  const names = (count: number) => Array.from({ length: count }, (_, i) => `name ${i}`)
  const countOf = (plan: Parameters<typeof someHistory>[1]) => shown(...someHistory(100, plan))[0].comparisons.length
  const groups = shown(
    aHistoryEntry({ scenarios: [aHistoryScenario(undefined, { scenario: 'io' }), aHistoryScenario()] }),
    aHistoryEntry({ file: 'other.yml' }),
    aHistoryEntry({ scenarios: [aHistoryScenario(undefined, { baseline: 'clustered' })] }),
    aHistoryEntry()
  )
  const interrupted = aHistoryEntry({ verdict: 'not measured', interrupted: true })
  const renamed = [
    ['new', 'clustered'],
    ['clustered', 'old']
  ].map((all) => anEntryOf(...all.map((name) => aHistoryCandidate({ name }))))
  const requiring = (wanted: Metric) =>
    aHistoryCandidate({
      estimates: metrics.map((metric) => aHistoryEstimate({ metric, required: metric === wanted ? 1.3 : null }))
    })
  const metricsOf = (...entries: HistoryEntry[]) => shown(...entries)[0].metrics.join(' ')
  const [p50, p99, none] = [
    anEntryOf(aHistoryCandidate(), requiring('p50')),
    anEntryOf(requiring('p99')),
    anEntryOf(aHistoryCandidate())
  ]
  const p95 = aHistoryEstimate({ speedup: 2 })
  const [gap] = shown(
    anEntryOf(aHistoryCandidate({ estimates: [p95] })),
    anEntryOf(aHistoryCandidate({ name: 'four' }))
  )

  itFinds({
    'are one for each scenario of each file, and for each baseline, the last compared first': [
      [
        groups.map(({ file, scenario, baseline, comparisons }) =>
          [file, scenario, baseline, comparisons.length].join(' ')
        ),
        [
          'scenarios/primes.yml io single 1',
          'scenarios/primes.yml primes single 2',
          'other.yml primes single 1',
          'scenarios/primes.yml primes clustered 1'
        ]
      ]
    ],
    'leave out what was interrupted or not measured': [
      [shown(interrupted, aHistoryEntry({ verdict: 'fail' }), aHistoryEntry())[0].comparisons.length, 2],
      [trendsOf([interrupted]), { shown: [], hidden: 0 }]
    ],
    'hold the last 60 comparisons, from the oldest to the newest, fewer of many candidates, and know how many are older':
      [
        [
          shown(...hundred)[0].comparisons.map(({ startedAt }) => startedAt),
          hundred
            .slice(0, 60)
            .map(({ startedAt }) => startedAt)
            .reverse()
        ],
        [shown(...hundred)[0].older, 40],
        [
          [countOf({ candidates: names(20) }), countOf({ candidates: names(20), required: null })],
          [10, 15]
        ]
      ],
    'are as many as have room, more where fewer charts are drawn, but at least one, and count the others': [
      [
        [trendsOf(someHistory(60, { scenarios: names(9) }))].map((trends) => [trends.shown.length, trends.hidden]),
        [[4, 5]]
      ],
      [shown(...someHistory(60, { scenarios: names(9), required: null })).length, 6],
      [shown(...someHistory(1, { candidates: names(500) })).length, 1]
    ],
    'name the candidates of the newest comparison first': [
      [shown(...renamed)[0].candidates, ['new', 'clustered', 'old']]
    ],
    'show p95 and throughput, and what the newest comparison required of any candidate, not what an older one did': [
      [
        [metricsOf(none), metricsOf(none, p99)],
        ['p95 throughput', 'p95 throughput']
      ],
      [
        [metricsOf(p99, none), metricsOf(p50, none)],
        ['p95 p99 throughput', 'p50 p95 throughput']
      ]
    ],
    'have no point where a candidate was not measured': [
      [pointsOf(gap.comparisons, 'clustered', 'p95'), [{ index: 1, comparison: gap.comparisons[1], estimate: p95 }]],
      [pointsOf(gap.comparisons, 'clustered', 'throughput'), []]
    ]
  })
})
