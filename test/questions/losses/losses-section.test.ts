import { lossesSection, worstFigures } from '../../../plugin/questions/losses/report/losses-section.ts'
import { measuredSection } from '../../../plugin/report/page/measured-section.ts'
import { renderPage } from '../../../plugin/report/page/render-page.ts'
import { workersSection } from '../../../plugin/report/page/workers-section.ts'
import { environmentSection } from '../../../plugin/report/page/environment-section.ts'
import { itFinds } from '../../support/cases.ts'
import { aDisturbedResult, aRound, kill, reload, someLosses, withDisturbances } from '../../support/losses.ts'
import { aRunDetail, aView, headingsIn, itReads, rowsIn, textOf, verdictBoxIn } from '../../support/pages.ts'
import { aCandidate, aComparison, aDescribedVariant } from '../../support/results.ts'
import { aRun, aWorker } from '../../support/runs.ts'
import { aLoad } from '../../support/settings.ts'
import type { Comparison, ScenarioResult } from '../../../plugin/concepts/comparison.ts'
import type { RunDetail } from '../../../plugin/concepts/report-data.ts'
import type { DisturbedDetail } from '../../../plugin/questions/losses/concepts/losses.ts'

const { beganMs } = aRunDetail()
const slices = Array.from({ length: 40 }, (_, i) => ({
  fromSeconds: i / 5,
  toSeconds: (i + 1) / 5,
  answered: 20,
  lost: Number(i === 5),
  p95Ms: i === 5 ? null : 30
}))
const answered = { requests: 800, seconds: [1, 2], latencyMs: [10, 20] }
const lost = [{ kind: 'refused' as const, requests: 1204, seconds: [1], latencyMs: [0.3] }]

const aDetail = (variant: string, disturbed: Partial<DisturbedDetail> | null = {}): RunDetail => {
  const workers = [1, 2, 3, 4].map((pid) => aWorker(String(pid), { connections: 3 ** pid }))
  return {
    ...aRunDetail({ run: withDisturbances(aRun({ variant }), beganMs) }),
    workers,
    disturbed: disturbed && { answered, lost, slices, ...disturbed }
  }
}
const runs = [
  aDetail('single'),
  aDetail('clustered', { lost: [], answered: { ...answered, requests: 2 } }),
  aDetail('single', null)
]
const sectionOf = (result: ScenarioResult | null, shown = runs) =>
  lossesSection({ ...aView({ result: result ?? undefined, runs: shown }), result })
const pageOf = (scenarios: ScenarioResult[], names = ['primes']) => {
  const usual = aComparison(scenarios)
  const variants = ['single', 'clustered'].map((name) => aDescribedVariant({ name, mode: 'cluster', workers: 2 }))
  const all = names.flatMap((scenario) => runs.map((detail) => ({ ...detail, run: { ...detail.run, scenario } })))
  return renderPage({ comparison: { ...usual, settings: { ...usual.settings, variants } }, runs: all })
}
const h2sOf = (page: string) => headingsIn(page).filter((heading) => heading.startsWith('h2'))

const found = sectionOf(aDisturbedResult())
const passed = aDisturbedResult({ lost: 0.1 })
const page = pageOf([passed]).split('<body>')[1]
const several = pageOf([passed, aDisturbedResult({ lost: 0 }, { scenario: 'io' })], ['primes', 'io', 'late'])
const loses = 'In each kill or reload, single lost about 130; clustered lost about 1.2'
const early = aDisturbedResult({ lost: 0.02 }, { preliminary: true, verdict: null })
const three = aDisturbedResult(
  {},
  { candidates: ['clustered', 'b', 'c'].map((name) => aCandidate({ name, estimates: [] })) }
)
const hindered = someLosses(
  [aRound(), aRound(), aRound({ recoverySeconds: null, bump: null, problem: 'no worker was left' })],
  { required: { lost: 0.1 } }
)
const unknown = someLosses([aRound({ reset: 2, bump: null, recoverySeconds: null, outageSeconds: null })], {
  disturbance: reload
})
const lossless = (variant: string) => ({ variant, losses: [someLosses([aRound()], { disturbance: reload })] })
const losing = { variant: 'clustered', losses: [unknown] }

