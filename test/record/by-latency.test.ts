import { expect } from 'chai'
import { describe, it } from 'mocha'
import { byLatency } from '../../plugin/record/read-requests.ts'
import { seededUniform } from '../support/random.ts'

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
