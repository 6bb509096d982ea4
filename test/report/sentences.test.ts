import { expect } from 'chai'
import { describe, it } from 'mocha'
import { earlierSentence, fallSentence, inconclusiveSentence, verdictSentence } from '../../plugin/report/words/sentences.ts'
import { aCandidate, aCandidateWith, anEstimate, someLimits } from '../support/results.ts'
import type { CandidateResult } from '../../plugin/concepts/comparison.ts'

const sentence = (candidate: CandidateResult) => verdictSentence(candidate, { baseline: 'single', load: { model: 'closed', saturated: [] }, rounds: 4, preliminary: false })
const [pass, fail, inconclusive] = ['pass', 'fail', 'inconclusive'] as const

describe('the sentence of the verdict', () => {
  it('claims the speedup that passed', () => {
    const candidate = aCandidateWith([{ metric: 'p95', required: 1.3, verdict: pass }], { verdict: pass })
    expect(sentence(candidate)).to.equal('PASS  clustered is 1.60x faster than single at p95.')
  })

  it('speaks of what was required when that was not p95', () => {
    const p99 = aCandidateWith([{ metric: 'p99', required: 1.3, verdict: pass }], { verdict: pass })
    expect(sentence(p99)).to.equal('PASS  clustered is 1.96x faster than single at p99.')
    const throughput = aCandidateWith([{ metric: 'throughput', required: 1.3, verdict: pass }], { verdict: pass })
    expect(sentence(throughput)).to.equal('PASS  clustered is 1.66x faster than single in throughput.')
  })

  it('names all that failed, and nothing else', () => {
    const estimates = [
      { metric: 'p50' as const, required: 1.2, verdict: pass },
      { metric: 'p95' as const, required: 3, verdict: fail },
      { metric: 'throughput' as const, required: 3, verdict: fail }
    ]
    const limits = someLimits({ value: 0.5, required: 0.9, verdict: fail }, { value: 0.2, required: 0.1, verdict: fail })
    expect(sentence(aCandidateWith(estimates, { limits, verdict: fail }))).to.equal(
      'FAIL  clustered misses the required speedup at p95 and in throughput, fairness and error rate.'
    )
    expect(sentence(aCandidateWith(estimates.slice(0, 2), { verdict: fail }))).to.equal('FAIL  clustered misses the required speedup at p95.')
  })

  it('names what is undecided', () => {
    const undecided = { required: 1.5, verdict: inconclusive }
    const candidate = aCandidateWith([{ metric: 'p95', ...undecided }, { metric: 'throughput', ...undecided }], { verdict: inconclusive })
    expect(sentence(candidate)).to.equal(
      'INCONCLUSIVE  Not enough evidence yet: p95 and throughput of clustered could be above or below the required speedup.'
    )
  })

  it('says that nothing was required', () => {
    expect(sentence(aCandidate())).to.equal('clustered is 1.60x faster than single at p95. No requirement was configured.')
  })

  it('says slower when the whole interval is below 1', () => {
    const slower = aCandidateWith([{ metric: 'p95', speedup: 0.8, interval: [0.7, 0.99] }])
    expect(sentence(slower)).to.equal('clustered is 1.25x slower than single at p95. No requirement was configured.')
  })

  it('claims no difference when the interval holds 1', () => {
    const same = aCandidateWith([{ metric: 'p95', speedup: 1.1, interval: [0.98, 1.23] }])
    expect(sentence(same)).to.equal('clustered shows no measurable difference from single at p95. No requirement was configured.')
  })
})

