import { expect as expectHere } from 'chai'
import { SpeedupError } from '../../plugin/concepts/errors.ts'
import { aCandidate, someLimits } from '../support/results.ts'
import { chais } from './runners.ts'
import { about, firstLineOf, thrown, uneven, usual } from './some-comparisons.ts'

for (const { name, expect, AssertionError } of chais) {
  describe(`an assertion with ${name}`, () => {
    it('to.spreadOver().workers.evenly() claims both, and evenness is denied behind the workers', () => {
      expect(usual).to.spreadOver(2).workers.evenly(0.8)
      expect(uneven(0.55)).to.spreadOver(2).workers.not.evenly(0.8)
      expect(usual).to.spreadOver.atLeast(1).workers.evenly(0.8)
      expect(usual).to.spreadOver(2).and.to.have.speedup('p95').atLeast(1.3).and.to.spreadOver.atLeast(2)
      const declares = (required: number) => about(aCandidate({ limits: someLimits({ value: 0.7, required }) }))
      expect(declares(0.6)).to.spreadOver(2).workers.evenly()
      expect(declares(0.8)).to.spreadOver(2).workers.not.evenly()
      expectHere(thrown(() => expect(uneven(0.55)).to.spreadOver(3).workers.evenly(0.5)).message).to.include('used 2')
      expectHere(thrown(() => expect(uneven(0.55)).to.spreadOver(2).workers.evenly(0.8)).message).to.include('0.55')
      expectHere(thrown(() => expect(usual).to.spreadOver(2).workers.not.evenly(0.8)).message).to.include('more evenly')
    })

    it('says what to write in place of a negation that can mean two things', () => {
      for (const act of [
        () => expect(usual).to.not.spreadOver(4).workers.evenly(0.8),
        () => expect(usual).to.not.spreadOver(4).workers.not.evenly(0.8)
      ]) {
        expectHere(thrown(act))
          .to.be.an.instanceOf(SpeedupError)
          .with.property(
            'message',
            'not.spreadOver(4).workers.evenly(0.8) is ambiguous. Write to.spreadOver(4).workers.not.evenly(0.8), or not.to.spreadOver(4) alone.'
          )
      }
      expectHere(thrown(() => expect(usual).to.not.spreadOver(2).workers.evenly(0.8)).message).to.include(
        '\n  To expect an uneven share of the work, write to.spreadOver(2).workers.not.evenly(0.8).\nReport: '
      )
      expectHere(thrown(() => expect(usual).to.spreadOver(4)).message).to.not.include('uneven')
    })

    it('goes on after a claim', () => {
      expect(usual).to.be.faster().and.to.have.speedup('p95').atLeast(1.3).and.below(2).and.to.haveNoProblems()
      expectHere(() => expect(usual).to.have.speedup('p95').atLeast(1.3).and.below(1.2)).to.throw(/^FAIL/)
      expectHere(() => expect(usual).to.have.speedup('p95').atLeast(1.3).and.speedup('p50').below(1.5)).to.throw(
        /^FAIL/
      )
    })

    it('throws chai’s own error at the line of the test, in the words of the report, behind the user’s own, and without a diff', () => {
      const error = thrown(() => expect(usual, 'two workers').to.be.faster({ by: 2 }))
      expectHere(error).to.be.an.instanceOf(AssertionError)
      expectHere(error).to.include({
        name: 'AssertionError',
        showDiff: false,
        actual: '1.60x [1.34, 1.92] at p95',
        expected: 'at least 2x at p95'
      })
      expectHere(error.message).to.include('two workers: FAIL  clustered misses its threshold: p95 1.60x (needs 2).\n')
      for (const act of [
        () => expect(usual).to.be.faster({ by: 2 }),
        () => expect(usual).to.have.speedup('p95').below(1.1)
      ])
        expectHere(firstLineOf(thrown(act))).to.match(/chai\.test\.ts/)
    })

    it('says at the line of the test what is wrong with its words', () => {
      const wrong: [() => unknown, string][] = [
        [() => expect(usual).to.be.faster({ att: 'p95' }), 'faster.att is an unknown option (did you mean at?)'],
        [() => expect(usual).to.have.speedup('p90'), 'The metric of speedup is "p90". It must be one of '],
        [() => expect(usual).to.have.speedup(), 'The metric of speedup is missing.'],
        [
          () => expect(usual).to.have.speedup('p95', 1.3),
          "A second value of speedup has no meaning here. Write, for example, expect(comparison).to.have.speedup('p95').atLeast(1.3)."
        ],
        [() => expect(usual).to.have.speedup('p95').atLeast('1.3'), 'The value of atLeast is "1.3"'],
        [() => expect(usual).to.spreadOver(), 'The value of spreadOver is missing'],
        [() => expect(usual).to.spreadOver(2).workers.evenly(80), 'The value of evenly is 80'],
        [
          () => expect(usual).to.be.atLeast(1.3),
          "atLeast has no meaning here. Write, for example, expect(comparison).to.have.speedup('p95').atLeast(1.3)."
        ],
        [
          () => expect(usual).to.spreadOver.atLeast(),
          'The value of spreadOver.atLeast is missing. It must be a whole number of workers, from 1.'
        ],
        [
          () => expect(usual).to.evenly(0.8),
          'evenly has no meaning here. Write, for example, expect(comparison).to.spreadOver(4).workers.evenly(0.8).'
        ],
        [() => expect(2).to.have.speedup('p95'), 'speedup was given 2']
      ]
      for (const [act, message] of wrong) {
        const error = thrown(act)
        expectHere(error).to.be.an.instanceOf(SpeedupError).with.property('message').that.includes(message)
        expectHere(firstLineOf(error), String(act)).to.match(/chai\.test\.ts/)
      }
    })

    it('leaves chai’s own below and within as they were', () => {
      expect(2).to.be.within(1, 3)
      expect([1]).to.have.lengthOf.within(1, 2)
      expectHere(thrown(() => expect(9).to.be.within(1, 3, 'mine')).message).to.equal(
        'mine: expected 9 to be within 1..3'
      )
      expect(1).to.be.below(2)
      expect(3).to.not.be.below(2)
      expect([1]).to.have.lengthOf.below(2)
      const error = thrown(() => expect(3).to.be.below(2, 'mine'))
      expectHere(error.message).to.equal('mine: expected 3 to be below 2')
      expectHere(firstLineOf(error)).to.match(/chai\.test\.ts/)
    })
  })
}
