import { trustSection } from '../../../plugin/report/page/trust-section.ts'
import { aCandidate, aScenarioResult, aVariantLimit, aWarning, someLimits } from '../../support/results.ts'
import { aGenerator, aMachine, aRun } from '../../support/runs.ts'
import { aRunDetail, aView, itReads, rowsIn, textOf } from '../../support/pages.ts'
import { itFinds } from '../../support/cases.ts'
import type { Run } from '../../../plugin/concepts/run.ts'
import type { ScenarioResult } from '../../../plugin/concepts/comparison.ts'

const sectionOf = (result?: Partial<ScenarioResult>, ...runs: Partial<Run>[]) =>
  trustSection(
    aView({
      result: aScenarioResult([aCandidate()], result),
      runs: (runs.length === 0 ? [{}] : runs).map((run) => aRunDetail({ run: aRun(run) }))
    })
  )
/** @returns the rows of the table, as text */
const rowsOf = (section: unknown): string[] =>
  String(section)
    .split('<tr ')
    .slice(1)
    .map((row) => textOf(`<tr ${row.split('</tr>')[0]}`))
    .filter((row) => !row.startsWith('Finding'))

const usual = [
  'OK Errors. All 1,200 requests got a status below 400.',
  'OK Load generator. Its event loop was at most 25 % busy, so it was not the bottleneck.',
  'OK Saturation. Users wait for a response before they send the next request, so no queue can grow, and throughput and latency agree.',
  'OK Machine. Other programs took at most 0.01 of 2 cores during a run.',
  'OK App. No process of the app died, hung or had to be killed, and all of them reported how busy they were.',
  'OK Distribution. The busiest of 2 workers of clustered served 50 % of the requests (fair share 50 %).',
  'OK Repeatability. The p95 speedups of clustered stayed within a factor of 1.13 over 4 rounds.'
]
const warnings = [
  aWarning({ code: 'generator-saturated', severity: 'problem', message: 'It was busy.' }),
  aWarning({ code: 'too-few-requests', severity: 'warning', message: 'They are few.' }),
  aWarning()
]

const limitOf = (variant: string, verdict: 'pass' | 'inconclusive') =>
  aVariantLimit({ variant, metric: 'errorRate', value: 0.01, limit: 0.02, verdict })
const planned = {
  single: { mode: 'single' as const, workers: 1, listed: null },
  staging: { mode: 'url' as const, workers: null, listed: null }
}
const elsewhere = (...names: string[]) =>
  trustSection(aView({ planned, runs: names.map((variant) => aRunDetail({ run: aRun({ variant }) })) }))

const failing: Partial<Run>[] = [
  { variant: 'single', requests: 1000, failures: 3, failureKinds: { 503: 2, ECONNRESET: 1 } },
  { variant: 'clustered', requests: 2000, failures: 0, failureKinds: {} },
  { variant: 'single', requests: 1000, failures: 1500, failureKinds: { 503: 1500 } }
]

