import { expect } from 'chai'
import { namedIn, typesWithout, vocabularies } from '../../tools/without-question.ts'

/** Lines outside of its folder and of the tables of questions, by room. kit: the row of its assertions. */
const left: Record<string, Record<string, number>> = { losses: { kit: 1 } }

describe('a question', () => {
  for (const question of Object.keys(vocabularies)) {
    it(`is named in its folder and its rows alone: ${question}`, () => {
      expect(namedIn(question)).to.eql(left[question])
    })

    it(`can be taken away with its folder and its rows, and all else type-checks: ${question}`, () => {
      expect(typesWithout(question)).to.equal('')
    })
  }
})