describe('the losses', () => {
  itReads({
    'have every limit with its result': [
      [
        found,
        'INCONCLUSIVE lost at most 2 % PASS recovery within 2 s',
        'PASS lost at most 2 % INCONCLUSIVE recovery within 2 s'
      ]
    ],
    'say why, with a code to look up, and how old workers left': [
      [
        found,
        '330 requests of single arrived while no worker listened.',
        '60 requests of single and 7 of clustered were in progress in a worker that was killed.',
        '<code>no-listener</code>',
        '<code>killed</code>',
        'How old workers left: those of clustered took up to 0.3 s (12 requests came meanwhile).'
      ]
    ],
    'say what was in the way of a verdict': [
      [
        sectionOf(aDisturbedResult({}, { losses: [{ variant: 'clustered', losses: [hindered] }] })),
        'PROBLEM clustered: no worker was left.',
        'not in 1 of 3 rounds',
        'INCONCLUSIVE lost at most 10 %'
      ],
      [
        sectionOf(aDisturbedResult({}, { losses: [{ variant: 'clustered', losses: [unknown] }] })),
        '2 of 1,000 in 1 of 1 round',
        'unknown',
        'not before the end'
      ]
    ],
    'have no verdict where it was ended before its time': [
      [sectionOf(early), 'PRELIMINARY lost at most 2 %', { lacks: /status-(pass|fail|inconclusive)/ }]
    ],
    'have a picture of one run of each variant, with a legend of what is in it, and its numbers': [
      [
        found,
        'A dot is an answer, or of many one of several,',
        'single, round 1',
        'clustered, round 1',
        'answered p95 of each 0.2 s 1,204 refused a worker that serves told to exit frozen killed by a signal',
        { html: /(<figure class="chart disturbed">.*){2}/s },
        'Numbers: clustered around its disturbances',
        'a worker killed at 1 s 1.0 s 100 1 none'
      ]
    ],
    'are pictures alone after fewer than three rounds, and nothing where nothing was done to the app': [
      [sectionOf(null), 'single, round 1', { lacks: /<th scope="rowgroup"|At most/ }],
      [sectionOf(aDisturbedResult(), [aRunDetail()]), null]
    ]
  })
})

/** @returns without those of the picture above it */
function tableOfLosses(section: unknown) {
  const rows = rowsIn(section)
  return rows.slice(rows.findIndex(([head]) => head === 'Variant'))
}

describe('the table of losses', () => {
  itFinds({
    'has a row for each variant, a table for each disturbance': [
      [
        tableOfLosses(found)
          .slice(0, 3)
          .map((row) => row.slice(0, 8)),
        [
          [
            'Variant',
            'Lost',
            'At most',
            'How',
            'No listener for',
            'Back to normal in',
            'p95 up to',
            'Throughput down to'
          ],
          [
            'single (baseline)',
            '390 of 3,000 in 3 of 3 rounds',
            '22.9 %',
            '330 refused, 60 reset 90 on new connections',
            '1.5 s',
            '1.6 s [1.09, 2.34]',
            '6.00x for 1.8 s [4.11, 8.76]',
            '0 %'
          ],
          [
            'clustered',
            '7 of 3,000 in 2 of 3 rounds',
            '8.4 %',
            '7 reset 2 on new connections',
            'never',
            '0.5 s [0.34, 0.73] 3.20x [2.10, 4.90] as fast as the baseline',
            '3.00x for 0.4 s [2.05, 4.38]',
            '50 %'
          ]
        ]
      ]
    ]
  })
})

