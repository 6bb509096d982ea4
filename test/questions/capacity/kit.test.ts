import * as chai from 'chai'
import { assertFaster } from '../../../plugin/kit/assert.ts'
import speedup from '../../../plugin/kit/chai.ts'
import { refusal } from '../../support/settings.ts'
import { searched, thrown, usual } from '../../kit/some-comparisons.ts'

chai.use(speedup)
const { expect } = chai
const ofRate = searched()

describe('asserting a capacity', () => {
  it('takes a number of users where the search is of users', () => {
    const ofUsers = searched({ users: true })
    expect(ofUsers).capacity.atLeast('100 users')
    expect(refusal(() => expect(ofUsers).capacity.atLeast('100/s')).message).to.include(
      'but with users, the search is for their number. Write it, such as 50 users.'
    )
    expect(refusal(() => expect(ofRate).capacity.atLeast(100 as any)).message).to.include(
      'is 100, without a unit. Write 100/s, or 100 users.'
    )
  })

  it('says what was found and what was expected', () => {
    expect(thrown(() => expect(ofRate).capacity.atLeast('200/s')).message.split('\n')[0])
      .to.include('FAIL  clustered carries 1')
      .and.include('; expected at least 200/s.')
  })

  it('needs a search, and a search knows no other metric', () => {
    expect(refusal(() => expect(usual).capacity.atLeast('100/s')).message).to.equal(
      "capacity needs the capacity of clustered, which is unknown: its scenario was compared under one load. Give compare the service level, such as capacity: { p95: '100ms' }."
    )
    expect(refusal(() => assertFaster(ofRate, { at: 'p95' })).message).to.equal(
      'The speedup of clustered at p95 is unknown: only the capacity was searched for, so each variant had another load. Ask for its speedup in capacity, or compare without capacity.'
    )
    expect(ofRate.candidate('clustered').speedup('capacity').speedup).to.be.within(1.4, 2)
  })
})
