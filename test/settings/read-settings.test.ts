import { availableParallelism } from 'node:os'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { aSource, aVariant, appFile, refusal, scriptFile, workingDirectory } from '../support/settings.ts'

describe('reading the settings', () => {
  it('needs nothing but the app', () => {
    expect(readSettings(aSource())).to.eql({
      app: { script: appFile, args: [], env: {}, nodeArgs: [], cwd: workingDirectory, ready: null, readyTimeoutSeconds: 10, stopTimeoutSeconds: 2 },
      variants: [
        { name: 'single', mode: 'single', workers: 1, scheduling: 'round-robin', env: {}, args: [], command: null, ecosystem: null, targets: [], sweep: null },
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

  const accepted: [string, object, object][] = [
    ['a number of rounds as both bounds', { rounds: 5 }, { rounds: { min: 5, max: 5 } }],
    ['rounds.max alone', { rounds: { max: 6 } }, { rounds: { min: 3, max: 6 } }],
    ['a rounds.min above the usual max, and raises max to it', { rounds: { min: 12 } }, { rounds: { min: 12, max: 12 } }],
    ['another baseline', { baseline: 'clustered' }, { baseline: 'clustered' }],
    ['a confidence of 0.99', { confidence: 0.99 }, { confidence: 0.99 }],
    ['a header in capitals, and lowers it', { pidHeader: 'X-Served-By' }, { pidHeader: 'x-served-by' }],
    ['a report directory below the working directory', { report: 'out/speed' }, { reportDirectory: `${workingDirectory}/out/speed` }],
    ['an absolute report directory', { report: '/tmp/speed' }, { reportDirectory: '/tmp/speed' }],
    ['onInconclusive: pass', { onInconclusive: 'pass' }, { onInconclusive: 'pass' }],
    ['sameAnswers: true, as it would be anyway', { sameAnswers: true }, { sameAnswers: true }],
    ['sameAnswers: false', { sameAnswers: false }, { sameAnswers: false }],
    ['client: artillery', { client: 'artillery' }, { client: 'artillery' }],
    ['client: auto, as it would be anyway', { client: 'auto' }, { client: 'auto' }]
  ]
  for (const [what, options, settings] of accepted) {
    it(`takes ${what}`, () => {
      expect(readSettings(aSource(options))).to.deep.include(settings)
    })
  }

  it('takes Artillery’s own keys of a plugin', () => {
    expect(() => readSettings(aSource({ scope: 'all', suppressOutput: true }))).not.to.throw()
  })

  it('sees that certificates are not checked, as --insecure says in the script too', () => {
    const insecureWith = (tls: object | undefined) => {
      const { script, ...source } = aSource()
      return readSettings({ ...source, script: { ...script, config: { ...script.config, tls } } }).insecure
    }
    expect([{ rejectUnauthorized: false }, { rejectUnauthorized: true }, {}, undefined].map(insecureWith)).to.eql([true, false, false, false])
  })

  const optionNames = 'app, variants, baseline, rounds, confidence, thresholds, pidHeader, report, onInconclusive, mix, sameAnswers, compareWith, load, generator, client, scope, suppressOutput'
  const thresholdNames = 'p50, p95, p99, throughput, fairness, errorRate'
  const refused: [string, unknown, string][] = [
    ['an unknown option', { treshold: 1.3 }, `plugins.speedup.treshold is no option (did you mean thresholds?). Options of plugins.speedup: ${optionNames}.`],
    ['an unknown option like no other', { colour: 'red' }, `plugins.speedup.colour is no option. Options of plugins.speedup: ${optionNames}.`],
    ['a threshold on an unknown metric', { thresholds: { p90: 1.3 } }, `plugins.speedup.thresholds.p90 is no option (did you mean p50?). Options of plugins.speedup.thresholds: ${thresholdNames}.`],
    ['a threshold that is a text', { thresholds: { p95: '1.3' } }, 'plugins.speedup.thresholds.p95 is "1.3". It must be a number above 0.'],
    ['a threshold of 0', { thresholds: { p95: 0 } }, 'plugins.speedup.thresholds.p95 is 0. It must be a number above 0.'],
    ['a fairness above 1', { thresholds: { fairness: 90 } }, 'plugins.speedup.thresholds.fairness is 90. It must be a number from 0 to 1.'],
    ['a single threshold without a metric', { thresholds: 1.3 }, 'plugins.speedup.thresholds is 1.3. It must be a map of keys to values.'],
    ['a baseline that is no variant', { baseline: 'singel' }, 'plugins.speedup.baseline is "singel", which is no variant (did you mean single?). Variants: single, clustered.'],
    ['a confidence that has no levels', { confidence: 0.8 }, 'plugins.speedup.confidence is 0.8. It must be one of 0.9, 0.95, 0.99.'],
    ['rounds.min above rounds.max', { rounds: { min: 8, max: 5 } }, 'plugins.speedup.rounds.min is 8, above rounds.max, which is 5. Lower min or raise max.'],
    ['fewer than three rounds', { rounds: 2 }, 'plugins.speedup.rounds is 2. It must be a whole number from 3 to 30.'],
    ['half a round', { rounds: { max: 4.5 } }, 'plugins.speedup.rounds.max is 4.5. It must be a whole number from 3 to 30.'],
    ['rounds as a text', { rounds: 'ten' }, 'plugins.speedup.rounds is "ten". It must be a whole number from 3 to 30, or a map such as { min: 3, max: 10 }.'],
    ['a header name with a colon', { pidHeader: 'x:pid' }, 'plugins.speedup.pidHeader is "x:pid". It must be the name of an HTTP header.'],
    ['mix as a text', { mix: 'yes' }, 'plugins.speedup.mix is "yes". It must be true or false.'],
    ['sameAnswers as a text', { sameAnswers: 'false' }, 'plugins.speedup.sameAnswers is "false". It must be true or false.'],
    ['sameAnswers as a number', { sameAnswers: 0 }, 'plugins.speedup.sameAnswers is 0. It must be true or false.'],
    ['an empty path of an earlier result', { compareWith: '' }, 'plugins.speedup.compareWith is "". It must be a text that is not empty.'],
    ['an empty report directory', { report: '' }, 'plugins.speedup.report is "". It must be a text that is not empty.'],
    ['an unknown onInconclusive', { onInconclusive: 'Pass' }, 'plugins.speedup.onInconclusive is "Pass". It must be one of fail, pass (did you mean pass?).'],
    ['a client misspelt', { client: 'artilery' }, 'plugins.speedup.client is "artilery". It must be one of auto, artillery (did you mean artillery?).'],
    ['a client that nobody may choose', { client: 'lean' }, 'plugins.speedup.client is "lean". It must be one of auto, artillery.'],
    ['no client', { client: null }, 'plugins.speedup.client is null. It must be one of auto, artillery.'],
    ['null instead of options', null, 'plugins.speedup is null. It must be a map of keys to values.'],
    ['true instead of options', true, 'plugins.speedup is true. It must be a map of keys to values.'],
    ['a threshold under the baseline', { variants: { single: { thresholds: { p95: 1.3 } }, cluster: {} } },
      'plugins.speedup.variants.single.thresholds is set, but single is the baseline, which the others are compared with. Move it to cluster.']
  ]
  for (const [what, options, message] of refused) {
    it(`refuses ${what}`, () => {
      expect(refusal(() => readSettings(aSource(options)))).to.eql({ code: 'INVALID_SETTINGS', message })
    })
  }
})
