import { commonPercentiles, probabilityOf } from '../../plugin/concepts/metrics.ts'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { before, describe, it } from 'mocha'
import { readSamples, summariseSamples } from '../../plugin/generator/read-samples.ts'
import {
  disturbedInDetail,
  listComparisons,
  previousOf,
  readRecord,
  runsInDetail
} from '../../plugin/record/read-record.ts'
import { itFinds } from '../support/cases.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aRound } from '../support/losses.ts'
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
    expect(read.runs.map(({ run }) => run)).to.eql(runs)
    const shown = read.runs.filter(({ cloud }) => cloud !== null).map(({ run }) => `${run.scenario} ${run.variant}`)
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
    ...{
      'usual runs': {},
      'a single round': { rounds: 1 },
      'one request': { requests: 1 },
      'connections that are not kept': { requests: 50 }
    },
    ...{
      'many failures': { failures: 150 },
      'failures alone': { failures: 300 },
      'equal latencies': { spread: 0 },
      'tiny latencies': { medianMs: 0.05 }
    },
    ...{
      'huge latencies': { requests: 60, medianMs: 20_000, spread: 1.5 },
      'more dots than are drawn': { requests: 3000, medianMs: 20 }
    },
    '65 workers': { variants: [variants[0], { name: '<b>', mode: 'cluster', workers: 65 }], requests: 3000 }
  }
  for (const [i, [kind, plan]] of Object.entries(odd).entries()) {
    it(`says of ${kind} what their summaries say`, async () => {
      const path = folder.path(`odd-${i}`)
      writeSyntheticRecord(path, { variants, rounds: 3, requests: 300, seed: 10 + i, ...plan })
      for (const { run, counted, quantiles, bins, workers, generator, cloud } of (await readRecord(path)).runs) {
        const samples = await readSamples(join(path, run.samples))
        const { requests, failures, latencyMs } = summariseSamples(samples, {
          firstRequestsApart: run.firstRequests.apart,
          workerPids: [],
          usageOf: () => null
        })
        expect(latencyMs).to.eql(run.latencyMs)
        if (latencyMs === null) expect({ counted, quantiles }).to.eql({ counted: 0, quantiles: [] })
        else {
          const at = (probability: number) =>
            quantiles.find((quantile) => quantile.probability === probability)?.latencyMs
          const values = Object.fromEntries(
            commonPercentiles.map((percentile) => [percentile, at(probabilityOf(percentile))])
          )
          expect(latencyMs).to.include({ ...values, min: at(0), max: at(1) })
        }
        expect(counted).to.equal(
          samples.laterLatenciesMs.length + (run.firstRequests.apart ? 0 : samples.firstLatenciesMs.length)
        )
        const sum = (key: 'requests' | 'failures') => bins.reduce((total, bin) => total + bin[key], 0)
        expect([sum('requests'), sum('failures')]).to.eql([requests, failures])
        const points = [...workers.flatMap(({ utilization }) => utilization), ...generator]
        expect(
          points.every(
            ({ seconds, utilization }) =>
              seconds >= 0 && seconds < run.loadSeconds + 0.6 && utilization >= 0 && utilization <= 1
          )
        ).to.equal(true)
        if (cloud === null) continue
        expect(
          cloud.dots?.seconds.length ?? cloud.density?.cells.reduce((total, [, , count]) => total + count, 0)
        ).to.equal(counted)
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
  const us = 'this version of artillery-plugin-speedup'
  const later = `HERE/comparison.json has schemaVersion 2, but ${us} reads 1 only; update it: npm install --save-dev artillery-plugin-speedup@latest.`
  const again = 'but 6 were compared; copy the whole comparison folder again.'
  const flaws = {
    null: 'its content is null',
    7: 'its content is 7',
    '[]': 'its content is []',
    '{"aggregate":{}}': 'schemaVersion is missing'
  }
  const unfinished = [
    '{"schemaVersion":1}',
    '{"schemaVersion":"1"}',
    '{"schemaVersion":1,"environment":{},"settings":{"variants":[]},"scenarios":[]}'
  ]
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
    ...[0, 1, 700, 5000].map((length): [string, Damage, string] => [
      `its comparison ends after ${length} characters`,
      change('comparison.json', (text) => text.slice(0, length)),
      'HERE/comparison.json is not complete JSON: it was half written or edited; copy it again, or measure again.'
    ]),
    ...Object.entries({ ...flaws, ...Object.fromEntries(unfinished.map((text) => [text, 'file is missing'])) }).map(
      ([text, flaw]): [string, Damage, string] => [
        `its comparison is ${text}`,
        change('comparison.json', () => text),
        `HERE/comparison.json is JSON, but not a comparison that ${us} can read: ${flaw}; use another file, or measure again.`
      ]
    ),
    [
      'it was made by a later version',
      change('comparison.json', (text) => text.replace('"schemaVersion": 1', '"schemaVersion": 2')),
      later
    ],
    ['it was made by a version much later', change('comparison.json', () => '{ "schemaVersion": 2 }'), later],
    [
      'it lacks its runs',
      remove('runs.ndjson'),
      'HERE has a comparison.json, but no runs.ndjson; copy the whole comparison folder.'
    ],
    [
      'it has broken runs',
      change('runs.ndjson', (text) => `{}\n${text}`),
      'HERE/runs.ndjson is broken: line 1 is not a run; copy the whole comparison folder again.'
    ],
    [
      'its runs were cut off in the last line',
      change('runs.ndjson', (text) => text.slice(0, -100)),
      `HERE/runs.ndjson has 5 runs of primes, ${again}`
    ],
    [
      'its runs were cut off before',
      change('runs.ndjson', (text) => `${text.split('\n')[0]}\n`),
      `HERE/runs.ndjson has 1 run of primes, ${again}`
    ],
    [
      'its runs were cut off altogether',
      change('runs.ndjson', () => ''),
      `HERE/runs.ndjson has 0 runs of primes, ${again}`
    ],
    [
      'it lacks samples',
      remove('samples/scenario-1-round-2-1.csv.gz'),
      /^HERE\/samples\/scenario-1-round-2-1\.csv\.gz is missing; /
    ],
    [
      'a file of it cannot be read',
      (path) => {
        rmSync(path('comparison.json'))
        mkdirSync(path('comparison.json'))
      },
      /^HERE\/comparison\.json cannot be read \(EISDIR.*\); name a comparison folder/
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
  it('is refused when it is below a file', async () => {
    expect(await readRecord(folder.path('whole/comparison.json/below')).catch(({ code }) => code)).to.equal(
      'NOT_A_RECORD'
    )
  })

  for (const [i, [what, damage, expected]] of cases.entries()) {
    it(`is refused when ${what}`, async () => {
      const copy = folder.path(`copy-${i}`)
      cpSync(folder.path('whole'), copy, { recursive: true })
      damage((name) => join(copy, name))
      const { code, message } = await readRecord(copy).catch((error) => error)
      expect(code).to.equal('NOT_A_RECORD')
      if (typeof expected === 'string') expect(message.replaceAll(copy, 'HERE')).to.equal(expected)
      else expect(message.replaceAll(copy, 'HERE')).to.match(expected)
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

describe('the run whose disturbances are shown', () => {
  const rounds = (lost: number[], variant = 'single') =>
    lost.map((reset, i) => aRun({ variant, round: i + 1, disturbances: [aRound(), aRound({ reset })] }))
  const shown = (runs: Run[]) => [...disturbedInDetail(runs)].map(({ variant, round }) => `${variant} ${round}`)
  itFinds({
    'is the first of those with the most lost requests, of each variant': [
      [shown([...rounds([1, 7, 7, 2]), ...rounds([5, 4], 'clustered')]), ['single 2', 'clustered 1']]
    ],
    'is the last where none was lost': [[shown(rounds([0, 0, 0])), ['single 3']]]
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
    const kept = [
      'metric',
      'speedup',
      'interval',
      'side',
      'required',
      'reason',
      'regression',
      'responsesPerRun'
    ] as const
    const estimates = candidate.estimates.map((estimate) =>
      Object.fromEntries(kept.map((name) => [name, estimate[name]]))
    )
    const scenarios = [
      {
        scenario: 'primes',
        baseline: 'single',
        rounds: 4,
        verdict: 'fail',
        candidates: [{ name: 'clustered', verdict: 'fail', estimates }]
      }
    ]
    const { file, startedAt } = usual
    const entry = {
      folder: 'one run',
      hasPage: false,
      file,
      startedAt,
      commit: '9b0572b2',
      interrupted: false,
      verdict: 'fail',
      scenarios
    }
    expect(listComparisons(reports)).to.eql({ entries: [entry], ignored: 0 })
    writeFileSync(join(reports, 'one run', 'index.html'), '')
    expect(listComparisons(reports)).to.eql({ entries: [{ ...entry, hasPage: true }], ignored: 0 })
  })

  it('has no figures of a percentile that had too few responses', () => {
    const few = aCandidateWith([{ metric: 'p95', responsesPerRun: 102 }])
    const [{ scenarios }] = listComparisons(keep({ one: aComparison([aScenarioResult([few])]) })).entries
    expect(scenarios[0].candidates[0].estimates.map(({ metric }) => metric)).to.eql(['p50', 'p99', 'throughput'])
  })

  it('has what was kept last of a file, with the figures that carry a verdict', () => {
    const [first, second, third] = [1, 2, 3].map((day) => at(`2026-11-2${day}T12:00:00.000Z`))
    const interrupted = { code: 'INTERRUPTED' as const, message: 'It was interrupted.' }
    const known = aCandidateWith([
      { metric: 'p50', reason: 'errors' },
      { metric: 'p99', responsesPerRun: 102 },
      { metric: 'throughput', side: 'at least' }
    ])
    const reports = keep({
      first,
      second: { ...second, scenarios: [aScenarioResult([known])] },
      third: { ...third, error: interrupted },
      other: { ...third, file: 'other.yml' },
      empty: { ...third, scenarios: [] }
    })
    const estimate = { scenario: 'primes', candidate: 'clustered', metric: 'p95', speedup: 1.6, interval: [1.34, 1.92] }
    expect(previousOf(usual.file, reports)).to.eql({
      folder: 'second',
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
      ...{
        usual,
        half,
        newer: { ...usual, schemaVersion: 2 },
        other: { name: 'package' },
        nothing: 'null',
        broken: withP95({ speedup: 0 })
      },
      ...{ 'still running': undefined, example: undefined }
    })
    writeFileSync(join(reports, 'still running', 'runs.ndjson'), '')
    writeFileSync(join(reports, 'index.html'), '')
    const { entries, ignored } = listComparisons(reports)
    expect([entries.map((entry) => entry.folder), ignored]).to.eql([['usual'], 6])
  })
})
