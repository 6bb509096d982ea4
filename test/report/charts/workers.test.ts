import { expect } from 'chai'
import { shareBars, workerHeat, workerShares, type WorkerShares } from '../../../plugin/report/charts/workers.ts'
import { numberedLook, shade } from '../../../plugin/report/palette.ts'
import { itFinds } from '../../support/cases.ts'
import { aRunDetail } from '../../support/pages.ts'
import { seededUniform } from '../../support/random.ts'
import { aUsage } from '../../support/runs.ts'
import { runsOverTime } from '../../support/runs-over-time.ts'
import { attributesOf, expectSound, itIsDrawnAs, labelOf, named, pointsOf, textsOf, type Element } from './drawing.ts'
import type { WorkerShare } from '../../../plugin/concepts/run.ts'

const look = numberedLook(0)

describe('the p95 of each worker over time', () => {
  const [run] = runsOverTime({ seed: 1, rounds: 1, workers: [2], failing: 0 })
  const draw = (...workerP95Ms: (number | null)[][]) => workerHeat({ ...run, workerP95Ms }, look)
  const drawn = (...rows: (number | null)[][]) => expectSound(draw(...rows))
  const groups = named(drawn([10, 20, 40, 80, 160]), 'g')
  const many = named(drawn(...Array.from({ length: 9 }, () => [10, 10, 10])), 'path')
  const most = Array.from({ length: 64 }, (_, i) =>
    Array.from({ length: 20 }, (__, step) => 10 + ((i * 7 + step * 13) % 90))
  )

  itIsDrawnAs(
    'worker-heat',
    'a row for each worker, cells with their values, the slowest worker named to those who cannot see',
    draw([10, 20], [30, 400])
  )

  itFinds({
    'is the stronger, the slower, but does not make much of small differences': [
      [groups.map(({ attributes }) => Number(attributes['stroke-opacity'])), [0.12, 0.28, 0.6, 0.76, 0.92]],
      [groups.map(({ children }) => pointsOf(children[0].attributes.d)[0].x), [0, 200, 400, 600, 800]],
      [attributesOf(drawn([100, 110]), 'g').map((group) => group['stroke-opacity']), ['0.12']]
    ],
    'leaves blank where a worker gave no response, and numbers it all the same': [
      [named(drawn([10, null], [null, null]), 'path').length, 1],
      [textsOf(drawn([10, null], [null, null])).slice(0, 2), ['1', '2']]
    ],
    'stays small with many workers: neighbours in one, a title for each strength': [
      [
        many.map(({ attributes, children }) => [pointsOf(attributes.d).length, children[0].text]),
        [[18, '10.0 ms to 10.0 ms']]
      ],
      [draw(...most).text.length < 25_000, true]
    ]
  })
})

const aWorker = { pid: '1', requests: 100, connections: 10, usage: aUsage() }
/** @param rounds what differs from that worker */
const sharesOf = (wanted: number, ...rounds: Partial<WorkerShare>[][]) =>
  workerShares(
    rounds.map((workers) => aRunDetail({ workers: workers.map((worker) => ({ ...aWorker, ...worker })) })),
    wanted
  )
const dealt = (...workers: [requests: number, connections: number][]) =>
  sharesOf(
    workers.length,
    workers.map(([requests, connections]) => ({ requests, connections }))
  )
const beyondOf = (shares: WorkerShares) => shares.workers.map(({ beyond }) => beyond)

