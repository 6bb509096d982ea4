import { expect } from 'chai'
import {
  clock,
  latencyScale,
  loadAxis,
  logLatencyAxis,
  logTicks,
  percentileAxis,
  speedupAxis,
  timeAxis,
  workersAxis,
  type Axis
} from '../../../plugin/report/charts/axes.ts'
import { timeSpan } from '../../../plugin/report/words/numbers.ts'
import { upwards } from '../../../plugin/report/charts/plot.ts'
import { itFinds } from '../../support/cases.ts'
import { seededUniform } from '../../support/random.ts'

const labels = ({ ticks }: Axis) => ticks.map(({ label }) => label).join(' ')
const parts = ({ part }: Axis, ...values: number[]) => values.map((value) => Number(part(value).toFixed(9)))

describe('the labels of an axis', () => {
  const named = 'min p50 p75 p90 p95 p99'
  itFinds({
    'of percentiles end where the largest sample does, but not before p99 nor beyond p99.9': [
      [
        [1, 999, 1000, 1e6].map((count) => labels(percentileAxis([count]))),
        [named, named, `${named} p99.9`, `${named} p99.9`]
      ]
    ],
    'of speedups are around 1 when nothing differs, and short far away': [
      [labels(speedupAxis([1, 1, 1])), /\b1x .*x/],
      [labels(speedupAxis([1e-9, 1e9])), /\b1e-8x .*\b1x .*\b1e8x\b/],
      [labels(speedupAxis([0.01, 100])), '0.01x 0.1x 1x 10x 100x']
    ],
    'of workers are all that were measured, as far as there is room on a phone, and always the last': [
      [labels(workersAxis([1, 2, 4, 8])), '1 2 4 8'],
      [labels(workersAxis([3])), '3'],
      [labels(workersAxis([1, 2, 4, 63, 64])), '4 64'],
      [labels(workersAxis([1e5, 2e5, 3e5, 4e5, 5e5, 6e5])), '200000 400000 600000'],
      [labels(workersAxis([])), '']
    ],
    'of time count as people count time': [
      [labels(timeAxis(6)), '0 s 1 s 2 s 3 s 4 s 5 s 6 s'],
      [labels(timeAxis(17, 2.4)), '5 s 10 s 15 s'],
      [timeAxis(17, 7).ticks.map(({ part }) => part), [0.1, 0.3, 0.5, 0.7, 0.9]],
      [labels(timeAxis(82)), '0 s 15 s 30 s 45 s 60 s 75 s'],
      [labels(timeAxis(188)), '0:00 1:00 2:00 3:00'],
      [labels(timeAxis(5400)), '0:00 15:00 30:00 45:00 1:00:00 1:15:00 1:30:00'],
      [labels(timeAxis(0.03)), '0 s 0.01 s 0.02 s 0.03 s']
    ],
    'of latencies are round as far as there is room, in seconds where milliseconds would be long': [
      [labels(latencyScale([20, 90, 45])), '0 ms 20 ms 40 ms 60 ms 80 ms'],
      [labels(latencyScale([0.05, 100_000])), '1 ms 100 ms 10 s'],
      [labels(latencyScale([40_000, 90_000])), '0 s 20 s 40 s 60 s 80 s'],
      [labels(latencyScale([9000])), /2000 ms/],
      [labels(latencyScale([])), /ms/]
    ],
    'of latencies over time are fewer, and none where there are no latencies': [
      [labels(logLatencyAxis({ min: 0.05, max: 100_000 }, 180)), '1 ms 100 ms 10 s'],
      [labels(logLatencyAxis({ min: 100, max: 3000 }, 180)), '100 ms 200 ms 500 ms 1 s 2 s'],
      [labels(logLatencyAxis(null, 180)), '']
    ],
    'of a logarithm are the numbers that people would have chosen, fewer where they need more room': [
      [logTicks(0.9, 2.2, 0.11), [1, 1.25, 1.5, 1.75, 2]],
      [logTicks(0.7, 3, 0.11), [1, 1.5, 2, 2.5, 3]],
      [logTicks(0.97, 1.12, 0.11), [1, 1.05, 1.1]],
      [logTicks(0.005, 200, 0.11), [0.01, 0.1, 1, 10, 100]],
      [logTicks(1, 90, 0.11), [1, 2, 5, 10, 20, 50]],
      [logTicks(1e-9, 1e9, 0.11), [1e-8, 1e-4, 1, 1e4, 1e8]],
      [logTicks(0.03, 20_000, 0.11), [0.1, 1, 10, 100, 1000, 10_000]],
      [logTicks(0.03, 20_000, 0.26), [1, 100, 10_000]]
    ],
    'write minutes and hours as clocks do, and short spans with a digit more': [
      [[0, 59, 61, 3600, 36_061].map(clock), ['0:00', '0:59', '1:01', '1:00:00', '10:01:01']],
      [
        [0, 0.0312, 0.5, 3, 9.94, 9.96, 125].map(timeSpan),
        ['0 s', '0.031 s', '0.5 s', '3.0 s', '9.9 s', '10 s', '2 min 5 s']
      ]
    ]
  })

  it('of speedups are 3 to 6 that are apart, 1 among them; the axis holds every speedup and 1, with room at both ends', () => {
    const uniform = seededUniform(2)
    for (let i = 0; i < 500; i++) {
      const speedups = Array.from({ length: 1 + Math.floor(9 * uniform()) }, () => 10 ** (4 * uniform() - 2))
      const { part, ticks } = speedupAxis(speedups)
      for (const speedup of [1, ...speedups]) expect(part(speedup)).to.be.within(0.04, 0.96)
      expect(ticks).to.have.lengthOf.within(3, 6)
      expect(ticks.map(({ value }) => value)).to.include(1)
      for (const [rank, tick] of ticks.entries())
        expect(tick.part - (ticks[rank - 1]?.part ?? -0.11)).to.be.at.least(0.11 - 1e-9)
      expect(ticks[ticks.length - 1].part).to.be.at.most(1)
    }
  })

  it('of latencies over time are at least two that can be read; the axis holds all latencies', () => {
    const uniform = seededUniform(3)
    for (let i = 0; i < 200; i++) {
      const min = 0.05 * 1e6 ** uniform()
      const max = min * 1e6 ** (uniform() ** 3)
      const { part, ticks } = logLatencyAxis({ min, max }, 180)
      expect([part(min) > 0, part(max) < 1]).to.eql([true, true])
      expect(ticks.length, `${min} to ${max}`).to.be.within(2, 6)
      for (const [j, tick] of ticks.slice(1).entries())
        expect(180 * (tick.part - ticks[j].part)).to.be.at.least(16 - 1e-9)
    }
  })

  it('of time are between two and seven, however long it is', () => {
    for (let seconds = 0.001; seconds < 2e6; seconds *= 1.07) {
      const { ticks } = timeAxis(seconds)
      expect(ticks.length, String(seconds)).to.be.within(2, 7)
      expect(ticks[0].part).to.equal(0)
      expect(ticks.every(({ part }) => part >= 0 && part <= 1)).to.equal(true)
    }
  })
})