describe('the page of a comparison whose app was disturbed', () => {
  const usual = aComparison([passed])
  const measuredOf = (settings: Partial<Comparison['settings']>) =>
    measuredSection({ comparison: { ...usual, settings: { ...usual.settings, ...settings } }, runs: [] })
  const thresholds = Object.entries({ lost: 0, recovery: 2, p95Rise: 3 }).map(([metric, threshold]) => ({
    scenario: 'primes',
    variant: 'clustered',
    request: null,
    metric: metric as 'lost',
    threshold
  }))
  const twice = (passed.losses ?? []).map((own) => ({
    ...own,
    losses: own.losses.map((each, i) => ({ ...each, causes: [{ cause: 'killed' as const, requests: i + 2 }] }))
  }))
  itReads({
    'says by what, and then nothing of a warm-up': [
      [measuredOf({ load: aLoad(), disturb: [kill] }), 'Disturbed by a worker killed at 4 s', { lacks: /Warm-up/ }]
    ],
    'says what is required': [[measuredOf({ thresholds }), 'no request lost, recovery ≤ 2 s, p95 rise ≤ 3x']],
    'says why requests were lost, over all disturbances': [
      [
        verdictBoxIn(renderPage({ comparison: aComparison([{ ...passed, losses: twice }]), runs: [aRunDetail()] })),
        /Why: 5 requests of single and 5 of clustered were in progress in a worker that was killed\..* killed/,
        '<a class="code" href="#code-killed">'
      ]
    ],
    'begins with the verdict, and with the largest figures of the candidate': [
      [
        page,
        'PASS. In 3 kills and 3 reloads, clustered lost 7 of 6,000; single lost 780 of 6,000.',
        'What to do: ',
        '2 of 2 limits met. Over 3 interleaved rounds, with 95 % intervals.',
        'Requests lost 0.2 % 7 of 3,000, at most 8.4 %; a worker killed at 4 s',
        'Back to normal in 0.5 s [0.34, 0.73]; a worker killed at 4 s',
        'p95 up to 3.00x [2.05, 4.38]',
        { lacks: /faster|speedup over/i }
      ]
    ],
    'has them for two candidates at most': [[pageOf([three]), { lacks: /class="tiles"/ }]],
    'has an overview of several scenarios, also of one that was ended early': [
      [
        several.split('id="overview"')[1].split('</section>')[0],
        'Scenario Variant Requests lost Back to normal in p95 up to Result',
        /io clustered 0\.2 % 7 of 3,000.* FAIL late ended before round 3$/
      ]
    ],
    'does not say of a worker that it had too small a share: it was there for a part of the time': [
      [
        workersSection(aView({ result: aDisturbedResult(), runs })),
        'high numbers replaced others',
        { lacks: /▲|▼|fair share/ }
      ]
    ],
    'says how the numbers are made': [
      [
        environmentSection({ comparison: aComparison([]), runs }),
        'A request is lost if it got no complete response',
        'Clopper and Pearson',
        { lacks: /speedup is the geometric mean/ }
      ]
    ]
  })

  itFinds({
    'has no section on speed': [
      [
        h2sOf(page),
        [loses, 'What was measured', 'All runs', 'Workers', 'Environment and method', 'What the codes mean'].map(
          (title) => `h2 ${title}`
        )
      ]
    ],
    'has a heading that says what a disturbance costs, where all of them happened': [
      [headingsIn(found)[0], `h2 ${loses}`],
      [
        headingsIn(sectionOf(aDisturbedResult({}, { losses: [lossless('single')] })))[0],
        'h2 In each reload, single lost no request'
      ],
      [
        headingsIn(sectionOf(aDisturbedResult({}, { losses: [lossless('single'), lossless('pm2'), losing] })))[0],
        'h2 In each reload, single and pm2 lost no request; clustered lost about 2'
      ],
      [
        headingsIn(sectionOf(aDisturbedResult({}, { losses: [{ variant: 'clustered', losses: [hindered] }] })))[0],
        'h2 Losses'
      ]
    ],
    'tells the worst of what was seen, and that it says nothing where something was in the way': [
      [
        worstFigures([hindered]),
        [
          { verdict: 'inconclusive', value: '0 %', detail: `${textOf('0 of 3,000, at most 2 in 1,000')}; no verdict` },
          { verdict: null, value: 'not seen', detail: 'not in 1 of 3 rounds; no verdict' },
          { verdict: null, value: 'unknown', detail: 'too few answers; no verdict' }
        ]
      ]
    ]
  })
})
