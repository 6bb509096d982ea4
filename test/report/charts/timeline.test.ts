import { expect } from 'chai'
import { timelineLatency, timelineUtilization } from '../../../plugin/report/charts/timelines.ts'
import { fail, lookOf as lookOfVariant } from '../../../plugin/report/palette.ts'
import { milliseconds } from '../../../plugin/report/words/numbers.ts'
import { itFinds } from '../../support/cases.ts'
import { runsOverTime } from '../../support/runs-over-time.ts'
import { attributesOf, expectSound, itIsDrawnAs, labelOf, named, pointsOf, textsOf, type Element } from './drawing.ts'
import type { RunDetail, TimeBin } from '../../../plugin/concepts/report-data.ts'

type Plan = Parameters<typeof runsOverTime>[0]

const lookOf = (name: string) =>
  lookOfVariant(name, {
    baseline: 'single',
    candidates: [{ name: 'clustered' }, { name: 'third' }, { name: 'fourth' }]
  })
const linesIn = (drawn: Element[]) => attributesOf(drawn, 'path', { 'stroke-linejoin': 'round' })
const heightsOf = ({ d }: Record<string, string>) => pointsOf(d).map(({ y }) => y)

describe('the latency of all runs in their order', () => {
  const draw = (runs: RunDetail[]) => timelineLatency(runs, lookOf)
  const drawn = (plan: Plan) => expectSound(draw(runsOverTime(plan)))
  const blocksIn = (elements: Element[]) =>
    named(elements, 'svg', { overflow: false }).filter(({ children }) => children[0]?.name === 'title')

  /** One run with other bins. */
  function drawBins(seed: number, change: (bin: TimeBin, i: number) => Partial<TimeBin>) {
    const [run] = runsOverTime({ seed, rounds: 1, workers: [1], failing: 0 })
    return expectSound(draw([{ ...run, bins: run.bins.map((bin, i) => ({ ...bin, ...change(bin, i) })) }]))
  }

  itIsDrawnAs(
    'timeline-latency',
    'a block for each run, where it began and as long as it took',
    draw(runsOverTime({ seed: 1, requests: 60, rounds: 2 }))
  )

  const inTurns = runsOverTime({ seed: 2, rounds: 1, seconds: 9 }).map((detail, variant) => {
    // A rests as long as B is loaded: A B B A.
    const starts = variant === 0 ? [0, 6] : [2, 4]
    const bins = starts.flatMap((start) =>
      detail.bins.slice(0, 3).map((bin, i) => ({ ...bin, fromSeconds: start + i / 2, toSeconds: start + (i + 1) / 2 }))
    )
    const slices = starts.map((start) => ({ fromMs: 1000 * start, toMs: 1000 * start + 1500 }))
    const run = { ...detail.run, loadSeconds: 3, counted: { ...detail.run.counted, slices } }
    return { ...detail, beganMs: 1e12, bins, run }
  })
  itIsDrawnAs(
    'timeline-turns',
    'each turn where it was, one after the other, with the mark of its variant at the first',
    draw(inTurns)
  )

  it('draws no more points of many runs than can be seen', () => {
    const binsOf = ({ bins }: RunDetail) =>
      Array.from({ length: 60 }, (_, i) => ({ ...bins[i % 12], fromSeconds: i / 10, toSeconds: (i + 1) / 10 }))
    const markup = draw(
      runsOverTime({ seed: 10, rounds: 40, requests: 30 }).map((run) => ({ ...run, bins: binsOf(run) }))
    )
    expectSound(markup)
    expect(markup.text.length).to.be.below(120_000)
  })

  const everSlower = expectSound(
    draw([10, 100, 1000].flatMap((medianMs) => runsOverTime({ seed: 4, rounds: 1, workers: [1], spread: 0, medianMs })))
  )
  const hostile = 'a name that is far longer than any block is wide, and <b>hostile</b>'
  const longNamed = runsOverTime({ seed: 3, rounds: 1, failing: 0.1, names: ['single', hostile] })
  const { latencyMs, failures } = longNamed[1].run
  const failed = named(
    drawBins(5, (_, i) => ({ requests: 10, failures: i === 3 ? 4 : i === 7 ? 1 : 0 })),
    'path',
    { stroke: fail }
  )
  const gap = drawBins(7, (bin, i) => ({ latencyMs: i === 5 ? null : bin.latencyMs }))
  const roundsIn = (rounds: number) =>
    textsOf(drawn({ seed: 8, rounds, requests: 5 })).filter((text) => text.startsWith('R'))
  const namesIn = (plan: Plan) => textsOf(drawn(plan)).filter((text) => /^(single|clust|a-clust)/.test(text))
  const [long, ...short] = runsOverTime({ seed: 8, rounds: 10, workers: [1], seconds: 1 })
  const mixed = [{ ...long, run: { ...long.run, loadSeconds: 1000 }, beganMs: long.beganMs - 1_000_000 }, ...short]
  const crowded = named(drawn({ seed: 8, rounds: 20, requests: 5, workers: [1, 2, 2, 2] }), 'svg', {
    overflow: 'visible'
  }).slice(1)
  itFinds({
    'draws p50 higher where it is slower, on a logarithmic scale': [
      [linesIn(everSlower).map((line) => Math.round(heightsOf(line)[0])), [168, 107, 47]],
      [textsOf(everSlower).join(), /10 ms,30 ms,100 ms,300 ms,1 s$/]
    ],
    'says in each block what it shows, with the whole name': [
      [
        blocksIn(expectSound(draw(longNamed)))[1].children[0].text.replace(/p50 .*?p95/, 'p95'),
        `Round 1, ${hostile}: p95 ${milliseconds(Number(latencyMs?.p95))} ms; 200 requests in 6.0 s, ${failures} failed`
      ]
    ],
    'marks where requests failed, and says how many': [
      [
        failed.map(({ children }) => children[0].text),
        ['5 of 120 requests failed (4.2 %), 4 of them from 1.5 s to 2.0 s']
      ],
      [
        pointsOf(failed[0].attributes.d)
          .filter((_, i) => i % 2 === 0)
          .map(({ x }) => x),
        [291.67, 625]
      ],
      [named(drawn({ seed: 6, failing: 0 }), 'path', { stroke: fail }), []]
    ],
    'leaves a gap where nothing was answered': [[linesIn(gap)[0].d.match(/M/g)?.length, 2]],
    'numbers each round once, as many as have room, as R1 where a stylesheet says that the page is narrow': [
      [
        [roundsIn(3), roundsIn(40)[0], roundsIn(40).length],
        [['Round 1', 'Round 2', 'Round 3'], 'Round 1', 10]
      ],
      [draw(runsOverTime({ seed: 8, rounds: 8 })).text.includes('R<tspan class="from-768">ound </tspan>8<'), true]
    ],
    'names the variants while there is room, cut to what fits': [
      [
        [namesIn({ seed: 8, rounds: 1 }), namesIn({ seed: 8, rounds: 40, requests: 5 })],
        [['single', 'clustered'], []]
      ],
      [
        namesIn({ seed: 9, rounds: 1, names: ['single', 'a-cluster-with-a-very-long-name'.repeat(3)] })[1],
        /^a-clust.*…$/
      ],
      [textsOf(expectSound(draw(mixed))).includes('single'), false]
    ],
    'has the mark of its variant above each block, also where names have no room': [
      [
        crowded.map(({ children: [{ attributes }] }) => attributes.r ?? attributes.d),
        Array(20).fill(['4', '5', 'M-4.5-4.5h9v9h-9z', 'M0-5.5l5.5 10h-11z']).flat()
      ]
    ]
  })
})

