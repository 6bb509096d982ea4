import { writeFileSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { describeEnvironment } from '../../plugin/experiment/environment.ts'
import { readSettings } from '../../plugin/settings/read-settings.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult } from '../support/results.ts'
import { aSource, refusal, scriptFile } from '../support/settings.ts'
import type { Comparison, Estimate } from '../../plugin/concepts/comparison.ts'

describe('reading an earlier result', () => {
  const folder = temporaryFolder()
  const keep = (content: unknown) => folder.write('comparison.json', typeof content === 'string' ? content : JSON.stringify(content))
  const read = (compareWith: string, options: object = {}) => readSettings(aSource({ compareWith, ...options })).compareWith

  it('takes what is needed of it', () => {
    const uncarried = (['p50', 'p99', 'throughput'] as const).map((metric) => ({ metric, reason: 'errors' as const }))
    const environment = { ...aComparison([]).environment, cpu: 'AMD EPYC', cores: 4, commit: '9b0572b2', plugin: '0.2.0' }
    const file = keep(aComparison([aScenarioResult([aCandidateWith(uncarried, { workers: 4 })])], { environment }))
    expect(read(file)).to.deep.include({
      file,
      finishedAt: '2026-11-20T12:01:00.000Z',
      commit: '9b0572b2',
      plugin: '0.2.0',
      cpu: 'AMD EPYC',
      cores: 4,
      estimates: [{ scenario: 'primes', candidate: 'clustered', workers: 4, client: 'artillery', metric: 'p95', speedup: 1.6, interval: [1.34, 1.92] }]
    })
  })

  it('takes the client of its scenario, which was Artillery’s where it is not told', () => {
    const clients = [{ name: 'lean' as const, because: null }, { name: 'artillery' as const, because: 'it uploads files (formData)' }, null]
    const read3 = clients.map((client) => read(keep(aComparison([aScenarioResult([aCandidate()], { client })])))?.estimates[0].client)
    expect(read3).to.eql(['lean', 'artillery', 'artillery'])
    const { client, ...earlier } = aScenarioResult([aCandidate()])
    expect(client).to.equal(null)
    expect(read(keep({ ...aComparison([]), scenarios: [earlier] }))?.estimates[0].client).to.equal('artillery')
  })

  it('knows the machine of today as the comparison will know it', () => {
    const { cpu, cores } = describeEnvironment({ artilleryVersion: '2.0.34', scriptFile })
    expect(read(keep(aComparison([aScenarioResult([aCandidate()])])))?.here).to.eql({ cpu, cores })
  })

  it('finds it from the scenario file, and in a folder', () => {
    const file = keep(aComparison([aScenarioResult([aCandidate()])]))
    expect(read(relative(dirname(scriptFile), file))?.file).to.equal(file)
    expect(read(dirname(file))?.file).to.equal(file)
    expect(read(relative(dirname(scriptFile), dirname(file)))?.file).to.equal(file)
  })

  it('finds it from the file of --config, too', () => {
    const file = keep(aComparison([aScenarioResult([aCandidate()])]))
    const source = aSource({ compareWith: basename(file) }, { configFile: folder.path('shared.yml') })
    expect(readSettings(source).compareWith?.file).to.equal(file)
  })

  it('leaves out what carried no verdict, and what is not compared today', () => {
    const candidates = [aCandidateWith([{ metric: 'p99', reason: 'baseline-saturated' }]), aCandidate({ name: 'four' })]
    const found = read(keep(aComparison([aScenarioResult(candidates), aScenarioResult(candidates, { scenario: 'io' })])))
    expect(found?.estimates.map(({ scenario, candidate, metric }) => `${scenario} ${candidate} ${metric}`)).to.eql([
      'primes clustered p50',
      'primes clustered p95',
      'primes clustered throughput'
    ])
  })

  it('takes a result that lacks a scenario and a candidate of today', () => {
    const scenarios = [{ name: 'primes' }, { name: 'new' }].map((one) => ({ ...one, flow: [] }))
    const source = aSource({ compareWith: keep(aComparison([aScenarioResult([aCandidate()])])), variants: { single: {}, clustered: { mode: 'cluster' }, four: { mode: 'cluster' } } }, { script: { scenarios } })
    expect(readSettings(source).compareWith?.estimates).to.have.length(4)
  })

  it('is not asked for where nothing is compared with', () => {
    expect(readSettings(aSource()).compareWith).to.equal(null)
  })

  describe('refuses', () => {
    /**
     * @param content of the file
     * @param problem what is said of it
     */
    const refuses = (content: unknown, problem: string, options?: object) => {
      const file = keep(content)
      expect(refusal(() => read(file, options))).to.eql({ code: 'INVALID_SETTINGS', message: `plugins.speedup.compareWith is ${JSON.stringify(file)}, but ${file} ${problem}` })
    }
    const usual = () => aComparison([aScenarioResult([aCandidate()])])

    it('an interrupted comparison', () => {
      const error = { code: 'INTERRUPTED' as const, message: 'The comparison was interrupted.' }
      refuses({ ...usual(), error }, 'is a comparison that was interrupted. Give one that was finished, or leave compareWith out.')
    })

    it('a comparison that could not be measured', () => {
      const error = { code: 'APP_DIED' as const, message: 'The app left.\nno database' }
      refuses({ ...usual(), error }, 'is a comparison that could not be measured (The app left). Give one that was finished, or leave compareWith out.')
    })

    it('another baseline', () => {
      refuses(
        aComparison([aScenarioResult([aCandidate({ name: 'single' })], { baseline: 'clustered' })]),
        "has the baseline clustered, not single, and speedups over different baselines can't be compared. Give a result with the baseline single, set plugins.speedup.baseline, or leave compareWith out."
      )
    })

    it('the load of another generator', () => {
      const { settings, ...rest } = usual()
      const deployed = { generator: { command: 'run-lambda' }, variants: { single: { mode: 'url', url: 'https://a.example' }, clustered: { url: 'https://b.example' } } }
      const different = "speedups over different generators can't be compared."
      refuses(
        { ...rest, settings: { ...settings, generator: 'run-lambda' } },
        `was measured with the load of artillery run-lambda, this one with that of the plugin itself; ${different} Give a result with the load of the plugin itself, set plugins.speedup.generator.command to run-lambda, or leave compareWith out.`
      )
      refuses(
        { ...rest, settings },
        `was measured with the load of the plugin itself, this one with that of artillery run-lambda; ${different} Give a result with the load of artillery run-lambda, leave plugins.speedup.generator out, or leave compareWith out.`,
        deployed
      )
      expect(read(keep({ ...rest, settings: { ...settings, generator: 'run-lambda' } }), deployed)?.estimates).to.have.length(4)
    })

    it('a result of other scenarios, and says which it has', () => {
      const of = (scenario: string) => aScenarioResult([aCandidate()], { scenario })
      refuses(aComparison([of('prime'), of('io')]), 'has no scenario primes (did you mean prime?); it has prime and io. Give a result of this scenario, or leave compareWith out.')
      refuses(aComparison([]), 'has no scenario primes; it has none. Give a result of this scenario, or leave compareWith out.')
    })

    it('a result of other candidates, and says which it has', () => {
      refuses(
        aComparison([aScenarioResult([aCandidate({ name: 'four' })])]),
        'has no candidate clustered; it has four. Give a result of this variant, or leave compareWith out.'
      )
      refuses(
        aComparison([aScenarioResult([aCandidate()])]),
        'has no candidate two and four; it has clustered. Give a result of these variants, or leave compareWith out.',
        { variants: { single: {}, two: { mode: 'cluster' }, four: { mode: 'cluster' } } }
      )
    })

    it('a result that carries no verdict on anything', () => {
      const reason = 'generator-saturated' as const
      const estimates = (['p50', 'p95', 'p99', 'throughput'] as Estimate['metric'][]).map((metric) => ({ metric, reason }))
      refuses(aComparison([aScenarioResult([aCandidateWith(estimates)])]), 'carries no verdict on any metric (generator-saturated). Give one that does, or leave compareWith out.')
    })
  })

  it('is refused only after what is wrong in the settings themselves', () => {
    const gone = { compareWith: 'gone.json', rounds: { min: 8, max: 5 } }
    expect(refusal(() => readSettings(aSource(gone))).message).to.include('rounds.min is 8')
  })

  it('keeps nothing else of it', () => {
    const more: Partial<Comparison> = { verdict: 'pass', exitCode: 0 }
    writeFileSync(folder.path('more.json'), JSON.stringify(aComparison([aScenarioResult([aCandidate()])], more)))
    const found = read(folder.path('more.json'))
    expect(Object.keys(found ?? {}).sort()).to.eql(['commit', 'cores', 'cpu', 'estimates', 'file', 'finishedAt', 'here', 'plugin'])
    expect(JSON.parse(JSON.stringify(found))).to.eql(found)
  })
})
