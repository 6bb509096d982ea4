import { expect } from 'chai'
import { describe, it } from 'mocha'
import { brief, findCandidate, laterComparison, onlyCandidate, readSubject } from '../../plugin/kit/subject.ts'
import { aCandidate, aComparison, aScenarioResult, aWarning } from '../support/results.ts'
import { refusal } from '../support/settings.ts'
import { kept } from './some-comparisons.ts'
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
  const perScenario = aComparison([aScenarioResult([clustered]), aScenarioResult([clustered], { scenario: 'checkout' })])
  const found: [Comparison, words: [name?: string, scenario?: string], object][] = [
    [one, [], { name: 'clustered', scenario: 'primes' }],
    [two, ['pm2'], { name: 'pm2', scenario: 'primes' }],
    [four, ['pm2', 'checkout'], { name: 'pm2', scenario: 'checkout' }],
    [perScenario, [undefined, 'checkout'], { name: 'clustered', scenario: 'checkout' }]
  ]
  for (const [comparison, words, candidate] of found) {
    it(`needs no more words than tell it from the others: ${words.join(', ')}`, () => expect(findCandidate(comparison, ...words)).to.include(candidate))
  }

  const error = { code: 'APP_DIED' as const, message: 'The app left.' }
  const nearBaseline = aComparison([aScenarioResult([aCandidate({ name: 'single2' })])])
  const choose = (words: string) => `Choose one, for example comparison.candidate(${words}).`
  const baseline = 'single is the baseline, which the others are compared with'
  const ended = 'The comparison ended early: The app left.'
  const refused: [string, Comparison, words: [name?: any, scenario?: string], asked: string, problem: string][] = [
    ['several are meant', two, [], '', `there are 2 candidates: clustered, pm2. ${choose("'pm2'")}`],
    ['it is in several scenarios', four, ['clustered'], "'clustered'",
      `there are 2 candidates: clustered in primes, clustered in checkout. ${choose("'clustered', 'checkout'")}`],
    ['a scenario has several', four, [undefined, 'checkout'], "undefined, 'checkout'",
      `there are 2 candidates: clustered in checkout, pm2 in checkout. ${choose("'pm2', 'checkout'")}`],
    ['there is none of that name', two, ['clusterd'], "'clusterd'", 'there is no such candidate (did you mean clustered?). Candidates: clustered, pm2.'],
    ['there is none of that name in any scenario', four, ['worker threads'], "'worker threads'", 'there is no such candidate. Candidates: clustered, pm2.'],
    ['it is no name', two, [7], '7', 'there is no such candidate. Candidates: clustered, pm2.'],
    ['there is no scenario of that name', four, ['pm2', 'chekout'], "'pm2', 'chekout'",
      'there is no such scenario (did you mean checkout?). Scenarios: primes, checkout.'],
    ['it is the baseline', two, ['single'], "'single'", `${baseline}. Candidates: clustered, pm2.`],
    ['it is the baseline, however near a candidate’s name', nearBaseline, ['single'], "'single'", `${baseline}. Candidates: single2.`],
    ['the comparison ended before there was one', aComparison([], { error }), ['clustered'], "'clustered'", `there are no candidates. ${ended}`],
    ['the comparison ended before that scenario', { ...one, error }, ['clustered', 'checkout'], "'clustered', 'checkout'",
      `there is no such scenario. Scenarios: primes. ${ended}`]
  ]
  for (const [what, comparison, words, asked, problem] of refused) {
    it(`is refused where ${what}`, () => {
      const message = `comparison.candidate(${asked}): ${problem}`
      expect(refusal(() => findCandidate(comparison, ...words))).to.eql({ code: 'NO_COMPARISON', message })
    })
  }
})

describe('what an assertion is about', () => {
  it('may be a comparison as it is kept, or as its file has it', () => {
    const candidates = ['clustered', 'pm2'].map((name) => findCandidate(two, name))
    expect(readSubject(kept(two), 'faster')).to.eql({ assertion: 'faster', candidates, error: null, page: '/reports/x/index.html' })
    expect(readSubject(JSON.parse(JSON.stringify(two)), 'faster')).to.eql({ assertion: 'faster', candidates, error: null, page: null })
  })

  it('may be a candidate', () => {
    const candidate = findCandidate(four, 'pm2', 'checkout')
    expect(readSubject(candidate, 'faster')).to.eql({ assertion: 'faster', candidates: [candidate], error: null, page: null })
  })

  const needs = "It needs the comparison that compare, compareBeforeAll or readComparison gives, or one of its candidates, such as comparison.candidate('clustered')."
  const others: [unknown, shown: string][] = [
    [undefined, 'undefined'],
    [null, 'null'],
    [1.6, '1.6'],
    ['reports/x/comparison.json', '"reports/x/comparison.json"'],
    [{ speedup: 1.6 }, '{ speedup: 1.6 }'],
    [{ name: 'clustered' }, "{ name: 'clustered' }"],
    [function compare() {}, '[Function: compare]']
  ]
  for (const [given, shown] of others) {
    it(`may not be ${shown}`, () => expect(refusal(() => readSubject(given, 'faster'))).to.eql({ code: 'NO_COMPARISON', message: `faster was given ${shown}. ${needs}` }))
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
