import { expect } from 'chai'
import { namedIn, standingFor, testsWithout, typesWithout, vocabularies } from '../../tools/without-question.ts'

/**
 * Lines outside of its folder and of the tables of questions, by room. kit: the row of its assertions. Of a capacity, the
 * others are sentences that call so what an app carries under any load, and two options that are named in a cure. Of a
 * profile: such cures, and what upgrade says that it does. Of commits, two sentences of codes name them; the others are
 * the one that a whole comparison was made of. Of workers, they are the word `sweep` that the option workers takes in
 * place of numbers.
 */
const left: Record<string, Record<string, number>> = {
  losses: { kit: 1 },
  capacity: { kit: 1, commands: 1, comparison: 3, 'load-thread': 1, report: 2 },
  profile: { commands: 1, report: 6 },
  growth: {},
  doctor: {},
  tune: {},
  commits: { commands: 1, concepts: 4, report: 3 },
  crossover: {},
  workers: { commands: 1, concepts: 2, settings: 6 }
}

/** Without these, the unit tests of the rest pass, too; of the others, tests of rooms ask for them still. */
const freed = ['profile', 'growth', 'doctor', 'tune', 'commits']

describe('a question', () => {
  for (const question of Object.keys(vocabularies)) {
    it(`is named in its folder and its rows alone: ${question}`, () => {
      expect(namedIn(question)).to.eql(left[question])
    })

    it(`can be taken away with its folder and its rows, and all else type-checks: ${question}`, () => {
      expect(typesWithout(question)).to.equal('')
    })
  }

  for (const question of freed)
    it(`can be taken away, and the unit tests of the rest pass: ${question}`, () => {
      expect(standingFor(question)).to.eql([])
      expect(testsWithout(question)).to.equal('')
    })
})
