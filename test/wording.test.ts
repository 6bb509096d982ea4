import { expect } from 'chai'
import { describe, it } from 'mocha'
import { counted, list, listCounts, percent } from '../plugin/concepts/wording.ts'

describe('the words of all sentences', () => {
  it('count one thing and many', () => {
    expect([counted(1, 'worker'), counted(0, 'worker'), counted(2, 'latency', 'latencies')]).to.eql(['1 worker', '0 workers', '2 latencies'])
  })

  it('list things as people do', () => {
    expect([list([]), list(['a']), list(['a', 'b']), list(['a', 'b', 'c'])]).to.eql(['', 'a', 'a and b', 'a, b and c'])
  })

  it('list what failed and how often, the most frequent first', () => {
    expect(listCounts({ 404: 10, ECONNRESET: 40 })).to.equal('ECONNRESET (40), 404 (10)')
    expect(listCounts({})).to.equal('')
  })
})

describe('a share in percent', () => {
  it('has a digit more where it is small', () => {
    expect([0, 0.034, 0.0994, 0.0995, 0.1, 0.346, 1].map(percent)).to.eql(['0 %', '3.4 %', '9.9 %', '10 %', '10 %', '35 %', '100 %'])
  })

  it('is not none when it is tiny', () => expect([0.0002, 0.00049, 0.0005].map(percent)).to.eql(['0.020 %', '0.049 %', '0.1 %']))
})
