import { expect } from 'chai'
import { crossoversTold } from '../../../plugin/questions/crossover/report/told.ts'
import { summaryMarkdown } from '../../../plugin/report/ci/summary-markdown.ts'
import { plainLayout } from '../../../plugin/report/console/layout.ts'
import { formatTogether } from '../../../plugin/report/console/tables.ts'
import { renderPage } from '../../../plugin/report/page/render-page.ts'
import { sectionTogether } from '../../../plugin/report/page/told-table.ts'
import { answersOf } from '../../../plugin/report/words/answer.ts'
import { itFinds } from '../../support/cases.ts'
import { expectGolden } from '../../support/golden.ts'
import { aRunDetail, aView, expectAnchors, headingsIn, itReads, rowsIn, textOf } from '../../support/pages.ts'
import { aCandidate, aComparison, aScenarioResult, aWarning } from '../../support/results.ts'
import { aRun } from '../../support/runs.ts'
import { aCrossover, aFailingCrossover, aLevel, resultsOf } from '../../support/scaling.ts'
import type { ScenarioResult } from '../../../plugin/concepts/comparison.ts'
import type { Crossover } from '../../../plugin/questions/crossover/concepts.ts'
import type { ScenarioView } from '../../../plugin/report/page/section.ts'

/** @returns the cells of its first table */
const firstRows = (section: unknown): string[][] => rowsIn(String(section).split('</table>')[0])

const leadOf = (section: unknown) => textOf(/<details class="lead">.*?<p>(.*?)<\/p>/s.exec(String(section))?.[1] ?? '')

const sectionOf = (crossover: Crossover, view: ScenarioView, scenarios: ScenarioResult[], prefix = '') =>
  sectionTogether(crossoversTold({ crossovers: [crossover], scenarios })[0], view, prefix)
const crossoverIn = (crossover: Crossover, prefix = '') => {
  const result = aScenarioResult(crossover.candidates.map(({ name }) => aCandidate({ name })))
  return sectionOf(crossover, aView({ result }), resultsOf(crossover), prefix)
}

const usual = aCrossover()
const {
  levels,
  candidates: [clustered]
} = usual
const several = aCrossover({
  levels: [1, 2].map((factor) => aLevel(factor, { single: 100, two: 60, three: 70, four: 80 })),
  candidates: ['two', 'three', 'four'].map((name) => ({ ...clustered, name, message: `${name} pays off.` }))
})
const same = {
  ...several,
  candidates: several.candidates.map((candidate) => ({ ...candidate, message: 'No crossing can be named.' }))
}

describe('the section of at which load it pays off', () => {
  it('leaves its message to the answers, which say once what is true of all candidates', () => {
    const told = [usual, several, same].map((own) => answersOf({ scenarios: [], crossovers: [own] })[0].text)
    expect(told[0]).to.match(/^Up to 144 requests/)
    expect(told.slice(1)).to.eql(['two pays off. three pays off. four pays off.', 'No crossing can be named.'])
  })

  itReads({
    'is drawn of each candidate; what it says stands above, in the answers': [
      [crossoverIn(usual), /^clustered pays off from 180 requests\/s on How to read this p95 over/],
      [crossoverIn(several), /^3 of 3 candidates pay off from some load on How to read this/]
    ],
    'has a row for each load, with p95 of each variant and the speedup of each candidate': [
      [
        crossoverIn(usual),
        {
          rows: [
            ['Load', 'Requests/s', 'single (baseline)', 'clustered', 'Speedup'],
            ['0.5x', '90.0', '11.4 [10.3, 12.6]', '11.9 [10.8, 13.1]', '0.96x [0.79, 1.15]'],
            ['0.8x', '144', '19.5 [17.7, 21.5]', '16.1 [14.6, 17.8]', '1.21x [1.00, 1.46]'],
            ['1x', '180', '48.2 [43.8, 53.1]', '20.3 [18.4, 22.4]', '2.37x [1.97, 2.85]'],
            [
              '1.5x',
              '270',
              '1,240 [1,127, 1,364] could not keep up with the arriving users',
              '35.5 [32.2, 39.1]',
              '34.93x [29.10, 41.92] no verdict'
            ]
          ]
        }
      ]
    ],
    'has names and anchors of its own where there are several': [
      [crossoverIn(usual), '<section id="crossover"'],
      [
        crossoverIn(usual, 'load-2-'),
        '<section id="load-2-crossover"',
        { html: /aria-label="primes: p95 by load"/ },
        /^primes: clustered pays off from 180 requests\/s on /
      ]
    ],
    'explains the zone and the arrows only where there are any': [
      [leadOf(crossoverIn(usual)), /The grey zone is.*could not keep up/],
      [
        leadOf(
          crossoverIn(aCrossover({ levels: levels.slice(0, 3), candidates: [{ ...clustered, betterFrom: null }] }))
        ),
        { lacks: /grey|keep up/ }
      ],
      [leadOf(crossoverIn(several)), { lacks: /grey/ }]
    ]
  })
  itFinds({
    'has what was answered, and the share that failed, in place of a p95 that means nothing': [
      [firstRows(crossoverIn(aFailingCrossover()))[0].slice(0, 2), ['Of capacity', 'Requests/s']],
      [
        firstRows(crossoverIn(aFailingCrossover()))[4],
        ['1.5x', '270', '98.0/s, 7.9 % failed could not keep up with the arriving users', '35.5 [32.2, 39.1]', '–']
      ],
      [
        leadOf(crossoverIn(aFailingCrossover())).includes(
          'An arrow without a mark: too many of its requests failed for a latency to mean anything.'
        ),
        true
      ]
    ],
    'has dashes where nothing was measured, and no speedup of a level that has no result': [
      [
        firstRows(
          crossoverIn(aCrossover({ levels: [levels[0], { ...levels[1], variants: levels[1].variants.slice(0, 1) }] }))
        )[2][3],
        '–'
      ],
      [firstRows(sectionOf(usual, aView(), []))[1][3], '11.9 [10.8, 13.1]']
    ]
  })
})

