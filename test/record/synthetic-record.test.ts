import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { readRecord } from '../../plugin/record/read-record.ts'
import { temporaryFolder } from '../support/folder.ts'
import { writeSyntheticRecord, type SyntheticPlan } from '../support/synthetic-record.ts'

const filesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.')).sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

describe('a record that tests make', () => {
  const folder = temporaryFolder()
  const plan: SyntheticPlan = {
    variants: [{ name: '<script>alert(1)</script>', mode: 'single', workers: 1 }, { name: '"\' ✨ שלום', mode: 'cluster', workers: 2, medianMs: 25 }],
    scenarios: ['&amp;/../x'],
    rounds: 3,
    requests: 1200,
    failures: 4,
    thresholds: { p95: 1.3 },
    comparison: { file: 'a"b.yml' },
    seed: 5
  }

  it('is the same for the same plan, and another one for another seed', () => {
    const [a, b, c] = [5, 5, 6].map((seed, i) => {
      writeSyntheticRecord(folder.path(`${i}`), { ...plan, seed })
      return filesOf(folder.path(`${i}`))
    })
    expect(a).to.eql(b)
    expect(a['runs.ndjson']).not.to.equal(c['runs.ndjson'])
  })

  it('has the names, numbers and failures that it was given', async () => {
    writeSyntheticRecord(folder.path('named'), plan)
    const { comparison, runs } = await readRecord(folder.path('named'))
    expect(comparison).to.include({ file: 'a"b.yml', verdict: 'pass', exitCode: 0, error: null })
    const [{ scenario, baseline, candidates: [candidate] }] = comparison.scenarios
    expect([scenario, baseline, candidate.name]).to.eql([plan.scenarios?.[0], plan.variants[0].name, plan.variants[1].name])
    expect(candidate.estimates.find(({ metric }) => metric === 'p50')?.speedup).to.be.within(3, 5)
    for (const { run } of runs) expect(run).to.deep.include({ requests: 1200, failures: 4, failureKinds: { 500: 2, ECONNRESET: 2 } })
    expect(runs.every(({ workers, generator }) => workers.every(({ usage, utilization }) => usage !== null && utilization.length > 1) && generator.length > 1)).to.equal(true)
  })

  it('has no single latencies where Artillery’s metrics tell', async () => {
    writeSyntheticRecord(folder.path('metered'), { ...plan, isMetered: true })
    for (const { run, counted, quantiles, generator } of (await readRecord(folder.path('metered'))).runs) {
      expect(run.generator).to.include({ threads: 0, utilization: null })
      expect({ counted, quantiles, generator }).to.eql({ counted: 1196 - run.firstRequests.count, quantiles: [], generator: [] })
    }
  })

  it('was interrupted when it has too few rounds to conclude anything', () => {
    const { comparison, runs } = writeSyntheticRecord(folder.path('short'), { ...plan, rounds: 2 })
    expect(runs).to.have.length(4)
    expect(comparison).to.deep.include({ scenarios: [], verdict: 'not measured', error: { code: 'INTERRUPTED', message: 'The comparison was interrupted.' } })
  })
})
