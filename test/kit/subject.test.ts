import { expect } from 'chai'
import { describe, it } from 'mocha'
import { keptComparison, laterComparison } from '../../plugin/kit/kept-comparison.ts'
import { brief, findCandidate, onlyCandidate, readSubject } from '../../plugin/kit/subject.ts'
import { aCandidate, aComparison, aScenarioResult, aWarning } from '../support/results.ts'
import { refusal } from '../support/settings.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'

const [clustered, pm2] = ['clustered', 'pm2'].map((name) => aCandidate({ name }))
const one = aComparison([aScenarioResult([clustered])])
const two = aComparison([aScenarioResult([clustered, pm2])])
const four = aComparison([aScenarioResult([clustered, pm2]), aScenarioResult([clustered, pm2], { scenario: 'checkout' })])

describe('a compared candidate', () => {
  it('carries what is known of its scenario', () => {
    const result = aScenarioResult([clustered], { rounds: 7, preliminary: true, load: { model: 'open', saturated: ['single'] } })
    expect(findCandidate(aComparison([result]))).to.eql({
      ...clustered,
      scenario: 'primes',
      baseline: 'single',
      rounds: 7,
      roundsAllowed: { min: 3, max: 10 },
      load: { model: 'open', saturated: ['single'] },
      preliminary: true,
      warnings: []
    })
  })

  it('has the warnings that speak of it, of the baseline and of several', () => {
    const warnings = ['pm2', 'clustered', null, 'single'].map((variant) => aWarning({ variant }))
    const { warnings: found } = findCandidate(aComparison([aScenarioResult([clustered, pm2], { warnings })]), 'clustered')
    expect(found.map(({ variant }) => variant)).to.eql(['clustered', null, 'single'])
  })

  it('survives JSON', () => {
    const candidate = findCandidate(one)
    expect(readSubject(JSON.parse(JSON.stringify(candidate)), 'faster').candidates).to.eql([candidate])
  })
})

describe('choosing a candidate', () => {
  const refused = (comparison: Comparison, ...asked: [name?: string, scenario?: string]) => {
    const { code, message } = refusal(() => findCandidate(comparison, ...asked))
    expect(code).to.equal('NO_COMPARISON')
    return message
  }

  it('needs no more words than tell it from the others', () => {
    expect(findCandidate(one)).to.include({ name: 'clustered', scenario: 'primes' })
    expect(findCandidate(two, 'pm2')).to.include({ name: 'pm2', scenario: 'primes' })
    expect(findCandidate(four, 'pm2', 'checkout')).to.include({ name: 'pm2', scenario: 'checkout' })
    const perScenario = aComparison([aScenarioResult([clustered]), aScenarioResult([clustered], { scenario: 'checkout' })])
    expect(findCandidate(perScenario, undefined, 'checkout')).to.include({ name: 'clustered', scenario: 'checkout' })
  })

  it('shows how, where several are meant', () => {
    expect(refused(two)).to.equal("comparison.candidate(): there are 2 candidates: clustered, pm2. Choose one, for example comparison.candidate('pm2').")
    expect(refused(four, 'clustered')).to.equal(
      "comparison.candidate('clustered'): there are 2 candidates: clustered in primes, clustered in checkout. Choose one, for example comparison.candidate('clustered', 'checkout')."
    )
    expect(refused(four, undefined, 'checkout')).to.match(/there are 2 candidates: clustered in checkout, pm2 in checkout\. Choose one, for example comparison\.candidate\('pm2', 'checkout'\)\.$/)
  })

  it('names them all when there is none of that name', () => {
    expect(refused(two, 'clusterd')).to.equal("comparison.candidate('clusterd'): there is no such candidate (did you mean clustered?). Candidates: clustered, pm2.")
    expect(refused(four, 'worker threads')).to.equal("comparison.candidate('worker threads'): there is no such candidate. Candidates: clustered, pm2.")
    expect(refused(two, 7 as any)).to.equal('comparison.candidate(7): there is no such candidate. Candidates: clustered, pm2.')
  })

  it('names the scenarios when there is none of that name', () => {
    expect(refused(four, 'pm2', 'chekout')).to.equal("comparison.candidate('pm2', 'chekout'): there is no such scenario (did you mean checkout?). Scenarios: primes, checkout.")
  })

  it('does not take the baseline for one', () => {
    expect(refused(two, 'single')).to.equal("comparison.candidate('single'): single is the baseline, which the others are compared with. Candidates: clustered, pm2.")
    // However near its name is to that of a candidate.
    expect(refused(aComparison([aScenarioResult([aCandidate({ name: 'single2' })])]), 'single')).to.match(/: single is the baseline, which the others are compared with\. Candidates: single2\.$/)
  })

  it('says why one is missing when the comparison ended early', () => {
    const error = { code: 'APP_DIED' as const, message: 'The app left.' }
    expect(refused(aComparison([], { error }), 'clustered')).to.equal("comparison.candidate('clustered'): there are no candidates. The comparison ended early: The app left.")
    expect(refused(aComparison([aScenarioResult([clustered])], { error }), 'clustered', 'checkout')).to.match(/Scenarios: primes\. The comparison ended early: The app left\.$/)
  })
})

