import { expect } from 'chai'
import { checkWithout, namedIn, vocabularies } from '../../tools/without-question.ts'

/** Lines outside of its folder and of the tables of questions, by room. kit: the row of its assertions. */
const left: Record<string, Record<string, number>> = { losses: { kit: 1 } }

for (const question of Object.keys(vocabularies)) {
  describe(`the question ${question}`, () => {
    it('is named in its folder and its rows alone', () => {
      expect(namedIn(question)).to.eql(left[question])
    })

    it('can be taken away: without its folder, its tests and its rows, the house type-checks, and the rooms that start no apps pass their tests', () => {
      const { problems, tests } = checkWithout(question)
      expect(problems).to.equal('')
      expect(tests).to.be.above(50)
    })
  })
}
