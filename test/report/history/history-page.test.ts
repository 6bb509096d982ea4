import { expect } from 'chai'
import { XMLValidator } from 'fast-xml-parser'
import { describe, it } from 'mocha'
import { historyPage } from '../../../plugin/report/history/history-page.ts'
import { interval, times } from '../../../plugin/report/words/numbers.ts'
import { textOf } from '../../support/pages.ts'
import { aHistoryCandidate, aHistoryEntry, aHistoryScenario, metrics, someHistory } from './entries.ts'
import type { HistoryEntry } from '../../../plugin/concepts/report-data.ts'

/** Expects a page of well-formed markup that loads nothing and runs nothing. */
function pageOf(entries: readonly HistoryEntry[], ignored?: number) {
  const html = historyPage(entries, ignored)
  const xml = html.replace(/^<!doctype html>/, '').replace(/<meta ([^>]*)>/g, '<meta $1/>').replace(/<style>[^]*?<\/style>/, '')
  expect(XMLValidator.validate(xml)).to.equal(true)
  expect(xml).to.not.match(/NaN|undefined|Infinity|\[object|<script|<img|src=/)
  expect(html).to.match(/^<!doctype html>\n<html lang="en">/).and.include("default-src 'none'")
  return html
}

/** @returns the cells of each row, as they are read */
function rowsIn(html: string): string[][] {
  const body = html.split('<tbody')[1].split('</tbody>')[0]
  return [...body.matchAll(/<tr [^>]*>(.*?)<\/tr>/gs)].map(([, row]) => [...row.matchAll(/<td [^>]*>(.*?)<\/td>/gs)].map(([, cell]) => textOf(cell)))
}

describe('the page of all comparisons', () => {
  it('has a row for each candidate, the newest comparison first', () => {
    const entries = someHistory(2, { candidates: ['clustered', 'four'] })
    const rows = rowsIn(pageOf(entries))
    expect(rows.map(([when, what, who, result]) => [when, what, who, result])).to.eql([
      ['2026-01-02 09:30', 'primes scenarios/primes.yml', 'clustered', 'PASS'],
      ['2026-01-02 09:30', 'primes scenarios/primes.yml', 'four', 'PASS'],
      ['2026-01-01 09:30', 'primes scenarios/primes.yml', 'clustered', 'PASS'],
      ['2026-01-01 09:30', 'primes scenarios/primes.yml', 'four', 'PASS']
    ])
  })

  it('shows every speedup with its interval, the rounds and the commit', () => {
    const [entry] = someHistory(1)
    const { estimates } = entry.scenarios[0].candidates[0]
    const titles = ['p50', 'p95', 'p99', 'Throughput']
    const figures = estimates.map((estimate, i) => `${titles[i]} ${times(estimate.speedup)} ${interval(estimate.interval)}`)
    expect(rowsIn(pageOf([entry]))[0].slice(4)).to.eql([...figures, 'Rounds 5', 'Commit 9b0572b'])
  })

  it('says what fell, and what carried no verdict', () => {
    const [fell, unsure] = [{ regression: true }, { reason: 'errors' as const }].map((estimate) => aHistoryScenario([aHistoryCandidate({ verdict: 'fail' }, estimate)]))
    const rows = rowsIn(pageOf([aHistoryEntry({ scenarios: [fell] }), aHistoryEntry({ scenarios: [unsure] })]))
    expect(rows.map((row) => row.slice(3, 5))).to.eql([['FAIL', 'p50 1.60x [1.34, 1.92] fell'], ['FAIL', 'p50 1.60x [1.34, 1.92] no verdict']])
  })

  it('has the word of every verdict', () => {
    const verdicts = ['pass', 'fail', 'inconclusive', null] as const
    const entries = verdicts.map((verdict) => aHistoryEntry({ verdict, scenarios: [aHistoryScenario([aHistoryCandidate({ verdict })])] }))
    const ended = [true, false].map((interrupted) => aHistoryEntry({ verdict: 'not measured', interrupted, scenarios: [], commit: null }))
    const rows = rowsIn(pageOf([...entries, ...ended]))
    expect(rows.map((row) => row[3])).to.eql(['PASS', 'FAIL', 'INCONCLUSIVE', 'NO REQUIREMENT', 'INTERRUPTED', 'NOT MEASURED'])
    expect(rows[4]).to.eql(['2026-11-20 12:00', 'scenarios/primes.yml', '–', 'INTERRUPTED', 'p50 –', 'p95 –', 'p99 –', 'Throughput –', 'Rounds –', 'Commit –'])
  })

  it('does not call a pass what was measured before it ended early', () => {
    const scenarios = [aHistoryScenario([aHistoryCandidate({ verdict: 'pass' })])]
    const rows = rowsIn(pageOf([true, false].map((interrupted) => aHistoryEntry({ verdict: 'not measured', interrupted, scenarios }))))
    expect(rows.map((row) => row.slice(2, 5))).to.eql([
      ['clustered', 'INTERRUPTED', 'p50 1.60x [1.34, 1.92]'],
      ['clustered', 'NOT MEASURED', 'p50 1.60x [1.34, 1.92]']
    ])
  })

  it('leads to the page of each comparison, or to its numbers where there is none', () => {
    const entries = [aHistoryEntry({ folder: '2026 #1 "x"?' }), aHistoryEntry({ folder: 'javascript:alert(1)', hasPage: false })]
    const hrefs = [...pageOf(entries).matchAll(/<td role="cell" class="started"><a href="([^"]*)"/g)].map(([, href]) => href)
    expect(hrefs).to.eql(['2026%20%231%20%22x%22%3F/index.html', 'javascript%3Aalert(1)/comparison.json'])
  })

  it('draws each scenario’s p95, its throughput and what else is required', () => {
    const html = pageOf(someHistory(5, { scenarios: ['primes', 'io'] }))
    expect([...html.matchAll(/aria-label="Speedup over single (at p\d\d|in throughput)/g)].map(([, of]) => of)).to.eql(Array(2).fill(['at p95', 'at p99', 'in throughput']).flat())
    expect([...html.matchAll(/<h4>(.*?)<\/h4>/g)].map(([, title]) => title).slice(0, 3)).to.eql(['p95 latency', 'p99 latency', 'Throughput'])
    const plain = pageOf(someHistory(5, { required: null }))
    expect([...plain.matchAll(/aria-label="Speedup over single (at p\d\d|in throughput)/g)].map(([, of]) => of)).to.eql(['at p95', 'in throughput'])
    expect(textOf(html)).to.include('primes · scenarios/primes.yml, over single, 5 comparisons clustered').and.include('io · scenarios/primes.yml')
  })

  it('says how many comparisons there are, and how many folders could not be read', () => {
    expect(textOf(pageOf(someHistory(3), 2))).to.include('3 comparisons, the newest first · 2026-01-01 to 2026-01-03 · 2 folders hold no comparison that can be read')
    expect(textOf(pageOf(someHistory(1), 1))).to.include('1 comparison · 2026-01-01 · 1 folder holds no comparison that can be read')
    expect(textOf(pageOf(someHistory(2)))).to.include('2 comparisons, the newest first · 2026-01-01 to 2026-01-02 Trends')
  })

  it('calls nothing a run: that is one variant’s turn', () => {
    const words = textOf(pageOf(someHistory(300), 2).replace(/<style>[^]*?<\/style>/, '')).replace('runs no script', '')
    expect(words).to.include('older comparisons').and.not.match(/\bruns?\b/i)
  })

  it('stands without any comparison', () => {
    const html = pageOf([])
    expect(textOf(html)).to.include('0 comparisons').and.include('No comparison was finished yet.')
    expect(html).to.not.include('<table').and.not.include('href="#comparisons"')
    expect(pageOf([aHistoryEntry({ verdict: 'not measured', scenarios: [] })])).to.not.include('id="trends"')
  })

  it('is below 500 kB for a thousand comparisons, however many variants they have', () => {
    for (const candidates of [['clustered'], ['two', 'four', 'eight', 'sixteen', 'reuse-port']]) {
      const html = pageOf(someHistory(1000, { candidates }))
      expect(Buffer.byteLength(html)).to.be.below(500_000)
      const listed = 200 / candidates.length
      expect(rowsIn(html)).to.have.length(200)
      expect(textOf(html)).to.include(`${1000 - listed} older comparisons are not listed here; their folders are beside this page.`)
      expect(textOf(html)).to.include(`the newest ${Math.min(60, 200 / candidates.length)} of 1,000 comparisons`)
    }
  })

  it('is below 500 kB for a thousand comparisons of other scenarios each, and says what it leaves out', () => {
    const entries = someHistory(1000, { scenarios: ['primes'] }).map((entry, i) => ({ ...entry, file: `scenario ${i}.yml` }))
    const html = pageOf(entries)
    expect(Buffer.byteLength(html)).to.be.below(500_000)
    expect(textOf(html)).to.include('988 other scenarios have no room for a chart here.')
  })

  it('has every name as text', () => {
    const hostile = ['<script>alert(1)</script>', `"'&`, 'מבחן עברית', '🧨 émoji 👩‍👩‍👧', 'x'.repeat(200), '\u0000\ud800']
    const entries = hostile.map((name) =>
      aHistoryEntry({ folder: name.toWellFormed(), file: name, commit: name, scenarios: [aHistoryScenario(hostile.map((one) => aHistoryCandidate({ name: one })), { scenario: name, baseline: name })] })
    )
    const text = textOf(pageOf(entries))
    for (const name of hostile.slice(0, 4)) expect(text).to.include(name)
    expect(text).to.include(`${'x'.repeat(39)}…`).and.not.include('x'.repeat(61))
    expect(Buffer.byteLength(pageOf(someHistory(1000, { candidates: hostile, scenarios: hostile.slice(0, 2) })))).to.be.below(500_000)
  })

  it('is the same for the same comparisons, byte for byte, and changes none of them', () => {
    const entries = someHistory(4)
    const before = structuredClone(entries)
    expect(pageOf(entries)).to.equal(pageOf(entries))
    expect(entries).to.eql(before)
  })

  it('reads its metrics by name, not by their order', () => {
    const [entry] = someHistory(1)
    entry.scenarios[0].candidates[0].estimates.reverse()
    const row = rowsIn(pageOf([entry]))[0]
    expect(row[4]).to.include(times(entry.scenarios[0].candidates[0].estimates[metrics.indexOf('throughput')].speedup))
  })
})
