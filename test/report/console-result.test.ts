import { expect } from 'chai'
import { describe, it } from 'mocha'
import { formatComparison, formatScenario } from '../../plugin/report/console/result.ts'
import { aCandidate, aCandidateWith, aClusterUse, aComparison, aScenarioResult, aVariantUse, aWarning, someLimits, anEstimate } from '../support/results.ts'
import { aMachine } from '../support/runs.ts'
import type { CandidateResult, VariantUse } from '../../plugin/concepts/comparison.ts'

const passing = { required: 1.3, verdict: 'pass' as const }
const worked = aCandidateWith([{ metric: 'p95', ...passing }, { metric: 'p99', ...passing }], { verdict: 'pass' })

const lines = (candidate: CandidateResult) => formatScenario(aScenarioResult([candidate])).split('\n')

describe('the result on the console', () => {
  it('is a table, a verdict and the reason why', () => {
    expect(formatScenario(aScenarioResult([worked]))).to.equal(
      `
speedup  primes  clustered (2 workers) against single, 4 rounds, 95 % intervals
  p50          1.97x   [1.51, 2.58]
  p95          1.60x   [1.34, 1.92]   >= 1.3   pass
  p99          1.96x   [1.42, 2.71]   >= 1.3   pass
  throughput   1.66x   [1.30, 2.12]
  workers      50 %    50 %           fairness 1.00
  event loop   99 % -> 98 % busy, load generator 25 % -> 40 %
  machine      app 1.00 -> 1.70 of 2 cores, load generator 0.20 -> 0.28, others 0.01 -> 0.01
PASS  clustered is 1.60x faster than single at p95.
  why: CPU-bound, so clustering helps.`.slice(1)
    )
  })

  it('shows what is required of fairness and errors, and how that went', () => {
    const limits = someLimits({ value: 2 / 3, required: 0.9, verdict: 'fail' }, { value: 0.012, required: 0.02, verdict: 'pass' })
    const found = lines(aCandidate({ limits, shares: [0.75, 0.25], verdict: 'fail' }))
    expect(found[5]).to.match(/^ {2}workers +75 % +25 % +fairness 0\.67 >= 0\.9 {2}fail$/)
    expect(found[6]).to.match(/^ {2}errors +1\.2 % +<= 0\.02 +pass$/)
    expect(found[6].indexOf('<=')).to.equal(found[5].indexOf('fairness'))
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
    expect(found[5]).to.match(/^ {2}workers +30 % +\.\.\. +5\.0 % +fairness/)
    expect(lines(aCandidate({ workers: 4, shares: [0.4, 0.3, 0.2, 0.1] }))[5]).to.match(/^ {2}workers +40 % +30 % +20 % +10 % +fairness/)
  })

  it('says when nobody knows who did the work', () => {
    expect(lines(aCandidate({ limits: someLimits({ value: null }) }))[5]).to.match(/^ {2}workers +unknown: too many responses carried no PID header$/)
  })

  it('says who answered, where idle workers can’t be seen', () => {
    const candidate = aCandidate({ limits: someLimits({ value: null }) })
    const warnings = [aWarning({ code: 'uneven-distribution', variant: 'clustered' })]
    expect(formatScenario(aScenarioResult([candidate], { warnings }))).to.include("\n  workers      2 workers answered; idle ones can't be seen\n")
  })

  it('tells what to do about each metric that is undecided', () => {
    const undecided = { required: 1.3, verdict: 'inconclusive' as const }
    const found = lines(aCandidateWith([{ metric: 'p95', ...undecided }, { metric: 'throughput', ...undecided }], { verdict: 'inconclusive' }))
    expect(found[2]).to.match(/>= 1\.3 +inconclusive$/)
    expect(found[8]).to.match(/^INCONCLUSIVE {2}/)
    expect(found.slice(9, -1).map((line) => line.split(' speedup ')[0])).to.eql(['  clustered: p95', '  clustered: throughput'])
  })

  it('gives no advice about a metric on which the measurement carries no verdict', () => {
    const uncarried = { required: 1.3, verdict: 'inconclusive' as const, reason: 'generator-saturated' as const }
    const found = lines(aCandidateWith([{ metric: 'p95', ...uncarried }], { verdict: 'inconclusive' }))
    expect(found[2]).to.match(/>= 1\.3 +inconclusive$/)
    expect(found.slice(8)).to.eql([
      'INCONCLUSIVE  The measurement carries no verdict on p95 of clustered: the load generator was too busy.',
      '  why: CPU-bound, so clustering helps.'
    ])
  })

  it('says one worker', () => expect(lines(aCandidate({ workers: 1, shares: [1] }))[0]).to.include('clustered (1 worker) against'))

  it('writes warnings last, each with its severity and its code, as they come', () => {
    const warnings = [aWarning({ code: 'errors', severity: 'problem', message: 'It failed.' }), aWarning({ severity: 'note' })]
    const text = formatScenario(aScenarioResult([aCandidate()], { warnings }))
    expect(text.split('\n').slice(-3)).to.eql([
      '  why: CPU-bound, so clustering helps.', '  problem: It failed. [errors]', '  note: It did not leave. [app-killed]'
    ])
  })

  for (const [confidence, percent] of [[0.9, '90 %'], [0.95, '95 %'], [0.99, '99 %']]) {
    it(`names the confidence of its intervals: ${percent}`, () => {
      expect(formatScenario(aScenarioResult([worked], { confidence: Number(confidence) }))).to.include(`, ${percent} intervals\n`)
    })
  }
})

