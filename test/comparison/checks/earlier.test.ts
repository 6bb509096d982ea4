import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkEarlier } from '../../../plugin/comparison/warnings/answers.ts'
import { aCandidate } from '../../support/results.ts'
import { anEarlierResult } from '../../support/settings.ts'

const primes = { scenario: 'primes', client: null }
const compared = [aCandidate({ againstEarlier: null }), aCandidate({ againstEarlier: 'pass' })]

describe('the check of an earlier result', () => {
  it('finds nothing on the same machine, nor without an earlier result', () => {
    expect(checkEarlier(compared, primes, anEarlierResult())).to.eql([])
    expect(checkEarlier(compared, primes, null)).to.eql([])
  })

  it('warns of another CPU', () => {
    expect(checkEarlier(compared, primes, anEarlierResult({ cpu: 'Intel Xeon' }))).to.eql([
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
    const [{ message }] = checkEarlier(compared, primes, anEarlierResult({ cores: 1 }))
    expect(message).to.equal(
      'The earlier result was measured on another machine (AMD EPYC, 1 core) than this one (AMD EPYC, 2 cores), and speedups depend on the machine, ' +
        "most of all on its cores: whether one fell can't be told. Compare with a result of as many cores."
    )
  })

  it('warns of each candidate that had another number of workers', () => {
    const four = { estimates: anEarlierResult().estimates.map((one) => ({ ...one, workers: 4 })) }
    expect(checkEarlier([aCandidate({ againstEarlier: 'inconclusive' })], primes, anEarlierResult(four))).to.eql([
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
    expect(checkEarlier([aCandidate({ name: 'new', againstEarlier: 'inconclusive' })], primes, anEarlierResult(four))).to.eql([])
    expect(checkEarlier([aCandidate({ againstEarlier: 'inconclusive' })], { ...primes, scenario: 'io' }, anEarlierResult(four))).to.eql([])
  })

  it('keeps silent where no candidate is known from before', () =>
    expect(checkEarlier([aCandidate({ againstEarlier: null })], primes, anEarlierResult({ cores: 4 }))).to.eql([]))

  const lean = { name: 'lean' as const, because: null }
  const artillerys = { name: 'artillery' as const, because: 'it uploads files (formData)' }
  const by = (client: 'lean' | 'artillery') => anEarlierResult({ estimates: anEarlierResult().estimates.map((one) => ({ ...one, client })) })

  it('warns of a load by another client, and says in which direction that may lead', () => {
    expect(checkEarlier(compared, { ...primes, client: artillerys }, by('lean'))).to.eql([
      {
        code: 'different-client',
        severity: 'warning',
        variant: null,
        rounds: [],
        message:
          "primes was loaded by the lean client in the earlier result, and is by Artillery's client now, which takes another share of the machine: " +
          'its speedups may be lower for that alone, and what fell may not have. Compare with a result of the same client, or choose the client by plugins.speedup.client.'
      }
    ])
    const [{ message }] = checkEarlier(compared, { ...primes, client: lean }, by('artillery'))
    expect(message).to.include("loaded by Artillery's client in the earlier result, and is by the lean client now").and.include('may be higher for that alone, so that a fall may go unseen')
  })

  it('finds nothing where the client is the same, or is not told and therefore Artillery’s, or the scenario is new', () => {
    for (const [client, earlier] of [[lean, 'lean'], [artillerys, 'artillery'], [null, 'artillery']] as const) {
      expect(checkEarlier(compared, { ...primes, client }, by(earlier))).to.eql([])
    }
    expect(checkEarlier(compared, { scenario: 'io', client: lean }, by('artillery'))).to.eql([])
    expect(checkEarlier([aCandidate()], { ...primes, client: lean }, by('artillery'))).to.eql([])
  })
})
