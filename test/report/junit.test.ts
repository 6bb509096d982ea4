import { expect } from 'chai'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, it } from 'mocha'
import { preliminary } from '../../plugin/comparison/conclude.ts'
import { junitXml } from '../../plugin/report/ci/junit.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aWarning, someLimits } from '../support/results.ts'
import type { CandidateResult, Comparison, Estimate } from '../../plugin/concepts/comparison.ts'

const lists = ['testsuite', 'testcase', 'property']
const parser = new XMLParser({
  ignoreAttributes: false, attributeNamePrefix: '', trimValues: false, parseTagValue: false, htmlEntities: true,
  isArray: (name) => lists.includes(name)
})

type Element = Record<string, any>
type Suite = Element & { testcase: Element[] }
/** @returns its <testsuites> */
function parsed(comparison: Comparison): Element & { testsuite: Suite[] } {
  const xml = junitXml(comparison)
  expect(XMLValidator.validate(xml)).to.equal(true)
  return parser.parse(xml).testsuites
}

const elementsOf = (
  candidates: CandidateResult[], rest?: Partial<Comparison>
) => parsed(aComparison([aScenarioResult(candidates)], { exitCode: 1, ...rest })).testsuite[0].testcase

const required = { required: 1.3 }
const passing = { ...required, verdict: 'pass' as const }
const failing = { ...required, verdict: 'fail' as const, interval: [1.01, 1.2] as [number, number] }
const undecided = { ...required, verdict: 'inconclusive' as const, interval: [1.1, 1.5] as [number, number], roundsThatWouldDecide: 14 }
const failed = aCandidateWith([{ metric: 'p95', ...passing }, { metric: 'p99', ...failing }], { verdict: 'fail' })
const open = aCandidateWith([{ metric: 'p95', ...undecided }], { verdict: 'inconclusive' })

const hostile = {
  'a tag': '<script>alert(1)</script>',
  quotes: `"double" 'single' &amp; &#39; ]]>`,
  'line breaks and tabs': 'one\r\ntwo\n\tthree ',
  emoji: '👩‍🚀 ünïcode עברית',
  '200 characters': 'name '.repeat(40)
}

