import { expect } from 'chai'
import { metrics } from '../../plugin/concepts/metrics.ts'
import { brief, findCandidate, laterComparison, onlyCandidate, readSubject } from '../../plugin/kit/subject.ts'
import { ownOf } from '../../plugin/questions/concepts.ts'
import { aCandidate, aComparison, aScenarioResult, aWarning } from '../support/results.ts'
import { itFinds } from '../support/cases.ts'
import { refusal } from '../support/settings.ts'
import { kept } from './some-comparisons.ts'
import type { Comparison } from '../../plugin/concepts/comparison.ts'

const [clustered, pm2] = ['clustered', 'pm2'].map((name) => aCandidate({ name }))
const one = aComparison([aScenarioResult([clustered])])
const two = aComparison([aScenarioResult([clustered, pm2])])
const four = aComparison([
  aScenarioResult([clustered, pm2]),
  aScenarioResult([clustered, pm2], { scenario: 'checkout' })
])

describe('a comparison that has yet to run', () => {
  const { comparison: later, settle, fail } = laterComparison('scenarios/primes.yml')

  it('says so, whatever it is asked; then why it could not be made; and has every property once it is', () => {
    for (const property of ['scenarios', 'verdict', 'folder', 'candidate'] as const) {
      const message =
        'The comparison of scenarios/primes.yml has not run yet. Use what compareBeforeAll returns only inside `it` or a later hook.'
      expect(refusal(() => later[property])).to.eql({ code: 'NO_COMPARISON', message })
    }
    expect(() => readSubject(later, 'faster')).to.throw('has not run yet')
    fail(new Error('There is no app.'))
    expect(() => later.verdict).to.throw('The comparison of scenarios/primes.yml failed: There is no app.')
    const made = kept(one)
    settle(made)
    expect({ ...later }).to.eql(made)
  })
})

describe('a compared candidate', () => {
  it('carries what is known of its scenario', () => {
    const known = { rounds: 7, preliminary: true, load: { model: 'open' as const, saturated: ['single'] } }
    const all = {
      ...clustered,
      scenario: 'primes',
      baseline: 'single',
      roundsAllowed: { min: 3, max: 10 },
      warnings: [],
      variantLimits: [],
      ...ownOf(aScenarioResult([clustered]), 'clustered'),
      reach: { alone: { least: 1, most: 1 }, bound: null, ever: 2 },
      ...known
    }
    expect(findCandidate(aComparison([aScenarioResult([clustered], known)]))).to.eql(all)
  })

  it('has the warnings that speak of it, of the baseline and of several', () => {
    const warnings = ['pm2', 'clustered', null, 'single'].map((variant) => aWarning({ variant }))
    const { warnings: found } = findCandidate(
      aComparison([aScenarioResult([clustered, pm2], { warnings })]),
      'clustered'
    )
    expect(found.map(({ variant }) => variant)).to.eql(['clustered', null, 'single'])
  })
})

describe('the speedup of a candidate', () => {
  const candidate = kept(one).candidate()

  it('is its estimate of that metric', () =>
    expect(candidate.speedup('p95'))
      .to.equal(clustered.estimates[1])
      .and.to.deep.include({ speedup: 1.6, interval: [1.34, 1.92], verdict: null }))

  it('leaves the candidate the data that it is, for JSON, a printer and a comparison', () => {
    expect(JSON.parse(JSON.stringify(candidate))).to.eql(candidate)
    expect(Object.keys(candidate)).to.not.include('speedup')
  })

  const known = `Metrics: ${metrics.join(', ')}.`
  const refused: [string, () => unknown, message: string][] = [
    [
      'of an unknown metric',
      () => candidate.speedup('p90' as any),
      `candidate.speedup("p90"): unknown metric (did you mean p50?). ${known}`
    ],
    ['of no metric', () => (candidate as any).speedup(), `candidate.speedup(): the metric is missing. ${known}`],
    [
      'of a percentile for which the runs were too short',
      () => candidate.speedup('p99.9'),
      'The speedup of clustered at p99.9 is unknown: each run needs 10000 responses for it. Use a longer load, or another metric.'
    ]
  ]
  for (const [what, act, message] of refused)
    it(`is refused ${what}`, () => expect(refusal(act)).to.eql({ code: 'NO_COMPARISON', message }))
})