describe('what an assertion is about', () => {
  it('may be a comparison as it is kept, or as its file has it', () => {
    const kept = keptComparison({ comparison: two, folder: '/reports/two', page: '/reports/two/index.html' })
    const candidates = ['clustered', 'pm2'].map((name) => findCandidate(two, name))
    expect(readSubject(kept, 'faster')).to.eql({ assertion: 'faster', candidates, error: null, page: '/reports/two/index.html' })
    expect(readSubject(JSON.parse(JSON.stringify(two)), 'faster')).to.eql({ assertion: 'faster', candidates, error: null, page: null })
  })

  it('may be a candidate', () => {
    const candidate = findCandidate(four, 'pm2', 'checkout')
    expect(readSubject(candidate, 'faster')).to.eql({ assertion: 'faster', candidates: [candidate], error: null, page: null })
  })

  const needs = "It needs the comparison that compare, compareBeforeAll or readComparison gives, or one of its candidates, such as comparison.candidate('clustered')."
  const others: [string, unknown, string][] = [
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a number', 1.6, '1.6'],
    ['a path', 'reports/x/comparison.json', '"reports/x/comparison.json"'],
    ['any other object', { speedup: 1.6 }, '{ speedup: 1.6 }'],
    ['a candidate of the file', { name: 'clustered' }, "{ name: 'clustered' }"],
    ['a function', function compare() {}, '[Function: compare]']
  ]
  for (const [what, given, shown] of others) {
    it(`may not be ${what}`, () => {
      expect(refusal(() => readSubject(given, 'faster'))).to.eql({ code: 'NO_COMPARISON', message: `faster was given ${shown}. ${needs}` })
    })
  }

  it('is to be awaited', () => {
    expect(refusal(() => readSubject(Promise.resolve(two), 'assertFaster')).message).to.equal(`assertFaster was given a promise. ${needs} Put await before it.`)
  })

  it('is to be of this version', () => {
    expect(refusal(() => readSubject({ ...two, schemaVersion: 2 }, 'faster'))).to.eql({
      code: 'NO_COMPARISON',
      message: 'The comparison has schemaVersion 2, but this version of artillery-plugin-speedup knows 1 only.'
    })
  })

  it('says itself when it has not been made yet', () => {
    const { comparison } = laterComparison('scenarios/primes.yml')
    expect(refusal(() => readSubject(comparison, 'faster')).message).to.match(/^The comparison of scenarios\/primes\.yml has not been made yet/)
  })

  it('is shown on one line that is not long', () => {
    expect(brief({ text: 'a\nb', list: Array(100).fill(1) })).to.equal("{ text: 'a\\nb', list: [Array] }")
    expect(brief('x'.repeat(500))).to.have.lengthOf.below(70).and.match(/…$/)
    expect(brief(new Error('one\ntwo'))).to.not.include('\n')
  })
})

describe('the only candidate', () => {
  it('is taken without a word', () => {
    expect(onlyCandidate(readSubject(one, 'faster'))).to.eql(findCandidate(one))
  })

  it('has to be chosen where there are several', () => {
    expect(refusal(() => onlyCandidate(readSubject(two, 'faster')))).to.eql({
      code: 'NO_COMPARISON',
      message: "faster is about one candidate, but this comparison has 2 candidates: clustered, pm2. Choose one, for example comparison.candidate('pm2')."
    })
    expect(refusal(() => onlyCandidate(readSubject(four, 'faster'))).message).to.match(/4 candidates: clustered in primes, pm2 in primes, .* comparison\.candidate\('pm2', 'checkout'\)\.$/)
  })

  it('has to be there', () => {
    expect(refusal(() => onlyCandidate(readSubject(aComparison([]), 'faster'))).message).to.equal('faster is about one candidate, but this comparison has no candidates.')
  })
})
