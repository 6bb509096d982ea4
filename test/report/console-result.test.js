import { expect } from 'chai'
import { describe, it } from 'mocha'
import { formatComparison, formatScenario } from '../../plugin/report/console-result.js'
import { aCandidate, aCandidateWith, aComparison, anEstimate, aScenarioResult, someLimits } from '../support/results.js'
/** @import { CandidateResult } from '../../plugin/vocabulary.js' */

const passing = { required: 1.3, verdict: /** @type {const} */ ('pass') }
const worked = aCandidateWith([{ metric: 'p95', ...passing }, { metric: 'p99', ...passing }], { verdict: 'pass' })

/** @param {CandidateResult} candidate */
const lines = (candidate) => formatScenario(aScenarioResult([candidate])).split('\n')

describe('the result on the console', () => {
  it('is a table and a verdict', () => {
    expect(formatScenario(aScenarioResult([worked]))).to.equal(
      `
speedup  primes  clustered (2 workers) against single, 4 rounds, 95 % intervals
  p50          1.97x   [1.51, 2.58]
  p95          1.60x   [1.34, 1.92]   >= 1.3   pass
  p99          1.96x   [1.42, 2.71]   >= 1.3   pass
  throughput   1.66x   [1.30, 2.12]
  workers      50.0 %  50.0 %         fairness 1.00
PASS  clustered is 1.60x faster than single at p95.`.slice(1)
    )
  })

  it('shows what is required of fairness and errors, and how that went', () => {
    const limits = someLimits({ value: 2 / 3, required: 0.9, verdict: 'fail' }, { value: 0.012, required: 0.02, verdict: 'pass' })
    const found = lines(aCandidate({ limits, shares: [0.75, 0.25], verdict: 'fail' }))
    expect(found[5]).to.match(/^ {2}workers +75\.0 % +25\.0 % +fairness 0\.67 >= 0\.9 {2}fail$/)
    expect(found[6]).to.match(/^ {2}errors +1\.2 % +<= 0\.02 +pass$/)
  })

  it('keeps silent about errors when there were none and none were asked about', () => {
    expect(lines(worked).filter((line) => line.includes('errors'))).to.eql([])
  })

  it('shows errors that nobody asked about', () => {
    expect(lines(aCandidate({ limits: someLimits({}, { value: 0.03 }) }))[6]).to.match(/^ {2}errors +3\.0 %$/)
  })

  it('shows the busiest and the idlest of many workers', () => {
    const found = lines(aCandidate({ workers: 6, shares: [0.3, 0.2, 0.2, 0.15, 0.1, 0.05] }))
    expect(found[0]).to.include('clustered (6 workers)')
    expect(found[5]).to.match(/^ {2}workers +30\.0 % +\.\.\. +5\.0 % +fairness/)
  })

  it('says when nobody knows who did the work', () => {
    expect(lines(aCandidate({ limits: someLimits({ value: null }) }))[5]).to.match(/^ {2}workers +unknown: too many responses carried no PID header$/)
  })

  it('tells what to do about each metric that is undecided', () => {
    const undecided = { required: 1.3, verdict: /** @type {const} */ ('inconclusive') }
    const found = lines(aCandidateWith([{ metric: 'p95', ...undecided }, { metric: 'throughput', ...undecided }], { verdict: 'inconclusive' }))
    expect(found[2]).to.match(/>= 1\.3 +inconclusive$/)
    expect(found[6]).to.match(/^INCONCLUSIVE {2}/)
    expect(found.slice(7).map((line) => line.split(' speedup ')[0])).to.eql(['  clustered: p95', '  clustered: throughput'])
  })

  it('says one worker, and writes warnings last', () => {
    const warnings = [{ code: 'app-killed', message: 'It did not leave.' }]
    const text = formatScenario(aScenarioResult([aCandidate({ workers: 1, shares: [1] })], { warnings }))
    expect(text).to.include('clustered (1 worker) against')
    expect(text.split('\n').at(-1)).to.equal('  warning: It did not leave.')
  })

  for (const [confidence, percent] of [[0.9, '90 %'], [0.95, '95 %'], [0.99, '99 %']]) {
    it(`names the confidence of its intervals: ${percent}`, () => {
      expect(formatScenario(aScenarioResult([worked], { confidence: Number(confidence) }))).to.include(`, ${percent} intervals\n`)
    })
  }
})

describe('the end of the output', () => {
  it('holds every scenario, and where all is kept', () => {
    const text = formatComparison(aComparison([aScenarioResult([worked]), aScenarioResult([worked], { scenario: 'io' })]), 'reports/now')
    expect(text).to.match(/^\nspeedup {2}primes/)
    expect(text).to.include('\n\nspeedup  io  clustered')
    expect(text).to.match(/\nKept in reports\/now$/)
  })

  it('says why nothing more was measured', () => {
    const error = { code: /** @type {const} */ ('APP_DIED'), message: 'The app left.' }
    expect(formatComparison(aComparison([], { error }), 'reports/now')).to.equal('\nNOT MEASURED  The app left.\nKept in reports/now')
    expect(formatComparison(aComparison([aScenarioResult([worked])], { error }), 'x')).to.include('at p95.\n\nNOT MEASURED  The app left.\n')
  })

  it('does not call an interruption an error', () => {
    const error = { code: /** @type {const} */ ('INTERRUPTED'), message: 'The comparison was interrupted.' }
    expect(formatComparison(aComparison([], { error }), 'x')).to.equal('\nINTERRUPTED  The comparison was interrupted.\nKept in x')
  })

  it('never prints an interval that contradicts its verdict', () => {
    const close = [anEstimate({ metric: 'p95', speedup: 1.4, interval: [1.2999, 1.5201], required: 1.3, verdict: 'inconclusive' })]
    expect(lines(aCandidateWith(close, { verdict: 'inconclusive' }))[2]).to.include('[1.29, 1.53]')
  })
})
