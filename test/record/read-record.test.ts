import { commonPercentiles, probabilityOf } from '../../plugin/concepts/metrics.ts'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { before, describe, it } from 'mocha'
import { readSamples, summariseSamples } from '../../plugin/generator/read-samples.ts'
import { readRecord } from '../../plugin/record/read-record.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aComparison } from '../support/results.ts'
import { writeSyntheticRecord, type SyntheticPlan } from '../support/synthetic-record.ts'
import { refusalOf } from './refusal-of.ts'

const variants: SyntheticPlan['variants'] = [{ name: 'single', mode: 'single', workers: 1 }, { name: 'clustered', mode: 'cluster', workers: 2 }]
const whatToGive = 'give the folder of a comparison, such as reports/2026-11-20T12-00-00-primes.'

describe('a record, read back', () => {
  const folder = temporaryFolder()

  it('has the comparison as it was concluded, and its runs in their order', async () => {
    const { comparison, runs } = writeSyntheticRecord(folder.path('whole'), { variants, rounds: 4, requests: 200, seed: 1 })
    const read = await readRecord(folder.path('whole'))
    expect(read.comparison).to.eql(comparison)
    expect(read.runs.map(({ run }) => run)).to.eql(runs)
    expect(read.runs.map(({ run }) => `${run.round} ${run.variant}`).slice(0, 4)).to.eql(['1 single', '1 clustered', '2 clustered', '2 single'])
  })

  it('shows one run of each variant in detail', async () => {
    const scenarios = ['primes', 'hello']
    writeSyntheticRecord(folder.path('detail'), { variants, scenarios, rounds: 3, requests: 60, seed: 2 })
    const { runs } = await readRecord(folder.path('detail'))
    const shown = runs.filter(({ cloud }) => cloud !== null).map(({ run }) => `${run.scenario} ${run.variant}`)
    expect(shown.sort()).to.eql(['hello clustered', 'hello single', 'primes clustered', 'primes single'])
  })

  it('may have no run, where the comparison ended before the first was over', async () => {
    mkdirSync(folder.path('early'))
    const comparison = aComparison([], { error: { code: 'APP_NOT_READY', message: 'It did not listen.' }, verdict: 'not measured', exitCode: 3 })
    folder.write('early/comparison.json', JSON.stringify(comparison))
    folder.write('early/runs.ndjson', '')
    expect(await readRecord(folder.path('early'))).to.eql({ comparison, runs: [] })
  })

  const odd: (Partial<SyntheticPlan> & { of: string })[] = [
    { of: 'usual runs' },
    { of: 'a single round', rounds: 1 },
    { of: 'one request', requests: 1 },
    { of: 'connections that are not kept', requests: 50 },
    { of: 'many failures', failures: 150 },
    { of: 'failures alone', failures: 300 },
    { of: 'equal latencies', spread: 0 },
    { of: 'tiny latencies', medianMs: 0.05 },
    { of: 'huge latencies', requests: 60, medianMs: 20_000, spread: 1.5 },
    { of: 'more dots than are drawn', requests: 3000, medianMs: 20 },
    { of: '65 workers', variants: [variants[0], { name: '<b>', mode: 'cluster', workers: 65 }], requests: 3000 }
  ]
  for (const [i, { of, ...plan }] of odd.entries()) {
    it(`says of ${of} what their summaries say`, async () => {
      const path = folder.path(`odd-${i}`)
      writeSyntheticRecord(path, { variants, rounds: 3, requests: 300, seed: 10 + i, ...plan })
      const { runs } = await readRecord(path)
      for (const { run, counted, quantiles, bins, workers, generator, cloud } of runs) {
        const samples = await readSamples(join(path, run.samples))
        const { requests, failures, latencyMs } = summariseSamples(samples, { firstRequestsApart: run.firstRequests.apart, workerPids: [], usageOf: () => null })
        const at = (probability: number) => quantiles.find((one) => one.probability === probability)?.latencyMs
        if (latencyMs === null) expect({ counted, quantiles }).to.eql({ counted: 0, quantiles: [] })
        else {
          const values = Object.fromEntries(commonPercentiles.map((percentile) => [percentile, at(probabilityOf(percentile))]))
          expect(latencyMs).to.include({ ...values, min: at(0), max: at(1) })
        }
        expect(latencyMs).to.eql(run.latencyMs)
        expect(counted).to.equal(samples.laterLatenciesMs.length + (run.firstRequests.apart ? 0 : samples.firstLatenciesMs.length))
        expect(bins.reduce((sum, bin) => sum + bin.requests, 0)).to.equal(requests)
        expect(bins.reduce((sum, bin) => sum + bin.failures, 0)).to.equal(failures)
        expect(workers.map(({ pid }) => Number(pid))).to.eql(run.workers.map(({ pid }) => Number(pid)).sort((a, b) => a - b))
        const points = [...workers.flatMap(({ utilization }) => utilization), ...generator]
        expect(points.every(({ seconds, utilization }) => seconds >= 0 && seconds < run.loadSeconds + 0.6 && utilization >= 0 && utilization <= 1)).to.equal(true)
        if (cloud === null) continue
        const inCells = cloud.density?.cells.reduce((sum, [, , count]) => sum + count, 0)
        expect(cloud.dots?.seconds.length ?? inCells).to.equal(counted)
      }
    })
  }
})

