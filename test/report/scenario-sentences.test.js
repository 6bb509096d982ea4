import { expect } from 'chai'
import { describe, it } from 'mocha'
import { change, detailSentences, leader, scenarioSentence } from '../../plugin/report/scenario-sentences.js'
import { aCandidate, aCandidateWith, anEstimate, aScenarioResult, someLimits } from '../support/results.js'
/** @import { Verdict } from '../../plugin/vocabulary.js' */

/**
 * @param {string} name
 * @param {number} p95
 * @param {Verdict | null} verdict
 */
function candidate(name, p95, verdict) {
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
    expect(scenarioSentence({ ...all, verdict: 'pass' })).to.equal('PASS  Both variants meet what was required. four leads: four is 1.90x faster than single at p95.')
    const some = aScenarioResult([candidate('two', 1.6, 'pass'), candidate('four', 1.2, 'fail'), candidate('pm2', 1.7, 'pass')])
    expect(scenarioSentence({ ...some, verdict: 'fail' })).to.equal(
      'FAIL  two and pm2 meet what was required, 1 of 3 variants does not. pm2 leads: pm2 is 1.70x faster than single at p95.'
    )
    const none = aScenarioResult([candidate('two', 1.2, 'inconclusive'), candidate('four', 1.25, 'inconclusive')])
    expect(scenarioSentence({ ...none, verdict: 'inconclusive' })).to.match(/^INCONCLUSIVE {2}No variant meets what was required\. four leads/)
    const free = aScenarioResult([candidate('two', 1.2, null), candidate('four', 1.25, null)])
    expect(scenarioSentence({ ...free, verdict: null })).to.match(/^four leads: .* No requirement was configured\.$/)
  })

  it('has the fastest at what is fair to compare for its leader', () => {
    const generator = { reason: /** @type {const} */ ('baseline-saturated') }
    const slowButFair = aCandidateWith([{ metric: 'p50', ...generator }, { metric: 'p95', speedup: 80, ...generator }, { metric: 'p99', ...generator }, { metric: 'throughput', speedup: 1.2 }], { name: 'two' })
    const fast = aCandidateWith([{ metric: 'p50', ...generator }, { metric: 'p95', speedup: 8, ...generator }, { metric: 'p99', ...generator }, { metric: 'throughput', speedup: 1.5 }], { name: 'four' })
    expect(leader({ candidates: [slowButFair, fast] }).name).to.equal('four')
  })
})

describe('the figures behind a verdict', () => {
  it('are the change, the interval, the rounds and what was met', () => {
    const passed = { ...aScenarioResult([candidate('clustered', 1.6, 'pass')]), rounds: 4 }
    expect(detailSentences(passed)).to.eql(['100 → 62.5 ms at p95, 1.60x (95 % interval [1.50, 1.70]), over 4 interleaved rounds.', '1 of 1 requirement met.'])
  })

  it('tell what was missed, and by how much', () => {
    const missed = aCandidateWith([{ metric: 'p95', required: 1.5, verdict: 'inconclusive' }, { metric: 'throughput', required: 3, verdict: 'fail' }], {
      limits: someLimits({ required: 0.9, value: 0.75, verdict: 'fail' }, { required: 0.01, value: 0.025, verdict: 'fail' }),
      verdict: 'fail'
    })
    const sentences = detailSentences(aScenarioResult([missed]))
    expect(sentences).to.include('0 of 4 requirements met.')
    expect(sentences).to.include('clustered needs 1.50x at p95, its interval is [1.34, 1.92].')
    expect(sentences).to.include('clustered needs 3.00x in throughput, its interval is [1.30, 2.12].')
    expect(sentences).to.include('clustered needs a fairness of at least 0.9, it has 0.75.')
    expect(sentences).to.include('clustered needs an error rate of at most 0.01, it has 0.025.')
  })

  it('warn of problems, each once', () => {
    const problem = { code: /** @type {const} */ ('generator-saturated'), severity: /** @type {const} */ ('problem'), variant: null, rounds: [], message: 'x' }
    const result = { ...aScenarioResult([aCandidate()]), warnings: [problem, problem, { ...problem, severity: /** @type {const} */ ('note') }] }
    expect(detailSentences(result).at(-1)).to.equal('Caution: generator saturated; see below.')
  })

  it('write a change in the unit of its metric', () => {
    expect(change(anEstimate())).to.equal('100 → 62.5 ms')
    expect(change(anEstimate({ metric: 'throughput', baseline: 98.44, candidate: 12345.6 }))).to.equal('98.4 → 12,346 responses/s')
    expect(change(anEstimate({ metric: 'throughput', baseline: 120.4, candidate: 999.4 }))).to.equal('120 → 999 responses/s')
  })
})
