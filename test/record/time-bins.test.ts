import { expect } from 'chai'
import { describe, it } from 'mocha'
import { timeBins } from '../../plugin/record/latency-cloud.ts'
import { seededUniform } from '../support/random.ts'
import { someRequests } from './some-requests.ts'

describe('a run in bins of time', () => {
  it('counts in each what began in it, and tells of the latencies that count', () => {
    const requests = someRequests([
      { startMs: 1000, latencyMs: 10 },
      { startMs: 1010, latencyMs: 20 },
      { startMs: 1249.999, latencyMs: 30 },
      { startMs: 1020, latencyMs: 999, kind: 'first' },
      { startMs: 1250, latencyMs: 40 },
      { startMs: 1300, latencyMs: 5, kind: 'failed' },
      { startMs: 1600, latencyMs: 150, kind: 'failed' }
    ])
    requests.lastEndMs = 1750
    expect(timeBins(requests)).to.eql([
      { fromSeconds: 0, toSeconds: 0.25, requests: 4, failures: 0, latencyMs: { p5: 11, p50: 20, p95: 29 } },
      { fromSeconds: 0.25, toSeconds: 0.5, requests: 2, failures: 1, latencyMs: { p5: 40, p50: 40, p95: 40 } },
      { fromSeconds: 0.5, toSeconds: 0.75, requests: 1, failures: 1, latencyMs: null }
    ])
  })

  it('has one where the load is short, whatever happened', () => {
    const band = { p5: 10, p50: 10, p95: 10 }
    expect(timeBins(someRequests([{ startMs: 5 }]))).to.eql([{ fromSeconds: 0, toSeconds: 0.01, requests: 1, failures: 0, latencyMs: band }])
    expect(timeBins(someRequests([{ startMs: 5, latencyMs: 499.999 }]))).to.have.length(1)
    expect(timeBins(someRequests([{ startMs: 5, latencyMs: 500 }]))).to.have.length(2)
    expect(timeBins(someRequests([{ startMs: 5, latencyMs: 0 }]))).to.eql([
      { fromSeconds: 0, toSeconds: 0, requests: 1, failures: 0, latencyMs: { p5: 0, p50: 0, p95: 0 } }
    ])
    expect(timeBins(someRequests([]))).to.eql([{ fromSeconds: 0, toSeconds: 0, requests: 0, failures: 0, latencyMs: null }])
  })

  it('counts what began at the very end in the last one', () => {
    const bins = timeBins(someRequests([{ startMs: 0 }, { startMs: 1000, latencyMs: 0 }]))
    expect(bins.map(({ requests }) => requests)).to.eql([1, 0, 0, 1])
  })

  it('has at most sixty, equal and without gaps, that add up to all requests', () => {
    const uniform = seededUniform(11)
    for (const seconds of [0.3, 1, 7.77, 14.9, 15.1, 100, 3600]) {
      const kinds = ['counts', 'counts', 'counts', 'first', 'failed'] as const
      const list = Array.from({ length: 500 }, () => ({ startMs: 3 + 1000 * seconds * uniform(), latencyMs: 100 * uniform(), kind: kinds[Math.floor(5 * uniform())] }))
      const requests = someRequests(list)
      const bins = timeBins(requests)
      const loadSeconds = (requests.lastEndMs - requests.firstStartMs) / 1000
      expect(bins).to.have.length(Math.min(60, Math.floor(loadSeconds / 0.25)))
      expect(bins.reduce((sum, bin) => sum + bin.requests, 0)).to.equal(500)
      expect(bins.reduce((sum, bin) => sum + bin.failures, 0)).to.equal(list.filter(({ kind }) => kind === 'failed').length)
      bins.forEach(({ fromSeconds, toSeconds, latencyMs }, i) => {
        expect(fromSeconds).to.equal(i === 0 ? 0 : bins[i - 1].toSeconds)
        expect(toSeconds - fromSeconds).to.be.closeTo(loadSeconds / bins.length, 0.0011)
        if (latencyMs !== null) expect(latencyMs.p5 <= latencyMs.p50 && latencyMs.p50 <= latencyMs.p95).to.equal(true)
      })
      expect(bins[bins.length - 1].toSeconds).to.be.closeTo(loadSeconds, 0.001)
    }
  })
})
