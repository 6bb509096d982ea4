import { expect } from 'chai'
import { XMLValidator } from 'fast-xml-parser'
import { renderPage } from '../../../plugin/report/page/render-page.ts'
import { itFinds } from '../../support/cases.ts'
import { aRunDetail, expectAnchors, headingsIn, itReads, textOf } from '../../support/pages.ts'
import {
  aCandidate,
  aCandidateWith,
  aComparison,
  aDescribedVariant,
  aScenarioResult,
  aVariantLimit
} from '../../support/results.ts'
import { aLoadHost, aRun } from '../../support/runs.ts'
import { aCrossover, resultsOf } from '../../support/scaling.ts'
import type { Comparison } from '../../../plugin/concepts/comparison.ts'

const usual = aComparison([aScenarioResult([aCandidate()])])
const settings = {
  ...usual.settings,
  variants: [
    aDescribedVariant(),
    aDescribedVariant({ name: 'clustered', mode: 'cluster', workers: 2, scheduling: 'none' })
  ]
}
const runs = ['single', 'clustered'].map((variant) =>
  aRunDetail({ run: aRun({ variant, samples: `samples/${variant} 1.csv` }) })
)
const runsOf = (...scenarios: string[]) =>
  scenarios.flatMap((scenario) => runs.map((detail) => ({ ...detail, run: { ...detail.run, scenario } })))

const pageOf = (overrides?: Partial<Comparison>, details = runs) =>
  renderPage({ comparison: { ...usual, settings, ...overrides }, runs: details })

const sectionsOf = (page: string) => headingsIn(page).filter((heading) => heading.startsWith('h2'))
const overviewOf = (page: string) => page.split('id="overview"')[1].split('</section>')[0]

const page = pageOf()
const outside = [
  aDescribedVariant(),
  aDescribedVariant({ name: 'clustered', mode: 'url', workers: null, detail: 'https://a.example' })
]
const seen = runs.map((detail) => ({
  ...detail,
  workers: [1, 2].map((pid) => ({ pid: String(pid), requests: 1, connections: 1, usage: null }))
}))
const failed = aScenarioResult(
  [aCandidateWith([{ metric: 'p95', required: 3, verdict: 'fail' }], { verdict: 'fail' })],
  { scenario: 'io', verdict: 'fail' }
)
const several = pageOf({ scenarios: [...usual.scenarios, failed] }, [...runs, ...runsOf('io'), ...runsOf('late')])
const two = overviewOf(
  pageOf({ scenarios: [aScenarioResult([aCandidate(), aCandidate({ name: 'four' })])] }, [...runs, ...runsOf('io')])
)
const results = resultsOf(aCrossover())
const names = results.map(({ scenario }) => scenario)
const loads = pageOf({ scenarios: results }, runsOf(...names, 'late'))
const levels = loads.split('<details class="level">').slice(1)
const early = aScenarioResult([aCandidateWith([{ metric: 'p95', required: 1.2 }])], { preliminary: true })

