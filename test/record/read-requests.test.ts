import { expect } from 'chai'
import { samplesHeader } from '../../plugin/generator/run-order.ts'
import { timeBins, workerP95Ms } from '../../plugin/record/time-bins.ts'
import { byLatency, groupLatencies, readRequests, type Requests } from '../../plugin/record/read-requests.ts'
import { itFinds } from '../support/cases.ts'
import { temporaryFolder } from '../support/folder.ts'
import { seededUniform } from '../support/random.ts'
import type { Span } from '../../plugin/concepts/spans.ts'

/** first: on its connection, where those are apart; by default 10 ms, worker 0, counts */
type Row = readonly [startMs: number, latencyMs?: number, worker?: number, kind?: 'counts' | 'first' | 'failed']

function someRequests(rows: readonly Row[]): Requests {
  const requests = rows.map(([startMs, latencyMs = 10, worker = 0, kind = 'counts']) => ({
    startMs,
    latencyMs,
    worker,
    kind
  }))
  const latencyUs = Uint32Array.from(requests, ({ latencyMs }) => Math.round(latencyMs * 1000))
  const counting = Uint32Array.from(requests.flatMap(({ kind }, i) => (kind === 'counts' ? [i] : [])))
  return {
    count: requests.length,
    latencyUs,
    counting,
    byLatency: byLatency(counting, latencyUs),
    startMs: Float64Array.from(requests, ({ startMs }) => startMs),
    failed: Uint8Array.from(requests, ({ kind }) => Number(kind === 'failed')),
    loss: new Uint8Array(requests.length),
    worker: Int16Array.from(requests, ({ worker }) => worker),
    firstStartMs: requests.length === 0 ? 0 : Math.min(...requests.map(({ startMs }) => startMs)),
    lastEndMs: Math.max(0, ...requests.map(({ startMs, latencyMs }) => startMs + latencyMs))
  }
}

describe('the requests of a run', () => {
  const folder = temporaryFolder()

  const lines = ['5.5,10,200,8,1', '2,20.25,399,7,0', '30,1,400,7,0', '31,2,ECONNRESET,,0', '4,1,304,8,0']
  const cases: [
    string,
    rows: string[],
    run: { apart?: boolean; requests?: number; fromMs?: number; toMs?: number; byStart?: boolean; slices?: Span[] },
    found: object
  ][] = [
    [
      'count when they were answered below 400 and are not the first on their connection',
      lines,
      {},
      {
        count: 5,
        startMs: [5.5, 2, 30, 31, 4],
        latencyUs: [10_000, 20_250, 1000, 2000, 1000],
        failed: [0, 0, 1, 1, 0],
        worker: [1, 0, 0, -1, 1],
        counting: [1, 4],
        byLatency: { requests: [4, 1], latencyUs: [1000, 20_250] },
        firstStartMs: 2,
        lastEndMs: 33
      }
    ],
    ['count although they are the first where those are not apart', lines, { apart: false }, { counting: [0, 1, 4] }],
    ['count by when they were answered', lines, { fromMs: 1, toMs: 10 }, { counting: [4] }],
    [
      'count by when they began where users came at a rate',
      lines,
      { fromMs: 1, toMs: 10, byStart: true },
      { counting: [1, 4] }
    ],
    [
      'count by when they began where they took turns, in their slices',
      lines,
      {
        slices: [
          { fromMs: 1, toMs: 3 },
          { fromMs: 5, toMs: 6 }
        ]
      },
      { counting: [1] }
    ],
    [
      'belong to no worker when they tell none, or none that is known',
      ['1,2,200,,0', '1,2,200,9,0', '1,2,200,77,0'],
      {},
      { worker: [-1, -1, -1] }
    ],
    ['are left out beyond what is expected', lines, { requests: 4 }, { count: 4 }],
    ['may be fewer than expected', lines, { requests: 6 }, { count: 5 }],
    ['may be none', [], {}, { count: 0, firstStartMs: 0, lastEndMs: 0 }]
  ]
  for (const [
    name,
    rows,
    { apart = true, requests = rows.length, fromMs = -Infinity, toMs = Infinity, byStart, slices },
    found
  ] of cases) {
    it(name, async () => {
      const file = folder.write('samples.csv', samplesHeader + rows.map((line) => `${line}\n`).join(''))
      const read = await readRequests(
        file,
        {
          requests,
          firstRequests: { apart, count: 0, latencyMs: null },
          counted: {
            fromMs,
            toMs,
            requests,
            latencies: requests,
            ...(byStart && { byStart }),
            ...(slices && { slices })
          }
        },
        ['7', '8']
      )
      const plain = JSON.parse(
        JSON.stringify(read, (_, value) => (ArrayBuffer.isView(value) ? [...(value as Uint8Array)] : value))
      )
      expect(plain).to.deep.include(found)
    })
  }
})

const many = (count: number) => someRequests(Array.from({ length: count }, (_, i) => [i, 1 + (i % 100)]))
const steps = {
  ...someRequests([
    [0, 10, 0],
    [1, 20, 0],
    [2, 7000, 0, 'failed'],
    [300, 5, 1],
    [301, 6, -1],
    [740, 10, 0]
  ]),
  lastEndMs: 750
}
const bins = {
  ...someRequests([
    [1000, 10],
    [1010, 20],
    [1249.999, 30],
    [1020, 999, 0, 'first'],
    [1250, 40],
    [1300, 5, 0, 'failed'],
    [1600, 150, 0, 'failed']
  ]),
  lastEndMs: 1750
}
const one = { fromSeconds: 0, toSeconds: 0, requests: 1, failures: 0, latencyMs: { p5: 0, p50: 0, p95: 0 } }

