import { expect } from 'chai'
import { describe, it } from 'mocha'
import { keepsConnections, summariseSamples, type Samples } from '../../plugin/generator/read-samples.ts'
import { aUsage } from '../support/runs.ts'

/** @returns 102 requests within 4 s */
const samples = (overrides?: Partial<Samples>): Samples => ({
  requests: 102,
  failures: 0,
  failureKinds: {},
  firstStartMs: 1000,
  lastEndMs: 5000,
  firstLatenciesMs: Float64Array.of(1000, 2000),
  laterLatenciesMs: Float64Array.from({ length: 100 }, (_, i) => i + 1),
  underWayLatenciesMs: new Float64Array(),
  workers: new Map([['7', { requests: 40, connections: 1 }], ['8', { requests: 62, connections: 1 }]]),
  unattributed: 0,
  connections: 2,
  ...overrides
})

const summarise = (overrides?: Partial<Samples>, how?: Partial<Parameters<typeof summariseSamples>[1]>) =>
  summariseSamples(samples(overrides), { firstRequestsApart: true, workerPids: ['7', '8'], usageOf: () => null, ...how })

describe('connections', () => {
  it('are kept when each carried ten requests or more', () => {
    expect(keepsConnections(samples({ requests: 20, connections: 2 }))).to.equal(true)
    expect(keepsConnections(samples({ requests: 19, connections: 2 }))).to.equal(false)
    expect(keepsConnections(samples({ requests: 20, connections: 0 }))).to.equal(false)
  })
})

describe('the summary of a run', () => {
  it('takes the quantiles by linear interpolation, to the microsecond', () => {
    expect(summarise().latencyMs).to.eql({ p50: 50.5, p95: 95.05, p99: 99.01, mean: 50.5, min: 1, max: 100 })
  })

  it('keeps the first requests on kept connections apart', () => {
    expect(summarise().firstRequests).to.eql({
      apart: true,
      count: 2,
      latencyMs: { p50: 1500, p95: 1950, p99: 1990, mean: 1500, min: 1000, max: 2000 }
    })
  })

  it('counts them in when connections are not kept, in the right order', () => {
    const { latencyMs, firstRequests } = summarise({ firstLatenciesMs: Float64Array.of(0.5, 50.5) }, { firstRequestsApart: false })
    expect(latencyMs).to.include({ min: 0.5, max: 100, p50: 50.25 })
    expect(firstRequests).to.deep.include({ apart: false, count: 2 })
  })

  it('counts them in when there is nothing else', () => {
    const { latencyMs, firstRequests } = summarise({ laterLatenciesMs: new Float64Array() })
    expect(latencyMs?.max).to.equal(2000)
    expect(firstRequests.apart).to.equal(false)
  })

  it('divides the responses that count by the time they took', () => {
    expect(summarise({ failures: 2 })).to.include({ loadSeconds: 4, throughputPerSecond: 25 })
  })

  it('has no latency and no throughput without responses', () => {
    const nothing = { requests: 0, firstStartMs: Infinity, lastEndMs: -Infinity, firstLatenciesMs: new Float64Array(), laterLatenciesMs: new Float64Array() }
    expect(summarise(nothing)).to.deep.include({ loadSeconds: 0, throughputPerSecond: 0, latencyMs: null, firstRequests: { apart: false, count: 0, latencyMs: null } })
  })

  it('survives JSON', () => {
    const summary = summarise()
    expect(JSON.parse(JSON.stringify(summary))).to.eql(summary)
  })

  it('lists the busiest worker first, and idle ones too', () => {
    expect(summarise({}, { workerPids: ['7', '8', '9'] }).workers).to.eql([
      { pid: '8', requests: 62, connections: 1, usage: null },
      { pid: '7', requests: 40, connections: 1, usage: null },
      { pid: '9', requests: 0, connections: 0, usage: null }
    ])
  })

  it('adds to each worker what it told of itself', () => {
    const usageOf = (pid: string) => (pid === '9' ? null : aUsage({ cpu: Number(pid) }))
    const { workers } = summarise({}, { workerPids: ['7', '8', '9'], usageOf })
    expect(workers.map(({ pid, usage }) => [pid, usage?.cpu])).to.eql([['8', 8], ['7', 7], ['9', undefined]])
  })

  it('keeps the names of an app that names its workers itself', () => {
    expect(summarise({}, { workerPids: ['100', '101', '102'] }).workers.map(({ pid }) => pid)).to.eql(['8', '7'])
  })

  it('lists all workers as idle when no response told its own', () => {
    expect(summarise({ workers: new Map(), unattributed: 102 }).workers).to.eql([
      { pid: '7', requests: 0, connections: 0, usage: null },
      { pid: '8', requests: 0, connections: 0, usage: null }
    ])
  })
})
