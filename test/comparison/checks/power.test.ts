import { expect } from 'chai'
import { describe, it } from 'mocha'
import { checkPower, leastMargin } from '../../../plugin/comparison/warnings/noise.ts'
import { aCandidate, aCandidateWith } from '../../support/results.ts'
import { runsWithSpeedups } from '../../support/runs.ts'
import type { Estimate } from '../../../plugin/concepts/comparison.ts'
import type { Run } from '../../../plugin/concepts/run.ts'

/**
 * @param estimates of the candidate
 * @param overrides of every run
 */
const check = (estimates: Partial<Estimate>[], overrides?: { single?: Partial<Run>, clustered?: Partial<Run> }) => checkPower(runsWithSpeedups([2, 2, 2], overrides), [aCandidateWith(estimates)])

/** 10 s with so many latencies, first requests left out. */
const withLatencies = (count: number) => ({ requests: count + 20, loadSeconds: 10 })
const p95 = { metric: 'p95', required: 1.5, spread: 0.05, verdict: 'pass' } as const
const p99 = { ...p95, metric: 'p99' as const }

describe('the check of the number of requests', () => {
  it('accepts a thousand latencies a run', () =>
    expect(check([p99], { single: withLatencies(1000), clustered: withLatencies(1000) })).to.eql([]))

  it('notes that a p99 of fewer is no good, and how long the runs should be', () => {
    const [{ message, ...rest }, ...others] = check([p95], { clustered: withLatencies(400) })
    expect(others).to.eql([])
    expect(rest).to.eql({ code: 'too-few-requests', severity: 'note', variant: 'clustered', rounds: [] })
    expect(message).to.match(
      /^clustered: 400 latencies a run are few for a p99 \(1000 are enough\): .*comes out too low\. Make each run about 25 s long instead of 10\.0 s, or judge by p50 or p95\.$/
    )
  })

  it('warns when something is required of such a percentile', () => {
    expect(check([p99], { clustered: withLatencies(400) })[0].severity).to.equal('warning')
    expect(check([p95], { clustered: withLatencies(100) })[0].severity).to.equal('warning')
    const candidates = [aCandidateWith([p99]), aCandidate({ name: 'four' })]
    expect(checkPower(runsWithSpeedups([2, 2, 2], { clustered: withLatencies(400) }), candidates)[0].severity, 'of one of several').to.equal('warning')
  })

  it('names both percentiles when both lack latencies, and asks for what the greater needs', () => {
    const [{ variant, message }] = check([], { single: withLatencies(100), clustered: withLatencies(400) })
    expect(variant).to.equal('single')
    expect(message).to.include('100 latencies a run are few for a p95 (200 are enough) and a p99 (1000 are enough)')
    expect(message).to.match(/about 100 s long instead of 10\.0 s, or judge by p50\.$/)
  })

  it('counts neither failures, nor first requests where those are left out', () => {
    const found = check([], { single: { requests: 1100, failures: 50, firstRequests: { apart: true, count: 60, latencyMs: null } } })
    expect(found[0].message).to.match(/^single: 990 latencies/)
    const together = { requests: 1050, failures: 50, firstRequests: { apart: false, count: 1000, latencyMs: null } }
    expect(check([], { single: together })).to.eql([])
  })

  it('takes the median of the rounds', () => {
    const runs = [1000, 1000, 1].flatMap((latencies) => runsWithSpeedups([2], { single: withLatencies(latencies) }))
    expect(checkPower(runs, [aCandidate()])).to.eql([])
  })
})

describe('the check of the noise', () => {
  const undecided: Partial<Estimate> = { required: 1.5, verdict: 'inconclusive', speedup: 1.52, spread: 0.15, roundsThatWouldDecide: null }

  it('advises longer runs first for a tail percentile', () => {
    const [{ message, ...rest }, ...others] = check([{ metric: 'p95', ...undecided, timesLonger: 6.3 }])
    expect(others).to.eql([])
    expect(rest).to.eql({ code: 'too-noisy', severity: 'warning', variant: 'clustered', rounds: [] })
    expect(message).to.equal(
      'clustered p95: with a spread of 15 % between rounds, 30 rounds would hardly tell 1.52x from the required 1.5. ' +
        'Longer runs help first: about 7 times as long; then more rounds.'
    )
  })

  it('advises a quieter machine for the median and throughput', () => {
    for (const metric of ['p50', 'throughput'] as const) {
      expect(check([{ metric, ...undecided, timesLonger: 6.3 }])[0].message).to.match(/A quieter machine helps, or longer runs; or ask for less\.$/)
    }
  })

  it('advises neither when it would take more than 20 times as long', () => {
    for (const metric of ['p50', 'p95'] as const) {
      const [bearable, tooLong] = [20, 20.1].map((timesLonger) => check([{ metric, ...undecided, timesLonger }])[0].message)
      expect(bearable).to.match(/longer runs/i)
      expect(tooLong).to.match(/too close to what is required to call: ask for less, or take it as it is\.$/)
    }
  })

  it('finds nothing when more rounds would decide, when it is decided, or when it carries no verdict', () => {
    expect(check([{ metric: 'p95', ...undecided, roundsThatWouldDecide: 17, timesLonger: 2 }])).to.eql([])
    expect(check([{ metric: 'p95', ...undecided, verdict: 'fail', timesLonger: null }])).to.eql([])
    expect(check([{ metric: 'p95', ...undecided, reason: 'baseline-saturated', timesLonger: null }])).to.eql([])
  })
})

describe('the check of what is required', () => {
  it('notes a threshold nearer to 1 than five rounds can tell', () => {
    const [{ message, ...rest }, ...others] = check([{ ...p95, required: 1.1, spread: 0.06 }])
    expect(others).to.eql([])
    expect(rest).to.eql({ code: 'threshold-within-noise', severity: 'note', variant: 'clustered', rounds: [] })
    expect(message).to.match(/^clustered: the required p95 of 1\.1 is nearer to 1 than what about five rounds can decide here \(p95 1\.13x, at a spread of 6\.0 %\), /)
    expect(message).to.match(/would end inconclusive, and not fail\. Ask for more, make the runs longer, or allow more rounds\.$/)
  })

  it('notes a threshold below 1 that is nearer to it, and advises to ask for less', () => {
    const [{ message }] = check([{ ...p95, required: 0.95, spread: 0.06 }])
    expect(message).to.match(/^clustered: the required p95 of 0\.95 is nearer to 1 than .* \(p95 1\.13x, /)
    expect(message).to.match(/an app that loses nothing could end inconclusive, and not pass\. Ask for less, make the runs longer, or allow more rounds\.$/)
    expect(check([{ ...p95, required: 0.88, spread: 0.06 }])).to.eql([])
  })

  it('warns when it is why nothing was decided', () =>
    expect(check([{ ...p95, required: 1.1, spread: 0.06, verdict: 'inconclusive', roundsThatWouldDecide: 20 }])[0].severity).to.equal('warning'))

  it('accepts one that is far enough away, or 1 itself, or on what carries no verdict', () => {
    expect(check([{ ...p95, required: 1.13, spread: 0.06 }])).to.eql([])
    expect(check([{ ...p95, required: 1, spread: 0.06 }])).to.eql([])
    expect(check([{ ...p95, required: 1.1, spread: 0.06, reason: 'generator-saturated' }])).to.eql([])
  })

  it('takes twice the spread for the least margin', () =>
    expect([0, 0.01, 0.1].map((spread) => leastMargin(spread).toFixed(4))).to.eql(['1.0000', '1.0202', '1.2214']))
})
