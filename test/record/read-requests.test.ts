import { expect } from 'chai'
import { describe, it } from 'mocha'
import { samplesHeader } from '../../plugin/generator/run-order.ts'
import { byLatency, groupLatencies, readRequests } from '../../plugin/record/read-requests.ts'
import { temporaryFolder } from '../support/folder.ts'
import { seededUniform } from '../support/random.ts'
import { someRequests } from './some-requests.ts'

describe('the requests of a run', () => {
  const folder = temporaryFolder()

  const lines = ['5.5,10,200,8,1', '2,20.25,399,7,0', '30,1,400,7,0', '31,2,ECONNRESET,,0', '4,1,304,8,0']
  const cases: [string, rows: string[], run: { apart?: boolean, requests?: number }, found: object][] = [
    ['count when they were answered below 400 and are not the first on their connection', lines, {}, {
      count: 5,
      startMs: [5.5, 2, 30, 31, 4],
      latencyUs: [10_000, 20_250, 1000, 2000, 1000],
      failed: [0, 0, 1, 1, 0],
      worker: [1, 0, 0, -1, 1],
      counting: [1, 4],
      byLatency: { requests: [4, 1], latencyUs: [1000, 20_250] },
      firstStartMs: 2,
      lastEndMs: 33
    }],
    ['count although they are the first where those are not apart', lines, { apart: false }, { counting: [0, 1, 4] }],
    ['belong to no worker when they tell none, or none that is known', ['1,2,200,,0', '1,2,200,9,0', '1,2,200,77,0'], {}, { worker: [-1, -1, -1] }],
    ['are left out beyond what is expected', lines, { requests: 4 }, { count: 4 }],
    ['may be fewer than expected', lines, { requests: 6 }, { count: 5 }],
    ['may be none', [], {}, { count: 0, firstStartMs: 0, lastEndMs: 0 }]
  ]
  for (const [name, rows, { apart = true, requests = rows.length }, found] of cases) {
    it(name, async () => {
      const file = folder.write('samples.csv', samplesHeader + rows.map((line) => `${line}\n`).join(''))
      const read = await readRequests(file, { requests, firstRequests: { apart, count: 0, latencyMs: null } }, ['7', '8'])
      const plain = JSON.parse(JSON.stringify(read, (_, value) => (ArrayBuffer.isView(value) ? [...(value as Uint8Array)] : value)))
      expect(plain).to.deep.include(found)
    })
  }
})

describe('requests by latency', () => {
  it('are those that are given, the shortest first, whatever number of digits they have', () => {
    const uniform = seededUniform(5)
    for (const digits of [0, 1, 11, 12, 22, 23, 31, 32]) {
      const latencyUs = Uint32Array.from({ length: 3000 }, (_, i) => (i === 0 ? 2 ** digits - 1 : 2 ** (digits * uniform()) - 1))
      const requests = Uint32Array.from(latencyUs.keys()).filter(() => uniform() < 0.7)
      expect(byLatency(requests, latencyUs).requests, `${digits} digits`).to.eql(requests.toSorted((a, b) => latencyUs[a] - latencyUs[b] || a - b))
    }
  })

  it('are sorted in each group, exactly as they were recorded, without those that do not count or belong to none', () => {
    const kinds = { 1: 'failed', 2: 'first' } as const
    const requests = someRequests([30.25, 9.5, 1, 100.001, 2, 3, 0].map((latencyMs, startMs) => [startMs, latencyMs, 0, kinds[latencyMs as 1 | 2] ?? 'counts']))
    expect(groupLatencies(requests, 3, [0, 1, 0, 1, 0, -1, 0]).map((group) => [...group])).to.eql([[0, 30.25], [9.5, 100.001], []])
    const uniform = seededUniform(3)
    const recorded = Array.from({ length: 2000 }, () => Number((10 ** (8 * uniform() - 3)).toFixed(3)))
    const [group] = groupLatencies(someRequests(recorded.map((latencyMs) => [0, latencyMs])), 1, recorded.map(() => 0))
    expect([...group]).to.eql(recorded.sort((a, b) => a - b))
  })
})
