import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkEarlier } from '../../../plugin/comparison/checks/earlier.js'
import { aCandidate } from '../../support/results.js'
import { anEarlierResult } from '../../support/settings.js'

const compared = [aCandidate({ againstEarlier: null }), aCandidate({ againstEarlier: 'pass' })]

describe('the check of an earlier result', () => {
  it('finds nothing on the same machine, nor without an earlier result', () => {
    expect(checkEarlier(compared, 'primes', anEarlierResult())).to.eql([])
    expect(checkEarlier(compared, 'primes', null)).to.eql([])
  })

  it('warns of another CPU', () => {
    expect(checkEarlier(compared, 'primes', anEarlierResult({ cpu: 'Intel Xeon' }))).to.eql([
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
    const [{ message }] = checkEarlier(compared, 'primes', anEarlierResult({ cores: 1 }))
    expect(message).to.equal(
      'The earlier result was measured on another machine (AMD EPYC, 1 core) than this one (AMD EPYC, 2 cores), and speedups depend on the machine, ' +
        "most of all on its cores: whether one fell can't be told. Compare with a result of as many cores."
    )
  })

  it('warns of each candidate that had another number of workers', () => {
    const four = { estimates: anEarlierResult().estimates.map((one) => ({ ...one, workers: 4 })) }
    expect(checkEarlier([aCandidate({ againstEarlier: 'inconclusive' })], 'primes', anEarlierResult(four))).to.eql([
      {
        code: 'different-variant',
        severity: 'warning',
        variant: 'clustered',
        rounds: [],
        message:
          "clustered had 4 workers in the earlier result, and has 2 now, so whether a speedup fell can't be told. " +
          'Give it as many workers, or compare with a result of 2 workers.'
      }
    ])
    expect(checkEarlier([aCandidate({ name: 'new', againstEarlier: 'inconclusive' })], 'primes', anEarlierResult(four))).to.eql([])
    expect(checkEarlier([aCandidate({ againstEarlier: 'inconclusive' })], 'io', anEarlierResult(four))).to.eql([])
  })

  it('keeps silent where no candidate is known from before', () => {
    expect(checkEarlier([aCandidate({ againstEarlier: null })], 'primes', anEarlierResult({ cores: 4 }))).to.eql([])
  })
})
