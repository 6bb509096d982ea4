import { expect } from 'chai'
import { answersOf } from '../../../plugin/report/words/answer.ts'
import { sweepSection, crossoverSection } from '../../../plugin/report/page/scaling-sections.ts'
import { itFinds } from '../../support/cases.ts'
import { aView, headingsIn, itReads, rowsIn, textOf } from '../../support/pages.ts'
import { aCandidate, aScenarioResult } from '../../support/results.ts'
import {
  aLaw,
  aSmallSweep,
  aSweep,
  aSweepPoint,
  aCrossover,
  aFailingCrossover,
  aLevel,
  resultsOf
} from '../../support/scaling.ts'
import type { Sweep, Crossover } from '../../../plugin/concepts/load-results.ts'

const sweepsIn = (...sweeps: Sweep[]) => sweepSection(aView({ result: aScenarioResult([aCandidate()], { sweeps }) }))
/** @returns the cells of its first table */
const firstRows = (section: unknown): string[][] => rowsIn(String(section).split('</table>')[0])

const leadOf = (section: unknown) => textOf(/<details class="lead">.*?<p>(.*?)<\/p>/s.exec(String(section))?.[1] ?? '')

const points = [1, 2, 4, 8].map((workers) => aSweepPoint(workers, { isFitted: workers <= 4 }))
const mixed = points.map((point) => ({ ...point, isFitted: point.workers !== 2 && point.workers !== 8 }))
const charts = ['Throughput', 'p95 latency']

describe('the section of how many workers to take', () => {
  itFinds({
    'is left out without a sweep, and without a result': [
      [sweepSection(aView()), null],
      [sweepSection({ ...aView(), result: null }), null]
    ],
    'has a row for each number of workers, which says which one is the knee, and what the system did not tell': [
      [
        firstRows(sweepsIn(aSmallSweep())).slice(0, 3),
        [
          ['Workers', 'Responses/s', 'Speedup', 'p95 (ms)', 'App (MB)', 'A worker (MB)'],
          ['1', '228 [215, 242]', '1.00x [0.94, 1.06]', '103 [89, 119]', '100', '48'],
          ['2 knee', '380 [358, 403]', '1.67x [1.57, 1.77]', '54.8 [47.6, 63.1]', '148', '48']
        ]
      ],
      [
        firstRows(
          sweepsIn(aSweep({ points: [aSweepPoint(1, { appMegabytes: null, workerMegabytes: null })], law: null }))
        )[1].slice(4),
        ['unknown', 'unknown']
      ],
      [firstRows(sweepsIn(aSweep({ points, cores: 4 })))[4][0], '8 not fitted']
    ],
    'has headings by name where there are several, one level deeper': [
      [headingsIn(sweepsIn(aSweep())), [`h2 ${aSweep().recommendation}`, ...charts.map((title) => `h3 ${title}`)]],
      [
        headingsIn(sweepsIn(aSweep(), aSmallSweep({ name: 'pm2' }))),
        [
          'h2 How many workers',
          ...[aSweep(), aSmallSweep({ name: 'pm2' })].flatMap(({ name, recommendation }) => [
            `h3 ${name}: ${recommendation}`,
            ...charts.map((title) => `h4 ${title}`)
          ])
        ]
      ]
    ]
  })
  itReads({
    'begins with the recommendation': [
      [
        sweepsIn(aSmallSweep()),
        /^2 workers: 1\.66x for 48 MB more; 4 workers gain nothing measurable on 2 cores\. How to read this A mark is/
      ]
    ],
    'says why there is no law, or tells it in words': [
      [
        sweepsIn(aSmallSweep()),
        'The Universal Scalability Law needs at least three numbers of workers',
        { lacks: /<details>/ }
      ],
      [
        sweepsIn(aSweep()),
        /The law behind the curve Formula with N workers λN \/ \(1 \+ σ\(N − 1\) \+ κN\(N − 1\)\) responses per second/,
        'λ 228 [215, 242]',
        'σ, contention 0.0600 [0.0123, 0.1085]',
        'κ, coherency 0.00400 [0.00000, 0.00812]',
        'Peak no peak visible up to 8 workers',
        'Fitted to 1, 2, 4, 8 workers',
        'Neil J. Gunther'
      ]
    ],
    'names a peak with its interval, rounded outward': [
      [
        sweepsIn(aSweep({ law: aLaw(8, { peak: { workers: 11.26, interval: [9.8765, 14.321] } }) })),
        'Peak at 11.3 [9.8, 14.4] workers'
      ]
    ],
    'explains what is hollow and dotted, and only then': [
      [sweepsIn(aSweep({ points, cores: 4 })), 'The law was not fitted to 8 workers, which are more than the 4 cores.'],
      [sweepsIn(aSweep({ points: mixed, cores: 4 })), 'The law was not fitted to 2 and 8 workers.'],
      [sweepsIn(aSweep()), { lacks: /not fitted/ }]
    ],
    'speaks of an ideal, a curve and a knee only where there is one': [
      [leadOf(sweepsIn(aSweep())), /Dashed.*The curve.*the knee/],
      [leadOf(sweepsIn(aSmallSweep())), 'Dashed', { lacks: /curve/ }],
      [leadOf(sweepsIn(aSmallSweep({ knee: null }))), { lacks: /Dashed|knee|curve/ }]
    ]
  })
})

const crossoverIn = (crossover: Crossover, number: number | null = null) =>
  crossoverSection(crossover, {
    view: aView({ result: aScenarioResult(crossover.candidates.map(({ name }) => aCandidate({ name }))) }),
    results: resultsOf(crossover),
    number
  })

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
        crossoverIn(usual, 2),
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
      [firstRows(crossoverSection(usual, { view: aView(), results: [], number: null }))[1][3], '11.9 [10.8, 13.1]']
    ]
  })
})
