import { commonPercentiles, probabilityOf } from '../../plugin/concepts/metrics.ts'
import { counted } from '../../plugin/concepts/wording.ts'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { readSamples, summariseSamples } from '../../plugin/measure/read-samples.ts'
import { readRecord, runsInDetail } from '../../plugin/measure/condense-run.ts'
import { listComparisons, previousOf } from '../../plugin/record/read-record.ts'
import { expectLike, itFinds } from '../support/cases.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult, aVariantLimit } from '../support/results.ts'
import { aRun, latencies } from '../support/runs.ts'
import { writeSyntheticRecord, type SyntheticPlan } from '../support/synthetic-record.ts'
import type { Estimate, VariantLimit } from '../../plugin/concepts/comparison.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const variants: SyntheticPlan['variants'] = [
  { name: 'single', mode: 'single', workers: 1 },
  { name: 'clustered', mode: 'cluster', workers: 2 }
]
const whatToGive = 'name a comparison folder, such as reports/2026-11-20T12-00-00-primes.'

describe('a record, read back', () => {
  const folder = temporaryFolder()

  it('has the comparison as it was concluded, and its runs in their order, of which one of each variant is shown in detail', async () => {
    const { comparison, runs } = writeSyntheticRecord(folder.path('whole'), {
      variants,
      scenarios: ['primes', 'hello'],
      rounds: 3,
      requests: 200,
      seed: 1
    })
    const read = await readRecord(folder.path('whole'))
    expect(read.comparison).to.eql(comparison)
    expect(read.runs.map(({ run }) => run)).to.eql(JSON.parse(JSON.stringify(runs)))
    const shown = read.runs
      .filter(({ workerP95Ms }) => workerP95Ms.length > 0)
      .map(({ run }) => `${run.scenario} ${run.variant}`)
    expect(shown.sort()).to.eql(['hello clustered', 'hello single', 'primes clustered', 'primes single'])
  })

  it('may have no run, where the comparison ended before the first was over', async () => {
    mkdirSync(folder.path('early'))
    const comparison = aComparison([], {
      error: { code: 'APP_NOT_READY', message: 'It did not listen.' },
      verdict: 'not measured',
      exitCode: 3
    })
    folder.write('early/comparison.json', JSON.stringify(comparison))
    folder.write('early/runs.ndjson', '')
    expect(await readRecord(folder.path('early'))).to.eql({ comparison, runs: [] })
  })

  const odd: Record<string, Partial<SyntheticPlan>> = {
    'usual runs': {},
    'one request': { requests: 1 },
    'many failures': { failures: 150 },
    'failures alone': { failures: 300 },
    'equal latencies': { spread: 0 },
    'huge latencies': { requests: 60, medianMs: 20_000, spread: 1.5 },
    'tiny latencies': { medianMs: 0.05 },
    '65 workers, and connections that are not kept': {
      variants: [variants[0], { name: '<b>', mode: 'cluster', workers: 65 }],
      requests: 50
    }
  }
  for (const [i, [kind, plan]] of Object.entries(odd).entries()) {
    it(`says of ${kind} what their summaries say`, async () => {
      const path = folder.path(`odd-${i}`)
      writeSyntheticRecord(path, { variants, rounds: 1, requests: 300, seed: 10 + i, ...plan })
      for (const { run, counted, quantiles, seconds } of (await readRecord(path)).runs) {
        const samples = await readSamples(join(path, run.samples))
        const { latencyMs } = summariseSamples(samples, {
          firstRequestsApart: run.firstRequests.apart,
          workerPids: [],
          usageOf: () => null
        })
        expect(latencyMs).to.eql(run.latencyMs)
        const at = new Map(quantiles.map((quantile) => [quantile.probability, quantile.latencyMs]))
        const named = commonPercentiles.map((percentile) => [percentile, at.get(probabilityOf(percentile))])
        if (latencyMs === null) expect(quantiles).to.eql([])
        else expect(latencyMs).to.include({ ...Object.fromEntries(named), min: at.get(0), max: at.get(1) })
        expect(counted).to.equal(
          samples.laterLatenciesMs.length + (run.firstRequests.apart ? 0 : samples.firstLatenciesMs.length)
        )
        expect(seconds).to.be.at.least(Math.max(0.001, run.loadSeconds))
      }
    })
  }
})

