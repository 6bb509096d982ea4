import { expect } from 'chai'
import { workersSection } from '../../../plugin/report/page/workers-section.ts'
import { aView, itReads, rowsIn } from '../../support/pages.ts'
import { aCandidate, aScenarioResult, aWarning } from '../../support/results.ts'
import { runsOverTime } from '../../support/runs-over-time.ts'
import { aUsage } from '../../support/runs.ts'
import type { RunDetail } from '../../../plugin/concepts/report-data.ts'
import type { WorkerShare } from '../../../plugin/concepts/run.ts'
import type { ScenarioView } from '../../../plugin/report/page/section.ts'

const names = ['single', 'clustered', 'third', 'fourth', 'fifth']
const draw = (runs: RunDetail[], view: Partial<ScenarioView> = {}) =>
  String(
    workersSection(
      aView({ runs, names, result: null, lookOf: () => ({ colour: 'red', shape: 'disc', dash: null }), ...view })
    )
  ).replaceAll('\u00ad', '')

/** @returns of clustered */
function aClustered(workers: Partial<WorkerShare>[], overrides: Partial<RunDetail['run']> = {}): RunDetail {
  const [, { run, ...detail }] = runsOverTime({ seed: 1, rounds: 1, workers: [1, workers.length] })
  return {
    ...detail,
    run: { ...run, ...overrides },
    workers: detail.workers.map((worker, i) => ({ ...worker, ...workers[i] }))
  }
}

const planned: ScenarioView['planned'] = {
  single: { mode: 'single', workers: 1, listed: null },
  threads: { mode: 'command', workers: null, listed: null },
  staging: { mode: 'url', workers: null, listed: null }
}
const outside = { planned, names: Object.keys(planned) }
/** @param change of the workers of these variants */
const someOutside = (variants: string[], change: (workers: WorkerShare[]) => WorkerShare[]) =>
  draw(
    runsOverTime({ seed: 1, rounds: 2, workers: [1, 2, 1], names: outside.names }).map((detail) =>
      variants.includes(detail.run.variant) ? { ...detail, workers: change(detail.workers) } : detail
    ),
    outside
  )

const usage = aUsage({ cpu: 0.5, rssMegabytes: 80, utilization: 0.61 })
const round1 = aClustered([
  { pid: '7', requests: 3000, connections: 10, usage },
  { pid: '8', requests: 0, connections: 0, usage: null }
])
const round2 = aClustered([
  { pid: '17', requests: 1000, connections: 11, usage: aUsage({ ...usage, cpu: 0.75 }) },
  { pid: '18', requests: 500, connections: 1, usage: null }
])
const workerP95Ms = [
  [31.5, null, 20, 25],
  [null, null]
]

const half = { requests: 100, connections: 50 }
const usual = aClustered([half, half])
const disturbed = aClustered([half, half, { requests: 10, connections: 1 }], { restarts: 1 })
const uneven = [
  [70, 30],
  [30, 70]
].map((requests) => aClustered(requests.map((own) => ({ requests: own, connections: 5 }))))
const idle = draw([
  aClustered([
    { requests: 0, connections: 0 },
    { requests: 0, connections: 0 }
  ])
])
const processes = draw(runsOverTime({ seed: 2, rounds: 2, workers: [1] }))