describe('what each worker did in all rounds', () => {
  const summed = sharesOf(
    2,
    [
      { pid: '7', requests: 100 },
      { pid: '8', requests: 200 }
    ],
    [
      { pid: '17', requests: 150 },
      { pid: '18', requests: 50 }
    ]
  )
  const usages = [
    aUsage({ cpu: 0.5, rssMegabytes: 80, utilization: 0.4 }),
    aUsage({ cpu: 0.75, rssMegabytes: 100, utilization: 0.8 })
  ]
  const used = sharesOf(2, ...usages.map((usage) => [{ usage }, { usage: null }])).workers
  const forked = sharesOf(2, [{}, {}, { pid: '9', connections: 1 }], [{}, {}], [])

  itFinds({
    'is summed up by the order of start, whatever the PIDs': [
      [
        [summed.requests, summed.connections, summed.fair],
        [500, 40, 0.5]
      ],
      [
        summed.workers.map((worker) => [worker.number, worker.pids, worker.requests, worker.share]),
        [
          [1, ['7', '17'], 250, 0.5],
          [2, ['8', '18'], 250, 0.5]
        ]
      ]
    ],
    'has means over the rounds that told, and nothing where none did': [
      [
        used.map(({ cpu, megabytes, utilization }) => [cpu, megabytes, utilization?.toFixed(3)]),
        [
          [0.625, 90, '0.600'],
          [null, null, undefined]
        ]
      ]
    ],
    'lists a worker that was forked anew on top, without changing the fair share, and idle workers': [
      [
        [forked.workers.length, forked.fair, forked.workers[2].pids, forked.workers[2].requests],
        [3, 0.5, ['9'], 100]
      ],
      [sharesOf(2, [{}, { requests: 0, connections: 0 }]).workers.map(({ share }) => share), [1, 0]]
    ],
    'is all zero where no response told its worker': [
      [dealt([0, 0], [0, 0]).workers.map(({ share }) => share), [0, 0]],
      [
        [dealt([0, 0], [0, 0]).zone, beyondOf(dealt([0, 0], [0, 0]))],
        [
          [0, 1],
          [null, null]
        ]
      ]
    ],
    'tells more from less by the connections, which chance deals out, not by the requests': [
      [beyondOf(dealt([500, 900], [500, 100])), ['more', 'less']],
      [beyondOf(dealt([900, 500], [100, 500])), [null, null]]
    ],
    'says nothing of a worker who was not in every round': [[beyondOf(forked)[2], null]]
  })

  it('leaves a worker within the zone 99 times in 100 when chance deals out the connections', () => {
    const uniform = seededUniform(11)
    const found = Array.from({ length: 2000 }, () => {
      const counts = [0, 0, 0, 0]
      for (let i = 0; i < 400; i++) counts[Math.floor(4 * uniform())]++
      return beyondOf(dealt(...counts.map((count): [number, number] => [3 * count, count])))[0]
    })
    // Three standard deviations of that count around 20.
    expect(found.filter((side) => side !== null).length).to.be.within(7, 34)
  })
})

describe('the shares of the workers', () => {
  const draw = (...workers: Parameters<typeof dealt>) => shareBars(dealt(...workers), { name: 'clustered', look })
  const drawn = (...workers: Parameters<typeof dealt>) => expectSound(draw(...workers))
  const barsIn = (elements: Element[]) => attributesOf(elements, 'rect', { 'fill-opacity': true })
  const widthsIn = (elements: Element[]) => barsIn(elements).map(({ width }) => width)
  const [even, none] = [drawn([500, 50], [500, 50]), drawn([0, 0], [0, 0])]

  itIsDrawnAs(
    'worker-shares',
    'bars, ticks, the fair share and the zone of chance; by colour, shape and words what chance does not explain',
    draw([700, 200], [100, 40], [200, 60])
  )

  itFinds({
    'are as long as they are large, with a tick each at the share of the connections': [
      [widthsIn(drawn([600, 100], [300, 100], [100, 100])), ['75%', '37.5%', '12.5%']],
      [attributesOf(drawn([600, 50], [400, 150]), 'line', { 'stroke-width': '2' }).map(({ x1 }) => x1), ['25%', '75%']]
    ],
    // 2.576 times the square root of 0.5 x 0.5 / 100 around 0.5: from 37.1 % to 62.9 %, the end of the scale.
    'stand against the fair share and the zone of chance, which there is none of without connections': [
      [attributesOf(even, 'rect', { fill: shade }).map(({ x, width }) => [x, width]), [['44.27%', '30.73%']]],
      [
        [attributesOf(even, 'line').at(-1)?.x1, textsOf(even).at(-1)],
        ['59.64%', 'fair share 50.0 %']
      ],
      [
        [named(none, 'rect', { fill: shade }), widthsIn(none)],
        [[], ['0%', '0%']]
      ]
    ],
    'are not marked where chance explains them': [
      [textsOf(even).join(), /^[^▲▼]*$/],
      [labelOf(even), /none with connections beyond/]
    ]
  })
})
