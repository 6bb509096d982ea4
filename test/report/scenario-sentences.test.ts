import { expect } from 'chai'
import { describe, it } from 'mocha'
import { caveat, change, detailSentences, leader, scenarioSentence } from '../../plugin/report/words/scenario-sentences.ts'
import { aCandidate, aCandidateWith, aScenarioResult, aWarning, anEstimate, someLimits } from '../support/results.ts'
import type { CandidateResult, Estimate, ScenarioResult } from '../../plugin/concepts/comparison.ts'
import type { Metric } from '../../plugin/concepts/metrics.ts'
import type { Verdict } from '../../plugin/concepts/verdicts.ts'

function candidate(name: string, p95: number, verdict: Verdict | null) {
  const required = verdict === null ? null : 1.3
  return aCandidateWith([{ metric: 'p95', speedup: p95, interval: [p95 - 0.1, p95 + 0.1], required, verdict }], { name, verdict })
}

/** @returns a candidate of which no verdict is carried on some metrics */
function unfair(name: string, metrics: Metric[], rest: Partial<Estimate>, ...more: Partial<Estimate>[]) {
  return aCandidateWith([...metrics.map((metric) => ({ metric, ...rest })), ...more], { name })
}

const detailsOf = (candidates: CandidateResult[], rest?: Partial<ScenarioResult>) => detailSentences(aScenarioResult(candidates, rest))

