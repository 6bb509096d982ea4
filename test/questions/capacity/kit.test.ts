import * as chai from 'chai'
import { assertCapacity, assertFaster } from '../../../plugin/kit/assert.ts'
import speedup from '../../../plugin/kit/chai.ts'
import { refusal } from '../../support/settings.ts'
import { aComparison } from '../../support/results.ts'
import { aSearch } from '../../support/searches.ts'
import { itJudges, type Words } from '../../kit/runners.ts'
import { kept, thrown, usual } from '../../kit/some-comparisons.ts'
import type { LevelOptions } from '../../../plugin/questions/capacity/kit/judge.ts'

chai.use(speedup)
const { expect } = chai

/** A comparison in which the capacity of clustered was searched for; it is about 150/s. */
const searched = (options?: Parameters<typeof aSearch>[0]) => kept(aComparison(aSearch(options).results))
const carrying = (clustered: 300 | 50 | 1000 | 'not exhausted' | 'not reached') =>
  searched({ capacities: { single: 90, clustered } })
const ofRate = searched()
const ofUsers = searched({ users: true })

describe('asserting a capacity', () => {
  const capacity = (bound: LevelOptions): Words => ({
    chai: (to) => (bound.below ? to.have.capacity.below(bound.below) : to.have.capacity.atLeast(bound.atLeast)),
    matcher: (expected) => expected.toHaveCapacity(bound),
    assert: (subject) => assertCapacity(subject, bound)
  })
  itJudges([
    [
      'a capacity',
      { ...capacity({ atLeast: '150/s' }), deny: capacity({ below: '150/s' }).assert },
      carrying(300).candidate('clustered'),
      carrying(50),
      ofRate
    ],
    ['a capacity below', capacity({ below: '150/s' }), carrying(50), carrying(300), ofRate],
    // One that met a bound is known from one side.
    [
      'a capacity of one that met a bound',
      capacity({ atLeast: '1000/s' }),
      carrying('not exhausted'),
      carrying('not reached'),
      carrying(1000)
    ]
  ])

  it('takes a number of users where the search is of users', () => {
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
