import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkSaturation } from '../../../plugin/comparison/warnings/generator.ts'
import { aCandidate, aCandidateWith } from '../../support/results.ts'
import type { LoadShape } from '../../../plugin/concepts/load-results.ts'

const openLoad = (...saturated: string[]) => ({ model: 'open', saturated } as LoadShape)

describe('the check of what the load makes fair', () => {
  it('finds nothing when all kept up', () => {
    expect(checkSaturation(openLoad(), [aCandidate()], 'single')).to.eql([])
    expect(checkSaturation({ model: 'closed', saturated: [] }, [aCandidate()], 'single')).to.eql([])
  })

  it('sends to throughput when the baseline did not keep up, and tells how to compare latencies', () => {
    expect(checkSaturation(openLoad('single'), [aCandidate()], 'single')).to.eql([
      {
        code: 'baseline-saturated',
        severity: 'warning',
        variant: 'single',
        rounds: [],
        message:
          'single could not keep up with the users who came, so latencies grow with the length of the test and their ratio says nothing: judge by throughput. ' +
          'For latencies, lower the arrival rate, or let a fixed number of users ask in a loop, which bounds the latencies.'
      }
    ])
  })

  it('is a problem when a latency is required, on which there is no verdict then', () => {
    const required = { metric: 'p95' as const, required: 1.3, verdict: 'inconclusive' as const, reason: 'baseline-saturated' as const }
    const candidates = [aCandidate({ name: 'four' }), aCandidateWith([required])]
    expect(checkSaturation(openLoad('single'), candidates, 'single').map(({ severity }) => severity)).to.eql(['problem'])
    const unrequired = aCandidateWith([{ ...required, required: null, verdict: null }])
    expect(checkSaturation(openLoad('single'), [unrequired], 'single').map(({ severity }) => severity)).to.eql(['warning'])
  })

  it('is one warning when nobody kept up', () => {
    const found = checkSaturation(openLoad('single', 'clustered'), [aCandidate()], 'single')
    expect(found.map(({ code }) => code)).to.eql(['baseline-saturated'])
    expect(found[0].message).to.match(/^single and clustered could not keep up/)
  })

  it('blames a candidate that did not keep up although the baseline did', () => {
    const [{ message, ...rest }, ...others] = checkSaturation(openLoad('clustered'), [aCandidate()], 'single')
    expect(others).to.eql([])
    expect(rest).to.eql({ code: 'candidate-saturated', severity: 'warning', variant: 'clustered', rounds: [] })
    expect(message).to.match(/^clustered could not keep up with the users who came, although single could, so latencies of clustered grow with the length of the test\. /)
    expect(message).to.match(/lower the arrival rate, or let a fixed number of users ask in a loop/)
  })

  it('blames several candidates at once', () => {
    const [{ message, variant }, ...others] = checkSaturation(openLoad('two', 'four'), [aCandidate({ name: 'two' }), aCandidate({ name: 'four' })], 'single')
    expect(others).to.eql([])
    expect(variant).to.equal(null)
    expect(message).to.match(/^two and four could not keep up .*, so latencies of two and four grow with the length of the test\. /)
  })

  it('tells each candidate whose required throughput nobody could reach', () => {
    const fixed = { metric: 'throughput' as const, required: 1.3, verdict: 'inconclusive' as const, reason: 'throughput-fixed' as const }
    const found = checkSaturation(openLoad(), [aCandidateWith([fixed]), aCandidate({ name: 'four' })], 'single')
    expect(found).to.eql([
      {
        code: 'throughput-fixed',
        severity: 'problem',
        variant: 'clustered',
        rounds: [],
        message:
          'clustered: a throughput above that of single is required, but users come at the same rate whatever the app does, and single kept up with them: nobody could serve more. ' +
          'Require a latency instead, or raise the arrival rate above what one process can do.'
      }
    ])
  })
})
