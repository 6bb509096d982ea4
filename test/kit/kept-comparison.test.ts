import { expect } from 'chai'
import { describe, it } from 'mocha'
import { keptComparison, laterComparison } from '../../plugin/kit/kept-comparison.ts'
import { aCandidate, aComparison, aScenarioResult } from '../support/results.ts'

const comparison = aComparison([aScenarioResult([aCandidate()])])
const made = keptComparison({ comparison, folder: '/reports/one', page: null })

describe('a kept comparison', () => {
  it('is what stands in its file, and where it is kept', () => {
    expect(made).to.include({ ...comparison, folder: '/reports/one', page: null })
  })

  it('hands over its candidates by name', () => {
    expect(made.candidate('clustered')).to.include({ name: 'clustered', baseline: 'single' })
    expect(made.candidate()).to.eql(made.candidate('clustered'))
    expect(() => made.candidate('clusterd')).to.throw('clusterd').with.property('code', 'NO_COMPARISON')
  })
})

describe('a comparison that has yet to be made', () => {
  it('says so, whatever it is asked', () => {
    const { comparison: later } = laterComparison('scenarios/primes.yml')
    for (const property of ['scenarios', 'verdict', 'folder', 'candidate'] as const) {
      expect(() => later[property])
        .to.throw('The comparison of scenarios/primes.yml has not been made yet. Use what compareBeforeAll returns inside `it` or a later hook only.')
        .with.property('code', 'NO_COMPARISON')
    }
  })

  it('says why it could not be made', () => {
    const { comparison: later, fail } = laterComparison('scenarios/primes.yml')
    fail(new Error('There is no app.'))
    expect(() => later.verdict).to.throw('The comparison of scenarios/primes.yml could not be made: There is no app.')
  })

  it('has every property of the one that was made, once it is', () => {
    const { comparison: later, settle } = laterComparison('scenarios/primes.yml')
    settle(made)
    expect({ ...later }).to.eql(made)
  })
})
