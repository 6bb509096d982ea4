import { expect } from 'chai'
import { describe, it } from 'mocha'
import { scheduleRound } from '../../plugin/experiment/run-scenario.ts'

const schedule = (variants: string, rounds: number) => Array.from({ length: rounds }, (_, i) => scheduleRound([...variants], i + 1).join(''))

describe('the order in a round', () => {
  it('alternates for two variants', () => {
    expect(schedule('AB', 6)).to.eql(['AB', 'BA', 'AB', 'BA', 'AB', 'BA'])
  })

  it('alternates and rotates for three, until every order was there once', () => {
    expect(schedule('ABC', 6)).to.eql(['ABC', 'CBA', 'BCA', 'ACB', 'CAB', 'BAC'])
  })

  for (const variants of ['AB', 'ABC', 'ABCD']) {
    it(`holds each of ${variants.length} variants once in every round`, () => {
      for (const round of schedule(variants, 30)) expect([...round].sort().join('')).to.equal(variants)
    })

    it(`lets each of ${variants.length} variants begin equally often, and end equally often`, () => {
      const cycle = schedule(variants, 2 * variants.length)
      for (const place of [0, -1]) {
        const counts = [...variants].map((variant) => cycle.filter((round) => round.at(place) === variant).length)
        expect(counts).to.eql([...variants].map(() => 2))
      }
    })
  }

  it('leaves the list of variants as it is', () => {
    const variants = ['A', 'B']
    scheduleRound(variants, 2)
    expect(variants).to.eql(['A', 'B'])
  })
})
