import { expect } from 'chai'
import { namedIn, standingFor, testsWithout, typesWithout, vocabularies } from '../../tools/without-question.ts'

/**
 * Lines outside of its folder and of the tables of questions, by room. kit: the row of its assertions. Of a
 * profile: cures that name its option, and what two commands say that they do.
 */
const left: Record<string, Record<string, number>> = {
  losses: { kit: 1 },
  capacity: { kit: 1 },
  profile: { commands: 2, report: 6 },
  growth: {},
  doctor: {},
  tune: {},
  bisect: {},
  crossover: {},
  workers: {}
}

/** Without these, the unit tests of the rest pass, too; of losses and the capacity, tests of the kit ask still. */
const freed = ['profile', 'growth', 'doctor', 'tune', 'bisect', 'crossover', 'workers']

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
