import { metrics } from '../../plugin/concepts/metrics.ts'
import { expect as expectHere, use as useHere } from 'chai'
import { describe, it } from 'mocha'
import { SpeedupError } from '../../plugin/concepts/errors.ts'
import speedup from '../../plugin/kit/chai.ts'
import { aCandidate, aCandidateWith, aWarning } from '../support/results.ts'
import { about, required, uneven, usual } from './some-comparisons.ts'

const problem = aWarning({ severity: 'problem', code: 'machine-disturbed' })

useHere(speedup)

// As they are installed: under these names, without types.
for (const name of ['chai-4', 'chai-5', 'chai']) {
  const { use, expect, AssertionError } = await import(name)
  use(speedup)

  /** @returns that it throws */
  const thrown = (act: () => unknown): Error & Record<string, unknown> => {
    try {
      act()
    } catch (error) {
      return error as any
    }
    return expectHere.fail('It was accepted.')
  }

  const wordOf = (act: () => unknown) => {
    try {
      act()
      return 'accepted'
    } catch (error) {
      expectHere(error).to.be.an.instanceOf(AssertionError)
      return /^(\S+) {2}/.exec((error as Error).message)?.[1]
    }
  }
  const firstLineOf = (error: Error) => error.stack?.split('\n').find((line) => /^ +at /.test(line))

  describe(`an assertion with ${name}`, () => {
    /** of chai, untyped here */
    type Claim = any
    const claims: [string, (claim: Claim) => unknown, { yes: object, no: object, unknown: object }][] = [
      ['be.faster()', (to) => to.be.faster(), { yes: usual, no: about(aCandidateWith([{ metric: 'p95', speedup: 0.8, interval: [0.7, 0.9] }])), unknown: about(aCandidateWith([{ metric: 'p95', speedup: 1, interval: [0.9, 1.1] }])) }],
      ['be.faster({ by })', (to) => to.be.faster({ by: 1.3 }), { yes: usual, no: about(aCandidateWith([{ metric: 'p95', interval: [1.1, 1.2] }])), unknown: about(aCandidateWith([{ metric: 'p95', reason: 'errors' }])) }],
      ['be.faster({ at, by })', (to) => to.be.faster({ at: 'throughput', by: 1.2 }), { yes: usual.candidate('clustered'), no: about(aCandidateWith([{ metric: 'throughput', interval: [1.1, 1.15] }])), unknown: about(aCandidate(), { preliminary: true }) }],
      ['have.speedup().atLeast()', (to) => to.have.speedup('p95').atLeast(1.3), { yes: usual, no: about(aCandidateWith([{ metric: 'p95', interval: [1.1, 1.2] }])), unknown: about(aCandidateWith([{ metric: 'p95', interval: [1.2, 1.4] }])) }],
      ['have.speedup().below()', (to) => to.have.speedup('p95').below(1.3), { yes: about(aCandidateWith([{ metric: 'p95', interval: [1.1, 1.2] }])), no: usual, unknown: about(aCandidateWith([{ metric: 'p95', interval: [1.2, 1.4] }])) }],
      ['spreadOver().workers', (to) => to.spreadOver(2).workers, { yes: uneven(0.55), no: about(aCandidate({ shares: [1, 0] })), unknown: uneven(null) }],
      ['meetItsThresholds()', (to) => to.meetItsThresholds(), { yes: required('pass'), no: required('fail'), unknown: required('inconclusive') }],
      ['haveNoProblems()', (to) => to.haveNoProblems(), { yes: usual, no: about(aCandidate(), { warnings: [problem] }), unknown: about(aCandidate(), { preliminary: true }) }]
    ]
    for (const [wording, claim, { yes, no, unknown }] of claims) {
      it(`to.${wording} accepts what is true, its negation what is not, neither what nobody can tell`, () => {
        const [words, negated] = [(to: Claim) => to, (to: Claim) => to.not].map((form) => [yes, no, unknown].map((given) => wordOf(() => claim(form(expect(given).to)))))
        expectHere(words).to.eql(['accepted', 'FAIL', 'INCONCLUSIVE'])
        expectHere(negated).to.eql(['FAIL', 'accepted', 'INCONCLUSIVE'])
      })
    }

    it('to.spreadOver().workers.evenly() claims both, and evenness is denied behind the workers', () => {
      expectHere(wordOf(() => expect(usual).to.spreadOver(2).workers.evenly(0.8))).to.equal('accepted')
      expectHere(thrown(() => expect(uneven(0.55)).to.spreadOver(3).workers.evenly(0.5)).message).to.match(/^FAIL {2}clustered is spread over 2 workers, not over 3\./)
      expectHere(thrown(() => expect(uneven(0.55)).to.spreadOver(2).workers.evenly(0.8)).message).to.match(/^FAIL {2}clustered misses the required fairness\./)
      expectHere(wordOf(() => expect(uneven(0.55)).to.spreadOver(2).workers.not.evenly(0.8))).to.equal('accepted')
      expectHere(thrown(() => expect(usual).to.spreadOver(2).workers.not.evenly(0.8)).message).to.match(/^FAIL {2}clustered is spread more evenly than it was to be\./)
    })

    it('says what to write in place of a negation that can mean two things', () => {
      for (const act of [() => expect(usual).to.not.spreadOver(4).workers.evenly(0.8), () => expect(usual).to.not.spreadOver(4).workers.not.evenly(0.8)]) {
        expectHere(thrown(act)).to.be.an.instanceOf(SpeedupError).with.property('message', 'not.spreadOver(4).workers.evenly(0.8) can mean two things. Write to.spreadOver(4).workers.not.evenly(0.8), or not.to.spreadOver(4) alone.')
      }
      expectHere(thrown(() => expect(usual).to.not.spreadOver(2).workers.evenly(0.8)).message).to.match(/^FAIL .*\n.*\n {2}If it was to be uneven, write to\.spreadOver\(2\)\.workers\.not\.evenly\(0\.8\)\.\nReport: .*$/)
      expectHere(thrown(() => expect(usual).to.spreadOver(4)).message).to.not.include('uneven')
    })

    it('goes on after a claim', () => {
      expectHere(wordOf(() => expect(usual).to.be.faster().and.to.have.speedup('p95').atLeast(1.3).and.below(2).and.to.haveNoProblems())).to.equal('accepted')
      expectHere(wordOf(() => expect(usual).to.have.speedup('p95').atLeast(1.3).and.below(1.2))).to.equal('FAIL')
      expectHere(wordOf(() => expect(usual).to.have.speedup('p95').atLeast(1.3).and.speedup('p50').below(1.5))).to.equal('FAIL')
    })

    it('throws chai’s own error, in the words of the report and without a diff', () => {
      const error = thrown(() => expect(usual).to.be.faster({ by: 2 }))
      expectHere(error).to.be.an.instanceOf(AssertionError)
      expectHere(error).to.include({ name: 'AssertionError', showDiff: false, actual: '1.60x [1.34, 1.92] at p95', expected: 'at least 2x at p95' })
      expectHere(error.message.split('\n')).to.eql([
        'FAIL  clustered misses the required speedup at p95.',
        '  clustered needs 2x at p95, its interval is [1.34, 1.92].',
        '  primes: 100 → 62.5 ms at p95, 1.60x, over 4 interleaved rounds.',
        '  why: CPU-bound, so clustering helps.',
        'Report: /reports/x/index.html'
      ])
    })

    it('keeps the user’s own message', () => {
      expectHere(thrown(() => expect(usual, 'two workers').to.be.faster({ by: 2 })).message).to.match(/^two workers: FAIL {2}clustered misses/)
    })

    it('fails at the line of the test', () => {
      const wrong = [
        () => expect(usual).to.be.faster({ by: 2 }),
        () => expect(usual).to.have.speedup('p95').below(1.1),
        () => expect(usual).to.be.faster({ by: '2' }),
        () => expect(usual).to.have.speedup('p90'),
        () => expect(usual).to.spreadOver('2'),
        () => expect(usual).to.spreadOver(2).workers.evenly(80),
        () => expect(usual).to.be.atLeast(2),
        () => expect({}).to.haveNoProblems(),
        () => expect(usual).to.meetItsThresholds()
      ]
      for (const act of wrong) expectHere(firstLineOf(thrown(act)), String(act)).to.match(/chai\.test\.ts/)
    })

    it('fails for what was not measured, negated or not', () => {
      const early = { ...usual, error: { code: 'APP_DIED', message: 'The app left.' }, page: null }
      for (const act of [() => expect(early).to.be.faster(), () => expect(early).to.not.be.faster(), () => expect(early).to.haveNoProblems(), () => expect(early).to.not.meetItsThresholds()]) {
        expectHere(thrown(act)).to.be.an.instanceOf(AssertionError).with.property('message', 'NOT MEASURED  The app left.')
      }
    })

    it('says what is wrong with its words', () => {
      const wrong: [() => unknown, RegExp][] = [
        [() => expect(usual).to.be.faster({ att: 'p95' }), /^faster\.att is no option \(did you mean at\?\)/],
        [() => expect(usual).to.have.speedup('p90'), new RegExp(`^The metric of speedup is "p90"\\. It must be one of ${metrics.join(', ')} \\(did you mean p50\\?\\)\\.$`)],
        [() => expect(usual).to.have.speedup('p95', 1.3), /^A second value of speedup says nothing here\. Write, for example, expect\(comparison\)\.to\.have\.speedup\('p95'\)\.atLeast\(1\.3\)\.$/],
        [() => expect(usual).to.have.speedup('p95').atLeast('1.3'), /^The value of atLeast is "1\.3"/],
        [() => expect(usual).to.have.speedup('p95').below(0), /^The value of below is 0/],
        [() => expect(usual).to.spreadOver(), /^The value of spreadOver is missing/],
        [() => expect(usual).to.spreadOver(2).workers.evenly(), /^The value of evenly is missing/],
        [() => expect(usual).to.be.atLeast(1.3), /^atLeast says nothing here\. Write, for example, expect\(comparison\)\.to\.have\.speedup\('p95'\)\.atLeast\(1\.3\)\.$/],
        [() => expect(usual).to.evenly(0.8), /^evenly says nothing here\. Write, for example, expect\(comparison\)\.to\.spreadOver\(4\)\.workers\.evenly\(0\.8\)\.$/],
        [() => expect(usual).to.meetItsThresholds(), /^meetItsThresholds can't fail: nothing is required of clustered\./]
      ]
      for (const [act, message] of wrong) expectHere(thrown(act)).to.be.an.instanceOf(SpeedupError).with.property('message').that.matches(message)
    })

    it('says what it is about when it is about something else', () => {
      for (const [word, value] of [['faster'], ['speedup', 'p95'], ['spreadOver', 2], ['meetItsThresholds'], ['haveNoProblems']] as const) {
        for (const to of [expect(42).to, expect(42).to.not]) {
          expectHere(thrown(() => to[word](value)).message).to.match(new RegExp(`^${word} was given 42\\. It needs the comparison`))
        }
      }
    })

    it('leaves chai’s own below as it was', () => {
      expect(1).to.be.below(2)
      expect(3).to.not.be.below(2)
      expect([1]).to.have.lengthOf.below(2)
      expectHere(thrown(() => expect(3).to.be.below(2)).message).to.equal('expected 3 to be below 2')
      expectHere(thrown(() => expect(3).to.be.below(2, 'mine')).message).to.equal('mine: expected 3 to be below 2')
      expectHere(firstLineOf(thrown(() => expect(3).to.be.below(2)))).to.match(/chai\.test\.ts/)
    })
  })
}

describe('the types of the assertions', () => {
  it('know every word', () => {
    expectHere(usual).to.be.faster().and.to.be.faster({ at: 'p95', by: 1.3 })
    expectHere(usual.candidate('clustered')).to.have.speedup('throughput').atLeast(1.2).and.below(2.2)
    expectHere(usual).to.spreadOver(2).workers.evenly(0.8)
    expectHere(uneven(0.55)).to.spreadOver(2).workers.not.evenly(0.8)
    expectHere(required('pass')).to.meetItsThresholds().and.to.haveNoProblems()
  })

  it('know no others', () => {
    // @ts-expect-error no such metric
    expectHere(() => expectHere(usual).to.be.faster({ at: 'p90' })).to.throw(SpeedupError)
    // @ts-expect-error no such option
    expectHere(() => expectHere(usual).to.be.faster({ than: 'single' })).to.throw(SpeedupError)
    // @ts-expect-error no number
    expectHere(() => expectHere(usual).to.have.speedup('p95').atLeast('1.3')).to.throw(SpeedupError)
  })
})
