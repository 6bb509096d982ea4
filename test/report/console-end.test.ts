import { expect } from 'chai'
import { describe, it } from 'mocha'
import { formatComparison, formatScenario } from '../../plugin/report/console/result.ts'
import { aCandidateWith, aComparison, anEstimate, aScenarioResult } from '../support/results.ts'

const passing = { required: 1.3, verdict: 'pass' as const }
const worked = aCandidateWith([{ metric: 'p95', ...passing }, { metric: 'p99', ...passing }], { verdict: 'pass' })

describe('the end of the output', () => {
  it('holds every scenario, and where all is kept', () => {
    const text = formatComparison(aComparison([aScenarioResult([worked]), aScenarioResult([worked], { scenario: 'io' })]), { page: 'reports/now/index.html', link: null })
    expect(text).to.match(/^\nspeedup {2}primes/)
    expect(text).to.include('\n\nspeedup  io  clustered')
    expect(text).to.match(/\nReport: reports\/now\/index\.html$/)
  })

  it('says why nothing more was measured', () => {
    const error = { code: 'APP_DIED' as const, message: 'The app left.' }
    expect(formatComparison(aComparison([], { error }), { page: 'now/index.html', link: null })).to.equal('\nNOT MEASURED  The app left.\nReport: now/index.html')
    expect(formatComparison(aComparison([aScenarioResult([worked])], { error }), { page: 'x', link: null })).to.include('clustering helps.\n\nNOT MEASURED  The app left.\n')
  })

  it('does not call an interruption an error', () => {
    const error = { code: 'INTERRUPTED' as const, message: 'The comparison was interrupted.' }
    expect(formatComparison(aComparison([], { error }), { page: 'x/index.html', link: 'file:///x/index.html' })).to.equal('\nINTERRUPTED  The comparison was interrupted.\nReport: x/index.html  file:///x/index.html')
  })

  it('never prints an interval that contradicts its verdict', () => {
    const close = [anEstimate({ metric: 'p95', speedup: 1.4, interval: [1.2999, 1.5201], required: 1.3, verdict: 'inconclusive' })]
    expect(formatScenario(aScenarioResult([aCandidateWith(close, { verdict: 'inconclusive' })])).split('\n')[2]).to.include('[1.29, 1.53]')
  })
})
