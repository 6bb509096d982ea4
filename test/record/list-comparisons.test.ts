import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { listComparisons } from '../../plugin/record/read-record.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aCandidate, aCandidateWith, aComparison, aScenarioResult } from '../support/results.ts'
import type { Estimate } from '../../plugin/concepts/comparison.ts'

const at = (startedAt: string) => aComparison([aScenarioResult([aCandidate()])], { startedAt })

describe('the list of all comparisons', () => {
  const folder = temporaryFolder()
  let count = 0

  /** @param contents of comparison.json by folder; undefined: there is none */
  function keep(contents: Record<string, unknown>) {
    const reports = folder.path(`reports-${++count}`)
    for (const [name, content] of Object.entries(contents)) {
      mkdirSync(join(reports, name), { recursive: true })
      if (content !== undefined) writeFileSync(join(reports, name, 'comparison.json'), typeof content === 'string' ? content : JSON.stringify(content))
    }
    return reports
  }

  it('holds what a list shows of each', () => {
    const candidate = aCandidateWith([{ metric: 'p95', required: 1.3, verdict: 'pass', regression: true, reason: 'errors' }], { verdict: 'fail' })
    const usual = { required: null, reason: null, regression: false }
    const environment = { ...aComparison([]).environment, commit: '9b0572b2' }
    const comparison = aComparison([aScenarioResult([candidate], { verdict: 'fail' })], { verdict: 'fail', environment })
    const estimates = [
      { metric: 'p50', speedup: 1.97, interval: [1.51, 2.58], ...usual },
      { metric: 'p95', speedup: 1.6, interval: [1.34, 1.92], required: 1.3, reason: 'errors', regression: true },
      { metric: 'p99', speedup: 1.96, interval: [1.42, 2.71], ...usual },
      { metric: 'throughput', speedup: 1.66, interval: [1.3, 2.12], ...usual }
    ]
    const scenarios = [{ scenario: 'primes', baseline: 'single', rounds: 4, candidates: [{ name: 'clustered', verdict: 'fail', estimates }] }]
    const kept = { file: '/home/me/scenarios/primes.yml', startedAt: '2026-11-20T12:00:00.000Z', commit: '9b0572b2' }
    const entry = { folder: 'one run', hasPage: false, ...kept, interrupted: false, verdict: 'fail', scenarios }
    expect(listComparisons(keep({ 'one run': comparison }))).to.eql({ entries: [entry], ignored: 0 })
  })

  it('has the newest first, whatever the folders are called', () => {
    const reports = keep({ b: at('2026-11-20T12:00:00.000Z'), c: at('2026-11-22T12:00:00.000Z'), a: at('2026-11-21T12:00:00.000Z'), d: at('2026-11-20T12:00:00.000Z') })
    expect(listComparisons(reports).entries.map((entry) => entry.folder)).to.eql(['c', 'a', 'd', 'b'])
  })

  it('knows whether there is a page', () => {
    const reports = keep({ with: at('2026-11-20T12:00:00.000Z'), without: at('2026-11-19T12:00:00.000Z') })
    writeFileSync(join(reports, 'with', 'index.html'), '')
    expect(listComparisons(reports).entries.map(({ hasPage }) => hasPage)).to.eql([true, false])
  })

  it('tells an interruption from a failed measurement', () => {
    const interrupted = aComparison([], { error: { code: 'INTERRUPTED', message: 'It was interrupted.' }, verdict: 'not measured' })
    const failed = aComparison([], { error: { code: 'APP_DIED', message: 'It left.' }, verdict: 'not measured', startedAt: '2026-11-19T12:00:00.000Z' })
    const { entries } = listComparisons(keep({ interrupted, failed }))
    expect(entries.map((entry) => [entry.folder, entry.interrupted, entry.verdict, entry.scenarios])).to.eql([
      ['interrupted', true, 'not measured', []],
      ['failed', false, 'not measured', []]
    ])
  })

  it('leaves out what is no comparison, and counts it', () => {
    const usual = at('2026-11-20T12:00:00.000Z')
    const withP95 = (estimate: Partial<Estimate>) => aComparison([aScenarioResult([aCandidateWith([{ ...estimate, metric: 'p95' }])])])
    const reports = keep({
      usual,
      half: JSON.stringify(usual).slice(0, 300),
      newer: { ...usual, schemaVersion: 2 },
      other: { name: 'package' },
      nothing: 'null',
      broken: withP95({ speedup: NaN }),
      'no speedup': withP95({ speedup: 0 }),
      'no interval': withP95({ interval: null as any }),
      'odd verdict': { ...usual, verdict: 'maybe' },
      'odd time': { ...usual, startedAt: 'yesterday' }
    })
    const { entries, ignored } = listComparisons(reports)
    expect(entries.map((entry) => entry.folder)).to.eql(['usual'])
    expect(ignored).to.equal(9)
  })

  it('counts a comparison that has not ended, but no other folder or file', () => {
    const reports = keep({ 'still running': undefined, example: undefined, usual: at('2026-11-20T12:00:00.000Z') })
    writeFileSync(join(reports, 'still running', 'runs.ndjson'), '')
    writeFileSync(join(reports, 'index.html'), '')
    const { entries, ignored } = listComparisons(reports)
    expect([entries.length, ignored]).to.eql([1, 1])
  })
})
