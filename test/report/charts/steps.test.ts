import { expect } from 'chai'
import { spreadLabels } from '../../../plugin/report/charts/plot.ts'
import { bandPath, joined, linePath, stepsOf, type Step } from '../../../plugin/report/charts/steps.ts'
import { coarser, utilizationSteps } from '../../../plugin/report/charts/timelines.ts'
import { itFinds } from '../../support/cases.ts'
import { seededUniform } from '../../support/random.ts'

const same = (value: number) => value
const band = { low: 1, middle: 2, high: 3 }
const aStep = (from: number, to: number, value: Step['value'] = band) => ({ from, to, value })

describe('the steps of a curve', () => {
  const two = [aStep(0, 0.2), aStep(0.2, 0.4, { low: 10, middle: 20, high: 30 })]
  const gap = [0, 0.25, 0.5, 0.75].map((from, i) => aStep(from, from + 0.25, i === 1 ? null : band))
  const alone = [aStep(0.2, 0.3)]
  const cells = [
    [1, 0, 1],
    [0, 2, 3],
    [0, 0, 1],
    [0, 1, 2],
    [1, 2, 3]
  ].map(([row, from, to]) => ({ row, from, to }))
  itFinds({
    'are joined at their middles': [
      [
        [linePath(two, same), bandPath(two, same)],
        ['M100,2L300,20', 'M100,3L300,30L300,10L100,1Z']
      ]
    ],
    'are interrupted where nothing is known': [
      [linePath(gap, same), 'M0,2L250,2M625,2L875,2'],
      [linePath([], same) + bandPath([aStep(0, 1, null)], same), '']
    ],
    'are seen from end to end where one stands alone': [
      [
        [linePath(alone, same), bandPath(alone, same)],
        ['M200,2L300,2', 'M200,3L300,3L300,1L200,1Z']
      ]
    ],
    'are one cell where cells of a row touch': [
      [
        joined(cells),
        [
          { row: 0, from: 0, to: 3 },
          { row: 1, from: 0, to: 1 },
          { row: 1, from: 2, to: 3 }
        ]
      ]
    ]
  })
})

describe('bins of time', () => {
  const latencies = (p50: number) => ({ p5: p50 / 2, p50, p95: 2 * p50 })
  const aBin = (i: number, requests: number, p50: number | null) => ({
    fromSeconds: i,
    toSeconds: i + 1,
    requests,
    failures: 1,
    latencyMs: p50 === null ? null : latencies(p50)
  })

  itFinds({
    'are put together where they are many, the larger ones counting more': [
      [coarser([aBin(0, 10, 100), aBin(1, 10, 200)], 2), [aBin(0, 10, 100), aBin(1, 10, 200)]],
      [
        coarser([aBin(0, 30, 100), aBin(1, 10, 200), aBin(2, 5, 50)], 2),
        [{ ...aBin(0, 40, 125), toSeconds: 2, failures: 2 }, aBin(2, 5, 50)]
      ]
    ],
    'are put together from those with responses': [
      [coarser([aBin(0, 30, null), aBin(1, 10, 200)], 1)[0].latencyMs, latencies(200)],
      [coarser([aBin(0, 30, null), aBin(1, 10, null)], 1)[0].latencyMs, null]
    ],
    'become steps of their run': [
      [
        stepsOf([aBin(0, 1, 100), aBin(1, 1, null)], 1.5),
        [aStep(0, 1 / 1.5, { low: 50, middle: 100, high: 200 }), aStep(1 / 1.5, 1, null)]
      ]
    ]
  })
})

describe('the utilization of event loops in equal steps', () => {
  type Points = [seconds: number, utilization: number][]
  const stepsIn = (seconds: number, most: number, ...loops: Points[]) =>
    utilizationSteps(
      loops.map((points) => points.map(([at, utilization]) => ({ seconds: at, utilization }))),
      { seconds, most }
    ).map(({ value }) => value && [value.low, value.middle, value.high].map((share) => Math.round(1000 * share) / 1000))
  const all = (share: number) => [share, share, share]

  itFinds({
    'is the mean of what each point tells of the time since the one before': [
      // The first half: a second of 0.2 and one of 0.8.
      [
        stepsIn(4, 10, [
          [1, 0.2],
          [4, 0.8]
        ]),
        [all(0.5), all(0.8)]
      ],
      [
        stepsIn(4, 1, [
          [1, 0.2],
          [4, 0.8]
        ]),
        [all(0.65)]
      ]
    ],
    'leaves out what is not of the load, and is unknown where no point tells': [
      [
        stepsIn(9, 3, [
          [-1, 1],
          [2, 0.5],
          [3, 0.5]
        ]),
        [all(0.5), null, null]
      ],
      [
        stepsIn(10, 2, [
          [8, 0.5],
          [12, 1]
        ]),
        [all(0.5), all(0.7)]
      ]
    ],
    'has the median loop between the least and the most busy': [
      [stepsIn(1, 5, [[1, 0.9]], [[1, 0.1]], [[1, 0.5]]), [[0.1, 0.5, 0.9]]]
    ],
    'accepts loops with different numbers of points': [
      [
        stepsIn(
          4,
          10,
          [[4, 0.4]],
          [
            [1, 0.6],
            [2, 0.6],
            [3, 0.6],
            [4, 0.6]
          ]
        ),
        Array(4).fill([0.4, 0.6, 0.6])
      ]
    ]
  })
})

describe('labels that would overlap', () => {
  const spread = (wanted: number[]) => spreadLabels(wanted, { height: 300, gap: 14 })

  it('are moved down, up where there is no room below, or not at all, and keep their order, their distance and the plot', () => {
    expect(
      [
        [20, 22],
        [298, 299],
        [100, 20, 60]
      ].map(spread)
    ).to.eql([
      [20, 34],
      [286, 300],
      [100, 20, 60]
    ])
    const uniform = seededUniform(3)
    for (let i = 0; i < 300; i++) {
      const wanted = Array.from({ length: 1 + Math.floor(5 * uniform()) }, () => 300 * uniform() ** 3)
      const places = spread(wanted)
      const order = wanted.map((_, label) => label).sort((a, b) => wanted[a] - wanted[b])
      for (const place of places) expect(place).to.be.within(0, 300)
      for (const [rank, label] of order.slice(1).entries())
        expect(places[label] - places[order[rank]]).to.be.at.least(14 - 1e-9)
    }
  })
})
