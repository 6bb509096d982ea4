import { expect } from 'chai'
import { describe, it } from 'mocha'
import { fromCaller, judgeAll, judgeOne } from '../../plugin/kit/judge.ts'
import { findCandidate, readSubject } from '../../plugin/kit/subject.ts'
import { aCandidate, aComparison, aScenarioResult } from '../support/results.ts'
import { refusal } from '../support/settings.ts'
import { kept } from './some-comparisons.ts'

const short = { found: 'red', claim: 'blue', contrary: 'not blue' }
const draft = { ...short, verdict: 'fail' as const, head: 'FAIL  It is red.', lines: ['as', 'blood'] }
const comparison = aComparison([aScenarioResult([aCandidate()])])

describe('a judgement', () => {
  it('has the page in its last line when it is about a whole comparison that has one', () => {
    const messages = [kept(comparison), comparison, kept(comparison).candidate()].map((given) => judgeAll(readSubject(given, 'faster'), () => draft).message)
    expect(messages).to.eql(['FAIL  It is red.\n  as\n  blood\nReport: /reports/x/index.html', 'FAIL  It is red.\n  as\n  blood', 'FAIL  It is red.\n  as\n  blood'])
  })

  it('is about one candidate, or about all', () => {
    const names = (seen: string[]) => ({ ...draft, lines: seen })
    const two = aComparison([aScenarioResult([aCandidate(), aCandidate({ name: 'pm2' })])])
    expect(judgeOne(readSubject(comparison, 'faster'), ({ name }) => names([name])).message).to.include('\n  clustered')
    expect(judgeAll(readSubject(two, 'faster'), (all) => names(all.map(({ name }) => name))).message).to.include('\n  clustered\n  pm2')
    expect(refusal(() => judgeOne(readSubject(two, 'faster'), () => draft)).code).to.equal('NO_COMPARISON')
  })

  for (const [code, first] of [['APP_DIED', 'NOT MEASURED'], ['INTERRUPTED', 'INTERRUPTED']] as const) {
    it(`is none on a comparison that ended early: ${code}`, () => {
      const early = kept({ ...comparison, error: { code, message: 'It is over.' } })
      const judged = judgeOne(readSubject(early, 'faster'), () => draft)
      expect(judged).to.include({ verdict: 'inconclusive', message: `${first}  It is over.\nReport: /reports/x/index.html`, found: 'ended early' })
      // Nothing was measured, so there is nobody to choose from either.
      expect(judgeOne(readSubject({ ...early, scenarios: [] }, 'faster'), () => draft).verdict).to.equal('inconclusive')
      // What had been measured before stands.
      expect(judgeOne(readSubject(findCandidate(early), 'faster'), () => draft).verdict).to.equal('fail')
    })
  }
})

describe('an error that is not about a wrong call', () => {
  it('stays as it is', () => {
    const error = new TypeError('a bug')
    const { stack } = error
    expect(() => fromCaller(() => {}, () => { throw error })).to.throw(error)
    expect(error.stack).to.equal(stack)
  })
})
