import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkAnswers } from '../../../plugin/comparison/warnings/answers.ts'
import type { AnswerComparison } from '../../../plugin/concepts/comparison.ts'

const compared = (overrides: Partial<AnswerComparison>): AnswerComparison => ({ variant: 'clustered', requests: 5, different: [], unsteady: [], ...overrides })

const urls = ['GET /a', 'GET /b', 'POST /c', 'GET /d', 'GET /e']

describe('the check of the answers', () => {
  it('finds nothing when they are the same', () => {
    expect(checkAnswers([compared({})], 'single')).to.eql([])
    expect(checkAnswers([], 'single')).to.eql([])
  })

  it('calls different answers a problem, and names the likely cause and both ways out', () => {
    const [{ message, ...rest }, ...others] = checkAnswers([compared({ different: ['GET /counter'] })], 'single')
    expect(others).to.eql([])
    expect(rest).to.eql({ code: 'different-answers', severity: 'problem', variant: 'clustered', rounds: [] })
    expect(message).to.match(/^clustered answers GET \/counter otherwise than single, .*keeps in one process what all need \(sessions, counters, caches\); no verdict is drawn\. /)
    expect(message).to.match(/where all workers find it; .* set plugins\.speedup\.sameAnswers: false\.$/)
  })

  it('names three of them and counts the others', () => {
    const named = [3, 4, 5].map((many) => checkAnswers([compared({ different: urls.slice(0, many) })], 'single')[0].message)
    expect(named[0]).to.include('answers GET /a, GET /b, POST /c otherwise')
    expect(named[1]).to.include('GET /a, GET /b, POST /c and 1 other request otherwise')
    expect(named[2]).to.include('GET /a, GET /b, POST /c and 2 other requests otherwise')
  })

  it('notes what could not be compared, since the baseline is not steady', () => {
    const [{ message, ...rest }] = checkAnswers([compared({ unsteady: ['GET /time'] })], 'single')
    expect(rest).to.eql({ code: 'unsteady-answers', severity: 'note', variant: 'clustered', rounds: [] })
    expect(message).to.match(/^clustered: GET \/time could not be compared, since single itself answers differently after each start, or was not asked twice\. If that is meant, all is well\.$/)
  })

  it('tells both of each candidate', () => {
    const found = checkAnswers([compared({ different: ['GET /a'], unsteady: ['GET /b'] }), compared({ variant: 'four', unsteady: ['GET /b'] })], 'single')
    expect(found.map(({ code, variant }) => `${variant} ${code}`)).to.eql(['clustered different-answers', 'clustered unsteady-answers', 'four unsteady-answers'])
  })
})
