import { isGeneratorBusy, reasonAgainst, type Circumstances } from '../../plugin/comparison/reason-against.ts'
import { otherAnswers } from '../support/results.ts'
import { aRun } from '../support/runs.ts'
import { itFinds } from '../support/cases.ts'
import type { LoadShape } from '../../plugin/concepts/load-results.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'

const metrics: Metric[] = ['p50', 'p95', 'p99', 'throughput']

const reasons = (circumstances: Partial<Circumstances>, required: number | null = 1.3) => {
  const usual: Circumstances = {
    runs: [aRun()],
    baseline: 'single',
    candidate: 'clustered',
    tooManyErrors: false,
    load: { model: 'closed', saturated: [] },
    answers: undefined
  }
  return metrics.map((metric) => reasonAgainst({ ...usual, ...circumstances }, { metric, required }))
}

const none = [null, null, null, null]
const all = (reason: string) => metrics.map(() => reason)
const open = (...saturated: string[]) => ({ load: { model: 'open', saturated } as LoadShape })
const busyAt = (utilization: number | null) => aRun({ round: 2, generator: { utilization } })
const answers = otherAnswers()
const grave = { tooManyErrors: true, answers, runs: [busyAt(0.9)], ...open('single') }

describe('what stands against a verdict', () => {
  itFinds({
    'the reason against a verdict is none when users ask in a closed load and all went well': [
      [reasons({}), none],
      [reasons({ load: { model: 'unknown', saturated: [] } }), none]
    ],
    'the reason against a verdict is too many errors, for every metric': [
      [reasons({ tooManyErrors: true }), all('errors')]
    ],
    'the reason against a verdict is different answers, but not unsteady ones': [
      [reasons({ answers }), all('different-answers')],
      [reasons({ answers: otherAnswers({ different: [], unsteady: ['GET /'] }) }), none]
    ],
    'the reason against a verdict is a load generator that was too busy in any round': [
      [reasons({ runs: [aRun(), busyAt(0.9), aRun({ round: 3 })] }), all('generator-saturated')]
    ],
    'the reason against a verdict is a baseline that could not keep up, for latencies; not a candidate, whose latencies and throughput are its own':
      [
        [reasons(open('single')), ['baseline-saturated', 'baseline-saturated', 'baseline-saturated', null]],
        [reasons(open('clustered')), none]
      ],
    'the reason against a verdict is an open load with which both kept up, for a higher throughput': [
      [reasons(open()), [null, null, null, 'throughput-fixed']],
      [reasons(open('four')), [null, null, null, 'throughput-fixed']],
      [[1.01, 1, 0.9, null].map((required) => reasons(open(), required)[3]), ['throughput-fixed', null, null, null]]
    ],
    'the reason against a verdict is the gravest when there are several': [
      [reasons(grave)[0], 'errors'],
      [reasons({ ...grave, tooManyErrors: false })[0], 'different-answers'],
      [reasons({ ...grave, tooManyErrors: false, answers: undefined })[0], 'generator-saturated']
    ],
    'a load generator is busy above 80 %, as far as it told': [
      [[0.79, 0.8, 0.81, null].map((utilization) => isGeneratorBusy(busyAt(utilization))), [false, false, true, false]]
    ]
  })
})