describe('the event-loop utilization of all runs in their order', () => {
  const draw = (runs: RunDetail[]) => timelineUtilization(runs, lookOf)
  const drawn = (plan: Plan) => expectSound(draw(runsOverTime(plan)))
  const bandsIn = (elements: Element[]) => attributesOf(elements, 'path', { 'fill-opacity': '0.3' })

  /** A run of 6 s. */
  function drawWorkers(workers: number, points: (worker: number) => [seconds: number, utilization: number][]) {
    const [run] = runsOverTime({ seed: 1, rounds: 1, workers: [workers] })
    const pointsOfWorker = (i: number) => points(i).map(([seconds, utilization]) => ({ seconds, utilization }))
    return expectSound(
      draw([{ ...run, workers: run.workers.map((worker, i) => ({ ...worker, utilization: pointsOfWorker(i) })) }])
    )
  }

  const five = drawWorkers(5, (worker) => [[6, [0, 0.1, 0.2, 0.9, 1][worker]]])
  const fewOfSix = drawWorkers(6, (worker) => (worker < 3 ? [[6, 0.5]] : []))
  const silent = drawn({ seed: 3, rounds: 1, isSilent: true })

  itIsDrawnAs(
    'timeline-utilization',
    'lines of one worker, a band of five, a dotted line of the load generator, and the zone without headroom',
    draw(runsOverTime({ seed: 1, requests: 60, rounds: 1, workers: [1, 5] }))
  )
  itFinds({
    'has a line for each of up to four workers and a dotted one for the load generator': [
      [
        linesIn(
          drawWorkers(4, () => [
            [3, 0.5],
            [6, 0.7]
          ])
        ).map((line) => line['stroke-dasharray'] ?? 'solid'),
        [...Array(4).fill('solid'), '2 2']
      ]
    ],
    // The plot goes from 6 px, 100 %, to 132 px, 0 %.
    'has a band and a median of more workers': [
      [linesIn(five).length, 2],
      [heightsOf(bandsIn(five)[0]).toSorted((a, b) => a - b), [6, 6, 132, 132]],
      [heightsOf(linesIn(five)[0])[0], 106.8]
    ],
    'has a line for each of those that told, where these are few': [
      [
        [linesIn(fewOfSix).length, bandsIn(fewOfSix).length],
        [4, 0]
      ]
    ],
    'draws what is above 100 % or below 0 at the edge': [
      [
        heightsOf(
          linesIn(
            drawWorkers(1, () => [
              [3, 1.2],
              [6, -0.1]
            ])
          )[0]
        ),
        [6, 132]
      ]
    ],
    'puts a question mark where the workers told nothing, and says so': [
      [textsOf(silent).filter((text) => text === '?'), ['?', '?']],
      [
        textsOf(silent, 'title'),
        ['single', 'clustered'].map(
          (name) => `Round 1, ${name}: its event loops reported too little, load generator unknown`
        )
      ],
      [labelOf(silent), /single unknown and clustered unknown, load generator unknown/],
      [textsOf(drawn({ seed: 3 })).filter((text) => text === '?'), []]
    ]
  })
})
