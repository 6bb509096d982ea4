import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkEarlier } from '../../../plugin/comparison/checks/earlier.js'
import { aCandidate } from '../../support/results.js'
import { anEarlierResult } from '../../support/settings.js'

const compared = [aCandidate({ againstEarlier: null }), aCandidate({ againstEarlier: 'pass' })]

describe('the check of an earlier result', () => {
  it('finds nothing on the same machine, nor without an earlier result', () => {
    expect(checkEarlier(compared, anEarlierResult())).to.eql([])
    expect(checkEarlier(compared, null)).to.eql([])
  })

  it('warns of another CPU', () => {
    expect(checkEarlier(compared, anEarlierResult({ cpu: 'Intel Xeon' }))).to.eql([
      {
        code: 'different-machine',
        severity: 'warning',
        variant: null,
        rounds: [],
        message:
          'The earlier result was measured on another machine (Intel Xeon, 2 cores) than this one (AMD EPYC, 2 cores), and speedups depend on the machine: ' +
          'what fell may have fallen for that reason. Compare with a result of this machine.'
      }
    ])
  })

  it('says that other cores make it impossible to tell', () => {
    const [{ message }] = checkEarlier(compared, anEarlierResult({ cores: 1 }))
    expect(message).to.equal(
      'The earlier result was measured on another machine (AMD EPYC, 1 core) than this one (AMD EPYC, 2 cores), and speedups depend on the machine, ' +
        "most of all on its cores: whether one fell can't be told. Compare with a result of as many cores."
    )
  })

  it('keeps silent where no candidate is known from before', () => {
    expect(checkEarlier([aCandidate({ againstEarlier: null })], anEarlierResult({ cores: 4 }))).to.eql([])
  })
})
