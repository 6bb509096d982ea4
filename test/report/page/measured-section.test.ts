import { explainedCodes } from '../../../plugin/report/explanations.ts'
import { codeLink, codesSection } from '../../../plugin/report/page/codes-section.ts'
import { measuredSection } from '../../../plugin/report/page/measured-section.ts'
import { renderPage } from '../../../plugin/report/page/render-page.ts'
import { itFinds } from '../../support/cases.ts'
import { aRunDetail, itReads, textOf, verdictBoxIn } from '../../support/pages.ts'
import {
  aCandidate,
  aCandidateWith,
  aComparison,
  aDescribedVariant,
  aScenarioResult,
  aWarning
} from '../../support/results.ts'
import { aGenerator, aRun } from '../../support/runs.ts'
import { aLoad } from '../../support/settings.ts'
import type { Comparison, DescribedThreshold, ScenarioResult } from '../../../plugin/concepts/comparison.ts'
import type { Run } from '../../../plugin/concepts/run.ts'
import type { DescribedLoad, DescribedStep } from '../../../plugin/concepts/load-description.ts'

const usual = aComparison([aScenarioResult([aCandidate()])])
const sectionOf = (settings: Partial<Comparison['settings']>, scenarios = usual.scenarios, ...runs: Partial<Run>[]) =>
  measuredSection({
    comparison: { ...usual, scenarios, settings: { ...usual.settings, ...settings } },
    runs: runs.map((run) => aRunDetail({ run: aRun(run) }))
  })
const ofLoad = (load?: Partial<DescribedLoad>) =>
  sectionOf({ load: aLoad(load), command: 'npx artillery run primes.yml' })
const lastingFor = (seconds: number | null, ...ofRuns: number[]) =>
  sectionOf(
    { load: aLoad({ flows: [loop('a', 20, seconds)] }) },
    usual.scenarios,
    ...ofRuns.map((loadSeconds) => ({ loadSeconds }))
  )
const phase = {
  name: null,
  seconds: 1,
  isPause: false,
  arrivalCount: null,
  arrivalRate: null,
  rampTo: null,
  maxVusers: null
}
const nothing = { query: [], headers: [], cookies: [], body: [] }
const steps = (count: number): DescribedStep[] =>
  Array.from({ length: count }, (_, i) => ({ step: 'GET', detail: `/${i}`, names: nothing, steps: [] }))
const loop = (scenario: string, users: number | null, seconds: number | null = null) => ({
  scenario,
  weight: null,
  users,
  seconds,
  steps: steps(1)
})
const requiring = (...others: Partial<DescribedThreshold>[]) =>
  sectionOf({ thresholds: [threshold, ...others.map((other) => ({ ...threshold, ...other }))] })
const threshold = { scenario: 'primes', variant: 'clustered', request: null, metric: 'p95' as const, threshold: 1.3 }

const variants = ['single', 'clustered', 'pm2'].map((name) => aDescribedVariant({ name }))
const limits = variants.map(({ name }) => ({
  scenario: 'primes',
  variant: name,
  request: null,
  metric: 'p95' as const,
  limit: 200
}))
const both = [threshold, { ...threshold, variant: 'pm2' }]

