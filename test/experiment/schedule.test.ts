import { expect } from 'chai'
import { describe, it } from 'mocha'
import { scheduleRound, secondsLeft } from '../../plugin/experiment/run-scenario.ts'
import { itFinds } from '../support/cases.ts'

const schedule = (variants: string, rounds: number) => Array.from({ length: rounds }, (_, i) => scheduleRound(Object.freeze([...variants]), i + 1).join(''))

describe('the order in a round', () => {
  itFinds({
    'alternates for two variants': [[schedule('AB', 6), ['AB', 'BA', 'AB', 'BA', 'AB', 'BA']]],
    'alternates and rotates for three, until every order was there once': [[schedule('ABC', 6), ['ABC', 'CBA', 'BCA', 'ACB', 'CAB', 'BAC']]]
  })

  for (const variants of ['AB', 'ABC', 'ABCD']) {
    it(`holds each of ${variants.length} variants once in every round, and lets each begin equally often, and end equally often`, () => {
      for (const round of schedule(variants, 30)) expect([...round].sort().join('')).to.equal(variants)
      const cycle = schedule(variants, 2 * variants.length)
      for (const place of [0, -1]) {
        for (const variant of variants) expect(cycle.filter((round) => round.at(place) === variant)).to.have.length(2)
      }
    })
  }
})

describe('the time left', () => {
  const plan = { variants: [{ name: 'single' }, { name: 'clustered' }], rounds: { min: 3, max: 10 } }
  /** @param runs variant and seconds */
  const forecast = (...runs: [string, number][]) => secondsLeft(runs.map(([variant, wallSeconds]) => ({ variant, wallSeconds })), plan)
  /** @param count of rounds, in which single took 8 s and clustered 6 s */
  const rounds = (count: number) => Array<[string, number][]>(count).fill([['single', 8], ['clustered', 6]]).flat()

  itFinds({
    'is guessed from the first run for all variants alike': [[forecast(['single', 8]), [5 * 8, 19 * 8]]],
    'counts each variant at its own mean': [
      [forecast(...rounds(1)), [2 * 14, 9 * 14]],
      [forecast(...rounds(1), ['clustered', 8]), [2 * 8 + 7, 9 * 8 + 8 * 7]]
    ],
    'may be over after the fewest rounds': [[forecast(...rounds(3)), [0, 7 * 14]]],
    'reaches at least to the end of a round that was begun': [[forecast(...rounds(3), ['clustered', 6]), [8, 7 * 8 + 6 * 6]]],
    'is nothing after the last round': [[forecast(...rounds(10)), [0, 0]]]
  })
})
