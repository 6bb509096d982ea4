import { expect } from 'chai'
import { XMLValidator } from 'fast-xml-parser'
import { historyPage } from '../../../plugin/report/history/history-page.ts'
import { interval, times } from '../../../plugin/report/words/numbers.ts'
import { itFinds } from '../../support/cases.ts'
import { rowsIn, textOf } from '../../support/pages.ts'
import { aHistoryCandidate, aHistoryEntry, aHistoryScenario, anEntryOf, someHistory } from './entries.ts'
import type { HistoryEntry } from '../../../plugin/concepts/report-data.ts'

/** Expects a page of well-formed markup that loads nothing and runs nothing. */
function pageOf(entries: readonly HistoryEntry[], ignored?: number) {
  const html = historyPage(entries, ignored)
  const xml = html
    .replace(/^<!doctype html>/, '')
    .replace(/<meta ([^>]*)>/g, '<meta $1/>')
    .replace(/<style>[^]*?<\/style>/, '')
  expect(XMLValidator.validate(xml)).to.equal(true)
  expect(xml).to.not.match(/NaN|undefined|Infinity|\[object|<script|<img|src=/)
  expect(html)
    .to.match(/^<!doctype html>\n<html lang="en">/)
    .and.include("default-src 'none'")
  return html
}

/** @returns cells of each row below the head */
const rowsOf = (entries: HistoryEntry[], from: number, to: number) =>
  rowsIn(pageOf(entries))
    .slice(1)
    .map((row) => row.slice(from, to))
const chartsIn = (html: string) =>
  [...html.matchAll(/aria-label="Speedup over single (?:at|in) ([p\d]+|throughput)/g)]
    .map(([, metric]) => metric)
    .join(' ')
const page = (count: number, plan?: Parameters<typeof someHistory>[1], ignored?: number) =>
  pageOf(someHistory(count, plan), ignored)

describe('the page of all comparisons', () => {
  const judged = (['pass', 'fail', 'inconclusive', null] as const).map((verdict) => ({
    ...anEntryOf(aHistoryCandidate({ verdict })),
    verdict
  }))
  const ended = [true, false].map((interrupted) =>
    aHistoryEntry({ verdict: 'not measured', interrupted, scenarios: [], commit: null })
  )
  const words = ['PASS', 'FAIL', 'INCONCLUSIVE', 'NO THRESHOLD', 'INTERRUPTED', 'NOT MEASURED']
  const figure = 'p50 1.60x [1.34, 1.92]'
  const remarked = [{ regression: true }, { reason: 'errors' as const }].map((estimate) =>
    anEntryOf(aHistoryCandidate({ verdict: 'fail' }, estimate))
  )
  const early = [true, false].map((interrupted): HistoryEntry => ({
    ...judged[0],
    verdict: 'not measured',
    interrupted
  }))
  const odd = [
    aHistoryEntry({ folder: '2026 #1 "x"?' }),
    aHistoryEntry({ folder: 'javascript:alert(1)', hasPage: false })
  ]
  const twoScenarios = page(5, { scenarios: ['primes', 'io'] })

  const [entry] = someHistory(1)
  const { estimates } = entry.scenarios[0].candidates[0]
  const figures = estimates.map(
    ({ speedup, interval: ends }, i) => `${['p50', 'p95', 'p99', 'Throughput'][i]} ${times(speedup)} ${interval(ends)}`
  )
  const reversed = anEntryOf(aHistoryCandidate({ estimates: estimates.toReversed() }))
  const unchanged = someHistory(4)

  itFinds({
    'shows every speedup with its interval, the rounds and the commit, by the names of the metrics, not by their order':
      [
        [
          [entry, reversed].map((each) => rowsOf([each], 4, 10)[0]),
          Array(2).fill([...figures, 'Rounds 5', 'Commit 9b0572b'])
        ]
      ],
    'calls nothing a run: that is one variant’s turn': [
      [
        textOf(page(300, {}, 2).replace(/<style>[^]*?<\/style>/, '')).replace('runs no script', ''),
        /^(?!.*\bruns?\b).*older comparisons/i
      ]
    ],
    'is the same for the same comparisons, byte for byte, and changes none of them': [
      [pageOf(unchanged), pageOf(structuredClone(unchanged))],
      [unchanged, someHistory(4)]
    ],
    'has a row for each candidate, the newest comparison first': [
      [
        rowsOf(someHistory(2, { candidates: ['clustered', 'four'] }), 0, 4),
        ['2026-01-02', '2026-01-01'].flatMap((day) =>
          ['clustered', 'four'].map((name) => [`${day} 09:30`, 'primes scenarios/primes.yml', name, 'PASS'])
        )
      ]
    ],
    'says what fell, and what carried no verdict': [
      [
        rowsOf(remarked, 3, 5),
        [
          ['FAIL', `${figure} fell`],
          ['FAIL', `${figure} no verdict`]
        ]
      ]
    ],
    'has the word of every verdict, and dashes where nothing was measured': [
      [rowsOf([...judged, ...ended], 3, 4).flat(), words],
      [rowsOf(ended, 0, 4)[0], ['2026-11-20 12:00', 'scenarios/primes.yml', '–', 'INTERRUPTED']],
      [rowsOf(ended, 4, 10)[0], ['p50 –', 'p95 –', 'p99 –', 'Throughput –', 'Rounds –', 'Commit –']]
    ],
    'does not call a pass what was measured before it ended early': [
      [
        rowsOf(early, 2, 5),
        [
          ['clustered', 'INTERRUPTED', figure],
          ['clustered', 'NOT MEASURED', figure]
        ]
      ]
    ],
    'leads to the page of each comparison, or to its numbers where there is none': [
      [
        [...pageOf(odd).matchAll(/<td role="cell" class="started"><a href="([^"]*)"/g)].map(([, href]) => href),
        ['2026%20%231%20%22x%22%3F/index.html', 'javascript%3Aalert(1)/comparison.json']
      ]
    ],
    'draws each scenario’s p95, its throughput and what else is required': [
      [chartsIn(twoScenarios), 'p95 p99 throughput p95 p99 throughput'],
      [chartsIn(page(5, { required: null })), 'p95 throughput'],
      [
        [...twoScenarios.matchAll(/<h4>(.*?)<\/h4>/g)].map(([, title]) => title).slice(0, 3),
        ['p95 latency', 'p99 latency', 'Throughput']
      ],
      [
        textOf(twoScenarios),
        /primes · scenarios\/primes\.yml, over single, 5 comparisons clustered.*io · scenarios\/primes\.yml/
      ]
    ],
    'says how many comparisons there are, and how many folders could not be read': [
      [
        textOf(page(3, {}, 2)),
        /3 comparisons, newest first · 2026-01-01 to 2026-01-03 · 2 folders without a readable comparison/
      ],
      [textOf(page(1, {}, 1)), /1 comparison · 2026-01-01 · 1 folder without a readable comparison/],
      [textOf(page(2)), /2 comparisons, newest first · 2026-01-01 to 2026-01-02 Trends/]
    ],
    'stands without any comparison': [
      [textOf(pageOf([])), /0 comparisons.*No comparison has finished yet\./],
      [/<table|href="#comparisons"/.test(pageOf([])), false],
      [pageOf([aHistoryEntry({ verdict: 'not measured', scenarios: [] })]).includes('id="trends"'), false]
    ]
  })

  it('is below 500 kB for a thousand comparisons, however many variants they have, or of other scenarios each, and says what it leaves out', () => {
    for (const candidates of [['clustered'], ['two', 'four', 'eight', 'sixteen', 'reusePort']]) {
      const html = page(1000, { candidates })
      const listed = 200 / candidates.length
      expect(Buffer.byteLength(html)).to.be.below(500_000)
      expect(rowsIn(html)).to.have.length(1 + 200)
      expect(textOf(html)).to.include(
        `${1000 - listed} older comparisons are not listed here; their folders are beside this page.`
      )
      expect(textOf(html)).to.include(`the newest ${Math.min(60, listed)} of 1,000 comparisons`)
    }
    const html = pageOf(someHistory(1000).map((each, i) => ({ ...each, file: `scenario ${i}.yml` })))
    expect(Buffer.byteLength(html)).to.be.below(500_000)
    expect(textOf(html)).to.include('988 other scenarios have no chart here.')
  })

  it('has every name as text', () => {
    const hostile = ['<script>alert(1)</script>', `"'&`, 'מבחן עברית', '🧨 émoji 👩‍👩‍👧', 'x'.repeat(200), '\u0000\ud800']
    const candidates = hostile.map((name) => aHistoryCandidate({ name }))
    const text = textOf(
      pageOf(
        hostile.map((name) => {
          const scenarios = [aHistoryScenario(candidates, { scenario: name, baseline: name })]
          return aHistoryEntry({ folder: name.toWellFormed(), file: name, commit: name, scenarios })
        })
      )
    )
    for (const name of hostile.slice(0, 4)) expect(text).to.include(name)
    expect(text)
      .to.include(`${'x'.repeat(39)}…`)
      .and.not.include('x'.repeat(61))
    expect(Buffer.byteLength(page(1000, { candidates: hostile, scenarios: hostile.slice(0, 2) }))).to.be.below(500_000)
  })
})
