import { expect } from 'chai'
import { describe, it } from 'mocha'
import { artilleryMetrics } from '../../plugin/report/ci/artillery-metrics.ts'
import { aCandidate, aScenarioResult, anEstimate, someLimits } from '../support/results.ts'

describe('the results as Artillery metrics', () => {
  it('give each speedup, its interval, the limits and the rounds', () => {
    const candidate = aCandidate({ estimates: [anEstimate({ speedup: 1.60449, interval: [1.3436, 1.92] })], limits: someLimits({ value: 2 / 3 }) })
    expect(artilleryMetrics({ scenarios: [aScenarioResult([candidate])] })).to.eql({
      'plugins.speedup.primes.clustered.p95': 1.604,
      'plugins.speedup.primes.clustered.p95_low': 1.344,
      'plugins.speedup.primes.clustered.p95_high': 1.92,
      'plugins.speedup.primes.clustered.fairness': 0.667,
      'plugins.speedup.primes.clustered.errorRate': 0,
      'plugins.speedup.primes.clustered.rounds': 4
    })
  })

  it('hold every metric of every candidate of every scenario', () => {
    const candidates = [aCandidate(), aCandidate({ name: 'four' })]
    const names = Object.keys(artilleryMetrics({ scenarios: [aScenarioResult(candidates), aScenarioResult(candidates, { scenario: 'io' })] }))
    expect(names).to.have.length(2 * 2 * (4 * 3 + 2 + 1))
    expect(names).to.include.members(['plugins.speedup.io.four.throughput_high', 'plugins.speedup.primes.clustered.p50'])
  })

  it('have names that an ensure condition can hold', () => {
    const candidate = aCandidate({ name: '4 workers (none)' })
    const names = Object.keys(artilleryMetrics({ scenarios: [aScenarioResult([candidate], { scenario: 'log-in & buy' })] }))
    expect(names).to.include('plugins.speedup.log_in_buy.4_workers_none_.p95')
    expect(names.filter((name) => !/^[\w.]+$/.test(name))).to.eql([])
  })

  it('leave out what could not be seen', () => {
    const names = Object.keys(artilleryMetrics({ scenarios: [aScenarioResult([aCandidate({ limits: someLimits({ value: null }) })])] }))
    expect(names).not.to.include('plugins.speedup.primes.clustered.fairness')
    expect(names).to.include('plugins.speedup.primes.clustered.errorRate')
  })
})
