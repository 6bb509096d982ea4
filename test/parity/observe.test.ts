import { expect } from 'chai'
import { observe } from './observe.ts'
import type { Outcome } from './run-script.ts'

const ids = ['0a8b1c2d-0000-4000-8000-000000000001', '0a8b1c2d-0000-4000-8000-000000000002']
const counters = { 'http.requests': 2, 'http.downloaded_bytes': 7 }
const metrics = {
  counters,
  rates: { 'http.request_rate': 2 },
  summaries: { 'http.response_time': { count: 2, p50: 3 } }
}
const samples = [
  ['1.0', '2.0', '200', '4711', '1'],
  ['1.5', '2.5', '200', '4711', '1']
]
const seenBy = (users: string[], port: number): Outcome['seen'] =>
  users.map((id, i) => {
    const headers: [string, string][] = [
      ['Host', `127.0.0.1:${port}`],
      ['X-User', id],
      ['Connection', 'keep-alive']
    ]
    return { connection: i + 1, method: 'GET', path: `/${i}?at=:${port}`, headers, body: '' }
  })
const seen = seenBy(ids, 8080)
const [first, second] = seen
const common = {
  script: {},
  code: 0,
  output: 'LOG hello\nof no interest',
  connections: 2,
  metrics,
  samples,
  telemetry: [],
  masks: [/(?<=:)8080\b/g]
}
const observed = (changes: Partial<Outcome> = {}) =>
  observe({ ...common, seen, notes: ids.map((user) => ({ user, variables: { a: 1 } })), ...changes })

describe('what two runs must have in common', () => {
  it('is neither ports, nor random ids, nor times, nor which user was first, nor how connections are kept', () => {
    const other = seenBy(
      ids.map((id) => id.replace('0a8b', 'ffff')),
      9090
    )
      .map((request, i) => ({ ...request, connection: 2 - i }))
      .reverse()
    const times = samples.map(([, , ...rest]) => ['7', '8', ...rest])
    expect(observed({ seen: other, masks: [/(?<=:)9090\b/g], samples: times })).to.eql(observed())
  })

  const changes: Partial<Outcome>[] = [
    { code: 21 },
    { output: '' },
    { connections: 3 },
    { seen: [first] },
    { seen: [first, { ...second, headers: first.headers }] },
    ...[
      { method: 'HEAD' },
      { path: '/1' },
      { body: 'x' },
      { headers: [...first.headers, ['accept', '*/*']] as [string, string][] },
      { headers: first.headers.slice(1) }
    ].map((change) => ({ seen: [{ ...first, ...change }, second] })),
    { notes: [] },
    { notes: ids.map((user, i) => ({ user, variables: { a: i } })) },
    { metrics: { ...metrics, counters: { ...metrics.counters, 'http.downloaded_bytes': 8 } } },
    { metrics: { ...metrics, counters: { ...metrics.counters, 'errors.ECONNRESET': 1 } } },
    { metrics: { ...metrics, rates: {} } },
    { metrics: { ...metrics, summaries: { 'http.response_time': { count: 3, p50: 3 } } } },
    { samples: samples.slice(1) },
    { samples: [['1.0', '2.0', '200', '4711', '0'], samples[1]] },
    { samples: [['1.0', '2.0', 'ECONNRESET', '', '0'], samples[1]] }
  ]
  it('is all the rest', () => {
    for (const change of changes) expect(observed(change), JSON.stringify(change)).not.to.eql(observed())
  })
})
