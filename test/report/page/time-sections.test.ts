import { expect } from 'chai'
import { timelineSection } from '../../../plugin/report/page/time-sections.ts'
import { aView, itReads, textOf } from '../../support/pages.ts'
import { runsOverTime } from '../../support/runs-over-time.ts'
import { aCandidate, aScenarioResult, aWarning } from '../../support/results.ts'
import { aUsage } from '../../support/runs.ts'
import type { RunDetail } from '../../../plugin/concepts/report-data.ts'

const names = ['single', 'clustered', 'third', 'fourth', 'fifth']
const timeline = (runs: RunDetail[]) => timelineSection(aView({ runs, names }))

/** @returns with nothing known of the event loops of its workers from the given one on */
const silentFrom = (worker: number, run: RunDetail) => ({
  ...run,
  workers: run.workers.map((own, i) => (i < worker ? own : { ...own, utilization: [] }))
})
const runs = runsOverTime({ seed: 4, rounds: 1 })
const [silent] = runsOverTime({ seed: 4, rounds: 1, isSilent: true })
const planned = {
  single: { mode: 'single' as const, workers: 1, listed: null },
  clustered: { mode: 'url' as const, workers: null, listed: null }
}

describe('the section of the run as it happened', () => {
  itReads({
    'is nothing without a run': [[timeline([]), null]],
    'shows the variants that were run, and latency above utilization': [
      [
        timeline(runsOverTime({ seed: 2 })),
        {
          html: /id="timeline".*single<\/bdi> \(baseline\).*clustered.*Latency: p50.*<svg role="img".*Event-loop utilization.*<svg role="img"/s
        },
        { lacks: /third/ }
      ]
    ],
    'speaks of failures, many workers and missing responses only where there are any': [
      [
        timeline(runsOverTime({ seed: 3, failing: 0 })),
        { lacks: /Red ticks|More than 4|reported too little|no counted responses/i }
      ],
      [timeline(runsOverTime({ seed: 3 })), 'Red ticks at the bottom mark failed requests.'],
      [
        timeline(runsOverTime({ seed: 3, workers: [1, 5] })),
        'More than 4 workers are drawn as their median and a band that contains all of them.'
      ],
      [
        timeline(runsOverTime({ seed: 3, workers: [1, 6] }).map((run) => silentFrom(3, run))),
        { lacks: /their median and a band/ }
      ],
      [timeline(runsOverTime({ seed: 3, failing: 1, rounds: 2 })), 'In 4 runs there were no counted responses.']
    ],
    'folds the event loops away where nothing is wrong with them': [
      [timeline(runs), { html: /<details><summary>Event-loop/ }],
      [
        timelineSection(
          aView({
            runs,
            result: aScenarioResult([aCandidate()], {
              warnings: [aWarning({ code: 'generator-saturated', severity: 'problem' })]
            })
          })
        ),
        { html: /<details open=""><summary>Event-loop/ }
      ],
      [timelineSection({ ...aView({ runs }), result: null }), { html: /<details open=""><summary>Event-loop/ }]
    ],
    'says what is not known of event loops': [
      [
        timeline([silent, runs[1]]),
        'In 1 run, marked with a question mark, the workers reported too little about their event loops. In 1 run the load generator reported too little.'
      ],
      [
        timeline([runs[0], silentFrom(1, runs[1])]),
        'In 1 run some of the workers reported too little.',
        { lacks: /question mark/ }
      ]
    ],
    'says of which variants no event loop can be known, apart from those that told too little': [
      [
        timelineSection(aView({ runs: runsOverTime({ seed: 4, rounds: 2, isSilent: true }), planned })),
        'The event loops of clustered (running elsewhere) are unknown and marked with a question mark. In 2 runs, marked with a question mark, the workers reported too little'
      ]
    ]
  })

  it('has the numbers of each run in a table', () => {
    const all = runsOverTime({ seed: 5, rounds: 2, failing: 0, spread: 0, medianMs: 40 })
    all[1] = {
      ...all[1],
      workers: [0.5, 0.9].map((utilization, i) => ({ ...all[1].workers[i], usage: aUsage({ utilization }) }))
    }
    const rowsOf = (details: RunDetail[]) =>
      String(timeline(details)).split('<tbody>')[1].split('</tr>').slice(0, -1).map(textOf)
    expect(rowsOf(all)).to.have.lengthOf(4)
    expect(rowsOf(all)[1]).to.match(/^1 clustered 0:08 6\.0 s 200 0 40\.0 40\.0 40\.0 200\.0 90 % 25 %$/)
    expect(rowsOf(runsOverTime({ seed: 5, rounds: 1, isSilent: true, failing: 1 }))[0]).to.match(
      /none none none 200\.0 unknown unknown/
    )
  })
})