describe('a folder that is no record', () => {
  const folder = temporaryFolder()
  before(() => void writeSyntheticRecord(folder.path('whole'), { variants, rounds: 3, requests: 30, seed: 1 }))
  let copies = 0

  /** @param damage of a copy of the record */
  const refusalAfter = async (damage: (path: (name: string) => string) => void) => {
    const copy = folder.path(`copy-${++copies}`)
    cpSync(folder.path('whole'), copy, { recursive: true })
    damage((name) => join(copy, name))
    const { code, message } = await refusalOf(readRecord(copy))
    expect(code).to.equal('NOT_A_RECORD')
    return message.replaceAll(copy, 'HERE')
  }

  it('is refused when it is not there, or a file', async () => {
    const file = folder.path('whole/comparison.json')
    const [nowhere, below, itself] = await Promise.all([folder.path('nowhere'), `${file}/below`, file].map((path) => refusalOf(readRecord(path))))
    expect(nowhere).to.deep.include({ code: 'NOT_A_RECORD', message: `${folder.path('nowhere')} does not exist; ${whatToGive}` })
    expect(itself).to.deep.include({ code: 'NOT_A_RECORD', message: `${file} is a file; ${whatToGive}` })
    expect(below.code).to.equal('NOT_A_RECORD')
  })

  type Damage = (path: (name: string) => string) => void
  const remove = (...names: string[]): Damage => (path) => names.forEach((name) => rmSync(path(name)))
  const change = (name: string, by: (text: string) => string): Damage => (path) => writeFileSync(path(name), by(readFileSync(path(name), 'utf8')))
  const half = 'HERE/comparison.json is no whole JSON file: it was half-written or changed; copy it again, or measure again.'
  const us = 'this version of artillery-plugin-speedup'
  const flawed = (flaw: string) => `HERE/comparison.json is JSON, but no comparison made by ${us}: ${flaw}; give another one, or measure again.`
  const update = 'update it: npm install --save-dev artillery-plugin-speedup@latest.'
  const later = `HERE/comparison.json has schemaVersion 2, but ${us} reads 1 only; ${update}`
  const again = 'but 6 were compared; copy the whole folder of the comparison again.'
  const cases: [string, Damage, message: string][] = [
    ['the comparison was killed before its end', remove('comparison.json'),
      'HERE has no comparison.json: the comparison was killed before its end, so nothing was concluded; measure again.'],
    ['it has nothing of a comparison', remove('comparison.json', 'runs.ndjson'), `HERE is no folder of a comparison: it has no comparison.json; ${whatToGive}`],
    ...[0, 1, 700, 5000].map((length) => [`its comparison ends after ${length} characters`, change('comparison.json', (text) => text.slice(0, length)), half] as any),
    ...[
      ['null', 'its content is null'],
      ['7', 'its content is 7'],
      ['[]', 'its content is []'],
      ['{"aggregate":{}}', 'schemaVersion is missing'],
      ['{"schemaVersion":1}', 'file is missing'],
      ['{"schemaVersion":"1"}', 'file is missing'],
      ['{"schemaVersion":"1","scenarios":[],"settings":{"variants":[]},"environment":{}}', 'file is missing'],
      ['{"schemaVersion":1,"environment":{},"settings":{"variants":[]},"scenarios":[]}', 'file is missing']
    ].map(([text, flaw]) => [`its comparison is ${text}`, change('comparison.json', () => text), flawed(flaw)] as any),
    ['it was made by a later version', change('comparison.json', (text) => text.replace('"schemaVersion": 1', '"schemaVersion": 2')), later],
    ['it was made by a version much later', change('comparison.json', () => '{ "schemaVersion": 2 }'), later],
    ['it lacks its runs', remove('runs.ndjson'), 'HERE has a comparison.json, but no runs.ndjson; copy the whole folder of the comparison.'],
    ['it has broken runs', change('runs.ndjson', (text) => `{}\n${text}`),
      'HERE/runs.ndjson is broken in line 1, which is no run; copy the whole folder of the comparison again.'],
    ['its runs were cut off in the last line', change('runs.ndjson', (text) => text.slice(0, -100)), `HERE/runs.ndjson has 5 runs of primes, ${again}`],
    ['its runs were cut off before', change('runs.ndjson', (text) => `${text.split('\n')[0]}\n`), `HERE/runs.ndjson has 1 run of primes, ${again}`],
    ['its runs were cut off altogether', change('runs.ndjson', () => ''), `HERE/runs.ndjson has 0 runs of primes, ${again}`]
  ]
  for (const [what, damage, message] of cases) {
    it(`is refused when ${what}`, async () => expect(await refusalAfter(damage)).to.equal(message))
  }

  for (const file of ['samples/scenario-1-round-2-1.csv.gz', 'samples/scenario-1-round-3-2.telemetry.ndjson']) {
    it(`is refused when it lacks ${file}`, async () => expect(await refusalAfter(remove(file))).to.contain(`HERE/${file} is missing; `))
  }

  it('is refused when a file of it cannot be read', async () => {
    const message = await refusalAfter((path) => {
      rmSync(path('comparison.json'))
      mkdirSync(path('comparison.json'))
    })
    expect(message).to.match(/^HERE\/comparison\.json cannot be read \(EISDIR.*\); give the folder of a comparison/)
  })
})