describe('what was measured, on the page', () => {
  itReads({
    'is the load, the flow, of headers, cookies and bodies the names only, what every request has, the warm-up, and the command':
      [
        [
          ofLoad(),
          'Load peak: 20 users within 1 s Each user loop 60 times GET /primes?max=1000 header x-user; cookie session; body name Every request header authorization Variables name ' +
            'Warm-up the first third of each run, at most 1.5 s, is not counted',
          'Thresholds none Rounds',
          'Run it again npx artillery run primes.yml',
          { lacks: /stands for|Limits|Disturbed/ }
        ]
      ],
    'says how many rounds there were, and why no more': [
      ...(
        [
          [{}, { verdict: 'pass' }, 'Rounds 4, stopped early: decided (7 would have fit in 1 min), 95 %'],
          [{}, { rounds: 7 }, 'Rounds 7, as many as fit in 1 min, 95 %'],
          [{}, { preliminary: true }, 'Rounds as many as fit in 1 min, 95 %'],
          [{ time: null }, {}, 'Rounds 4, stopped early: precise enough (3 to 10), 95 %'],
          [
            { time: null, rounds: { min: 5, max: 5 } },
            { rounds: 5, roundsAllowed: { min: 5, max: 5 } },
            'Rounds 5, 95 %'
          ]
        ] as const
      ).map(([settings, result, words]): [unknown, string] => [
        sectionOf({ time: 60, ...settings }, [
          aScenarioResult([aCandidate()], { roundsAllowed: { min: 3, max: 7 }, ...result })
        ]),
        words
      ])
    ],
    'says of users how many repeat the flow and for how long, and of phases who comes': [
      [ofLoad({ flows: [loop('a', 20, 8)] }), 'Load 20 users, each repeating the flow for 8 s Each'],
      [ofLoad({ flows: [loop('a', 1), loop('b', 1)] }), 'Load 1 user, each repeating the flow Users of a'],
      [
        ofLoad({ flows: [loop('a', 5), loop('b', 1), loop('c', 5)] }),
        'Load a and c: 5 users, each repeating the flow b: 1 user, each repeating the flow Users'
      ],
      [
        ofLoad({
          phases: [
            { ...phase, seconds: 90, arrivalRate: 5, rampTo: 50, maxVusers: 9 },
            { ...phase, isPause: true, seconds: 2.5 },
            { ...phase, arrivalRate: 5 }
          ]
        }),
        'Load 5 to 50 new users per second for 1 min 30 s, at most 9 at a time no new users for 2.5 s 5 new users per second for 1 s Each'
      ],
      [
        sectionOf(
          { load: aLoad() },
          [0.5, 2].map((factor) => ({ ...usual.scenarios[0], level: { of: 'primes', factor } }))
        ),
        'compared at 0.5x and 2x of this load'
      ]
    ],
    'says how long the counted part of a run was where the plugin chose it': [
      [
        lastingFor(null, 4.21, 1.5, 3),
        'Length 1.5 to 4.2 s of each run counted; the plugin chose how long users repeat the flow Warm-up'
      ],
      [lastingFor(null, 1.52, 1.48), 'Length 1.5 s of each run counted'],
      [lastingFor(8, 6.5), 'each repeating the flow for 8 s', { lacks: /Length/ }]
    ],
    'names the scenarios of several flows, and folds long ones': [
      [
        ofLoad({ flows: ['a', 'b'].map((scenario) => ({ ...loop(scenario, null), weight: 3 })) }),
        'Users of a, weight 3 GET /0 Users of b, weight 3 GET /0'
      ],
      [ofLoad({ flows: [{ ...loop('a', null), steps: steps(9) }] }), { html: /<details><summary>9 steps<\/summary>/ }]
    ],
    'says once what is required of all, and whose it is where it differs': [
      [
        sectionOf({ variants, limits: [limits[0]], thresholds: [threshold] }),
        'Thresholds clustered: p95 ≥ 1.3x Limits single: p95 ≤ 200 ms Rounds'
      ],
      [sectionOf({ variants, limits, thresholds: both }), 'Thresholds p95 ≥ 1.3x Limits p95 ≤ 200 ms Rounds'],
      [
        sectionOf({ variants, thresholds: both }, [...usual.scenarios, { ...usual.scenarios[0], scenario: 'io' }]),
        'Thresholds clustered in primes, pm2 in primes: p95 ≥ 1.3x Rounds'
      ],
      [requiring({ metric: 'fairness', threshold: 0.8 }), 'Thresholds p95 ≥ 1.3x, fairness ≥ 0.8 Rounds'],
      [
        requiring({ variant: 'pm2' }, { variant: 'four', threshold: 2 }),
        'Thresholds clustered, pm2: p95 ≥ 1.3x four: p95 ≥ 2x Rounds'
      ],
      [
        requiring({ request: 'GET /a', threshold: 2 }, { request: '*', metric: 'floor', threshold: 0.9 }),
        'p95 ≥ 1.3x, p95 of GET /a ≥ 2x, latency of each other request not shown below 0.9x'
      ],
      [requiring({ scenario: 'io', threshold: 2 }), 'clustered in primes: p95 ≥ 1.3x clustered in io: p95 ≥ 2x'],
      [
        sectionOf({
          limits: [
            limits[0],
            { ...limits[0], metric: 'throughput', limit: 300 },
            { ...limits[0], metric: 'errorRate', limit: 0.01 },
            { ...limits[0], request: 'GET /a', metric: 'errorRate', limit: 0.005 }
          ]
        }),
        'Limits p95 ≤ 200 ms, throughput ≥ 300/s, error rate ≤ 1 %, error rate of GET /a ≤ 0.5 % Rounds'
      ]
    ],
    'says nothing of a warm-up where whole runs count': [
      [sectionOf({}, usual.scenarios, { generator: aGenerator({ threads: 0 }) }), 'Load peak', { lacks: /Warm-up/ }]
    ],
    'says what … stands for in a command': [
      [
        sectionOf({ command: 'npx artillery run a.yml --key …' }),
        'npx artillery run a.yml --key … (… stands for what is not kept: it may be secret)'
      ]
    ]
  })
})

