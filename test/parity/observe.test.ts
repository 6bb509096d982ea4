import { expect } from 'chai'
import { describe, it } from 'mocha'
import { observe } from './observe.ts'
import type { Outcome } from './run-script.ts'

const ids = ['0a8b1c2d-0000-4000-8000-000000000001', '0a8b1c2d-0000-4000-8000-000000000002']

const outcome = (changes: Partial<Outcome> = {}): Outcome => ({
  script: {},
  code: 0,
  output: 'LOG hello\nof no interest',
  seen: ids.map((id, i) => {
    const headers: [string, string][] = [['Host', '127.0.0.1:8080'], ['X-User', id], ['Connection', 'keep-alive']]
    return { connection: i + 1, method: 'GET', path: `/${i}?at=:8080`, headers, body: '' }
  }),
  connections: 2,
  notes: ids.map((user) => ({ user, variables: { a: 1 } })),
  metrics: {
    counters: { 'http.requests': 2, 'http.downloaded_bytes': 7 },
    rates: { 'http.request_rate': 2 },
    summaries: { 'http.response_time': { count: 2, p50: 3 } }
  },
  samples: [['1.0', '2.0', '200', '4711', '1'], ['1.5', '2.5', '200', '4711', '1']],
  telemetry: [],
  masks: [/(?<=:)8080\b/g],
  ...changes
})

describe('what two runs must have in common', () => {
  const same = observe(outcome())

  it('is neither ports, nor random ids, nor times, nor which user was first, nor how connections are kept', () => {
    const { seen, samples } = outcome()
    const other = seen.toReversed().map((request, i) => ({
      ...request,
      path: request.path.replace('8080', '9090'),
      headers: [['host', '127.0.0.1:9090'], ['x-user', ids[i].replace('0a8b', 'ffff')]] as [string, string][]
    }))
    expect(observe(outcome({ seen: other, masks: [/(?<=:)9090\b/g], samples: samples.map(([, , ...rest]) => ['7', '8', ...rest]) }))).to.eql(same)
  })

  it('is all the rest', () => {
    const { seen, metrics, samples } = outcome()
    const [first, second] = seen
    const changes: Partial<Outcome>[] = [
      { code: 21 },
      { output: '' },
      { connections: 3 },
      { seen: [first] },
      { seen: [{ ...first, method: 'HEAD' }, second] },
      { seen: [{ ...first, path: '/1' }, second] },
      { seen: [{ ...first, body: 'x' }, second] },
      { seen: [{ ...first, headers: [...first.headers, ['accept', '*/*']] }, second] },
      { seen: [{ ...first, headers: first.headers.slice(1) }, second] },
      { seen: [first, { ...second, headers: first.headers }] },
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
    for (const change of changes) expect(observe(outcome(change)), JSON.stringify(change)).not.to.eql(same)
  })
})
