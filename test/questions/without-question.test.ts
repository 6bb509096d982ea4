import { expect } from 'chai'
import { namedIn, standingFor, vocabularies, without } from '../../tools/without-question.ts'

/**
 * Lines outside of its folder and of the tables of questions, by room. kit: the row of its assertions. Of commits, a
 * sentence of an error names them; the others are the one that a whole comparison was made of.
 */
const left: Record<string, Record<string, number>> = {
  losses: { kit: 1 },
  capacity: { kit: 1 },
  profile: {},
  growth: {},
  doctor: {},
  tune: {},
  commits: { commands: 1, concepts: 4, report: 2 },
  crossover: {},
  workers: {}
}

describe('a question', () => {
  for (const question of Object.keys(vocabularies)) {
    it(`is named in its folder and its rows alone: ${question}`, () => {
      expect(namedIn(question)).to.eql(left[question])
    })

    it(`can be taken away: all else type-checks, and the unit tests of the rest pass: ${question}`, async () => {
      expect(standingFor(question)).to.eql([])
      expect(await without(question)).to.eql({ types: '', tests: '' })
    })
  }
})
