import { expect } from 'chai'
import { describe, it } from 'mocha'
import { marginSentence, verdictSentence } from '../../plugin/report/words/sentences.ts'
import { aCandidate, aCandidateWith, someLimits } from '../support/results.ts'
import type { CandidateResult, Estimate } from '../../plugin/concepts/comparison.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'

const sentence = (candidate: CandidateResult, ...saturated: string[]) => verdictSentence(candidate, { baseline: 'single', load: { model: saturated.length > 0 ? 'open' : 'closed', saturated }, rounds: 4, preliminary: false })
const [pass, fail, inconclusive] = ['pass', 'fail', 'inconclusive'] as const
const metrics = ['p50', 'p95', 'p99', 'throughput'] as Metric[]

describe('the sentence about a measurement that carries no verdict', () => {
  const undecidedFor = (reason: NonNullable<Estimate['reason']>, metrics: Metric[]) => metrics.map((metric) => ({ metric, required: 1.3, verdict: inconclusive, reason }))

  const clauses: [NonNullable<Estimate['reason']>, string][] = [
    ['errors', 'too many of its requests failed, and errors are answered faster than real work'],
    ['different-answers', 'it does not answer as single does'],
    ['generator-saturated', 'the load generator was too busy'],
    ['baseline-saturated', 'single could not keep up with the users who came'],
    ['throughput-fixed', 'users come at the same rate whatever the app does']
  ]
  for (const [reason, clause] of clauses) {
    it(`gives the reason: ${reason}`, () => {
      const candidate = aCandidateWith(undecidedFor(reason, ['p50', 'p95']), { verdict: inconclusive })
      expect(sentence(candidate)).to.equal(`INCONCLUSIVE  The measurement carries no verdict on p50 and p95 of clustered: ${clause}.`)
    })
  }

  it('gives a sentence to each reason, to missing evidence, and to what could not be seen', () => {
    const estimates = [...undecidedFor('throughput-fixed', ['throughput']), { metric: 'p95' as const, required: 1.3, verdict: inconclusive }]
    const limits = someLimits({ value: null, required: 0.9, verdict: inconclusive })
    expect(sentence(aCandidateWith(estimates, { limits, verdict: inconclusive }))).to.equal(
      'INCONCLUSIVE  Not enough evidence yet: p95 of clustered could be above or below the required speedup. ' +
        'The measurement carries no verdict on throughput of clustered: users come at the same rate whatever the app does. ' +
        'The fairness of clustered could not be seen.'
    )
  })

  it('claims what the load makes fair when nothing was required', () => {
    const saturated = (metric: Metric) => ({ metric, reason: 'baseline-saturated' as const })
    const candidate = aCandidateWith([saturated('p50'), saturated('p95'), saturated('p99')])
    expect(sentence(candidate, 'single', 'clustered')).to.equal('clustered is 1.66x faster than single in throughput. No requirement was configured.')
  })

  it('claims that the candidate alone kept up, which says more than its throughput', () => {
    const unfair = (throughput: Partial<Estimate>) => aCandidateWith([
      ...(['p50', 'p95', 'p99'] as Metric[]).map((metric) => ({ metric, reason: 'baseline-saturated' as const })),
      { metric: 'throughput', ...throughput }
    ])
    expect(sentence(unfair({}), 'single')).to.equal('clustered is 1.66x faster than single in throughput, and alone kept up with the users who came. No requirement was configured.')
    expect(sentence(unfair({ speedup: 1.05, interval: [0.98, 1.13] }), 'single')).to.equal(
      'clustered kept up with the users who came, which single could not; in throughput they show no measurable difference. No requirement was configured.'
    )
    expect(sentence(unfair({ speedup: 1.05, interval: [0.98, 1.13] }), 'single', 'clustered')).to.equal('clustered shows no measurable difference from single in throughput. No requirement was configured.')
  })

  it('claims nothing when no metric is fair', () => {
    const candidate = aCandidateWith(metrics.map((metric) => ({ metric, reason: 'generator-saturated' as const })))
    expect(sentence(candidate)).to.equal('clustered could not be compared fairly with single: the load generator was too busy. No requirement was configured.')
  })

  it('claims no more than what was required when no metric is fair', () => {
    const limits = someLimits({ required: 0.9, verdict: pass })
    const candidate = aCandidateWith(metrics.map((metric) => ({ metric, reason: 'generator-saturated' as const })), { limits, verdict: pass })
    expect(sentence(candidate)).to.equal(
      'PASS  clustered meets the required fairness. clustered could not be compared fairly with single: the load generator was too busy.'
    )
  })

  it('gives the reason when all that was required is met, by an app that is not the same', () => {
    const limits = someLimits({ required: 0.9, verdict: pass })
    const candidate = aCandidateWith(metrics.map((metric) => ({ metric, reason: 'different-answers' as const })), { limits, verdict: inconclusive })
    expect(sentence(candidate)).to.equal('INCONCLUSIVE  The measurement carries no verdict on clustered: it does not answer as single does.')
  })
})

describe('the sentences about a self-check', () => {
  const leastMargin = { p50: 1.02, p95: 1.22, p99: 1.35, throughput: 1.04 }

  it('trust a machine on which the baseline is as fast as itself', () => {
    const candidate = aCandidate({ name: 'again', selfCheck: { verdict: pass, biased: [], leastMargin }, verdict: pass })
    expect(sentence(candidate)).to.equal('PASS  This machine and scenario can be trusted: again shows no difference from single, and both are run in the same way.')
  })

  it('name the metrics at which it is not', () => {
    const candidate = aCandidate({ name: 'again', selfCheck: { verdict: fail, biased: ['p95', 'throughput'], leastMargin }, verdict: fail })
    expect(sentence(candidate)).to.equal(
      "FAIL  This machine and scenario can't be trusted: again differs from single at p95 and throughput, although both are run in the same way."
    )
  })

  it('trust nothing where the measurement carries nothing', () => {
    const busy = { reason: 'generator-saturated' as const }
    const selfCheck = { verdict: inconclusive, biased: [], leastMargin }
    const candidate = aCandidateWith(metrics.map((metric) => ({ metric, ...busy })), { name: 'again', selfCheck, verdict: inconclusive })
    expect(sentence(candidate)).to.equal('INCONCLUSIVE  Nobody can tell whether this machine and scenario can be trusted: the load generator was too busy.')
  })

  it('name the margin and the spread of each metric', () => {
    const candidate = aCandidateWith([{ metric: 'p50', spread: 0.01 }], { selfCheck: { verdict: pass, biased: [], leastMargin } })
    expect(marginSentence(candidate)).to.equal(
      'The smallest margin that about five rounds can decide here: p50 1.02x (spread 1.0 %), p95 1.22x (spread 10 %), p99 1.35x (spread 10 %), throughput 1.04x (spread 10 %).'
    )
    expect(marginSentence(aCandidate())).to.equal(null)
  })
})