describe('the place of a value', () => {
  const [speedups, latencies] = [speedupAxis([0.25, 4]), latencyScale([0.05, 100_000])]
  const curves = [1, 300, 50_000].map((count) => percentileAxis([count]))
  const heights = (range: Parameters<typeof logLatencyAxis>[0], ...values: number[]) =>
    values.map(upwards(logLatencyAxis(range, 180), { top: 10, bottom: 190 })).map((y) => Number(y.toFixed(1)))
  const thin = percentileAxis([2000, 500, 1000])
  itFinds({
    'among percentiles gives each decade of the tail the same room': [
      [parts(percentileAxis([1200]), 0, 0.9, 0.99, 0.999), [0, 0.333333333, 0.666666667, 1]],
      [parts(percentileAxis([300, 500]), 1 - 1 / 500), [1]]
    ],
    'among speedups is logarithmic, also beyond its ends, so that tests of charts see what is there': [
      [parts(speedups, 0.5, 1, 2).map((part) => part.toFixed(3)), ['0.277', '0.500', '0.723']],
      [parts(speedups, 0.01, 100).map((part) => part < 0 || part > 1), [true, true]]
    ],
    'among speedups leaves room on either side of 1 where it is asked to': [
      [
        [[3], [0.2], [100], [1], []].map((values) => parts(speedupAxis(values, 0.17), 1)[0].toFixed(2)),
        ['0.17', '0.83', '0.17', '0.50', '0.50']
      ],
      [parts(speedupAxis([3]), 1)[0] < 0.1, true]
    ],
    'among percentiles is thin from where the smallest round has fewer than 10 responses beyond': [
      [thin.thinFrom.toFixed(9), thin.part(1 - 10 / 500).toFixed(9)],
      [[9, 20_000].map((count) => percentileAxis([count]).thinFrom), [0, 1]]
    ],
    'among percentiles is that of a curve from 0 to its end, which ascends through p50, p95 and p99, and is below p100':
      curves.flatMap(({ probabilities, part }): [unknown, unknown][] => [
        [probabilities, probabilities.toSorted((a, b) => a - b)],
        [[0, 0.5, 0.95, 0.99].filter((probability) => !probabilities.includes(probability)), []],
        [
          [part(Math.max(...probabilities)).toFixed(9), Math.max(...probabilities) < 1],
          ['1.000000000', true]
        ]
      ]),
    // From 190 px up to 10 px.
    'among latencies over time goes up by the same height for each factor of ten, and does not blow up what hardly differs':
      [
        [heights({ min: 1, max: 1000 }, 1, 10, 100), [187.6, 129.2, 70.8]],
        [heights({ min: 100, max: 101 }, 100, 101), [100.6, 99.4]],
        [
          [heights({ min: 0, max: 10 }, 0), heights(null, 5)],
          [[188.2], [190]]
        ]
      ],
    'among speedups is at an end where they are no real numbers, which the axis ignores': [
      [parts(speedupAxis([2, Infinity, 0, NaN]), 2, 0, Infinity, NaN), [...parts(speedupAxis([2]), 2), 0, 1, 0]],
      [speedupAxis([2, Infinity, 0, NaN]).ticks, speedupAxis([2]).ticks]
    ],
    'among workers begins with none, and is linear': [
      [parts(workersAxis([1, 2, 4, 8]), 0, 2, 8), [0, 0.235849057, 0.943396226]],
      [parts(workersAxis([8]), workersAxis([8]).most), [1]]
    ],
    'among loads is linear, or logarithmic where the small ones would be a heap, and away from the edges': [
      [parts(loadAxis([90, 180, 270]), 90, 180, 270), [0.06, 0.5, 0.94]],
      [parts(loadAxis([1, 10, 100]), 1, 10, 100), [0.06, 0.5, 0.94]],
      [[[50], [50, 50]].flatMap((loads) => parts(loadAxis(loads), 50)), [0.5, 0.5]],
      [parts(loadAxis([0, 50]), 0), [0.06]]
    ],
    'among latencies is linear from 0, unless they span more than a factor of 50: logarithmic then': [
      [parts(latencyScale([20, 90, 45]), 0, 45, 90), [0, 0.476190476, 0.952380952]],
      [[latencyScale([20, 90]), latencyScale([1, 50]), latencies].map(({ isLog }) => isLog), [false, false, true]],
      [[50, 1].map((smallest) => latencyScale([0.1, 100], smallest).isLog), [false, true]],
      [
        parts(latencies, 0.1, 1, 10).map((part, i, all) => (part - (all[i - 1] ?? part)).toFixed(6)),
        ['0.000000', '0.155704', '0.155704']
      ],
      [parts(latencies, 0.05, 100_000).map((part) => part > 0 && part < 1), [true, true]],
      [
        [parts(latencies, 0.01)[0] < 0, parts(latencies, 0)[0], parts(latencies, 200_000)[0] > 1],
        [true, 0, true]
      ],
      [
        [...parts(latencyScale([0, 0]), 0), ...parts(latencyScale([0, 1, 100], 0), 0)],
        [0, 0]
      ]
    ]
  })
})
