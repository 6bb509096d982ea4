import { expect } from 'chai'
import { samplesHeader } from '../../plugin/record/samples.ts'
import { byLatency, groupLatencies, readRequests, type Requests } from '../../plugin/measure/read-requests.ts'
import { workerP95Ms } from '../../plugin/measure/condense-run.ts'
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
    outcome: new Uint16Array(requests.length),
    outcomes: [''],
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
        outcome: [0, 0, 1, 2, 0],
        outcomes: ['', '400', 'ECONNRESET'],
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
        [workerP95Ms(someRequests([]), 1), [[null]]],
        [
          workerP95Ms(
            someRequests([
              [5, 0],
              [5, 0]
            ]),
            1
          ),
          [[0]]
        ]
      ]
  })
})