describe('an earlier result on the console', () => {
  const earlier = { speedup: 1.79, interval: [1.64, 1.96] as [number, number] }

  it('stands beside each metric, which says so when it fell', () => {
    const estimates = [
      { metric: 'p50' as const, earlier },
      { metric: 'p95' as const, earlier, ...passing },
      { metric: 'p99' as const, speedup: 1.35, interval: [1.25, 1.46] as [number, number], earlier, regression: true, ...passing },
      { metric: 'throughput' as const, ...passing }
    ]
    expect(lines(aCandidateWith(estimates, { againstEarlier: 'fail', verdict: 'fail' })).slice(1, 5)).to.eql([
      '  p50          1.97x   [1.51, 2.58]   earlier    1.79x [1.64, 1.96]',
      '  p95          1.60x   [1.34, 1.92]   earlier    1.79x [1.64, 1.96]   >= 1.3   pass',
      '  p99          1.35x   [1.25, 1.46]   fell from  1.79x [1.64, 1.96]   >= 1.3   pass',
      '  throughput   1.66x   [1.30, 2.12]                                   >= 1.3   pass'
    ])
  })

  it('is named at the end', () => {
    const comparison = aComparison([aScenarioResult([worked])])
    const compareWith = { file: 'main/comparison.json', finishedAt: '2026-11-19T12:01:00.000Z', commit: null, plugin: '0.1.0', cpu: 'unknown', cores: 2 }
    const text = formatComparison({ ...comparison, settings: { ...comparison.settings, compareWith } }, { page: 'now/index.html', link: null })
    expect(text.split('\n').slice(-2)).to.eql(['Compared with main/comparison.json (2026-11-19 12:01 UTC).', 'Report: now/index.html'])
  })
})

