import { mkdirSync } from 'node:fs'
import { basename, dirname, relative } from 'node:path'
import { expect } from 'chai'
import { describeEnvironment } from '../../plugin/experiment/describe-plan.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult } from '../support/results.ts'
import { aLoad, refusal, scriptFile } from '../support/settings.ts'
import { read } from './cases.ts'

const usual = () => aComparison([aScenarioResult([aCandidate()])])

describe('reading an earlier result', () => {
  const folder = temporaryFolder()
  const keep = (content: unknown) =>
    folder.write('comparison.json', typeof content === 'string' ? content : JSON.stringify(content))
  const earlier = (compareWith: string, options: object = {}, rest?: object) =>
    read({ compareWith, ...options }, rest).compareWith

  it('takes what is needed of it, and keeps nothing else', () => {
    const uncarried = (['p50', 'p99', 'throughput'] as const).map((metric) => ({ metric, reason: 'errors' as const }))
    const told = { cpu: 'AMD EPYC', cores: 4, commit: '9b0572b2', plugin: '0.2.0', leanClient: '1' }
    const environment = { ...aComparison([]).environment, ...told }
    const results = [aScenarioResult([aCandidateWith(uncarried, { workers: 4 })])]
    const file = keep(aComparison(results, { environment, verdict: 'pass', exitCode: 0 }))
    const { cpu, cores, leanClient } = describeEnvironment('2.0.34', scriptFile)
    const found = earlier(file)
    // Here: as the comparison of today will know its machine.
    expect(found).to.eql({
      ...told,
      file,
      results: 1,
      finishedAt: '2026-11-20T12:01:00.000Z',
      here: { cpu, cores, leanClient, alternate: 'runs', load: read().load },
      alternate: 'runs',
      load: aLoad(),
      estimates: [
        {
          scenario: 'primes',
          candidate: 'clustered',
          workers: 4,
          client: 'artillery',
          metric: 'p95',
          latencyTo: 'first-byte',
          speedup: 1.6,
          interval: [1.34, 1.92]
        }
      ]
    })
    expect(JSON.parse(JSON.stringify(found))).to.eql(found)
    expect(read().compareWith).to.equal(null)
  })

  it('takes the client of its scenario, which is Artillery’s where it is unknown', () => {
    const clients = [
      { name: 'lean', because: null },
      { name: 'artillery', because: 'it uploads files (formData)' },
      null
    ]
    const results = clients.map((client) => ({
      ...usual(),
      scenarios: [{ ...aScenarioResult([aCandidate()]), client }]
    }))
    expect(results.map((result) => earlier(keep(result))?.estimates[0].client)).to.eql([
      'lean',
      'artillery',
      'artillery'
    ])
  })

  it('finds it from the scenario file, in a folder, and from the file of --config, too', () => {
    const file = keep(usual())
    const places = [relative(dirname(scriptFile), file), dirname(file), relative(dirname(scriptFile), dirname(file))]
    for (const place of places) expect(earlier(place)?.file).to.equal(file)
    expect(earlier(basename(file), {}, { configFile: folder.path('shared.yml') })?.file).to.equal(file)
  })

  describe('of a folder of several', () => {
    const machine = usual().environment
    /** One a day, with these speedups at p95. */
    const keepAll = (name: string, speedups: number[], environments: object[] = []) => {
      for (const [i, speedup] of speedups.entries()) {
        const interval: [number, number] = [speedup / 1.1, 1.1 * speedup]
        const result = aScenarioResult([aCandidateWith([{ metric: 'p95', speedup, interval }])])
        const day = String(i + 1).padStart(2, '0')
        const environment = { ...machine, ...environments[i] }
        const times = { startedAt: `2026-10-${day}T12:00:00.000Z`, finishedAt: `2026-10-${day}T12:01:00.000Z` }
        mkdirSync(folder.path(`${name}/of-${day}`), { recursive: true })
        folder.write(
          `${name}/of-${day}/comparison.json`,
          JSON.stringify({ ...aComparison([result], { environment }), ...times, file: basename(scriptFile) })
        )
      }
      return folder.path(name)
    }
    const levelIn = (place: string) => {
      const found = earlier(place, {}, { workingDirectory: dirname(scriptFile) })
      return { ...found, p95: found?.estimates.find(({ metric }) => metric === 'p95') }
    }

    it('takes the level since it last changed, and names the newest', () => {
      const all = keepAll('changed', [...Array(8).fill(1.9), ...Array(6).fill(1.41), 1.6])
      const { file, results, finishedAt, p95 } = levelIn(all)
      expect([file, results, finishedAt]).to.eql([
        folder.path('changed/of-15/comparison.json'),
        15,
        '2026-10-15T12:01:00.000Z'
      ])
      expect(p95?.speedup).to.be.within(1.4, 1.45)
      expect(p95?.interval[0]).to.be.within(1.25, 1.4)
    })

    it('takes those of this file that were measured as the newest was', () => {
      const place = keepAll('machines', [1.9, 1.9, 1.3, 1.3], [{}, {}, { cores: 64 }, { cores: 64 }])
      const { results, p95 } = levelIn(place)
      expect([results, p95?.speedup.toFixed(2)]).to.eql([2, '1.30'])
      expect(levelIn(keepAll('one', [1.7])).results).to.equal(1)
    })

    it('is refused where none is of this file', () => {
      const place = keepAll('others', [1.7])
      expect(refusal(() => earlier(place, {}, { workingDirectory: '/elsewhere' })).message).to.include(
        'nor folders with one of this file: no comparison finished there.'
      )
    })
  })

  it('leaves out what carried no verdict, and what is not compared today', () => {
    const candidates = [aCandidateWith([{ metric: 'p99', reason: 'baseline-saturated' }]), aCandidate({ name: 'four' })]
    const found = earlier(
      keep(aComparison([aScenarioResult(candidates), aScenarioResult(candidates, { scenario: 'io' })]))
    )
    expect(found?.estimates.map(({ scenario, candidate, metric }) => `${scenario} ${candidate} ${metric}`)).to.eql([
      'primes clustered p50',
      'primes clustered p95',
      'primes clustered throughput'
    ])
  })

  const [single, clustered] = ['https://a.example', 'https://b.example'].map((url) => ({ mode: 'url', url }))
  const deployed = { generator: { command: 'run-lambda' }, variants: { single, clustered } }
  const withSettings = (settings: object) => ({ ...usual(), settings: { ...usual().settings, ...settings } })
  const withGenerator = (generator: 'run-lambda' | null) => withSettings({ generator })

  it('takes a result that lacks a scenario and a candidate of today, and one with the load of the same generator', () => {
    const scenarios = ['primes', 'new'].map((name) => ({ name, flow: [] }))
    const variants = { single: {}, clustered: { mode: 'cluster' }, four: { mode: 'cluster' } }
    expect(earlier(keep(usual()), { variants }, { script: { scenarios } })?.estimates).to.have.length(4)
    expect(earlier(keep(withGenerator('run-lambda')), deployed)?.estimates).to.have.length(4)
  })

  const failed = (code: 'INTERRUPTED' | 'APP_DIED', message: string) => ({ ...usual(), error: { code, message } })
  const ofCandidate = (name: string, baseline = 'single') =>
    aComparison([aScenarioResult([aCandidate({ name })], { baseline })])
  const ofScenarios = (...names: string[]) =>
    aComparison(names.map((scenario) => aScenarioResult([aCandidate()], { scenario })))
  const saturated = (['p50', 'p95', 'p99', 'throughput'] as const).map((metric) => ({
    metric,
    reason: 'generator-saturated' as const
  }))
  const twoAndFour = { variants: { single: {}, two: { mode: 'cluster' }, four: { mode: 'cluster' } } }
  const different = "speedups with different load generators can't be compared. Name a result with the load of"
  const refused: [title: string, content: unknown, problem: string, options?: object][] = [
    [
      'an interrupted comparison',
      failed('INTERRUPTED', 'The comparison was interrupted.'),
      'is a comparison that was interrupted. Name one that finished, or remove compareWith.'
    ],
    [
      'a comparison that could not be measured',
      failed('APP_DIED', 'The app left.\nno database'),
      'is a comparison that could not be measured (The app left). Name one that finished, or remove compareWith.'
    ],
    [
      'another baseline',
      ofCandidate('single', 'clustered'),
      "has the baseline clustered, not single; speedups over different baselines can't be compared. " +
        'Name a result with the baseline single, set plugins.speedup.baseline to clustered, or remove compareWith.'
    ],
    [
      'the load of a generator where there is none today',
      withGenerator('run-lambda'),
      `was measured with the load of artillery run-lambda, this one with that of the plugin itself; ${different} ` +
        'the plugin itself, set plugins.speedup.generator.command to run-lambda, or remove compareWith.'
    ],
    [
      'a load from another machine where it is made here today',
      withSettings({ loadHost: 'load1' }),
      'was measured with a load from load1, this one with a load from this machine; the network on the way is a part of each latency. ' +
        'Name a result with a load from this machine, or set plugins.speedup.generator.ssh to load1, or remove compareWith.'
    ],
    [
      'the load of no generator where there is one today',
      withGenerator(null),
      `was measured with the load of the plugin itself, this one with that of artillery run-lambda; ${different} ` +
        'artillery run-lambda, remove plugins.speedup.generator, or remove compareWith.',
      deployed
    ],
    [
      'other scenarios, and says which it has',
      ofScenarios('prime', 'io'),
      'has no scenario primes (did you mean prime?); ' +
        'it has prime and io. Name a result of this scenario, or remove compareWith.'
    ],
    [
      'no scenario',
      aComparison([]),
      'has no scenario primes; it has none. Name a result of this scenario, or remove compareWith.'
    ],
    [
      'another candidate, and says which it has',
      ofCandidate('four'),
      'has no candidate clustered; it has four. Name a result of this variant, or remove compareWith.'
    ],
    [
      'other candidates',
      usual(),
      'has no candidate two and four; it has clustered. Name a result of these variants, or remove compareWith.',
      twoAndFour
    ],
    [
      'a result that carries no verdict on anything',
      aComparison([aScenarioResult([aCandidateWith(saturated)])]),
      'has no valid speedup for any metric (generator-saturated). Name one that has, or remove compareWith.'
    ],
    // All that can be wrong in such a file is tested in test/record.
    [
      'half a file',
      JSON.stringify(usual()).slice(0, 500),
      'is not complete JSON: it was half written or edited; copy it again, or measure again.'
    ],
    [
      'a newer schema',
      { ...usual(), schemaVersion: 2, scenarios: 'elsewhere' },
      'has schemaVersion 2, but this version of ' +
        'artillery-plugin-speedup reads 1 only; update it: npm install --save-dev artillery-plugin-speedup@latest.'
    ]
  ]
  for (const [title, content, problem, options] of refused) {
    it(`refuses ${title}`, () => {
      const file = keep(content)
      const message = `plugins.speedup.compareWith is ${JSON.stringify(file)}, but ${file} ${problem}`
      expect(refusal(() => earlier(file, options))).to.eql({ code: 'INVALID_SETTINGS', message })
    })
  }

  const advice =
    'Name the comparison.json of an earlier comparison, its folder, or a folder of several. Paths are relative to the scenario file.'
  const messageOf = (path: string, rest?: object) => refusal(() => earlier(path, {}, rest)).message
  const is = (path: string) => `plugins.speedup.compareWith is ${JSON.stringify(path)}, but`

  it('refuses a file that is in neither place, and names an absolute path once', () => {
    const [gone, configFile] = ['gone.json', 'shared.yml'].map(folder.path)
    expect(messageOf(gone, { configFile })).to.equal(`${is(gone)} there is no ${gone}. ${advice}`)
    expect(messageOf('gone.json', { configFile })).to.include(
      `there is no ${dirname(scriptFile)}/gone.json nor ${gone}. `
    )
  })

  it('refuses a folder without a comparison, and one that has the name of the file', () => {
    const [running, odd] = ['running', 'odd'].map(folder.path)
    mkdirSync(running)
    mkdirSync(`${odd}/comparison.json`, { recursive: true })
    expect(messageOf(running)).to.equal(
      `${is(running)} the folder ${running} has no comparison.json, nor folders with one of this file: no comparison finished there. ${advice}`
    )
    expect(messageOf(odd)).to.include(`${odd}/comparison.json can't be read (it is no file)`)
  })

  it('is refused only after what is wrong in the settings themselves', () =>
    expect(refusal(() => earlier('gone.json', { rounds: { min: 8, max: 5 } })).message).to.include('rounds.min is 8'))
})