describe('junit.xml', () => {
  it('has a suite for each scenario and a case for each threshold of each candidate', () => {
    const four = aCandidateWith([
      { metric: 'throughput', ...passing }
    ], { name: 'four', limits: someLimits({ required: 0.8, verdict: 'pass' }, { required: 0.01, verdict: 'pass' }), verdict: 'pass' })
    const { testsuite } = parsed(aComparison([aScenarioResult([failed, four]), aScenarioResult([four], { scenario: 'hello' })], { exitCode: 1 }))
    const names = testsuite.map(({ name, testcase }) => [name, ...testcase.map((one) => `${one.classname}: ${one.name}`)])
    const ofFour = ['throughput speedup at least 1.3', 'fairness at least 0.8', 'error rate at most 0.01']
    expect(names).to.eql([
      ['primes', 'primes.clustered: p95 speedup at least 1.3', 'primes.clustered: p99 speedup at least 1.3', ...ofFour.map((name) => `primes.four: ${name}`)],
      ['hello', ...ofFour.map((name) => `hello.four: ${name}`)]
    ])
  })

  it('tells a failure by the project’s sentence, as attribute and as text, with numbers and the reason why', () => {
    const [p95, p99] = elementsOf([failed])
    expect(p95).not.to.have.any.keys('failure', 'error', 'skipped')
    expect(p99.failure).to.include({ type: 'fail', message: 'FAIL  clustered misses the required speedup at p99.' })
    expect(p99.failure['#text'].split('\n')).to.eql([
      'FAIL  clustered misses the required speedup at p99.',
      'clustered needs 1.3x at p99, its interval is [1.01, 1.20].',
      'why: CPU-bound, so clustering helps.'
    ])
  })

  it('tells what is inconclusive from what failed, by type and first word', () => {
    const [{ failure }] = elementsOf([open], { exitCode: 2, verdict: 'inconclusive' })
    expect(failure).to.include({
      type: 'inconclusive',
      message: 'INCONCLUSIVE  Not enough evidence yet: p95 of clustered could be above or below the required speedup.'
    })
    expect(failure['#text']).to.include(
      '\nclustered: p95 speedup 1.60 [1.10, 1.50] against 1.30 after 4 rounds (spread between rounds 10 %). A fresh run with rounds.max 14 would decide'
    )
  })

  it('leaves CI green for what is inconclusive where the settings let it pass', () => {
    const settings = { ...aComparison([]).settings, onInconclusive: 'pass' as const }
    const { testsuite: [{ testcase: [one] }], ...counts } = parsed(aComparison([aScenarioResult([open])], { settings, exitCode: 0, verdict: 'inconclusive' }))
    expect(one).not.to.have.any.keys('failure', 'error')
    expect(one.skipped.type).to.equal('inconclusive')
    expect(one.skipped.message).to.match(/^INCONCLUSIVE {2}Not enough evidence/)
    expect(counts).to.include({ tests: '1', failures: '0', errors: '0', skipped: '1' })
    const both = elementsOf([failed, { ...open, name: 'four' }], { settings, exitCode: 1, verdict: 'fail' })
    expect(both[1].failure.type, 'never for what failed').to.equal('fail')
    expect(both[2].skipped?.type, 'beside a failure, too').to.equal('inconclusive')
    expect(elementsOf([open], { exitCode: 3, verdict: 'not measured' })[0].failure.type).to.equal('inconclusive')
  })

  it('names each limit that is missed or could not be seen', () => {
    const limits = someLimits({ required: 0.8, value: null, verdict: 'inconclusive' }, { required: 0.01, value: 0.05, verdict: 'fail' })
    const [fairness, errorRate] = elementsOf([aCandidate({ limits, verdict: 'fail' })])
    expect(fairness.failure).to.include({ type: 'inconclusive', message: 'INCONCLUSIVE  The fairness of clustered could not be seen.' })
    expect(errorRate.failure).to.include({ type: 'fail', message: 'FAIL  clustered misses the required error rate.' })
  })

  it('skips a candidate of which nothing was required, and says what came of it', () => {
    const cases = elementsOf([aCandidate()], { exitCode: 0 })
    expect(cases).to.have.length(1)
    expect(cases[0]).to.deep.include({ classname: 'primes.clustered', name: 'no requirement' })
    expect(cases[0].skipped.message).to.equal('clustered is 1.60x faster than single at p95. No requirement was configured.')
  })

  it('has one case for a self-check', () => {
    const leastMargin = { p50: 1.1, p95: 1.2, p99: 1.3, throughput: 1.1 }
    const checked = (verdict: 'pass' | 'fail') => elementsOf([aCandidate({ selfCheck: { verdict, biased: ['p95'], leastMargin }, verdict })])
    const [[good, ...more], [bad]] = [checked('pass'), checked('fail')]
    expect([good.name, bad.name]).to.eql(['self-check against single', 'self-check against single'])
    expect(good).not.to.have.any.keys('failure', 'error', 'skipped')
    expect(more).to.eql([])
    expect(bad.failure.message).to.match(/^FAIL {2}This machine and scenario can't be trusted/)
  })

  it('does not pass an app that meets what is required but is not the same', () => {
    const estimates = aCandidate().estimates.map((one) => ({ ...one, reason: 'different-answers' as const }))
    const [fairness, comparable] = elementsOf(
      [aCandidate({ estimates, limits: someLimits({ required: 0.8, verdict: 'pass' }), verdict: 'inconclusive' })], { exitCode: 2 }
    )
    expect(fairness).not.to.have.any.keys('failure', 'error', 'skipped')
    expect(comparable).to.deep.include({ name: 'comparable with single' })
    expect(comparable.failure).to.include({
      type: 'inconclusive', message: 'INCONCLUSIVE  The measurement carries no verdict on clustered: it does not answer as single does.'
    })
  })

  it('has an error where nothing was measured, or not to the end', () => {
    const error = { code: 'APP_NOT_READY' as const, message: 'server.js does not listen.' }
    const { testsuite: [suite, ...more], ...counts } = parsed(aComparison([], { error, verdict: 'not measured', exitCode: 3 }))
    expect(more).to.eql([])
    expect(suite.testcase).to.have.length(1)
    expect(suite.testcase[0]).to.include({ classname: 'primes.yml', name: 'measured to the end', time: '60.000' })
    expect(suite.testcase[0].error).to.include({ type: 'APP_NOT_READY', message: 'NOT MEASURED  server.js does not listen.' })
    expect(counts).to.include({ tests: '1', failures: '0', errors: '1', skipped: '0' })
    const interrupted = { code: 'INTERRUPTED' as const, message: 'The comparison was interrupted.' }
    const { testsuite } = parsed(aComparison([aScenarioResult([open])], { error: interrupted, verdict: 'not measured', exitCode: 3 }))
    expect(testsuite.map(({ name }) => name)).to.eql(['primes', 'primes.yml'])
    expect(testsuite[0].testcase[0].failure.type).to.equal('inconclusive')
    expect(testsuite[1].testcase[0].error.message).to.equal('INTERRUPTED  The comparison was interrupted.')
  })

  it('counts, and its times add up to what the comparison took', () => {
    const scenarios = [aScenarioResult([failed, aCandidate({ name: 'four' })]), aScenarioResult([open], { scenario: 'hello', rounds: 8 })]
    const { testsuite, ...counts } = parsed(aComparison(scenarios, { exitCode: 1 }))
    expect(counts).to.include({ tests: '4', failures: '2', errors: '0', skipped: '1', time: '60.000' })
    expect(testsuite.map(({ tests, failures, skipped, time }) => [tests, failures, skipped, time])).to.eql([
      ['3', '1', '1', '20.000'], ['1', '1', '0', '40.000']
    ])
    const seconds = testsuite.flatMap(({ testcase }) => testcase).reduce((sum, { time }) => sum + Number(time), 0)
    expect(seconds).to.be.closeTo(60, 0.01)
    expect(testsuite[0].timestamp).to.equal('2026-11-20T12:00:00')
  })

  it('carries the warnings, the whole result as the console tells it, and where it was measured', () => {
    const warned = aScenarioResult([failed], { warnings: [aWarning({ severity: 'problem', message: 'Beware of <this>.' })] })
    const { testsuite: [suite] } = parsed(aComparison([warned], { exitCode: 1 }))
    expect(suite['system-out']).to.include('problem: Beware of <this>. [app-killed]').and.to.include('p99          1.96x   [1.01, 1.20]   >= 1.3   fail')
    expect(suite.properties.property).to.deep.include({ name: 'node', value: '24.21.0' }).and.to.deep.include({ name: 'commit', value: 'unknown' })
    expect(junitXml(aComparison([warned]))).to.match(/<properties>.*<testcase .*<system-out>/s)
  })

  for (const [kind, name] of Object.entries(hostile)) {
    it(`gives names back exactly: ${kind}`, () => {
      const candidate = { ...failed, name, diagnosis: { ...failed.diagnosis, message: `Why ${name}?` } }
      const { testsuite: [suite] } = parsed(aComparison([aScenarioResult([candidate], { scenario: name })], { exitCode: 1 }))
      expect(suite.name).to.equal(name)
      expect(suite.testcase[1].classname).to.equal(`${name}.${name}`)
      expect(suite.testcase[1].failure.message).to.equal(`FAIL  ${name} misses the required speedup at p99.`)
      expect(suite.testcase[1].failure['#text']).to.include(`why: Why ${name}?`)
    })
  }

  it('replaces what no XML may contain', () => {
    const name = 'a\u0000b\u001bc\ud800d\uffff'
    expect(parsed(aComparison([aScenarioResult([failed], { scenario: name })])).testsuite[0].name).to.equal('a\ufffdb\ufffdc\ufffdd\ufffd')
  })
})

const fell = { earlier: { speedup: 2.4, interval: [2.3, 2.5] as [number, number] }, regression: true }
const kept = { earlier: { speedup: 1.7, interval: [1.5, 1.9] as [number, number] } }
const isPassed = ({ failure, error, skipped }: Element) => [failure, error, skipped].every((one) => one === undefined)

describe('a candidate with an earlier result in junit.xml', () => {
  const judged = (estimates: Partial<Estimate>[], againstEarlier: 'fail' | 'inconclusive' = 'fail') => {
    return elementsOf([aCandidateWith(estimates, { againstEarlier, verdict: againstEarlier })])
  }
  const [missed, open] = (['fail', 'inconclusive'] as const).map((verdict) => ({ required: 1.3, verdict }))

  it('has a case of its own for each speedup that may have fallen since an earlier result', () => {
    const [threshold, p95, p99, ...more] = judged([{ metric: 'p95', ...passing, ...fell }, { metric: 'p99', ...kept }])
    expect([threshold, p95, p99].map(isPassed)).to.eql([true, false, true])
    expect([p95.name, p99.name]).to.eql(['p95 speedup not below the earlier result', 'p99 speedup not below the earlier result'])
    const message = 'FAIL  clustered fell at p95: 2.40x [2.30, 2.50] in the earlier result, 1.60x [1.34, 1.92] now.'
    expect(p95.failure).to.include({ type: 'regression', message })
    expect(more).to.eql([])
  })

  it('speaks of the fall where it is, and not of every threshold', () => {
    const elements = judged([{ metric: 'p95', ...missed, ...fell }, { metric: 'p99', ...missed }])
    const [p95, p99, fall] = elements.map(({ failure }) => failure?.message)
    expect(p95).to.equal('FAIL  clustered misses the required speedup at p95.')
    expect(p99).to.equal('FAIL  clustered misses the required speedup at p99.')
    expect(fall).to.match(/^FAIL {2}clustered fell at p95/)
  })

  it('tells each fall by itself, and nothing of what carries no verdict', () => {
    const uncarried = { ...fell, regression: false, reason: 'baseline-saturated' as const }
    const elements = judged([{ metric: 'p50', ...uncarried }, { metric: 'p95', ...fell }, { metric: 'throughput', ...fell }])
    expect(elements.map(({ name }) => name.split(' ')[0])).to.eql(['p95', 'throughput'])
    expect(elements.map(({ failure }) => /fell (?:at|in) (\w+): [^;]*$/.exec(failure.message)?.[1])).to.eql(['p95', 'throughput'])
  })

  it('can’t tell a fall from an earlier result of other cores', () => {
    const [p99, comparable, ...more] = judged([{ metric: 'p95', ...kept }, { metric: 'p99', ...open }], 'inconclusive')
    expect(p99.failure.message)
      .to.equal('INCONCLUSIVE  Not enough evidence yet: p99 of clustered could be above or below the required speedup.')
    expect(comparable.name).to.equal('comparable with the earlier result')
    expect(comparable.failure.type).to.equal('inconclusive')
    expect(comparable.failure.message).to.match(/^INCONCLUSIVE {2}Whether clustered fell since the earlier result can't be told/)
    expect(more).to.eql([])
  })

  describe('that was ended before its time', () => {
    const endedOf = (candidate: CandidateResult) => {
      return parsed(aComparison([preliminary(aScenarioResult([candidate], { decided: false, rounds: 3 }))])).testsuite[0].testcase
    }
    const message = 'PRELIMINARY  clustered is 1.60x faster than single at p95. It was ended after 3 rounds, too early for a verdict.'
    const skipped = { type: 'preliminary', message, '#text': message }

    it('skips each threshold, under the name that it always has', () => {
      const limits = someLimits({ required: 0.8, verdict: 'fail' })
      const estimates: Partial<Estimate>[] = [{ metric: 'p95', ...missed }, { metric: 'p99', ...open, ...kept }]
      const candidate = aCandidateWith(estimates, { limits, againstEarlier: 'pass', verdict: 'fail' })
      const elements = endedOf(candidate)
      expect(elements.map(({ name }) => name)).to.eql(elementsOf([candidate]).map(({ name }) => name)).and.to.have.length(4)
      for (const element of elements) expect(element.skipped).to.eql(skipped)
    })

    it('has one case where nothing was required', () => {
      const [only, ...more] = endedOf(aCandidate())
      expect(only).to.deep.include({ classname: 'primes.clustered', name: 'no requirement', skipped })
      expect(more).to.eql([])
    })
  })
})
