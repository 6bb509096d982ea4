import { decisionSentence, suggestedThreshold } from '../../plugin/report/words/decision.ts'
import { itFinds } from '../support/cases.ts'
import { aCandidate, aCandidateWith, aClusterUse, aScenarioResult, aVariantUse, aWarning } from '../support/results.ts'
import type { CandidateResult, Estimate, ScenarioResult } from '../../plugin/concepts/comparison.ts'

/** Throughput of 100/s, and 1.66 times as much of the candidate, unless something else is said. */
const resultOf = (
  throughput: Partial<Estimate> = {},
  candidate: Partial<CandidateResult> = {},
  result: Partial<ScenarioResult> = {}
) => aScenarioResult([aCandidateWith([{ metric: 'throughput', ...throughput }], candidate)], result)
const decided = (...given: Parameters<typeof resultOf>) => decisionSentence(resultOf(...given))

const bound = { atMost: 1.8, cores: 2, generator: 0.2, others: 0, loop: null }
const same = { speedup: 1.01, interval: [0.97, 1.05] as [number, number] }
const waits = { responseTime: { latencyMs: 51, waitingMs: 46, queueMs: 3, computingMs: 1, generatorMs: 1 } }
const waiting = { diagnosis: { code: 'waiting' as const, message: 'It waits.', spentOn: null } }
const machines = (use: object) => ({ variants: [aVariantUse(use), aClusterUse()] })
const open = { load: { model: 'open' as const, saturated: [] } }

describe('what to do', () =>
  itFinds({
    'is to use what gains, with what it costs, how much of what is possible that is, and a threshold': [
      [
        decided({}, { bound }),
        'Use clustered (2 workers): +66.0 requests/s [30.0, 112.0] for 150 MB more, 92 % of what this machine allows. Suggested threshold: throughput 1.3.'
      ],
      [
        decided({ required: 1.2, verdict: 'pass' }),
        'Use clustered (2 workers): +66.0 requests/s [30.0, 112.0] for 150 MB more.'
      ],
      [
        decided({}, { workers: 1 }, machines({ machine: null })),
        'Use clustered: +66.0 requests/s [30.0, 112.0]. Suggested threshold: throughput 1.3.'
      ],
      [
        decided({}, {}, open),
        'Use clustered (2 workers): p95 falls from 100 to 62.5 ms [52.0, 74.7] for 150 MB more. Suggested threshold: p95 1.2.'
      ]
    ],
    'is to keep the baseline where nothing is gained, or something is lost, and why': [
      [decided(same), 'Keep single: clustered gains at most 1.05x in throughput and takes 150 MB more.'],
      [
        decided(same, waiting, machines(waits)),
        'Keep single: clustered gains at most 1.05x in throughput and takes 150 MB more; 46 of 51 ms of a response wait for something other than the CPU.'
      ],
      [decided({ interval: [0.7, 0.9] }), 'Keep single: clustered is slower in throughput and takes 150 MB more.']
    ],
    'is not told where the interval says nothing, or what was measured may be wrong': [
      [decided({ interval: [1.05, 1.4] }), null],
      [decided({ reason: 'errors' }), null],
      [decided({ side: 'at least' }), null],
      [decided({}, {}, { warnings: [aWarning({ severity: 'problem' })] }), null],
      [decided({}, {}, { preliminary: true }), null],
      [decided({}, { selfCheck: { verdict: 'pass', biased: [], leastMargin: {} } }), null],
      [decisionSentence(aScenarioResult([aCandidate(), aCandidate({ name: 'pm2' })])), null]
    ],
    'suggests a threshold that noise alone does not miss': [
      [
        [
          [2, 1.9],
          [1.3, 1.29],
          [1.5, 1.11]
        ].map(([speedup, low]) => suggestedThreshold({ speedup, interval: [low, 3] })),
        [1.6, 1, 1.1]
      ]
    ]
  }))