describe('the use of the machine on the console', () => {
  const useLines = (before: Partial<VariantUse>, after: Partial<VariantUse>) =>
    formatScenario(aScenarioResult([worked], { variants: [aClusterUse(after), aVariantUse(before)] })).split('\n').slice(6, -2)

  it('is the baseline’s before the candidate’s, whatever came first', () => {
    const [before, after] = [aMachine({ app: 0.9, others: 0.2, stolen: 0.1 }), aMachine({ app: 1.7, stolen: 0.04 })]
    expect(useLines({ utilization: 0.5, machine: before }, { utilization: 0.25, machine: after })).to.eql([
      '  event loop   50 % -> 25 % busy, load generator 25 % -> 40 %',
      '  machine      app 0.90 -> 1.70 of 2 cores, load generator 0.20 -> 0.20, others 0.30 -> 0.05'
    ])
  })

  it('tells where the time goes of those of which it is known, in milliseconds', () => {
    const time = { latencyMs: 66.4, generatorMs: 0.2, queueMs: 61.8, waitingMs: 0.3, computingMs: 4.1 }
    expect(useLines({ responseTime: time }, { responseTime: { ...time, latencyMs: 131, generatorMs: null, computingMs: 69 } }).slice(2)).to.eql([
      '  where the time goes  single: 4.1 ms of 66 ms computing, 62 ms waiting for its turn, 0.30 ms waiting inside, 0.20 ms load generator',
      '                       clustered: 69 ms of 131 ms computing, 62 ms waiting for its turn, 0.30 ms waiting inside'
    ])
    expect(useLines({}, { responseTime: time }).slice(2)).to.have.lengthOf(1)
  })

  it('has question marks where it is unknown', () => {
    const found = useLines({ utilization: null }, { generatorUtilization: null })
    expect(found[0]).to.equal('  event loop   ? -> 98 % busy, load generator 25 % -> ?')
  })

  it('is said to be unknown where it is of both', () => {
    const nobody = { utilization: null, generatorUtilization: null, machine: null }
    expect(useLines(nobody, nobody)).to.eql(['  event loop   unknown, load generator unknown'])
    expect(useLines({ generatorUtilization: null }, { generatorUtilization: null })[0]).to.equal('  event loop   99 % -> 98 % busy, load generator unknown')
  })

  it('is left out where a variant is unknown', () => {
    for (const variants of [[], [aVariantUse()], [aClusterUse()]]) {
      expect(formatScenario(aScenarioResult([worked], { variants }))).not.to.include('event loop')
    }
  })

  it('leaves the machine out where the system does not tell', () => {
    expect(useLines({ machine: null }, {})).to.have.length(1)
    expect(useLines({}, { machine: null })).to.have.length(1)
  })
})

describe('a self-check on the console', () => {
  it('ends with the margins that this machine can decide', () => {
    const leastMargin = { p50: 1.02, p95: 1.22, p99: 1.35, throughput: 1.04 }
    const found = lines(aCandidate({ selfCheck: { verdict: 'pass', biased: [], leastMargin }, verdict: 'pass' }))
    expect(found[8]).to.match(/^PASS {2}This machine and scenario can be trusted/)
    expect(found[9]).to.match(/^ {2}The smallest margin .*p95 1\.22x \(spread 10 %\)/)
    expect(found[10]).to.match(/^ {2}why: /)
  })
})

describe('the end of the output', () => {
  it('holds every scenario, and where all is kept', () => {
    const text = formatComparison(aComparison([aScenarioResult([worked]), aScenarioResult([worked], { scenario: 'io' })]), {
      page: 'reports/now/index.html', link: null
    })
    expect(text).to.match(/^\nspeedup {2}primes/)
    expect(text).to.include('\n\nspeedup  io  clustered')
    expect(text).to.match(/\nReport: reports\/now\/index\.html$/)
  })

  it('says why nothing more was measured', () => {
    const error = { code: 'APP_DIED' as const, message: 'The app left.' }
    expect(formatComparison(aComparison([], { error }), { page: 'now/index.html', link: null })).to.equal(
      '\nNOT MEASURED  The app left.\nReport: now/index.html'
    )
    expect(formatComparison(aComparison([aScenarioResult([worked])], { error }), { page: 'x', link: null })).to.include(
      'clustering helps.\n\nNOT MEASURED  The app left.\n'
    )
  })

  it('does not call an interruption an error', () => {
    const error = { code: 'INTERRUPTED' as const, message: 'The comparison was interrupted.' }
    expect(formatComparison(aComparison([], { error }), { page: 'x/index.html', link: 'file:///x/index.html' })).to.equal(
      '\nINTERRUPTED  The comparison was interrupted.\nReport: x/index.html  file:///x/index.html'
    )
  })

  it('never prints an interval that contradicts its verdict', () => {
    const close = [anEstimate({ metric: 'p95', speedup: 1.4, interval: [1.2999, 1.5201], required: 1.3, verdict: 'inconclusive' })]
    expect(formatScenario(aScenarioResult([aCandidateWith(close, { verdict: 'inconclusive' })])).split('\n')[2]).to.include('[1.29, 1.53]')
  })
})