describe('choosing a candidate', () => {
  const perScenario = aComparison([
    aScenarioResult([clustered]),
    aScenarioResult([clustered], { scenario: 'checkout' })
  ])
  const chosen = (...words: Parameters<typeof findCandidate>) =>
    (({ name, scenario }) => [name, scenario])(findCandidate(...words))
  itFinds({
    'needs no more words than tell it from the others': [
      [chosen(one), ['clustered', 'primes']],
      [chosen(two, 'pm2'), ['pm2', 'primes']],
      [chosen(four, 'pm2', 'checkout'), ['pm2', 'checkout']],
      [chosen(perScenario, undefined, 'checkout'), ['clustered', 'checkout']]
    ]
  })

  const error = { code: 'APP_DIED' as const, message: 'The app left.' }
  const nearBaseline = aComparison([aScenarioResult([aCandidate({ name: 'single2' })])])
  const choose = (words: string) => `Choose one, for example comparison.candidate(${words}).`
  const [baseline, ended] = ['single is the baseline, not a candidate', 'The comparison stopped early: The app left.']
  const refused: [string, Comparison, words: [name?: any, scenario?: string], asked: string, problem: string][] = [
    ['several are meant', two, [], '', `there are 2 candidates: clustered, pm2. ${choose("'pm2'")}`],
    [
      'it is in several scenarios',
      four,
      ['clustered'],
      "'clustered'",
      `there are 2 candidates: clustered in primes, clustered in checkout. ${choose("'clustered', 'checkout'")}`
    ],
    [
      'a scenario has several',
      four,
      [undefined, 'checkout'],
      "undefined, 'checkout'",
      `there are 2 candidates: clustered in checkout, pm2 in checkout. ${choose("'pm2', 'checkout'")}`
    ],
    [
      'there is none of that name',
      two,
      ['clusterd'],
      "'clusterd'",
      'unknown candidate (did you mean clustered?). Candidates: clustered, pm2.'
    ],
    [
      'there is none of that name in any scenario',
      four,
      ['worker threads'],
      "'worker threads'",
      'unknown candidate. Candidates: clustered, pm2.'
    ],
    ['it is no name', two, [7], '7', 'unknown candidate. Candidates: clustered, pm2.'],
    [
      'there is no scenario of that name',
      four,
      ['pm2', 'chekout'],
      "'pm2', 'chekout'",
      'unknown scenario (did you mean checkout?). Scenarios: primes, checkout.'
    ],
    ['it is the baseline', two, ['single'], "'single'", `${baseline}. Candidates: clustered, pm2.`],
    [
      'it is the baseline, however near a candidate’s name',
      nearBaseline,
      ['single'],
      "'single'",
      `${baseline}. Candidates: single2.`
    ],
    [
      'the comparison ended before there was one',
      aComparison([], { error }),
      ['clustered'],
      "'clustered'",
      `there are no candidates. ${ended}`
    ],
    [
      'the comparison ended before that scenario',
      { ...one, error },
      ['clustered', 'checkout'],
      "'clustered', 'checkout'",
      `unknown scenario. Scenarios: primes. ${ended}`
    ]
  ]
  for (const [what, comparison, words, asked, problem] of refused) {
    it(`is refused where ${what}`, () =>
      expect(refusal(() => findCandidate(comparison, ...words))).to.eql({
        code: 'NO_COMPARISON',
        message: `comparison.candidate(${asked}): ${problem}`
      }))
  }
})

describe('what an assertion is about', () => {
  const candidate = findCandidate(four, 'pm2', 'checkout')
  const throughJson = (value: unknown) => JSON.parse(JSON.stringify(value))

  it('may be a comparison as it is kept, as its file has it, or a candidate', () => {
    const ofAll = {
      assertion: 'faster',
      candidates: ['clustered', 'pm2'].map((name) => findCandidate(two, name)),
      limits: two.scenarios,
      error: null
    }
    expect(readSubject(kept(two), 'faster')).to.eql({ ...ofAll, page: '/reports/x/index.html' })
    expect(readSubject(throughJson(two), 'faster')).to.eql({ ...ofAll, page: null })
    for (const given of [candidate, throughJson(candidate)])
      expect(readSubject(given, 'faster')).to.deep.include({
        candidates: [candidate],
        limits: [{ scenario: 'checkout', limits: [] }],
        page: null
      })
  })

  const needs =
    "It needs what compare, compareBeforeAll or readComparison returns, or one of its candidates, such as comparison.candidate('clustered')."
  const others: [unknown, shown: string, advice?: string][] = [
    [undefined, 'undefined'],
    [null, 'null'],
    [1.6, '1.6'],
    ['reports/x/comparison.json', '"reports/x/comparison.json"'],
    [{ speedup: 1.6 }, '{ speedup: 1.6 }'],
    [{ name: 'clustered' }, "{ name: 'clustered' }"],
    [{ text: 'a\nb', list: Array(100).fill(1) }, "{ text: 'a\\nb', list: [Array] }"],
    [function compare() {}, '[Function: compare]'],
    [Promise.resolve(two), 'a promise', ' Put await before it.']
  ]
  for (const [given, shown, advice = ''] of others) {
    it(`may not be ${shown}`, () =>
      expect(refusal(() => readSubject(given, 'faster'))).to.eql({
        code: 'NO_COMPARISON',
        message: `faster was given ${shown}. ${needs}${advice}`
      }))
  }

  it('is to be of this version', () => {
    const message =
      'The comparison has schemaVersion 2, but this version of artillery-plugin-speedup knows 1 only. Update the package, or compare again.'
    expect(refusal(() => readSubject({ ...two, schemaVersion: 2 }, 'faster'))).to.eql({
      code: 'NO_COMPARISON',
      message
    })
  })

  it('is shown on one line that is not long', () => {
    for (const given of ['x'.repeat(500), new Error('one\ntwo')])
      expect(brief(given)).to.have.lengthOf.below(70).and.not.include('\n')
  })

  it('is one candidate, which has to be chosen where there are several', () => {
    expect(onlyCandidate(readSubject(one, 'faster'))).to.eql(findCandidate(one))
    const message = (comparison: Comparison) => refusal(() => onlyCandidate(readSubject(comparison, 'faster'))).message
    expect(message(two)).to.equal(
      "faster needs one candidate, but this comparison has 2 candidates: clustered, pm2. Choose one, for example comparison.candidate('pm2')."
    )
    expect(message(four)).to.equal(
      "faster needs one candidate, but this comparison has 4 candidates: clustered in primes, pm2 in primes, clustered in checkout, pm2 in checkout. Choose one, for example comparison.candidate('pm2', 'checkout')."
    )
    expect(message(aComparison([]))).to.equal('faster needs one candidate, but this comparison has no candidates.')
  })
})
