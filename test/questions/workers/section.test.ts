import { workersSection } from '../../../plugin/questions/workers/report/section.ts'
import { renderPage } from '../../../plugin/report/page/render-page.ts'
import { answerOf } from '../../../plugin/report/words/answer.ts'
import { itFinds } from '../../support/cases.ts'
import { aRunDetail, aView, headingsIn, itReads, rowsIn, textOf } from '../../support/pages.ts'
import { aCandidate, aComparison, aScenarioResult } from '../../support/results.ts'
import { aLaw, aSmallSweep, aSweep, aSweepPoint } from '../../support/scaling.ts'
import type { Sweep } from '../../../plugin/questions/workers/concepts.ts'

const [, , sweepSection] = workersSection
const sweepsIn = (...sweeps: Sweep[]) => sweepSection(aView({ result: aScenarioResult([aCandidate()], { sweeps }) }))
/** @returns the cells of its first table */
const firstRows = (section: unknown): string[][] => rowsIn(String(section).split('</table>')[0])

const leadOf = (section: unknown) => textOf(/<details class="lead">.*?<p>(.*?)<\/p>/s.exec(String(section))?.[1] ?? '')

const points = [1, 2, 4, 8].map((workers) => aSweepPoint(workers, { isFitted: workers <= 4 }))
const mixed = points.map((point) => ({ ...point, isFitted: point.workers !== 2 && point.workers !== 8 }))
const charts = ['Throughput', 'p95 latency']

const { recommendation } = aSmallSweep()
const answered = aScenarioResult([aCandidate({ name: 'clustered 2' })], { sweeps: [aSmallSweep()] })
const page = renderPage({
  comparison: aComparison([aScenarioResult([aCandidate()], { sweeps: [aSmallSweep()] })]),
  runs: [aRunDetail()]
})

describe('the section of how many workers to take', () => {
  itFinds({
    'is what is asked first where all variants are of one sweep': [[answerOf(answered).answer, recommendation]],
    'stands after the speedups': [
      [headingsIn(page).slice(1, 3), ['h2 Throughput rises: 100 → 62.5 responses/s', `h2 ${recommendation}`]]
    ],
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