describe('what came of a scenario', () => {
  const [two, four, late] = [candidate('two', 1.6, 'pass'), candidate('four', 1.2, 'fail'), candidate('late', 1.25, 'inconclusive')]
  const again = aCandidate({
    name: 'single again', verdict: 'fail',
    selfCheck: { verdict: 'fail', biased: ['p50'], leastMargin: { p50: 1.1, p95: 1.1, p99: 1.1, throughput: 1.1 } }
  })
  const fine = { ...again, selfCheck: { ...again.selfCheck as NonNullable<CandidateResult['selfCheck']>, verdict: 'pass' as const, biased: [] } }
  const early = { preliminary: true, verdict: null, rounds: 4 }
  const claim = 'clustered is 1.60x faster than single at p95.'
  const tooEarly = 'It was ended after 4 rounds, too early for a verdict.'

  const cases: [title: string, CandidateResult[], Partial<ScenarioResult>, RegExp | string][] = [
    ['is the one candidate’s verdict', [candidate('clustered', 1.6, 'pass')], { verdict: 'pass' }, `PASS  ${claim}`],
    ['is told of two candidates that pass, the fastest first', [two, candidate('four', 1.9, 'pass')], { verdict: 'pass' },
      'PASS  Both variants pass. four leads: four is 1.90x faster than single at p95.'],
    ['is told of those that pass and that fail', [two, four, candidate('pm2', 1.7, 'pass')], { verdict: 'fail' },
      'FAIL  two and pm2 pass, four fails. pm2 leads: pm2 is 1.70x faster than single at p95.'],
    ['is told of those that are undecided', [candidate('two', 1.2, 'inconclusive'), late], { verdict: 'inconclusive' },
      /^INCONCLUSIVE {2}two and late are undecided\. late leads/],
    ['says that nothing was required', [candidate('two', 1.2, null), candidate('four', 1.25, null)], { verdict: null },
      /^four leads: .* No requirement was configured\.$/],
    ['counts only those of which something is required', [two, candidate('free', 1.9, null)], { verdict: 'pass' },
      /^PASS {2}two passes\. free leads/],
    ['says of each what came of it', [two, late, candidate('free', 1.1, null)], { verdict: 'inconclusive' },
      /^INCONCLUSIVE {2}two passes, late is undecided\. two leads/],
    ['is that of a self-check which finds a difference, whatever the others show', [again, two], { verdict: 'fail' },
      /^FAIL {2}This machine and scenario can't be trusted: single again differs from single at p50/],
    ['is not that of a self-check which finds none', [fine, candidate('two', 1.6, null)], { verdict: 'pass' },
      / leads: .* No requirement was configured\.$/],
    ['has no verdict when it was ended before its time', [aCandidate()], early, `PRELIMINARY  ${claim} ${tooEarly}`],
    ['has none of several candidates either', [aCandidate(), candidate('four', 1.9, null)], early,
      /^PRELIMINARY {2}four leads: .* too early for a verdict\.$/]
  ]
  for (const [title, candidates, rest, expected] of cases) {
    it(title, () => {
      const sentence = scenarioSentence(aScenarioResult(candidates, rest))
      if (typeof expected === 'string') expect(sentence).to.equal(expected)
      else expect(sentence).to.match(expected)
    })
  }

  it('has the margins of a self-check below it, and counts nothing that was met when it was ended before its time', () => {
    expect(detailsOf([fine]).join(' ')).to.include('The smallest margin that about five rounds can decide here')
    expect(detailsOf([aCandidateWith([{ metric: 'p95', required: 1.2 }])], early).join(' ')).to.not.include('met')
  })

  it('never has one for its leader that can’t be compared, as long as another can', () => {
    const broken = unfair('broken', ['p50', 'p95', 'p99', 'throughput'], { speedup: 40, reason: 'errors' })
    expect(leader({ candidates: [broken, candidate('good', 1.6, null)] }).name).to.equal('good')
    expect(leader({ candidates: [broken] }).name).to.equal('broken')
  })

  it('has the fastest at what is fair to compare for its leader', () => {
    const [slowButFair, fast] = [{ name: 'two', p95: 80, fair: 1.2 }, { name: 'four', p95: 8, fair: 1.5 }].map(({ name, p95, fair }) => {
      return unfair(name, ['p50', 'p95', 'p99'], { speedup: p95, reason: 'baseline-saturated' }, { metric: 'throughput', speedup: fair })
    })
    expect(leader({ candidates: [slowButFair, fast] }).name).to.equal('four')
  })
})

describe('the figures behind a verdict', () => {
  const [missed, pass] = ['fail' as const, 'pass' as const]

  it('are the change, the interval, the rounds and what was met', () => {
    const figures = '100 → 62.5 ms at p95, 1.60x (95 % interval [1.50, 1.70]), over 4 interleaved rounds.'
    expect(detailsOf([candidate('clustered', 1.6, pass)], { rounds: 4 })).to.eql([figures, '1 of 1 requirement met.'])
  })

  it('tell who may be as fast as the leader', () => {
    const told = (...all: [string, number][]) => detailsOf(all.map(([name, p95]) => candidate(name, p95, null)))[1]
    expect(told(['two', 1.6], ['four', 1.9])).to.equal(undefined)
    expect(told(['two', 1.75], ['four', 1.9])).to.equal('The interval of two overlaps with it: which of the two is faster is not decided.')
    expect(told(['two', 1.75], ['four', 1.9], ['pm2', 1.85], ['slow', 1]))
      .to.equal('The intervals of two and pm2 overlap with it: which of them is the fastest is not decided.')
    const lost = unfair('lost', ['p95'], { speedup: 1.85, interval: [1.7, 2], reason: 'errors' })
    expect(detailsOf([candidate('four', 1.9, null), lost])[1]).to.equal(undefined)
  })

  it('tell what was missed, and by how much', () => {
    const limits = someLimits({ required: 0.9, value: 0.75, verdict: missed }, { required: 0.01, value: 0.025, verdict: missed })
    const estimates: Partial<Estimate>[] = [
      { metric: 'p95', required: 1.5, verdict: 'inconclusive' }, { metric: 'throughput', required: 3, verdict: missed }
    ]
    const sentences = detailsOf([aCandidateWith(estimates, { limits, verdict: missed })])
    expect(sentences.find((sentence) => sentence.includes('p95 speedup')))
      .to.match(/^clustered: p95 speedup 1\.60 \[1\.34, 1\.92\] against 1\.50 after 4 rounds/)
    expect(sentences).to.include.members([
      '0 of 4 requirements met.',
      'clustered needs 3x in throughput, its interval is [1.30, 2.12].',
      'clustered needs a fairness of at least 0.9, it has 0.75.',
      'clustered needs an error rate of at most 0.01, it has 0.025.'
    ])
  })

  it('never print a number that contradicts its verdict', () => {
    const limits = someLimits({ required: 0.8, value: 0.7996, verdict: missed }, { required: 0.05, value: 0.0502, verdict: missed })
    expect(detailsOf([aCandidate({ limits, verdict: missed })])).to.include.members([
      'clustered needs a fairness of at least 0.8, it has 0.7996.',
      'clustered needs an error rate of at most 0.05, it has 0.0502.'
    ])
  })

  it('compare with the leader only those that have the metric it leads at', () => {
    const [best, other] = [candidate('best', 1.9, null), candidate('other', 1.8, null)]
    const slowest = anEstimate({ metric: 'p99.9', speedup: 1.5, required: 1.2, verdict: pass })
    const sentences = detailsOf([{ ...best, estimates: [...best.estimates, slowest] }, other])
    expect(sentences[0]).to.match(/^best: .* at p99\.9, 1\.50x/)
    expect(sentences.filter((sentence) => sentence.includes('overlap'))).to.eql([])
  })

  it('warn of problems, each once', () => {
    const problem = aWarning({ code: 'generator-saturated', severity: 'problem' })
    const warnings = [problem, problem, { ...problem, severity: 'note' as const }]
    expect(detailsOf([aCandidate()], { warnings }).at(-1)).to.equal('Caution: the load generator was too busy; see below.')
  })

  it('name what must not be overlooked beside a speedup', () => {
    const caveatOf = (estimate: Partial<Estimate>, model: 'closed' | 'open', ...saturated: string[]) => caveat(anEstimate(estimate), { model, saturated })
    expect(caveatOf({}, 'closed')).to.equal(null)
    expect(caveatOf({ interval: [0.9, 1.2] }, 'closed')).to.equal('no measurable difference')
    expect(caveatOf({ reason: 'baseline-saturated' }, 'open')).to.equal('carries no verdict')
    expect(caveatOf({ metric: 'throughput' }, 'open')).to.equal('users come at a fixed rate')
    expect(caveatOf({ metric: 'throughput' }, 'open', 'single')).to.equal(null)
  })

  it('write a change in the unit of its metric', () => {
    expect(change(anEstimate())).to.equal('100 → 62.5 ms')
    expect(change(anEstimate({ metric: 'throughput', baseline: 98.44, candidate: 12345.6 }))).to.equal('98.4 → 12,346 responses/s')
    expect(change(anEstimate({ metric: 'throughput', baseline: 120.4, candidate: 999.4 }))).to.equal('120 → 999 responses/s')
  })
})
