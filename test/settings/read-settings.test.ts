import { availableParallelism } from 'node:os'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { aSource, aVariant, appFile, scriptFile, workingDirectory } from '../support/settings.ts'
import { itRefuses, itTakes, read, readWithConfig } from './cases.ts'

describe('reading the settings', () => {
  it('needs nothing but the app', () => {
    expect(readSettings(aSource())).to.eql({
      app: {
        script: appFile, args: [], env: {}, nodeArgs: [], cwd: workingDirectory, ready: null, readyTimeoutSeconds: 10, stopTimeoutSeconds: 2
      },
      variants: [
        {
          name: 'single', mode: 'single', workers: 1, scheduling: 'round-robin', env: {}, args: [],
          command: null, ecosystem: null, targets: [], sweep: null
        },
        aVariant({ name: 'clustered', mode: 'cluster', workers: availableParallelism() })
      ],
      baseline: 'single',
      rounds: { min: 3, max: 10 },
      confidence: 0.95,
      scenarios: [{ name: 'primes', only: null, thresholds: { clustered: {} }, level: null }],
      target: { url: 'http://127.0.0.1:3030', hostname: '127.0.0.1', port: 3030, protocol: 'http:' },
      pidHeader: 'x-worker-pid',
      reportDirectory: `${workingDirectory}/reports`,
      onInconclusive: 'fail',
      sameAnswers: true,
      compareWith: null,
      generator: null,
      client: 'auto',
      insecure: false,
      scriptFile
    })
  })

  it('leaves what the user wrote as it is', () => {
    const source = aSource({ rounds: { min: 4 }, thresholds: { p95: 1.3 } })
    const before = structuredClone(source)
    readSettings(source)
    expect(source).to.eql(before)
  })

  const asWritten = [
    { baseline: 'clustered' }, { confidence: 0.99 }, { onInconclusive: 'pass' }, { sameAnswers: true }, { sameAnswers: false },
    { client: 'artillery' }, { client: 'auto' }
  ]
  itTakes(read, [
    ...asWritten.map((options): [object, object] => [options, options]),
    [{ rounds: 5 }, { rounds: { min: 5, max: 5 } }],
    [{ rounds: { max: 6 } }, { rounds: { min: 3, max: 6 } }],
    [{ rounds: { min: 12 } }, { rounds: { min: 12, max: 12 } }],
    [{ pidHeader: 'X-Served-By' }, { pidHeader: 'x-served-by' }],
    [{ report: 'out/speed' }, { reportDirectory: `${workingDirectory}/out/speed` }],
    [{ report: '/tmp/speed' }, { reportDirectory: '/tmp/speed' }]
  ])

  it('takes Artillery’s own keys of a plugin', () => {
    expect(() => read({ scope: 'all', suppressOutput: true })).not.to.throw()
  })

  it('sees that certificates are not checked, as --insecure says in the script too', () => {
    const found = [{ rejectUnauthorized: false }, { rejectUnauthorized: true }, {}, undefined].map((tls) => readWithConfig({}, { tls }).insecure)
    expect(found).to.eql([true, false, false, false])
  })

  const optionNames = 'app, variants, baseline, rounds, confidence, thresholds, pidHeader, report, onInconclusive, mix, sameAnswers, ' +
    'compareWith, load, generator, client, scope, suppressOutput'
  const thresholdNames = 'p50, p95, p99, throughput, fairness, errorRate'
  itRefuses(read, 'plugins.speedup', [
    [{ treshold: 1.3 }, `.treshold is no option (did you mean thresholds?). Options of plugins.speedup: ${optionNames}.`],
    [{ colour: 'red' }, `.colour is no option. Options of plugins.speedup: ${optionNames}.`],
    [{ thresholds: { p90: 1.3 } },
      `.thresholds.p90 is no option (did you mean p50?). Options of plugins.speedup.thresholds: ${thresholdNames}.`],
    [{ thresholds: { p95: '1.3' } }, '.thresholds.p95 is "1.3". It must be a number above 0.'],
    [{ thresholds: { p95: 0 } }, '.thresholds.p95 is 0. It must be a number above 0.'],
    [{ thresholds: { fairness: 90 } }, '.thresholds.fairness is 90. It must be a number from 0 to 1.'],
    [{ thresholds: 1.3 }, '.thresholds is 1.3. It must be a map of keys to values.'],
    [{ baseline: 'singel' }, '.baseline is "singel", which is no variant (did you mean single?). Variants: single, clustered.'],
    [{ confidence: 0.8 }, '.confidence is 0.8. It must be one of 0.9, 0.95, 0.99.'],
    [{ rounds: { min: 8, max: 5 } }, '.rounds.min is 8, above rounds.max, which is 5. Lower min or raise max.'],
    [{ rounds: 2 }, '.rounds is 2. It must be a whole number from 3 to 30.'],
    [{ rounds: { max: 4.5 } }, '.rounds.max is 4.5. It must be a whole number from 3 to 30.'],
    [{ rounds: 'ten' }, '.rounds is "ten". It must be a whole number from 3 to 30, or a map such as { min: 3, max: 10 }.'],
    [{ pidHeader: 'x:pid' }, '.pidHeader is "x:pid". It must be the name of an HTTP header.'],
    [{ mix: 'yes' }, '.mix is "yes". It must be true or false.'],
    [{ sameAnswers: 'false' }, '.sameAnswers is "false". It must be true or false.'],
    [{ sameAnswers: 0 }, '.sameAnswers is 0. It must be true or false.'],
    [{ compareWith: '' }, '.compareWith is "". It must be a text that is not empty.'],
    [{ report: '' }, '.report is "". It must be a text that is not empty.'],
    [{ onInconclusive: 'Pass' }, '.onInconclusive is "Pass". It must be one of fail, pass (did you mean pass?).'],
    [{ client: 'artilery' }, '.client is "artilery". It must be one of auto, artillery (did you mean artillery?).'],
    [{ client: 'lean' }, '.client is "lean". It must be one of auto, artillery.'],
    [{ client: null }, '.client is null. It must be one of auto, artillery.'],
    [null, ' is null. It must be a map of keys to values.'],
    [true, ' is true. It must be a map of keys to values.'],
    [{ variants: { single: { thresholds: { p95: 1.3 } }, cluster: {} } }, '.variants.single.thresholds is set, ' +
      'but single is the baseline, which the others are compared with. Move it to cluster.']
  ])
})
