import { expect } from 'chai'
import { describe, it } from 'mocha'
import { caveat, change, detailSentences, leader, scenarioSentence } from '../../plugin/report/words/scenario-sentences.ts'
import { aCandidate, aCandidateWith, anEstimate, aScenarioResult, someLimits } from '../support/results.ts'
import type { Verdict } from '../../plugin/concepts/codes.ts'

function candidate(name: string, p95: number, verdict: Verdict | null) {
  const required = verdict === null ? null : 1.3
  return aCandidateWith([{ metric: 'p95', speedup: p95, interval: [p95 - 0.1, p95 + 0.1], required, verdict }], { name, verdict })
}

describe('what came of a scenario', () => {
  it('is the one candidate’s verdict', () => {
    const result = aScenarioResult([candidate('clustered', 1.6, 'pass')])
    expect(scenarioSentence({ ...result, verdict: 'pass' })).to.equal('PASS  clustered is 1.60x faster than single at p95.')
  })

  it('is told of several candidates in one sentence, the fastest first', () => {
    const all = aScenarioResult([candidate('two', 1.6, 'pass'), candidate('four', 1.9, 'pass')])
    expect(scenarioSentence({ ...all, verdict: 'pass' })).to.equal('PASS  Both variants pass. four leads: four is 1.90x faster than single at p95.')
    const some = aScenarioResult([candidate('two', 1.6, 'pass'), candidate('four', 1.2, 'fail'), candidate('pm2', 1.7, 'pass')])
    expect(scenarioSentence({ ...some, verdict: 'fail' })).to.equal(
      'FAIL  two and pm2 pass, four fails. pm2 leads: pm2 is 1.70x faster than single at p95.'
    )
    const none = aScenarioResult([candidate('two', 1.2, 'inconclusive'), candidate('four', 1.25, 'inconclusive')])
    expect(scenarioSentence({ ...none, verdict: 'inconclusive' })).to.match(/^INCONCLUSIVE {2}two and four are undecided\. four leads/)
    const free = aScenarioResult([candidate('two', 1.2, null), candidate('four', 1.25, null)])
    expect(scenarioSentence({ ...free, verdict: null })).to.match(/^four leads: .* No requirement was configured\.$/)
  })

  it('counts only those of which something is required, and says so of each', () => {
    const some = aScenarioResult(
      [candidate('two', 1.6, 'pass'), candidate('four', 1.2, 'inconclusive'), candidate('free', 1.1, null)], { verdict: 'inconclusive' }
    )
    expect(scenarioSentence(some)).to.match(/^INCONCLUSIVE {2}two passes, four is undecided\. two leads/)
    const one = aScenarioResult([candidate('two', 1.6, 'pass'), candidate('free', 1.9, null)], { verdict: 'pass' })
    expect(scenarioSentence(one)).to.match(/^PASS {2}two passes\. free leads/)
  })

  it('is that of a self-check which finds a difference, whatever the others show', () => {
    const check = { verdict: 'fail' as const, biased: ['p50' as const], leastMargin: { p50: 1.1, p95: 1.1, p99: 1.1, throughput: 1.1 } }
    const again = aCandidate({ name: 'single again', selfCheck: check, verdict: 'fail' })
    const result = aScenarioResult([again, candidate('two', 1.6, 'pass')], { verdict: 'fail' })
    expect(scenarioSentence(result)).to.match(/^FAIL {2}This machine and scenario can't be trusted: single again differs from single at p50/)
    const fine = { ...again, selfCheck: { ...check, verdict: 'pass' as const, biased: [] }, verdict: 'pass' as const }
    expect(scenarioSentence(aScenarioResult([fine, candidate('two', 1.6, null)], { verdict: 'pass' }))).to.match(/ leads: .* No requirement was configured\.$/)
    expect(detailSentences(aScenarioResult([fine])).join(' ')).to.include('The smallest margin that about five rounds can decide here')
  })

  it('has no verdict when it was ended before its time', () => {
    const early = { preliminary: true, verdict: null, rounds: 4 }
    const claim = 'clustered is 1.60x faster than single at p95.'
    expect(scenarioSentence(aScenarioResult([aCandidate()], early))).to.equal(`PRELIMINARY  ${claim} It was ended after 4 rounds, too early for a verdict.`)
    expect(scenarioSentence(aScenarioResult([aCandidate(), candidate('four', 1.9, null)], early))).to.match(
      /^PRELIMINARY {2}four leads: .* too early for a verdict\.$/
    )
    expect(detailSentences(aScenarioResult([aCandidateWith([{ metric: 'p95', required: 1.2 }])], early)).join(' ')).to.not.include('met')
  })

  it('never has one for its leader that can’t be compared, as long as another can', () => {
    const void_ = aCandidateWith([
      'p50', 'p95', 'p99', 'throughput'
    ].map((metric) => ({ metric: metric as 'p95', speedup: 40, reason: 'errors' as const })), { name: 'broken' })
    expect(leader({ candidates: [void_, candidate('good', 1.6, null)] }).name).to.equal('good')
    expect(leader({ candidates: [void_] }).name).to.equal('broken')
  })

  it('has the fastest at what is fair to compare for its leader', () => {
    const generator = { reason: 'baseline-saturated' as const }
    const slowButFair = aCandidateWith([{
      metric: 'p50', ...generator
    }, { metric: 'p95', speedup: 80, ...generator }, { metric: 'p99', ...generator }, { metric: 'throughput', speedup: 1.2 }], { name: 'two' })
    const fast = aCandidateWith([{
      metric: 'p50', ...generator
    }, { metric: 'p95', speedup: 8, ...generator }, { metric: 'p99', ...generator }, { metric: 'throughput', speedup: 1.5 }], { name: 'four' })
    expect(leader({ candidates: [slowButFair, fast] }).name).to.equal('four')
  })
})

describe('the figures behind a verdict', () => {
  it('are the change, the interval, the rounds and what was met', () => {
    const passed = { ...aScenarioResult([candidate('clustered', 1.6, 'pass')]), rounds: 4 }
    const figures = '100 → 62.5 ms at p95, 1.60x (95 % interval [1.50, 1.70]), over 4 interleaved rounds.'
    expect(detailSentences(passed)).to.eql([figures, '1 of 1 requirement met.'])
  })

  it('tell who may be as fast as the leader', () => {
    const told = (...all: [string, number][]) => detailSentences(aScenarioResult(all.map(([name, p95]) => candidate(name, p95, null))))[1]
    expect(told(['two', 1.6], ['four', 1.9])).to.equal(undefined)
    expect(told(['two', 1.75], ['four', 1.9])).to.equal('The interval of two overlaps with it: which of the two is faster is not decided.')
    expect(told(['two', 1.75], ['four', 1.9], ['pm2', 1.85], ['slow', 1])).to.equal(
      'The intervals of two and pm2 overlap with it: which of them is the fastest is not decided.'
    )
    const lost = aCandidateWith([{ metric: 'p95', speedup: 1.85, interval: [1.7, 2], reason: 'errors' }], { name: 'lost' })
    expect(detailSentences(aScenarioResult([candidate('four', 1.9, null), lost]))[1]).to.equal(undefined)
  })

  it('tell what was missed, and by how much', () => {
    const missed = aCandidateWith([{ metric: 'p95', required: 1.5, verdict: 'inconclusive' }, { metric: 'throughput', required: 3, verdict: 'fail' }], {
      limits: someLimits({ required: 0.9, value: 0.75, verdict: 'fail' }, { required: 0.01, value: 0.025, verdict: 'fail' }),
      verdict: 'fail'
    })
    const sentences = detailSentences(aScenarioResult([missed]))
    expect(sentences).to.include('0 of 4 requirements met.')
    expect(sentences.find((one) => one.includes('p95 speedup'))).to.match(/^clustered: p95 speedup 1\.60 \[1\.34, 1\.92\] against 1\.50 after 4 rounds/)
    expect(sentences).to.include('clustered needs 3x in throughput, its interval is [1.30, 2.12].')
    expect(sentences).to.include('clustered needs a fairness of at least 0.9, it has 0.75.')
    expect(sentences).to.include('clustered needs an error rate of at most 0.01, it has 0.025.')
  })

  it('warn of problems, each once', () => {
    const problem = { code: 'generator-saturated' as const, severity: 'problem' as const, variant: null, rounds: [], message: 'x' }
    const result = { ...aScenarioResult([aCandidate()]), warnings: [problem, problem, { ...problem, severity: 'note' as const }] }
    expect(detailSentences(result).at(-1)).to.equal('Caution: the load generator was too busy; see below.')
  })

  it('name what must not be overlooked beside a speedup', () => {
    const closed = { model: 'closed' as const, saturated: [] }
    const open = { model: 'open' as const, saturated: [] }
    expect(caveat(anEstimate(), closed)).to.equal(null)
    expect(caveat(anEstimate({ interval: [0.9, 1.2] }), closed)).to.equal('no measurable difference')
    expect(caveat(anEstimate({ reason: 'baseline-saturated' }), open)).to.equal('carries no verdict')
    expect(caveat(anEstimate({ metric: 'throughput' }), open)).to.equal('users come at a fixed rate')
    expect(caveat(anEstimate({ metric: 'throughput' }), { ...open, saturated: ['single'] })).to.equal(null)
  })

  it('never print a number that contradicts its verdict', () => {
    const missed = aCandidate({ limits: someLimits(
      { required: 0.8, value: 0.7996, verdict: 'fail' }, { required: 0.05, value: 0.0502, verdict: 'fail' }
    ), verdict: 'fail' })
    const sentences = detailSentences(aScenarioResult([missed]))
    expect(sentences).to.include('clustered needs a fairness of at least 0.8, it has 0.7996.')
    expect(sentences).to.include('clustered needs an error rate of at most 0.05, it has 0.0502.')
  })

  it('write a change in the unit of its metric', () => {
    expect(change(anEstimate())).to.equal('100 → 62.5 ms')
    expect(change(anEstimate({ metric: 'throughput', baseline: 98.44, candidate: 12345.6 }))).to.equal('98.4 → 12,346 responses/s')
    expect(change(anEstimate({ metric: 'throughput', baseline: 120.4, candidate: 999.4 }))).to.equal('120 → 999 responses/s')
  })
})