describe('the sentence of a verdict against an earlier result', () => {
  const earlier = { speedup: 1.79, interval: [1.64, 1.96] as [number, number] }
  const fell = { speedup: 1.35, interval: [1.25, 1.46] as [number, number], earlier, regression: true }
  const known = { earlier, regression: false }

  it('names what fell, then and now', () => {
    expect(sentence(aCandidateWith([{ metric: 'p50', ...known }, { metric: 'p95', ...fell }], { againstEarlier: fail, verdict: fail }))).to.equal(
      'FAIL  clustered fell at p95: 1.79x [1.64, 1.96] in the earlier result, 1.35x [1.25, 1.46] now.'
    )
  })

  it('names all that fell, and what was required and missed', () => {
    const candidate = aCandidateWith([{ metric: 'p95', ...fell, required: 1.5, verdict: fail }, { metric: 'throughput', ...fell }], { againstEarlier: fail, verdict: fail })
    expect(sentence(candidate)).to.equal(
      'FAIL  clustered misses the required speedup at p95. clustered fell at p95: 1.79x [1.64, 1.96] in the earlier result, 1.35x [1.25, 1.46] now; ' +
        'in throughput: 1.79x [1.64, 1.96] in the earlier result, 1.35x [1.25, 1.46] now.'
    )
  })

  it('says when nothing fell, with thresholds and without', () => {
    const nothing = ' No speedup has measurably fallen since the earlier result.'
    expect(sentence(aCandidateWith([{ metric: 'p95', ...known }], { againstEarlier: pass, verdict: pass }))).to.equal(`PASS  clustered is 1.60x faster than single at p95.${nothing}`)
    const required = aCandidateWith([{ metric: 'p95', ...known, required: 1.3, verdict: pass }], { againstEarlier: pass, verdict: pass })
    expect(sentence(required)).to.equal(`PASS  clustered is 1.60x faster than single at p95.${nothing}`)
  })

  it('says nothing of it where there is no earlier result', () => {
    expect(sentence(aCandidateWith([{ metric: 'p95', required: 1.3, verdict: pass }], { verdict: pass }))).not.to.include('earlier')
    expect(fallSentence(aCandidate())).to.equal(null)
  })

  it('says when another machine makes it impossible to tell', () => {
    expect(sentence(aCandidateWith([{ metric: 'p95', ...known }], { againstEarlier: inconclusive, verdict: inconclusive }))).to.equal(
      "INCONCLUSIVE  Whether clustered fell since the earlier result can't be told: that was measured with another number of cores or workers."
    )
  })

  it('says nothing of that when only a threshold is undecided', () => {
    const undecided = aCandidateWith([{ metric: 'p95', ...known, required: 1.6, verdict: inconclusive }], { againstEarlier: pass, verdict: inconclusive })
    expect(sentence(undecided)).to.equal('INCONCLUSIVE  Not enough evidence yet: p95 of clustered could be above or below the required speedup.')
  })

  it('gives the reason when the measurement carries no verdict', () => {
    const busy = { ...known, reason: 'generator-saturated' as const }
    const estimates = (['p50', 'p95', 'p99', 'throughput'] as const).map((metric) => ({ metric, ...busy }))
    expect(sentence(aCandidateWith(estimates, { againstEarlier: inconclusive, verdict: inconclusive }))).to.equal(
      'INCONCLUSIVE  The measurement carries no verdict on clustered: the load generator was too busy.'
    )
  })

  it('tells which result that was', () => {
    const result = { file: 'reports/main/comparison.json', finishedAt: '2026-11-20T12:01:00.000Z', plugin: '0.1.0', cpu: 'unknown', cores: 2 }
    expect(earlierSentence({ ...result, commit: '9b0572b23ef99309abc2b016adeaf678bdd290a8' })).to.equal('Compared with reports/main/comparison.json (2026-11-20 12:01 UTC, commit 9b0572b).')
    expect(earlierSentence({ ...result, commit: null })).to.equal('Compared with reports/main/comparison.json (2026-11-20 12:01 UTC).')
  })
})

describe('the sentence about an undecided metric', () => {
  const undecided = anEstimate({
    speedup: 1.36,
    interval: [1.21, 1.53],
    required: 1.3,
    verdict: inconclusive,
    ratios: Array(10).fill(1.36),
    spread: 0.09,
    roundsThatWouldDecide: 17
  })
  const found = 'clustered: p95 speedup 1.36 [1.21, 1.53] against 1.30'
  const advice = 'A fresh run with rounds.max 17 would decide about 7 times in 10 if the speedup really is 1.36; longer runs may help more.'

  it('tells how many rounds a fresh run needs', () => {
    expect(inconclusiveSentence(undecided, aCandidate())).to.equal(`${found} after 10 rounds (spread between rounds 9 %). ${advice}`)
  })

  it('tells that it stopped early because the rounds left were hopeless', () => {
    expect(inconclusiveSentence({ ...undecided, ratios: Array(6).fill(1.36), hopeless: true }, aCandidate())).to.equal(
      `${found} after 6 rounds (spread between rounds 9 %). More rounds up to rounds.max would hardly have decided. ${advice}`
    )
  })

  it('says when no number of rounds would do', () => {
    expect(inconclusiveSentence({ ...undecided, roundsThatWouldDecide: null }, aCandidate())).to.equal(
      `${found} after 10 rounds (spread between rounds 9 %): too close to the threshold to call.`
    )
  })
})
