import { metrics } from '../../plugin/concepts/metrics.ts'
import { availableParallelism } from 'node:os'
import { expect } from 'chai'
import { optionShapes } from '../../plugin/settings/option-shapes.ts'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { aPlan, aSource, aVariant, someSettings, workingDirectory } from '../support/settings.ts'
import { itRefuses, itTakes, read, readWithConfig } from './cases.ts'

describe('reading the settings', () => {
  it('needs nothing but the app', () => {
    const clustered = aVariant({ name: 'clustered', mode: 'cluster', workers: availableParallelism() })
    expect(
      someSettings({ variants: [aVariant(), clustered], scenarios: [{ ...aPlan(), cycle: 1 }], load: read().load })
    ).to.deep.include(read())
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

  const optionNames = Object.keys(optionShapes.options).join(', ')
  itRefuses(read, 'plugins.speedup', [
    [
      { treshold: 1.3 },
      `.treshold is an unknown option (did you mean thresholds?). Options of plugins.speedup: ${optionNames}.`
    ],
    [
      { thresholds: { p90: 1.3 } },
      `.thresholds.p90 is an unknown option (did you mean p50?). Options of plugins.speedup.thresholds: ${metrics.join(', ')}, requests.`
    ],
    [
      { thresholds: { errorRate: '10%' } },
      `.thresholds.errorRate is an unknown option: errorRate belongs to limits. Options of plugins.speedup.thresholds: ${metrics.join(', ')}, requests.`
    ],
    [
      { thresholds: { 'p99.9': '200ms' } },
      '.thresholds.p99.9 is "200ms", but a threshold is a speedup, such as 1.3. For a time, write limits: { p99.9: 200ms }.'
    ],
    [{ limits: { p90: '1s' } }, /limits\.p90 is an unknown option .did you mean p50.*requests/],
    [{ rounds: { min: 8, max: 5 } }, '.rounds.min is 8, above rounds.max, which is 5. Lower min or raise max.'],
    [null, ' is null. It must be a map of keys to values.']
  ])
})
