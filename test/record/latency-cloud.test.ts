import { expect } from 'chai'
import { describe, it } from 'mocha'
import { latencyCloud, timeBins } from '../../plugin/record/latency-cloud.ts'
import { someRequests } from './some-requests.ts'
import { seededUniform } from '../support/random.ts'

const many = (count: number) => someRequests(Array.from({ length: count }, (_, i) => [i, 1 + (i % 100)] as const))

describe('the latencies of a run over time', () => {
  it('are dots with their worker where they are few', () => {
    const requests = someRequests([[1000, 30.5, 1], [900, 99, 0, 'first'], [2345.678, 20, -1], [1500, 10, 0], [1600, 10, 0, 'failed']])
    const { dots, density } = latencyCloud(requests, 2)
    expect(dots).to.eql({ seconds: [0.1, 1.446, 0.6], latencyMs: [30.5, 20, 10], worker: [1, -1, 0] })
    expect(density).to.equal(null)
  })

  it('are dots up to 2,500 and up to four workers, a density beyond', () => {
    expect(latencyCloud(many(2500), 4)).to.deep.include({ density: null })
    expect(latencyCloud(many(2501), 4)).to.deep.include({ dots: null })
    expect(latencyCloud(many(2500), 5)).to.deep.include({ dots: null })
    expect(latencyCloud(many(2500), 4).dots?.seconds).to.have.length(2500)
  })

  it('are counted in cells by time and by the logarithm of the latency', () => {
    const requests = someRequests([
      [11_999, 1, 0, 'failed'], [0, 10], [99.999, 10.5], [50, 0.05], [100, 100], [11_900, 99.9], [11_950, 0], [3, 2, 0, 'first']
    ])
    expect(latencyCloud(requests, 5).density).to.eql({
      columns: 120,
      rowsPerDecade: 24,
      cells: [[0, -32, 1], [0, 24, 2], [1, 48, 1], [119, -72, 1], [119, 47, 1]]
    })
  })

  it('have a count in a cell for each that counts', () => {
    const { density } = latencyCloud(many(30_000), 1)
    expect(density?.cells.reduce((sum, [, , count]) => sum + count, 0)).to.equal(30_000)
    expect(Math.max(...(density?.cells.map(([column]) => column) ?? []))).to.equal(119)
  })

  it('have each worker’s p95 in steps of the load’s time', () => {
    const requests = someRequests([[0, 10, 0], [1, 20, 0], [2, 7000, 0, 'failed'], [300, 5, 1], [301, 6, -1], [740, 10, 0]])
    requests.lastEndMs = 750
    expect(latencyCloud(requests, 3).workerP95Ms).to.eql([[19.5, null, 10], [null, 5, null], [null, null, null]])
  })

  it('have twenty such steps at most, one at least, none for more than 64 workers', () => {
    expect(latencyCloud(many(10_000), 64).workerP95Ms.map((of) => of.length)).to.eql(Array(64).fill(20))
    expect(latencyCloud(many(10_000), 65).workerP95Ms).to.eql([])
    expect(latencyCloud(someRequests([[4]]), 1).workerP95Ms).to.eql([[10]])
  })

  it('are an empty cloud where nothing counts', () => {
    const empty = { dots: { seconds: [], latencyMs: [], worker: [] }, density: null, workerP95Ms: [[null]] }
    expect(latencyCloud(someRequests([[4, 10, 0, 'failed']]), 1)).to.eql(empty)
    expect(latencyCloud(someRequests([]), 1)).to.eql(empty)
    expect(latencyCloud(someRequests([]), 5).density?.cells).to.eql([])
  })
})

describe('a run in bins of time', () => {
  it('counts in each what began in it, and tells of the latencies that count', () => {
    const requests = someRequests([
      [1000, 10], [1010, 20], [1249.999, 30], [1020, 999, 0, 'first'], [1250, 40], [1300, 5, 0, 'failed'], [1600, 150, 0, 'failed']
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
    expect(timeBins(someRequests([[5]]))).to.eql([{ fromSeconds: 0, toSeconds: 0.01, requests: 1, failures: 0, latencyMs: band }])
    expect(timeBins(someRequests([[5, 499.999]]))).to.have.length(1)
    expect(timeBins(someRequests([[5, 500]]))).to.have.length(2)
    expect(timeBins(someRequests([[5, 0]]))).to.eql([
      { fromSeconds: 0, toSeconds: 0, requests: 1, failures: 0, latencyMs: { p5: 0, p50: 0, p95: 0 } }
    ])
    expect(timeBins(someRequests([]))).to.eql([{ fromSeconds: 0, toSeconds: 0, requests: 0, failures: 0, latencyMs: null }])
  })

  it('counts what began at the very end in the last one', () => {
    const bins = timeBins(someRequests([[0], [1000, 0]]))
    expect(bins.map(({ requests }) => requests)).to.eql([1, 0, 0, 1])
  })

  it('has at most sixty, equal and without gaps, that add up to all requests', () => {
    const uniform = seededUniform(11)
    for (const seconds of [0.3, 1, 7.77, 14.9, 15.1, 100, 3600]) {
      const kinds = ['counts', 'counts', 'counts', 'first', 'failed'] as const
      const list = Array.from({ length: 500 }, () => [3 + 1000 * seconds * uniform(), 100 * uniform(), 0, kinds[Math.floor(5 * uniform())]] as const)
      const requests = someRequests(list)
      const bins = timeBins(requests)
      const loadSeconds = (requests.lastEndMs - requests.firstStartMs) / 1000
      expect(bins).to.have.length(Math.min(60, Math.floor(loadSeconds / 0.25)))
      expect(bins.reduce((sum, bin) => sum + bin.requests, 0)).to.equal(500)
      expect(bins.reduce((sum, bin) => sum + bin.failures, 0)).to.equal(list.filter(([, , , kind]) => kind === 'failed').length)
      bins.forEach(({ fromSeconds, toSeconds, latencyMs }, i) => {
        expect(fromSeconds).to.equal(i === 0 ? 0 : bins[i - 1].toSeconds)
        expect(toSeconds - fromSeconds).to.be.closeTo(loadSeconds / bins.length, 0.0011)
        if (latencyMs !== null) expect(latencyMs.p5 <= latencyMs.p50 && latencyMs.p50 <= latencyMs.p95).to.equal(true)
      })
      expect(bins[bins.length - 1].toSeconds).to.be.closeTo(loadSeconds, 0.001)
    }
  })
})