describe('at which load it pays off, in each output', () => {
  const scenarios = resultsOf(usual)
  const runs = scenarios.map(({ scenario }) => aRunDetail({ run: aRun({ scenario }) }))
  const pageOf = (...crossovers: Crossover[]) =>
    renderPage({ comparison: aComparison(scenarios, { crossovers }), runs })
  const sectionsOf = (page: string) => headingsIn(page).filter((heading) => heading.startsWith('h2'))

  it('stands on the page before all scenarios, if there are any', () => {
    expect(sectionsOf(pageOf(usual)).slice(0, 2)).to.eql([
      'h2 clustered pays off from 180 requests/s on',
      'h2 All scenarios'
    ])
    const two = pageOf(usual, { ...usual, scenario: 'io' })
    expect(sectionsOf(two).slice(0, 2)).to.eql([
      'h2 primes: clustered pays off from 180 requests/s on',
      'h2 io: clustered pays off from 180 requests/s on'
    ])
    expectAnchors(two)
    const nothing = renderPage({ comparison: aComparison([], { crossovers: [usual] }), runs: [] })
    expect(sectionsOf(nothing)).to.eql(['h2 What was measured', 'h2 Environment and method'])
  })

  it('is a message and a table on a console, with fewer figures of many candidates', () => {
    const names = ['two', 'a-name-that-is-far-too-long', 'four']
    const many = aCrossover({
      levels: [1, 2].map((factor) =>
        aLevel(factor, { single: 100, ...Object.fromEntries(names.map((name) => [name, 50])) })
      ),
      candidates: names.map((name) => ({ name, asGoodUpTo: null, betterFrom: null, message: 'No crossing.' }))
    })
    const lines = [usual, aFailingCrossover(), many].flatMap((crossover) => [
      ...crossoversTold({ crossovers: [crossover], scenarios: resultsOf(crossover) }).flatMap((told) =>
        formatTogether(told, plainLayout)
      ),
      ''
    ])
    expectGolden('console-loads.txt', lines.join('\n'))
  })

  it('leaves room in summary.md for the scenarios, however many loads there are', () => {
    const long = '|'.repeat(150)
    const warnings = Array(10).fill(aWarning({ message: long }))
    const crossovers = Array(120).fill(aCrossover({ scenario: long }))
    const many = Array.from({ length: 40 }, (_, i) => aScenarioResult([aCandidate()], { scenario: `s${i}`, warnings }))
    const markdown = summaryMarkdown(aComparison(many, { crossovers }))
    expect(Buffer.byteLength(markdown)).to.be.below(240_000)
    expect(markdown).to.include('### s0\n').and.include('### At which load it pays off')
  })
})
