import { expect } from 'chai'
import { describe, it } from 'mocha'
import { samplesHeader } from '../../plugin/generator/run-order.ts'
import { byLatency, readRequests } from '../../plugin/record/read-requests.ts'
import { temporaryFolder } from '../support/folder.ts'
import { seededUniform } from '../support/random.ts'

describe('the requests of a run', () => {
  const folder = temporaryFolder()

  const read = async (lines: string[], { apart = true, pids = ['7', '8'], requests = lines.length }: { apart?: boolean, pids?: string[], requests?: number } = {}) => {
    const file = folder.write('samples.csv', samplesHeader + lines.map((line) => `${line}\n`).join(''))
    const { startMs, latencyUs, failed, worker, counting, byLatency, ...rest } = await readRequests(file, { requests, firstRequests: { apart, count: 0, latencyMs: null } }, pids)
    return { startMs: [...startMs], latencyUs: [...latencyUs], failed: [...failed], worker: [...worker], counting: [...counting], byLatency: [[...byLatency.requests], [...byLatency.latencyUs]], ...rest }
  }
  const lines = ['5.5,10,200,8,1', '2,20.25,399,7,0', '30,1,400,7,0', '31,2,ECONNRESET,,0', '4,1,304,8,0']

  it('count when they were answered below 400 and are not the first on their connection', async () => {
    expect(await read(lines)).to.eql({
      count: 5,
      startMs: [5.5, 2, 30, 31, 4],
      latencyUs: [10_000, 20_250, 1000, 2000, 1000],
      failed: [0, 0, 1, 1, 0],
      worker: [1, 0, 0, -1, 1],
      counting: [1, 4],
      byLatency: [[4, 1], [1000, 20_250]],
      firstStartMs: 2,
      lastEndMs: 33
    })
  })

  const cases: [string, rows: string[], run: { apart?: boolean, requests?: number }, found: object][] = [
    ['count although they are the first where those are not apart', lines, { apart: false }, { counting: [0, 1, 4] }],
    ['belong to no worker when they tell none, or none that is known', ['1,2,200,,0', '1,2,200,9,0', '1,2,200,77,0'], {}, { worker: [-1, -1, -1] }],
    ['are left out beyond what is expected', lines, { requests: 4 }, { count: 4 }],
    ['may be fewer than expected', lines, { requests: 6 }, { count: 5 }],
    ['may be none', [], {}, { count: 0, firstStartMs: 0, lastEndMs: 0 }]
  ]
  for (const [name, rows, run, found] of cases) it(name, async () => expect(await read(rows, run)).to.deep.include(found))
})

describe('requests by latency', () => {
  it('are those that are given, the shortest first, whatever number of digits they have', () => {
    const uniform = seededUniform(5)
    for (const digits of [0, 1, 3, 11, 12, 22, 23, 31, 32]) {
      const latencyUs = Uint32Array.from({ length: 3000 }, () => 2 ** (digits * uniform()) - 1)
      const requests = Uint32Array.from(latencyUs.keys()).filter(() => uniform() < 0.7)
      const sorted = [...requests].sort((a, b) => latencyUs[a] - latencyUs[b] || a - b)
      const ranked = byLatency(requests, latencyUs)
      expect([...ranked.requests], `${digits} digits`).to.eql(sorted)
      expect([...ranked.latencyUs]).to.eql(sorted.map((request) => latencyUs[request]))
    }
  })

  it('have the longest that 32 bits hold last', () => {
    const latencyUs = Uint32Array.of(2 ** 32 - 1, 0, 2 ** 31, 2 ** 22, 1, 2 ** 31 - 1)
    expect([...byLatency(Uint32Array.from(latencyUs.keys()), latencyUs).requests]).to.eql([1, 4, 3, 5, 2, 0])
  })

  it('may be none', () => {
    expect(byLatency(new Uint32Array(), new Uint32Array())).to.eql({ requests: new Uint32Array(), latencyUs: new Uint32Array() })
  })
})