describe('what is said about how far a result can be trusted', () => {
  itFinds({
    'has what failed requests got, by variant, where any failed': [
      [
        rowsIn(
          String(sectionOf({}, ...failing))
            .split('<summary>Failed requests')[1]
            .split('</details>')[0]
        ),
        [
          ['Variant', 'Requests', '503', 'ECONNRESET'],
          ['single', '2,000', '1,502', '1'],
          ['clustered', '2,000', '0', '0']
        ]
      ],
      [String(sectionOf()).includes('Failed requests'), false]
    ]
  })

  itFinds({
    'is what was looked at': [[rowsOf(sectionOf()), usual]],
    'is, under a CPU quota, that what runs outside of it is unknown': [
      [
        rowsOf(sectionOf({}, { machine: aMachine({ cores: 1.5, others: 0.02, throttled: 0 }) })).find((row) =>
          row.includes('Machine.')
        ),
        'NOTE Machine. In our CPU quota, other programs took at most 0.02 of 1.5 cores during a run. What runs outside of it, and may slow this down, is unknown.'
      ]
    ],
    'is worst first, and nothing is called well that was warned of': [
      [
        rowsOf(sectionOf({ warnings })),
        [
          'PROBLEM Load generator. It was busy. generator-saturated',
          'WARNING Repeatability. They are few. too-few-requests',
          'NOTE App. It did not leave. app-killed',
          ...usual.filter((row) => !/Load generator|Repeatability|App\./.test(row))
        ]
      ]
    ]
  })

  itReads({
    'folds what is fine into one line, and nothing else': [
      [
        sectionOf(),
        '7 checks are fine: errors, load generator, saturation, machine, app, distribution and repeatability',
        {
          html: /trusted: \d checks? (?:is|are) fine<\/h2>\s*<details><summary>.*<\/summary>\s*<table.*<\/table>\s*<\/details>\s*<\/section>/s
        }
      ],
      [sectionOf({ warnings }), { html: /<table.*code-app-killed.*<\/table>\s*<details>.*4 checks are fine/s }],
      [
        sectionOf(
          {
            load: { model: 'unknown', saturated: [] },
            warnings: [...warnings, aWarning({ code: 'errors' }), aWarning({ code: 'uneven-distribution' })]
          },
          { machine: null }
        ),
        { lacks: /fine/ }
      ]
    ],
    'leads from each warning to what it means': [
      [sectionOf({ warnings }), '<a class="code" href="#code-generator-saturated"><code>generator-saturated</code></a>']
    ],
    'is by which client an idle load generator sent its requests': [
      [
        sectionOf({ client: { name: 'lean', because: null } }),
        `${usual[1]} Its requests were sent by the lean client.`
      ],
      [
        sectionOf(
          { client: { name: 'artillery', because: 'it uploads files (formData)' } },
          { generator: aGenerator({ threads: 0 }) }
        ),
        /was not the bottleneck\. Its requests were sent by Artillery's client, .*: it uploads files \(formData\)\./
      ]
    ],
    'is nothing good of what could not be looked at': [
      [
        sectionOf(
          { load: { model: 'unknown', saturated: [] } },
          { generator: aGenerator({ utilization: null }), machine: null }
        ),
        { lacks: /Load generator|Saturation|Machine|The same answers/ }
      ]
    ],
    'is which answers were compared, which failures were few, and how much time was stolen': [
      [
        sectionOf(
          {
            answers: [{ variant: 'clustered', requests: 3, different: [], unsteady: [], unequal: [] }],
            load: { model: 'open', saturated: [] }
          },
          { failures: 12, machine: aMachine({ others: 0.02, stolen: 0.1 }) }
        ),
        'OK The same answers. single and clustered gave identical answers to 3 requests.',
        'NOTE Errors. single failed 1.0 % of its requests. Failed requests are left out of the latencies.',
        'OK Saturation. Every variant kept up with the arriving users, so latencies are compared at the same load.',
        'OK Machine. Other programs took at most 0.12 of 2 cores during a run.'
      ]
    ],
    'is how many requests failed of each variant, and whether its limit allows that': [
      [
        sectionOf(
          {
            limits: [limitOf('single', 'pass'), { ...limitOf('single', 'inconclusive'), request: 'GET /a' }],
            candidates: [aCandidate({ limits: someLimits({}, { required: 0.001, verdict: 'fail' }) })]
          },
          { failures: 12 },
          { variant: 'clustered', failures: 6 }
        ),
        'single failed 1.0 % of its requests (within the limit) and clustered failed 0.5 % of its requests (above the limit). Failed'
      ],
      [
        sectionOf({ limits: [limitOf('single', 'inconclusive')] }, { failures: 12 }),
        'single failed 1.0 % of its requests. Failed'
      ]
    ],
    'tells of a figure that is left out': [
      [
        sectionOf({ warnings: [aWarning({ code: 'broken-figure', severity: 'warning' })] }),
        usual[0],
        'WARNING Figures. '
      ]
    ],
    'is nothing of the processes of an app that runs elsewhere, but that nothing is known of them': [
      [elsewhere('single', 'staging'), `${usual[4]} This is unknown for staging, running elsewhere.`],
      [elsewhere('staging'), { lacks: /OK App/ }]
    ],
    'is left out when nothing was concluded': [[trustSection(aView({ result: null })), null]]
  })
})
