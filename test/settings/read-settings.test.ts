import { metrics } from '../../plugin/concepts/metrics.ts'
import { availableParallelism } from 'node:os'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { aPlan, aSource, aVariant, someSettings, workingDirectory } from '../support/settings.ts'
import { itRefuses, itTakes, read, readWithConfig } from './cases.ts'

describe('reading the settings', () => {
  it('needs nothing but the app', () => {
    const clustered = aVariant({ name: 'clustered', mode: 'cluster', workers: availableParallelism() })
    expect(read()).to.eql(
      someSettings({ variants: [aVariant(), clustered], scenarios: [{ ...aPlan(), cycle: 1 }], load: read().load })
    )
  })

  it('leaves what the user wrote as it is', () => {
    const source = aSource({ rounds: { min: 4 }, thresholds: { p95: 1.3 } })
    const before = structuredClone(source)
    readSettings(source)
    expect(source).to.eql(before)
  })

  const asWritten: object[] = [
    { baseline: 'clustered' },
    { confidence: 0.99 },
    { onInconclusive: 'pass' },
    { compareAnswers: true },
    { compareAnswers: false },
    { alternate: 'runs' }
  ]
  itTakes(
    read,
    [
      ...asWritten.map((options): [object, object] => [options, options]),
      [{ rounds: 5 }, { rounds: { min: 5, max: 5 } }],
      [{ rounds: { max: 6 } }, { rounds: { min: 3, max: 6 } }],
      [{ rounds: { min: 12 } }, { rounds: { min: 12, max: 12 } }],
      [{ app: { script: '../fixtures-app/server.js', pidHeader: 'X-Served-By' } }, { pidHeader: 'x-served-by' }],
      [{ generator: { client: 'artillery' } }, { client: 'artillery', generator: null }],
      [{ generator: {} }, { client: 'auto', generator: null }],
      [{ report: 'out/speed' }, { reportDirectory: `${workingDirectory}/out/speed` }],
      [{ report: '/tmp/speed' }, { reportDirectory: '/tmp/speed' }]
    ],
    { isPart: true }
  )

  it("leaves Artillery's own keys of a plugin to Artillery", () =>
    expect(read({ scope: 'all', suppressOutput: true })).to.eql(read()))

  it('sees that certificates are not checked, as --insecure says in the script too', () => {
    const given = [{ rejectUnauthorized: false }, { rejectUnauthorized: true }, {}, undefined]
    expect(given.map((tls) => readWithConfig({}, { tls }).insecure)).to.eql([true, false, false, false])
  })

  const limitNames = `Options of plugins.speedup.limits: ${metrics.join(', ')}, errorRate, fairness, lost, recovery, p95Rise.`
  const optionNames =
    'app, users, duration, rate, variants, baseline, rounds, time, warmUp, alternate, confidence, disturb, thresholds, limits, report, onInconclusive, mix, compareAnswers, ' +
    'compareWith, capacity, levels, generator, profile, scope, suppressOutput'
  itRefuses(read, 'plugins.speedup', [
    [
      { treshold: 1.3 },
      `.treshold is an unknown option (did you mean thresholds?). Options of plugins.speedup: ${optionNames}.`
    ],
    [
      { thresholds: { p90: 1.3 } },
      `.thresholds.p90 is an unknown option (did you mean p50?). Options of plugins.speedup.thresholds: ${metrics.join(', ')}.`
    ],
    [
      { thresholds: { errorRate: '10%' } },
      `.thresholds.errorRate is an unknown option: errorRate belongs to limits. Options of plugins.speedup.thresholds: ${metrics.join(', ')}.`
    ],
    [
      { thresholds: { 'p99.9': '200ms' } },
      '.thresholds.p99.9 is "200ms", but a threshold is a speedup, such as 1.3. For a time, write limits: { p99.9: 200ms }.'
    ],
    [{ limits: { p90: '1s' } }, `.limits.p90 is an unknown option (did you mean p50?). ${limitNames}`],
    [
      { thresholds: { fairness: 0.9 } },
      `.thresholds.fairness is an unknown option: fairness belongs to limits. Options of plugins.speedup.thresholds: ${metrics.join(', ')}.`
    ],
    [{ limits: { p95: 200 } }, '.limits.p95 is 200, without a unit. Write 200ms or 0.2s.'],
    [{ limits: { p95: 0.25 } }, '.limits.p95 is 0.25, without a unit. Write 200ms or 0.2s.'],
    ...['200', '200 milliseconds', '0ms', '-1s', '', true, [], {}, -5].map((p95): [unknown, string] => [
      { limits: { p95 } },
      `.limits.p95 is ${JSON.stringify(p95)}. It must be a time above 0 with its unit, such as 200ms or 0.2s.`
    ]),
    ...['300', '0/s', -1].map((throughput): [unknown, string] => [
      { limits: { throughput } },
      `.limits.throughput is ${JSON.stringify(throughput)}. It must be a rate such as 300/s.`
    ]),
    ...['1', -0.1, '101%'].map((errorRate): [unknown, string] => [
      { limits: { errorRate } },
      `.limits.errorRate is ${JSON.stringify(errorRate)}. It must be a percentage from 0% to 100%, such as 1%.`
    ]),
    [
      { variants: { single: { limits: { p95: 1 } }, cluster: {} } },
      '.variants.single.limits.p95 is 1, without a unit. Write 200ms or 0.2s.'
    ],
    [{ rounds: { min: 8, max: 5 } }, '.rounds.min is 8, above rounds.max, which is 5. Lower min or raise max.'],
    [null, ' is null. It must be a map of keys to values.']
  ])
})
