import { expect } from 'chai'
import { describe, it } from 'mocha'
import { groupLatencies, sortedLatencies } from '../../plugin/record/read-requests.ts'
import { seededUniform } from '../support/random.ts'
import { someRequests } from './some-requests.ts'

describe('latencies in groups', () => {
  it('are sorted in each, without those that do not count or belong to none', () => {
    const requests = someRequests([
      { startMs: 0, latencyMs: 30.25 },
      { startMs: 1, latencyMs: 9.5 },
      { startMs: 2, latencyMs: 1, kind: 'failed' },
      { startMs: 3, latencyMs: 100.001 },
      { startMs: 4, latencyMs: 2, kind: 'first' },
      { startMs: 5, latencyMs: 3 },
      { startMs: 7, latencyMs: 0 }
    ])
    const groups = groupLatencies(requests, 3, [0, 1, 0, 1, 0, -1, 0])
    expect(groups.map((group) => [...group])).to.eql([[0, 30.25], [9.5, 100.001], []])
  })

  it('are exactly those that were recorded', () => {
    const uniform = seededUniform(3)
    const recorded = Array.from({ length: 2000 }, () => Number((10 ** (8 * uniform() - 3)).toFixed(3)))
    const requests = someRequests(recorded.map((latencyMs) => ({ startMs: 0, latencyMs })))
    const [group] = groupLatencies(requests, 1, recorded.map(() => 0))
    expect([...sortedLatencies(requests)]).to.eql([...group])
    expect([...group]).to.eql(recorded.sort((a, b) => a - b))
  })
})