describe('what is shown of the requests', () => {
  it('requests by latency are those that are given, the shortest first, whatever number of digits they have', () => {
    const uniform = seededUniform(5)
    for (const digits of [0, 1, 11, 12, 22, 23, 31, 32]) {
      const latencyUs = Uint32Array.from({ length: 3000 }, (_, i) =>
        i === 0 ? 2 ** digits - 1 : 2 ** (digits * uniform()) - 1
      )
      const requests = Uint32Array.from(latencyUs.keys()).filter(() => uniform() < 0.7)
      expect(byLatency(requests, latencyUs).requests, `${digits} digits`).to.eql(
        requests.toSorted((a, b) => latencyUs[a] - latencyUs[b] || a - b)
      )
    }
  })

  it('requests by latency are sorted in each group, exactly as they were recorded, without those that do not count or belong to none', () => {
    const kinds = { 1: 'failed', 2: 'first' } as const
    const requests = someRequests(
      [30.25, 9.5, 1, 100.001, 2, 3, 0].map((latencyMs, startMs) => [
        startMs,
        latencyMs,
        0,
        kinds[latencyMs as 1 | 2] ?? 'counts'
      ])
    )
    expect(groupLatencies(requests, 3, [0, 1, 0, 1, 0, -1, 0]).map((group) => [...group])).to.eql([
      [0, 30.25],
      [9.5, 100.001],
      []
    ])
    const uniform = seededUniform(3)
    const recorded = Array.from({ length: 2000 }, () => Number((10 ** (8 * uniform() - 3)).toFixed(3)))
    const [group] = groupLatencies(
      someRequests(recorded.map((latencyMs) => [0, latencyMs])),
      1,
      recorded.map(() => 0)
    )
    expect([...group]).to.eql(recorded.sort((a, b) => a - b))
  })

  itFinds({
    'the p95 of each worker is told in steps of the load’s time': [
      [
        workerP95Ms(steps, 3),
        [
          [19.5, null, 10],
          [null, 5, null],
          [null, null, null]
        ]
      ]
    ],
    'the p95 of each worker has twenty such steps at most, one at least, none for more than 64 workers, no value where nothing counts':
      [
        [workerP95Ms(many(10_000), 64).map((own) => own.length), Array(64).fill(20)],
        [workerP95Ms(many(10_000), 65), []],
        [workerP95Ms(someRequests([[4]]), 1), [[10]]],
        [workerP95Ms(someRequests([[4, 10, 0, 'failed']]), 1), [[null]]],
        [workerP95Ms(someRequests([]), 1), [[null]]]
      ],
    'a run in bins of time counts in each what began in it, and tells of the latencies that count': [
      [
        timeBins(bins),
        [
          { fromSeconds: 0, toSeconds: 0.25, requests: 4, failures: 0, latencyMs: { p5: 11, p50: 20, p95: 29 } },
          { fromSeconds: 0.25, toSeconds: 0.5, requests: 2, failures: 1, latencyMs: { p5: 40, p50: 40, p95: 40 } },
          { fromSeconds: 0.5, toSeconds: 0.75, requests: 1, failures: 1, latencyMs: null }
        ]
      ]
    ],
    'a run in bins of time has one where the load is short, whatever happened': [
      [timeBins(someRequests([[5]])), [{ ...one, toSeconds: 0.01, latencyMs: { p5: 10, p50: 10, p95: 10 } }]],
      [[499.999, 500].map((latencyMs) => timeBins(someRequests([[5, latencyMs]])).length), [1, 2]],
      [timeBins(someRequests([[5, 0]])), [one]],
      [timeBins(someRequests([])), [{ ...one, requests: 0, latencyMs: null }]]
    ],
    'a run in bins of time, of which slices count, leaves out the rest': [
      [
        timeBins(someRequests([[0], [900], [1010], [1990, 500], [2001], [3500, 10, 0, 'failed'], [3990]]), [
          { fromMs: 1000, toMs: 2000 },
          { fromMs: 3000, toMs: 4000 }
        ])
          .filter(({ requests }) => requests > 0)
          .map(({ fromSeconds, requests, failures }) => [fromSeconds, requests, failures]),
        [
          [1, 1, 0],
          [1.967, 1, 0],
          [3.467, 1, 1],
          [3.967, 1, 0]
        ]
      ]
    ],
    'a run in bins of time counts what began at the very end in the last one': [
      [timeBins(someRequests([[0], [1000, 0]])).map(({ requests }) => requests), [1, 0, 0, 1]]
    ],
    'a run in bins of time has at most sixty, equal and without gaps': [0.3, 1, 7.77, 14.9, 15.1, 100, 3600].map(
      (seconds) => {
        const found = timeBins(someRequests([[3], [3 + 1000 * seconds, 0]]))
        const isEven = found.every(({ fromSeconds, toSeconds }, i) => {
          return (
            fromSeconds === (found[i - 1]?.toSeconds ?? 0) &&
            Math.abs(toSeconds - ((i + 1) * seconds) / found.length) < 0.0006
          )
        })
        return [
          [found.length, isEven],
          [Math.min(60, Math.floor(seconds / 0.25)), true]
        ]
      }
    )
  })
})