describe('a folder that is no record', () => {
  const folder = temporaryFolder()
  before(() => void writeSyntheticRecord(folder.path('whole'), { variants, rounds: 3, requests: 30, seed: 1 }))

  type Damage = (path: (name: string) => string) => void
  const remove =
    (...names: string[]): Damage =>
    (path) =>
      names.forEach((name) => rmSync(path(name), { recursive: true }))
  const change =
    (name: string, by: (text: string) => string): Damage =>
    (path) =>
      writeFileSync(path(name), by(readFileSync(path(name), 'utf8')))
  const cases: [string, Damage, message: string | RegExp][] = [
    [
      'the comparison was killed before its end',
      remove('comparison.json'),
      'HERE has no comparison.json: the comparison was killed before it ended, so it has no result; measure again.'
    ],
    [
      'it has nothing of a comparison',
      remove('comparison.json', 'runs.ndjson'),
      `HERE is not a comparison folder: it has no comparison.json; ${whatToGive}`
    ],
    [
      'its comparison is only half there',
      change('comparison.json', (text) => text.slice(0, 700)),
      /^HERE\/comparison\.json is not complete JSON: /
    ],
    [
      'it lacks its runs',
      remove('runs.ndjson'),
      'HERE has a comparison.json, but no runs.ndjson; copy the whole comparison folder.'
    ],
    ...[5, 1, 0].map((left): [string, Damage, string] => [
      `${left} of its runs are left`,
      change(
        'runs.ndjson',
        (text) =>
          `${text
            .split(/(?<=\n)/)
            .slice(0, left)
            .join('')}{"scenario":`
      ),
      `HERE/runs.ndjson has ${counted(left, 'run')} of primes, but 6 were compared; copy the whole comparison folder again.`
    ]),
    [
      'a file of it cannot be read',
      (path) => {
        rmSync(path('comparison.json'))
        mkdirSync(path('comparison.json'))
      },
      /^HERE\/comparison\.json cannot be read \(it is no file\); name a comparison folder/
    ],
    ['it is not there', remove('.'), `HERE does not exist; ${whatToGive}`],
    [
      'it is a file',
      (path) => {
        rmSync(path('.'), { recursive: true })
        writeFileSync(path('.'), '')
      },
      `HERE is a file; ${whatToGive}`
    ]
  ]
  for (const [i, [what, damage, expected]] of cases.entries()) {
    it(`is refused when ${what}`, async () => {
      const copy = folder.path(`copy-${i}`)
      cpSync(folder.path('whole'), copy, { recursive: true })
      damage((name) => join(copy, name))
      const { code, message } = await readRecord(copy).catch((error) => error)
      expect(code).to.equal('NOT_A_RECORD')
      expectLike(message.replaceAll(copy, 'HERE'), expected)
    })
  }
})

describe('the run that is shown in detail', () => {
  const rounds = (p95s: number[]) =>
    p95s.map((p95, i) => aRun({ round: i + 1, latencyMs: { ...latencies(500 - i), p95 } }))
  const shown = (runs: Run[]) =>
    [...runsInDetail(runs)].map(({ scenario, variant, round }) => `${scenario} ${variant} ${round}`)
  itFinds({
    'is the one whose p95 is the median': [
      [shown(rounds([30, 10, 20])), ['primes single 3']],
      [shown(rounds([9, 100, 20, 11, 12])), ['primes single 5']]
    ],
    'is the lower one of an even number': [
      [shown(rounds([40, 10, 30, 20])), ['primes single 4']],
      [shown(rounds([40, 10])), ['primes single 2']]
    ],
    'has responses where half of the rounds have': [
      [shown([aRun({ latencyMs: null }), aRun({ round: 2 })]), ['primes single 2']],
      [shown([aRun({ latencyMs: null })]), ['primes single 1']]
    ]
  })
})