describe('the reason in the verdict box', () => {
  const boxOf = (result: ScenarioResult) =>
    verdictBoxIn(renderPage({ comparison: { ...usual, scenarios: [result] }, runs: [aRunDetail()] }))
  const like = (name: string, code: 'cpu-bound' | 'idle', interval: [number, number] = [1.5, 1.7]) =>
    aCandidateWith(
      [
        { metric: 'p95', interval },
        { metric: 'throughput', interval }
      ],
      { name, diagnosis: { code, message: `Of <${name}>.`, spentOn: null } }
    )
  itReads({
    'is that of the candidate, and leads to what its code means': [
      [
        boxOf(aScenarioResult([aCandidate()])),
        'Why: CPU-bound, so clustering helps. cpu-bound',
        '<a class="code" href="#code-cpu-bound">'
      ]
    ],
    'is said once where several have the same, with the names of the others': [
      [
        boxOf(aScenarioResult(['a', 'b', 'c', 'd', 'e'].map((name) => like(name, 'cpu-bound')))),
        'Why: Of <a>. The same holds for b, c, d and e. cpu-bound',
        { lacks: /(cpu-bound<.*){2}/s }
      ],
      [
        boxOf(aScenarioResult([like('a', 'cpu-bound'), like('<b>', 'idle'), like('c', 'cpu-bound', [0.7, 0.9])])),
        'Why, a: Of <a>. cpu-bound',
        'Why, <b>: Of <<b>>. idle',
        'Why, c: Of <c>. cpu-bound'
      ]
    ]
  })
})

describe('what the codes mean, on the page', () => {
  const links = explainedCodes.map(({ group, code }) => codeLink(group, code))
  const warned = renderPage({
    comparison: {
      ...usual,
      scenarios: [aScenarioResult([aCandidate()], { warnings: [aWarning({ code: 'too-noisy' })] })]
    },
    runs: [aRunDetail()]
  })
  itReads({
    'is nothing of what is not on it': [
      [codesSection('no link'), null],
      [codesSection('&lt;a href=&quot;#code-errors&quot;&gt; in a name'), null],
      [warned.split('id="codes"')[1], 'too-noisy Warning', 'cpu-bound Diagnosis', { lacks: /generator-bound/ }]
    ],
    'is the meaning, the cause and what to do, with code where backticks stand': [
      [
        codesSection(String(codeLink('warning', 'different-answers'))),
        /different-answers Warning.*Cause: .* What to do: .* set compareAnswers: false/,
        '<code>compareAnswers: false</code>'
      ]
    ]
  })
  itFinds({
    'is there for each code that has an explanation, under an anchor of its own': [
      [
        links
          .map((link) => /href="#([^"]*)"/.exec(String(link))?.[1])
          .filter((anchor) => !String(codesSection(links.join(''))).includes(`<dt id="${anchor}">`)),
        []
      ],
      [new Set(links.map(String)).size, explainedCodes.length],
      [textOf(String(codeLink('warning', 'unheard-of'))), 'unheard-of']
    ]
  })
})
