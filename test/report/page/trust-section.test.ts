import { describe } from 'mocha'
import { trustSection } from '../../../plugin/report/page/trust-section.ts'
import { aCandidate, aClusterUse, aScenarioResult, aVariantUse, aWarning } from '../../support/results.ts'
import { aGenerator, aMachine, aRun } from '../../support/runs.ts'
import { aRunDetail, aView, itReads, textOf } from '../../support/pages.ts'
import { itFinds } from '../../support/cases.ts'
import type { Run } from '../../../plugin/concepts/run.ts'
import type { ScenarioResult } from '../../../plugin/concepts/comparison.ts'

const sectionOf = (result?: Partial<ScenarioResult>, ...runs: Partial<Run>[]) =>
  trustSection(aView({ result: aScenarioResult([aCandidate()], result), runs: (runs.length === 0 ? [{}] : runs).map((run) => aRunDetail({ run: aRun(run) })) }))
/** @returns the rows of the table, as text */
const rowsOf = (section: unknown): string[] => String(section).split('<tr ').slice(2).map((row) => textOf(`<tr ${row}`))

const usual = [
  'OK Errors. All 1,200 requests were answered below 400.',
  'OK Load generator. Its event loop was at most 25 % busy: it was not the bottleneck.',
  'OK Saturation. The users wait for their answers before they ask again, so no queue can grow; throughput and latency say the same.',
  'OK Machine. Other programs took at most 0.01 of 2 cores during a run.',
  'OK App. No process of the app died, hung or had to be killed, and all of them told how busy they were.',
  'OK Distribution. The busiest of 2 workers of clustered served 50 % of the requests (fair share 50 %).',
  'OK Repeatability. The p95 speedups of clustered stayed within a factor of 1.13 over 4 rounds.'
]
const warnings = [
  aWarning({ code: 'generator-saturated', severity: 'problem', message: 'It was busy.' }),
  aWarning({ code: 'too-few-requests', severity: 'warning', message: 'They are few.' }),
  aWarning()
]
const responseTime = { latencyMs: 66, generatorMs: 0.33, queueMs: 60, waitingMs: 1.65, computingMs: 4.02 }

const planned = { single: { mode: 'single' as const, workers: 1 }, staging: { mode: 'url' as const, workers: null } }
const elsewhere = (...names: string[]) => trustSection(aView({ planned, runs: names.map((variant) => aRunDetail({ run: aRun({ variant }) })) }))
const hostile = aCandidate({ name: '<script>', diagnosis: { code: 'idle', message: '<b>idle</b>' } })

describe('what is said about how far a result can be trusted', () => {
  itFinds({
    'is what was looked at': [[rowsOf(sectionOf()), usual]],
    'is worst first, and nothing is called well that was warned of': [[rowsOf(sectionOf({ warnings })), [
      'PROBLEM Load generator. It was busy. generator-saturated',
      'WARNING Repeatability. They are few. too-few-requests',
      'NOTE App. It did not leave. app-killed',
      ...usual.filter((row) => !/Load generator|Repeatability|App\./.test(row))
    ]]]
  })

  itReads({
    'begins with why the candidate is faster': [[sectionOf(), /Can this result be trusted\?\s+Why: CPU-bound, so clustering helps\. cpu-bound/]],
    'is by which client an idle load generator sent its requests': [
      [sectionOf({ client: { name: 'lean', because: null } }), `${usual[1]} Its requests were sent by the lean client.`],
      [sectionOf({ client: { name: 'artillery', because: 'it uploads files (formData)' } }, { generator: aGenerator({ threads: 0 }) }),
        /was not the bottleneck\. Its requests were sent by Artillery's client, .*: it uploads files \(formData\)\./]
    ],
    'is where the time of a response goes, in milliseconds and as shares, as far as it is known': [
      [
        sectionOf({ variants: [aVariantUse({ responseTime }), aClusterUse()] }),
        'Where the time of a response goes: single: of 66 ms in the mean, computing 4.0 ms (6.1 %), waiting for its turn 60 ms (91 %), ' +
          'waiting inside 1.6 ms (2.5 %), load generator 0.33 ms (0.5 %). Waiting for its turn is '
      ],
      [sectionOf(), { lacks: /Where the time/ }]
    ],
    'is nothing good of what could not be looked at': [[
      sectionOf({ load: { model: 'unknown', saturated: [] } }, { generator: aGenerator({ utilization: null }), machine: null }),
      { lacks: /Load generator|Saturation|Machine|The same answers/ }
    ]],
    'is which answers were compared, which failures were few, and how much time was stolen': [[
      sectionOf(
        { answers: [{ variant: 'clustered', requests: 3, different: [], unsteady: [] }], load: { model: 'open', saturated: [] } },
        { failures: 12, machine: aMachine({ others: 0.02, stolen: 0.1 }) }
      ),
      'OK The same answers. clustered answered exactly as single did (3 different requests compared).',
      'NOTE Errors. single failed 1.0 % of its requests: no more than is allowed. They are left out of the latencies.',
      'OK Saturation. Every variant kept up with the users who came, so latencies are compared at the same load.',
      'OK Machine. Other programs took at most 0.12 of 2 cores during a run.'
    ]],
    'is nothing of the processes of an app that runs elsewhere, but that nothing is known of them': [
      [elsewhere('single', 'staging'), `${usual[4]} Nothing of the kind is known of staging, running elsewhere.`],
      [elsewhere('staging'), { lacks: /OK App/ }]
    ],
    'names the candidates where they are several, and escapes what they are called': [[
      trustSection(aView({ result: aScenarioResult([aCandidate(), hostile]) })),
      '<strong>Why, <bdi>&lt;script&gt;</bdi>:</strong> &lt;b&gt;idle&lt;/b&gt;'
    ]],
    'is left out when nothing was concluded': [[trustSection(aView({ result: null })), null]]
  })
})