describe('the list of all comparisons', () => {
  const folder = temporaryFolder()
  let count = 0
  const at = (startedAt: string) => aComparison([aScenarioResult([aCandidate()])], { startedAt })
  const usual = at('2026-11-20T12:00:00.000Z')

  /** @param contents of comparison.json by folder; undefined: there is none */
  function keep(contents: Record<string, unknown>) {
    const reports = folder.path(`reports-${++count}`)
    for (const [name, content] of Object.entries(contents)) {
      mkdirSync(join(reports, name), { recursive: true })
      if (content !== undefined)
        writeFileSync(
          join(reports, name, 'comparison.json'),
          typeof content === 'string' ? content : JSON.stringify(content)
        )
    }
    return reports
  }

  it('holds what a list shows of each, and whether there is a page', () => {
    const candidate = aCandidateWith([{ metric: 'p95', required: 1.3, regression: true, reason: 'errors' }], {
      verdict: 'fail'
    })
    const environment = { ...usual.environment, commit: '9b0572b2' }
    const reports = keep({
      'one run': aComparison([aScenarioResult([candidate], { verdict: 'fail' })], { verdict: 'fail', environment })
    })
    const scenarios = [
      {
        scenario: 'primes',
        baseline: 'single',
        rounds: 4,
        verdict: 'fail',
        candidates: [{ name: 'clustered', verdict: 'fail', estimates: candidate.estimates }]
      }
    ]
    const { file, startedAt } = usual
    const [{ measuredBy }] = listComparisons(reports).entries
    const entry = {
      folder: 'one run',
      hasPage: false,
      file,
      startedAt,
      commit: '9b0572b2',
      measuredBy,
      interrupted: false,
      verdict: 'fail',
      scenarios
    }
    expect(listComparisons(reports)).to.eql({ entries: [entry], ignored: 0 })
    writeFileSync(join(reports, 'one run', 'index.html'), '')
    expect(listComparisons(reports)).to.eql({ entries: [{ ...entry, hasPage: true }], ignored: 0 })
  })

  it('tells apart who measured: machine, client, Node and load', () => {
    const { environment, settings } = usual
    const others = {
      same: { ...usual },
      cpu: { ...usual, environment: { ...environment, cpu: 'another' } },
      node: { ...usual, environment: { ...environment, node: '22.0.0' } },
      client: { ...usual, environment: { ...environment, leanClient: '0' } },
      turns: { ...usual, settings: { ...settings, alternate: settings.alternate === 'runs' ? 'slices' : 'runs' } }
    } as const
    const { entries } = listComparisons(keep({ usual, ...others }))
    const of = (name: string) => entries.find(({ folder }) => folder === name)?.measuredBy
    expect(of('same')).to.equal(of('usual'))
    expect(new Set(entries.map(({ measuredBy }) => measuredBy))).to.have.lengthOf(5)
  })

  it('has no figures of a percentile that had too few responses', () => {
    const few = aCandidateWith([{ metric: 'p95', responsesPerRun: 99 }])
    const [{ scenarios }] = listComparisons(keep({ one: aComparison([aScenarioResult([few])]) })).entries
    expect(scenarios[0].candidates[0].estimates.map(({ metric }) => metric)).to.eql(['p50', 'p99', 'throughput'])
  })

  it('has what was kept last of a file, with the figures that carry a verdict', () => {
    const [first, second, third] = [1, 2, 3].map((day) => at(`2026-11-2${day}T12:00:00.000Z`))
    const interrupted = { code: 'INTERRUPTED' as const, message: 'It was interrupted.' }
    const known = aCandidateWith([
      { metric: 'p50', reason: 'errors' },
      { metric: 'p99', responsesPerRun: 299 },
      { metric: 'throughput', side: 'at least' }
    ])
    // Whatever the folders are called.
    const reports = keep({
      newest: first,
      middle: { ...second, scenarios: [aScenarioResult([known])] },
      third: { ...third, error: interrupted },
      other: { ...third, file: 'other.yml' },
      empty: { ...third, scenarios: [] }
    })
    const estimate = { scenario: 'primes', candidate: 'clustered', metric: 'p95', speedup: 1.6, interval: [1.34, 1.92] }
    expect(previousOf(usual.file, reports)).to.eql({
      folder: 'middle',
      startedAt: second.startedAt,
      commit: null,
      estimates: [estimate]
    })
    expect([previousOf('none.yml', reports), previousOf(usual.file, `${reports}-gone`)]).to.eql([null, null])
  })

  it('holds the verdict on each candidate together with its limits and those of the baseline', () => {
    const verdictOf = (limit: Partial<VariantLimit>) =>
      listComparisons(
        keep({
          one: aComparison([aScenarioResult([aCandidate({ verdict: 'pass' })], { limits: [aVariantLimit(limit)] })])
        })
      ).entries[0].scenarios[0].candidates[0].verdict
    expect([
      verdictOf({}),
      verdictOf({ variant: 'single' }),
      verdictOf({ verdict: 'pass' }),
      verdictOf({ variant: 'four' })
    ]).to.eql(['fail', 'fail', 'pass', 'pass'])
  })

  it('has the newest first, whatever the folders are called, and tells an interruption from a failed measurement', () => {
    const interrupted = {
      ...at('2026-11-21T12:00:00.000Z'),
      scenarios: [],
      error: { code: 'INTERRUPTED', message: 'It was interrupted.' },
      verdict: 'not measured'
    }
    const failed = {
      ...interrupted,
      error: { code: 'APP_DIED', message: 'It left.' },
      startedAt: '2026-11-19T12:00:00.000Z'
    }
    const { entries } = listComparisons(
      keep({ b: usual, c: at('2026-11-22T12:00:00.000Z'), a: interrupted, d: usual, e: failed })
    )
    expect(entries.map((entry) => [entry.folder, entry.interrupted, entry.verdict])).to.eql([
      ['c', false, null],
      ['a', true, 'not measured'],
      ['d', false, null],
      ['b', false, null],
      ['e', false, 'not measured']
    ])
  })

  it('leaves out what is no comparison, and counts it, as one that has not ended, but no other folder or file', () => {
    const withP95 = (estimate: Partial<Estimate>) =>
      aComparison([aScenarioResult([aCandidateWith([{ ...estimate, metric: 'p95' }])])])
    const half = JSON.stringify(usual).slice(0, 300)
    const reports = keep({
      usual,
      half,
      newer: { ...usual, schemaVersion: 2 },
      other: { name: 'package' },
      nothing: 'null',
      broken: withP95({ speedup: 0 }),
      'still running': undefined,
      example: undefined
    })
    writeFileSync(join(reports, 'still running', 'runs.ndjson'), '')
    writeFileSync(join(reports, 'index.html'), '')
    const { entries, ignored } = listComparisons(reports)
    expect([entries.map((entry) => entry.folder), ignored]).to.eql([['usual'], 6])
  })
})