describe('the page of a comparison', () => {
  itReads({
    'begins with where it comes from, the verdict and the speedups': [
      [
        page.split('<body>')[1],
        /^Skip to the results primes\.yml · speedup report \/home\/me\/scenarios\/primes\.yml · primes · 2026-11-20 12:01:00 UTC · 2 runs, 1 round, 2,400 requests /,
        '· Node 24.21.0 · 2 cores Yes: clustered (2 workers) serves 1.66 times as much as single. clustered is 1.60x faster than single at p95. No threshold is set.',
        'p50 latency 1.97x 100 → 62.5 ms, 95 % interval [1.51, 2.58]'
      ]
    ],
    'has an overview where there are several scenarios': [
      [
        overviewOf(several),
        'primes clustered 1.97x [1.51, 2.58] 1.60x [1.34, 1.92] 1.96x [1.42, 2.71] 1.66x [1.30, 2.12]',
        /io clustered .* FAIL late ended before round 3$/
      ]
    ],
    'says in the overview that a limit was missed, whatever the speedup': [
      [
        overviewOf(
          pageOf(
            {
              scenarios: [
                aScenarioResult([aCandidate()], { limits: [aVariantLimit({ variant: 'single' })], verdict: 'fail' })
              ]
            },
            [...runs, ...runsOf('io')]
          )
        ),
        /primes clustered .* FAIL io /
      ]
    ],
    'has the name of a scenario once in the overview, beside all of its candidates': [
      [
        two,
        /primes clustered 1\.97x .* four 1\.97x .* io ended before round 3$/,
        '<th scope="rowgroup" rowspan="2">',
        { lacks: /(primes.*){2}/s }
      ]
    ],
    'says what has changed since the last comparison': [
      [
        pageOf({
          previous: {
            folder: 'before',
            startedAt: '2026-11-19T12:00:00.000Z',
            commit: null,
            estimates: [
              { scenario: 'primes', candidate: 'clustered', metric: 'p95', speedup: 1.5, interval: [1.4, 1.6] }
            ]
          }
        }),
        'Last time: p95 1.50x [1.40, 1.60] (2026-11-19 12:00 UTC), now 1.60x [1.34, 1.92]: no measurable change.'
      ],
      [page, { lacks: /Last time/ }]
    ],
    'says in place of a verdict why it ended early': [
      [
        pageOf({ scenarios: [], error: { code: 'INTERRUPTED', message: 'The comparison was interrupted.' } }),
        'INTERRUPTED. The comparison was interrupted. The rest of this page is from the runs that finished.',
        'Fewer than three rounds of this scenario finished'
      ],
      [
        pageOf({ scenarios: [], error: { code: 'APP_DIED', message: 'The app left.' } }, []),
        'NOT MEASURED. The app left. No run finished.',
        'Environment and method'
      ]
    ],
    'has no verdict beside what ended it early, and the log of an app apart from the sentence': [
      [
        pageOf({
          scenarios: [early],
          error: { code: 'APP_DIED', message: 'The app left. Its last lines:\nError: no\n  at main' }
        }).split('<body>')[1],
        'NOT MEASURED. The app left. Its last lines: Error: no at main The rest of this page is from the runs that finished.',
        '<pre>Error: no\n  at main</pre>',
        'PRELIMINARY. clustered is 1.60x faster than single at p95. Ended after 4 rounds, too early for a verdict.',
        { lacks: /status-(pass|fail|inconclusive)|verdict-pass/ }
      ]
    ],
    'tells the environment, the variants and the raw files': [
      [
        page,
        /Variants single \(a single process\) clustered \(2 workers, connections distributed by the system\) App .* Rounds 4, stopped early: precise enough \(3 to 10\), 95 % confidence/,
        'Commit unknown Started 2026-11-20 12:00:00 UTC Finished 2026-11-20 12:01:00 UTC',
        '<a href="samples/clustered%201.csv"'
      ],
      [
        pageOf({ settings: { ...settings, rounds: { min: 8, max: 8 }, app: null, variants: outside } }, seen),
        'App see the variants',
        'workers as were seen: 2'
      ],
      [
        pageOf(
          { settings: { ...settings, loadHost: 'load1, load2' } },
          [0.12, 0.34].map((errorMs) =>
            aRunDetail({
              run: aRun({
                hosts: [aLoadHost({ clock: { offsetMs: 9e6, errorMs } }), aLoadHost({ name: 'load2', machine: null })],
                machine: { generator: 0.02 }
              })
            })
          )
        ),
        'Load made by ssh on load1 (round trip 0.200 ms at rest, 0 % of the TCP segments sent again, ' +
          'times off by at most 0.340 ms) and load2 (round trip 0.200 ms at rest, 0 % of the TCP segments sent again, ' +
          'times off by at most 0.100 ms); of the cores here it took none System'
      ]
    ],
    'runs nothing, loads nothing and forbids both': [
      [
        page,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'",
        { lacks: /<script|<link|<img|@import|url\(|https?:\/\/(?!127)| style="/ }
      ]
    ]
  })

  itFinds({
    'has a heading for each section, in the order of what decides': [
      [headingsIn(page)[0], 'h1 primes.yml · speedup report'],
      [
        sectionsOf(page).slice(0, 3).join(),
        'h2 Throughput rises: 100 → 62.5 responses/s,h2 This result can be trusted: 7 checks are fine,h2 What was measured'
      ]
    ],
    'has a level more where there are several scenarios': [
      [headingsIn(several)[4], 'h3 Throughput rises: 100 → 62.5 responses/s'],
      [
        sectionsOf(several),
        [
          'All scenarios',
          'What was measured',
          'primes',
          'io',
          'late',
          'Environment and method',
          'What the codes mean'
        ].map((title) => `h2 ${title}`)
      ]
    ],
    'has each load folded away under its name and its result, with its headings and anchors, but not those of the page and of what was not concluded':
      [
        [
          textOf(levels[1].split('</summary>')[0]),
          'primes at 0.8x load Yes: clustered (2 workers) serves 1.66 times as much as single.'
        ],
        ...levels.map((level, i): [unknown, unknown] => [
          level.split('<h2')[1],
          new RegExp(`^ id="s${i + 1}-scenario">.*id="s${i + 1}-results".*id="s${i + 1}-workers-title"`, 's')
        ]),
        [
          sectionsOf(loads),
          [
            'h2 All scenarios',
            'h2 What was measured',
            ...names.map((name) => `h2 ${name}`),
            'h2 late',
            'h2 Environment and method',
            'h2 What the codes mean'
          ]
        ],
        [XMLValidator.validate(`<main>${loads.split('<main>')[1].split('</main>')[0]}</main>`), true]
      ],
    'folds nothing where there is only one load': [
      [pageOf({ scenarios: results.slice(0, 1) }, runsOf(names[0])).includes('class="level"'), false]
    ],
    'folds away what was measured run by run, below what it shows': [
      [
        /<details><summary>How it was measured, run by run<\/summary>\n(?:<section[^]*?<\/section>\n)+<\/details>/
          .exec(page)?.[0]
          .match(/(?<=<section id=")[^"]*/g)
          ?.at(0),
        'measured'
      ]
    ],
    'says what it is about to who shows a link to it': [
      [
        ['description', 'og:title', 'og:description'].map((name) =>
          new RegExp(`<meta (?:name|property)="${name}" content="[^"]{20,}">`).test(page)
        ),
        [true, true, true]
      ]
    ],
    'is the same, byte for byte, for the same data': [[pageOf(), pageOf()]]
  })

  it('has each anchor once, and links to what is there, also where it is folded away', () => {
    for (const html of [several, loads]) expectAnchors(html)
    expect(overviewOf(loads).match(/(?<=href="#)[^"]*/g)).to.have.ordered.members([
      's1-results',
      's2-results',
      's3-results',
      's4-results',
      's5-scenario'
    ])
  })
})
