import { expect } from 'chai'
import { lookOf } from '../../plugin/report/palette.ts'
import { itChecks } from './cases.ts'
import { aCandidate, aScenarioResult } from './results.ts'
import { aRun } from './runs.ts'
import type { RunDetail } from '../../plugin/concepts/report-data.ts'
import type { ScenarioView } from '../../plugin/report/page/section.ts'

/** Of `single`, without anything to draw. */
export function aRunDetail(overrides?: Partial<RunDetail>): RunDetail {
  return {
    run: aRun(),
    beganMs: Date.UTC(2026, 10, 20, 12),
    seconds: 60,
    counted: 1200,
    quantiles: [],
    workers: [],
    workerP95Ms: [],
    disturbed: null,
    ...overrides
  }
}

/** @returns of single and clustered */
export function aView(overrides?: Partial<ScenarioView>): ScenarioView {
  const result = overrides?.result ?? aScenarioResult([aCandidate()])
  const names = ['single', ...result.candidates.map(({ name }) => name)]
  return {
    scenario: 'primes',
    prefix: '',
    level: 2,
    isFolded: false,
    baseline: 'single',
    result,
    names,
    planned: {
      single: { mode: 'single', workers: 1, listed: null },
      ...Object.fromEntries(
        result.candidates.map(({ name, workers }) => [name, { mode: 'cluster' as const, workers, listed: null }])
      )
    },
    runs: [aRunDetail()],
    lookOf: (name) => lookOf(name, result.candidates),
    ...overrides
  }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

export const withoutEntities = (html: string): string =>
  html.replace(/&(?:#(\d+)|(\w+));/g, (_, code, name) =>
    code === undefined ? named[name] : String.fromCodePoint(Number(code))
  )

/** @returns what is to be read, with single spaces */
export const textOf = (html: string): string =>
  withoutEntities(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .replace(/ ([.,:])/g, '$1')
    .trim()

/**
 * In a page: a text, or one of the HTML where it begins with <; a pattern of the text; cells of all tables; null: there
 * is no such section.
 */
type Reading = string | RegExp | null | { html: RegExp } | { lacks: RegExp } | { rows: string[][] }

/** @param tests title -> sections, and what is to be read in each */
export function itReads(tests: Record<string, [section: unknown, ...Reading[]][]>) {
  const check = (section: unknown, expected: Reading) => {
    const html = String(section)
    if (expected === null) expect(section).to.equal(null)
    else if (typeof expected === 'string') expect(expected.startsWith('<') ? html : textOf(html)).to.include(expected)
    else if (expected instanceof RegExp) expect(textOf(html)).to.match(expected)
    else if ('html' in expected) expect(html).to.match(expected.html)
    else if ('rows' in expected) expect(rowsIn(html)).to.eql(expected.rows)
    else for (const text of [html, textOf(html)]) expect(text).to.not.match(expected.lacks)
  }
  itChecks(tests, ([section, ...expected]) => expected.forEach((reading) => check(section, reading)))
}

/** @returns the cells of each row of its tables, without what is drawn in them */
export function rowsIn(html: unknown, read = textOf): string[][] {
  const cellsIn = (row: string) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => read(cell.replace(/<svg.*<\/svg>/gs, '')))
  return [...String(html).matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) => cellsIn(row))
}

/** @returns each with its level, such as "h2 Workers" */
export const headingsIn = (html: unknown): string[] =>
  [...String(html).matchAll(/<(h\d)[^>]*>(.*?)<\/h\d>/gs)].map(([, level, text]) => `${level} ${textOf(text)}`)

export const verdictBoxIn = (page: string): string =>
  page.split('<div class="verdict')[1].split(/<ul class="tiles">|<nav /)[0]

/** Each anchor is there once, and what is linked to is there. */
export function expectAnchors(page: string) {
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).to.equal(ids.length)
  expect(ids).to.include.members(
    [...page.matchAll(/ (?:href="#|aria-labelledby=")([^"]*)"/g)].flatMap(([, list]) => list.split(' '))
  )
}
