import { expect } from 'chai'
import { describe, it } from 'mocha'
import { artilleryMetrics } from '../../plugin/report/ci/artillery-metrics.ts'
import { aCandidate, aScenarioResult, anEstimate, someLimits } from '../support/results.ts'

describe('the results as Artillery metrics', () => {
  it('give each speedup, its interval, the limits that could be seen, and the rounds', () => {
    const estimates = [anEstimate({ speedup: 1.60449, interval: [1.3436, 1.92] }), anEstimate({ metric: 'p99.9', speedup: 2, interval: [1, 3] })]
    const four = aCandidate({ name: 'four', estimates: [], limits: someLimits({ value: null }) })
    const candidate = aCandidate({ estimates, limits: someLimits({ value: 2 / 3 }) })
    const expected = { p95: 1.604, p95_low: 1.344, p95_high: 1.92, p999: 2, p999_low: 1, p999_high: 3, fairness: 0.667, errorRate: 0, rounds: 4 }
    expect(artilleryMetrics({ scenarios: [aScenarioResult([candidate, four])] })).to.eql({
      ...Object.fromEntries(Object.entries(expected).map(([metric, value]) => [`plugins.speedup.primes.clustered.${metric}`, value])),
      'plugins.speedup.primes.four.errorRate': 0,
      'plugins.speedup.primes.four.rounds': 4
    })
  })

  it('have names that an ensure condition can hold, one for every metric of every candidate of every scenario', () => {
    const candidates = [aCandidate(), aCandidate({ name: '4 workers (none)' })]
    const names = Object.keys(artilleryMetrics({ scenarios: ['primes', 'log-in & buy'].map((scenario) => aScenarioResult(candidates, { scenario })) }))
    expect(names).to.have.length(2 * 2 * (4 * 3 + 2 + 1)).and.include('plugins.speedup.log_in_buy.4_workers_none_.p95')
    expect(names.filter((name) => !/^[\w.]+$/.test(name))).to.eql([])
  })
})