describe('the section of workers', () => {
  itReads({
    'says of which variants no worker is known, and how they are run': [
      [
        someOutside(['threads', 'staging'], () => []),
        'The workers of threads (started by a command) and staging (running elsewhere) are unknown: no response named its process in a header.',
        'single (baseline)'
      ],
      [
        someOutside(outside.names, () => []),
        /^Workers The workers of single, threads \(started by a command\) and staging/
      ],
      [someOutside([], () => []), { lacks: /are unknown/ }]
    ],
    'says of workers that are seen, but tell nothing, why they do not': [
      [
        someOutside(['threads'], (workers) => workers.map((worker) => ({ ...worker, usage: null }))),
        'CPU, memory and event loops of the workers of threads (started by a command) are unknown: only Node processes that are started here report them.'
      ]
    ],
    'has all numbers of each worker in a table, sums and means of the rounds': [
      [
        draw([
          { ...round1, workerP95Ms },
          { ...round2, workerP95Ms: [] }
        ]),
        {
          rows: [
            [
              'Worker',
              'Share',
              'Requests',
              'Connections',
              'CPU (cores)',
              'Memory (MB)',
              'Event loop',
              'p95 (ms), round 1'
            ],
            ['1', '88.9 %', '4,000', '21 ▲', '0.63', '80', '61 %', '20.0 to 31.5'],
            ['2', '11.1 %', '500', '1 ▼', 'unknown', 'unknown', 'unknown', 'none']
          ]
        },
        '<th scope="row" title="PID 7, 17">',
        '4,500 requests on 22 connections in 2 rounds.'
      ]
    ],
    'has one row for a single process': [
      [processes, /Event loop single \(baseline\) 400 \d+ 0\.98 90 \d+ %$/, { lacks: /<svg|fair share/ }]
    ],
    'shows shares beside the p95 of the round in detail': [
      [
        draw(runsOverTime({ seed: 3, workers: [1, 2] })),
        /clustered: 2 workers Share of the requests .* p95 of each worker of clustered over time, round 1 [\d.]+ ms \(palest\) to [\d.]+ ms \(strongest\)/
      ]
    ],
    'folds the colours of each worker away where nothing is wrong': [
      [
        workersSection(aView({ runs: runsOverTime({ seed: 3, workers: [1, 2] }) })),
        { html: /<details><summary>p95 of each worker/ }
      ],
      ...[{ diagnosis: { code: 'uneven' as const, message: '', spentOn: null } }, {}].map(
        (candidate, i): [unknown, { html: RegExp }] => [
          workersSection(
            aView({
              runs: runsOverTime({ seed: 3, workers: [1, 2] }),
              result: aScenarioResult([aCandidate(candidate)], {
                warnings:
                  i === 0 ? [] : [aWarning({ code: 'worker-stalled', severity: 'warning', variant: 'clustered' })]
              })
            })
          ),
          { html: /<details open=""><summary>p95 of each worker/ }
        ]
      )
    ],
    'takes the fair share from the workers that were wanted, not from those forked anew': [
      [usual, disturbed],
      [disturbed, disturbed]
    ].map((runs) => [
      draw(runs),
      { html: /fair share 50\.0 %/ },
      'clustered: 2 workers',
      '1 more worker replaced one that died.'
    ]),
    'marks no worker that was not in every round, as it could not get its share': [
      [draw([usual, disturbed]), { lacks: /[▲▼]<|than chance allows"/ }]
    ],
    'says beside the sums how much the busiest of each round served, which may be another one every time': [
      [
        draw(uneven, { result: aScenarioResult([aCandidate({ shares: [0.7, 0.3] })]) }),
        '200 requests on 20 connections in 2 rounds. On average over the rounds, the busiest served 70 %.',
        '50.0 %'
      ],
      [draw(uneven), { lacks: /the busiest served/ }]
    ],
    'takes the workers of an app that starts its own': [
      [draw(runsOverTime({ seed: 7, rounds: 1, workers: [4] })), 'single: 4 workers', { html: /fair share 25\.0 %/ }]
    ],
    'says how many responses did not tell their worker': [
      [draw([aClustered([half, half], { unattributed: 1 })]), '1 response did not name a worker and is left out.'],
      [
        draw([aClustered([half, half], { unattributed: 1500 })]),
        '1,500 responses did not name a worker and are left out.'
      ],
      [draw([usual]), { lacks: /left out/ }]
    ],
    'has no bars where no response told its worker': [
      [idle, { lacks: /class="chart shares"/ }, /Worker Share .* 1 0\.0 % 0 0 .* 2 0\.0 % 0 0 /]
    ]
  })

  it('folds away long tables, and everything of very many workers', () => {
    const [of8, of16, of17, of64] = [8, 16, 17, 64].map((workers) =>
      draw(runsOverTime({ seed: 4, rounds: 1, workers: [1, workers] })).split('<details>')
    )
    expect([of8, of16, of17, of64].map(({ length }) => length)).to.eql([1, 2, 2, 2])
    expect([of16, of17].map(([open]) => open.includes('class="chart shares"'))).to.eql([true, false])
    expect(of17[1]).to.match(
      /\d+\.\d % to \d+\.\d % of the requests for each, fair share 5\.9 %, (none|\d+) with connections beyond what chance allows/
    )
    expect(rowsIn(of64[1])).to.have.lengthOf(65 + 2)
  })
})
