import { expect } from 'chai'
import { verdictOf } from '../../plugin/report/ci/verdict-json.ts'
import { answerOf } from '../../plugin/report/words/answer.ts'
import { compared } from '../support/compared.ts'
import { flowRuns } from '../support/flows.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult } from '../support/results.ts'
import type { RequestSpeedups } from '../../plugin/concepts/options.ts'

describe('the verdict for programs', () => {
  it('is the answer of all other outputs, with its figures, in at most 2 kB for one candidate', () => {
    const result = aScenarioResult([aCandidate()])
    const comparison = aComparison([result])
    const verdict = verdictOf(comparison)
    expect(JSON.stringify(verdict).length).to.be.at.most(2000)
    expect(verdict).to.include({ verdict: comparison.verdict, exitCode: comparison.exitCode, leftOut: 0, error: null })
    const [candidate] = verdict.candidates
    expect(candidate.answer).to.equal(answerOf(result).answer)
    expect(candidate.question).to.equal('speedup')
    expect(candidate.figures.throughput).to.have.lengthOf(3)
    expect(candidate.codes[0]).to.equal(result.candidates[0].diagnosis.code)
  })

  it('has the worst first where there are more, and says how many are left out', () => {
    const many = Array.from({ length: 12 }, (_, i) => aCandidate({ name: `way-${i}`, verdict: 'pass' }))
    const failed = aCandidateWith([{ metric: 'throughput', speedup: 0.5, interval: [0.4, 0.6], verdict: 'fail' }])
    const result = aScenarioResult([...many, { ...failed, name: 'slow', verdict: 'fail' as const }])
    const verdict = verdictOf(aComparison([result]))
    expect(verdict.candidates[0]).to.include({ candidate: 'slow', verdict: 'fail' })
    expect(verdict.candidates.length + verdict.leftOut).to.equal(13)
    expect(verdict.leftOut).to.be.above(0)
    expect(JSON.stringify(verdict).length).to.be.at.most(2000)
  })

  it('names the requests that missed what was required of them, a few of many', () => {
    const arm = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`GET /${i}`, { ms: [10, 10.1] }]))
    const missedOf = (requests: RequestSpeedups) =>
      verdictOf(aComparison([compared(flowRuns(arm, arm), { requests })])).candidates[0].missed
    expect(missedOf({ 'GET /3': { p95: 1.5, p50: 0.8 } })).to.eql(['p95 of GET /3'])
    expect(missedOf({ '*': { p95: 1.5 } })).to.have.length(5)
  })

  it('names all else that was missed, a limit with its variant', () => {
    const arm = { 'GET /a': { ms: [10, 10.1] }, 'GET /b': { ms: [50, 50.1] } }
    const limits = { single: { requests: { 'GET /b': { p50: 20 } } }, clustered: { p95: 1 } }
    const result = compared(flowRuns(arm, arm), { throughput: 1.5 }, { limits })
    expect(verdictOf(aComparison([result])).candidates[0].missed).to.eql([
      'throughput',
      'single: p50 of GET /b ≤ 20 ms',
      'clustered: p95 ≤ 1 ms'
    ])
  })

  it('of what was not measured says why', () => {
    const error = { code: 'APP_DIED' as const, message: 'It left.' }
    expect(verdictOf(aComparison([], { error, verdict: 'not measured', exitCode: 3 }))).to.deep.include({
      error,
      candidates: [],
      leftOut: 0
    })
  })
})
