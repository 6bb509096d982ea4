import { expect } from 'chai'
import { XMLValidator } from 'fast-xml-parser'
import { describe, it } from 'mocha'
import { historyPage } from '../../../plugin/report/history/history-page.ts'
import { interval, times } from '../../../plugin/report/words/numbers.ts'
import { textOf } from '../../support/pages.ts'
import { aHistoryCandidate, aHistoryEntry, aHistoryScenario, anEntryOf, someHistory } from './entries.ts'
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
    const rows = rowsIn(pageOf(someHistory(2, { candidates: ['clustered', 'four'] })))
    const rowOf = (day: string, name: string) => [`${day} 09:30`, 'primes scenarios/primes.yml', name, 'PASS']
    expect(rows.map((row) => row.slice(0, 4))).to.eql(['2026-01-02', '2026-01-01'].flatMap((day) => ['clustered', 'four'].map((name) => rowOf(day, name))))
  })

  it('shows every speedup with its interval, the rounds and the commit, by the names of the metrics, not by their order', () => {
    const [entry] = someHistory(1)
    const { estimates } = entry.scenarios[0].candidates[0]
    const titles = ['p50', 'p95', 'p99', 'Throughput']
    const figures = estimates.map((estimate, i) => `${titles[i]} ${times(estimate.speedup)} ${interval(estimate.interval)}`)
    expect(rowsIn(pageOf([entry]))[0].slice(4)).to.eql([...figures, 'Rounds 5', 'Commit 9b0572b'])
    estimates.reverse()
    expect(rowsIn(pageOf([entry]))[0].slice(4, 8)).to.eql(figures)
  })

  it('says what fell, and what carried no verdict', () => {
    const entries = [{ regression: true }, { reason: 'errors' as const }].map((estimate) => anEntryOf(aHistoryCandidate({ verdict: 'fail' }, estimate)))
    const rows = rowsIn(pageOf(entries)).map((row) => row.slice(3, 5))
    expect(rows).to.eql([['FAIL', 'p50 1.60x [1.34, 1.92] fell'], ['FAIL', 'p50 1.60x [1.34, 1.92] no verdict']])
  })

  it('has the word of every verdict', () => {
    const judged = (['pass', 'fail', 'inconclusive', null] as const).map((verdict) => ({ ...anEntryOf(aHistoryCandidate({ verdict })), verdict }))
    const ended = [true, false].map((interrupted) => aHistoryEntry({ verdict: 'not measured', interrupted, scenarios: [], commit: null }))
    const rows = rowsIn(pageOf([...judged, ...ended]))
    expect(rows.map((row) => row[3])).to.eql(['PASS', 'FAIL', 'INCONCLUSIVE', 'NO REQUIREMENT', 'INTERRUPTED', 'NOT MEASURED'])
    const nothing = ['p50 –', 'p95 –', 'p99 –', 'Throughput –', 'Rounds –', 'Commit –']
    expect(rows[4]).to.eql(['2026-11-20 12:00', 'scenarios/primes.yml', '–', 'INTERRUPTED', ...nothing])
  })

  it('does not call a pass what was measured before it ended early', () => {
    const entry = anEntryOf(aHistoryCandidate({ verdict: 'pass' }))
    const rows = rowsIn(pageOf([true, false].map((interrupted) => ({ ...entry, verdict: 'not measured', interrupted }))))
    const figure = 'p50 1.60x [1.34, 1.92]'
    expect(rows.map((row) => row.slice(2, 5))).to.eql([['clustered', 'INTERRUPTED', figure], ['clustered', 'NOT MEASURED', figure]])
  })

  it('leads to the page of each comparison, or to its numbers where there is none', () => {
    const entries = [aHistoryEntry({ folder: '2026 #1 "x"?' }), aHistoryEntry({ folder: 'javascript:alert(1)', hasPage: false })]
    const hrefs = [...pageOf(entries).matchAll(/<td role="cell" class="started"><a href="([^"]*)"/g)].map(([, href]) => href)
    expect(hrefs).to.eql(['2026%20%231%20%22x%22%3F/index.html', 'javascript%3Aalert(1)/comparison.json'])
  })

  it('draws each scenario’s p95, its throughput and what else is required', () => {
    const chartsIn = (html: string) => [...html.matchAll(/aria-label="Speedup over single (at p\d\d|in throughput)/g)].map(([, metric]) => metric)
    const html = pageOf(someHistory(5, { scenarios: ['primes', 'io'] }))
    expect(chartsIn(html)).to.eql(Array(2).fill(['at p95', 'at p99', 'in throughput']).flat())
    expect([...html.matchAll(/<h4>(.*?)<\/h4>/g)].map(([, title]) => title).slice(0, 3)).to.eql(['p95 latency', 'p99 latency', 'Throughput'])
    expect(chartsIn(pageOf(someHistory(5, { required: null })))).to.eql(['at p95', 'in throughput'])
    expect(textOf(html)).to.include('primes · scenarios/primes.yml, over single, 5 comparisons clustered').and.include('io · scenarios/primes.yml')
  })

  it('says how many comparisons there are, and how many folders could not be read', () => {
    const cases: [count: number, ignored: number, expected: string][] = [
      [3, 2, '3 comparisons, the newest first · 2026-01-01 to 2026-01-03 · 2 folders hold no comparison that can be read'],
      [1, 1, '1 comparison · 2026-01-01 · 1 folder holds no comparison that can be read'],
      [2, 0, '2 comparisons, the newest first · 2026-01-01 to 2026-01-02 Trends']
    ]
    for (const [count, ignored, expected] of cases) expect(textOf(pageOf(someHistory(count), ignored))).to.include(expected)
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
      const listed = 200 / candidates.length
      expect(Buffer.byteLength(html)).to.be.below(500_000)
      expect(rowsIn(html)).to.have.length(200)
      expect(textOf(html)).to.include(`${1000 - listed} older comparisons are not listed here; their folders are beside this page.`)
      expect(textOf(html)).to.include(`the newest ${Math.min(60, listed)} of 1,000 comparisons`)
    }
  })

  it('is below 500 kB for a thousand comparisons of other scenarios each, and says what it leaves out', () => {
    const html = pageOf(someHistory(1000).map((entry, i) => ({ ...entry, file: `scenario ${i}.yml` })))
    expect(Buffer.byteLength(html)).to.be.below(500_000)
    expect(textOf(html)).to.include('988 other scenarios have no room for a chart here.')
  })

  it('has every name as text', () => {
    const hostile = ['<script>alert(1)</script>', `"'&`, 'מבחן עברית', '🧨 émoji 👩‍👩‍👧', 'x'.repeat(200), '\u0000\ud800']
    const candidates = hostile.map((name) => aHistoryCandidate({ name }))
    const text = textOf(pageOf(hostile.map((name) => {
      const scenarios = [aHistoryScenario(candidates, { scenario: name, baseline: name })]
      return aHistoryEntry({ folder: name.toWellFormed(), file: name, commit: name, scenarios })
    })))
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
})
