import { describe } from 'mocha'
import { marginSentence, verdictSentence } from '../../plugin/report/words/sentences.ts'
import { itFinds } from '../support/cases.ts'
import { aCandidateWith, someLimits } from '../support/results.ts'

describe('a candidate that carries no verdict on a speedup', () => {
  const reasons = (['p50', 'p95', 'p99', 'throughput'] as const).map((metric) => ({ metric, reason: 'generator-saturated' as const }))
  const leastMargin = { p50: 1.02, p95: 1.22, p99: 1.35, throughput: 1.04 }
  const met = aCandidateWith(reasons, { limits: someLimits({}, { required: 0.1, verdict: 'pass' }), verdict: 'pass' })

  itFinds({
    'has no margins in its self-check': [[marginSentence(aCandidateWith(reasons, { selfCheck: { verdict: 'inconclusive', biased: [], leastMargin } })), null]],
    'may meet an error rate': [
      [verdictSentence(met, { baseline: 'single', load: { model: 'closed', saturated: [] }, rounds: 4, preliminary: false }), /meets the required error rate\./]
    ]
  })
})
