import { AssertionError } from 'node:assert'
import * as chai from 'chai'
import { describe, it } from 'mocha'
import { assertCapacity, assertFaster } from '../../plugin/kit/assert.ts'
import speedup from '../../plugin/kit/chai.ts'
import matchers from '../../plugin/kit/expect.ts'
import { keptComparison } from '../../plugin/kit/subject.ts'
import { refusal } from '../support/settings.ts'
import { aComparison } from '../support/results.ts'
import { aSearch } from '../support/searches.ts'
import { thrown, usual, wordOf } from './some-comparisons.ts'

chai.use(speedup)
const { expect } = chai

const kept = (options?: Parameters<typeof aSearch>[0]) =>
  keptComparison({ comparison: aComparison(aSearch(options).results), folder: '/reports/x', page: null })
const searched = kept() // clustered carries about 150/s
const ofUsers = kept({ users: true })

/** @returns what the matcher of vitest and jest says */
function matched(subject: object, options: object, isNot = false) {
  const { pass, message } = (matchers as any).toHaveCapacity.call(isNot ? { isNot } : {}, subject, options)
  if (pass === isNot) throw new Error(message())
}

describe('asserting a capacity', () => {
  it('passes where the whole interval lies on that side, fails where it lies on the other, and is undecided between, in every style', () => {
    const acts: ((rate: string) => void)[] = [
      (rate) => expect(searched).capacity.atLeast(rate),
      (rate) => expect(searched.candidate('clustered')).to.have.capacity.atLeast(rate),
      (rate) => assertCapacity(searched, { atLeast: rate }),
      (rate) => matched(searched, { atLeast: rate })
    ]
    const contrary: ((rate: string) => void)[] = [
      (rate) => expect(searched).capacity.below(rate),
      (rate) => expect(searched).to.not.have.capacity.atLeast(rate),
      (rate) => assertCapacity(searched, { below: rate }),
      (rate) => matched(searched, { atLeast: rate }, true)
    ]
    const words = (act: (rate: string) => void) =>
      ['100/s', '200/s', '150/s'].map((rate) => wordOf(() => act(rate), Error))
    for (const act of acts) expect(words(act), String(act)).to.eql(['accepted', 'FAIL', 'INCONCLUSIVE'])
    for (const act of contrary) expect(words(act), String(act)).to.eql(['FAIL', 'accepted', 'INCONCLUSIVE'])
  })

  it('takes a number of users where the search is of users', () => {
    expect(ofUsers).capacity.atLeast('100 users')
    expect(refusal(() => expect(ofUsers).capacity.atLeast('100/s')).message).to.include(
      'but with users, the search is for their number. Write it, such as 50 users.'
    )
    expect(refusal(() => expect(searched).capacity.atLeast(100 as any)).message).to.include(
      'is 100, without a unit. Write 100/s, or 100 users.'
    )
  })

  it('knows a variant that met a bound from one side', () => {
    const most = kept({ capacities: { single: 90, clustered: 'not exhausted' } })
    expect(wordOf(() => expect(most).capacity.atLeast('100/s'), Error)).to.equal('accepted')
    expect(wordOf(() => expect(most).capacity.atLeast('1000000/s'), Error)).to.equal('INCONCLUSIVE')
    const none = kept({ capacities: { single: 90, clustered: 'not reached' } })
    expect(wordOf(() => expect(none).capacity.atLeast('1000/s'), Error)).to.equal('FAIL')
  })

  it('says what was found and what was expected', () => {
    expect(thrown(() => expect(searched).capacity.atLeast('200/s')).message.split('\n')[0]).to.match(
      /^FAIL {2}clustered carries 1\d\d\/s \[\d+, \d+\]; expected at least 200\/s\.$/
    )
    expect(thrown(() => assertCapacity(searched, { atLeast: '200/s' }))).to.be.instanceOf(AssertionError)
  })

  it('needs a search, and a search knows no other metric', () => {
    expect(refusal(() => expect(usual).capacity.atLeast('100/s')).message).to.equal(
      "capacity needs the capacity of clustered, which is unknown: its scenario was compared under one load. Give compare the service level, such as capacity: { p95: '100ms' }."
    )
    expect(refusal(() => assertFaster(searched, { at: 'p95' })).message).to.equal(
      'The speedup of clustered at p95 is unknown: only the capacity was searched for, so each variant had another load. Ask for its speedup in capacity, or compare without capacity.'
    )
    expect(searched.candidate('clustered').speedup('capacity').speedup).to.be.within(1.4, 2)
  })
})
