import { expect } from 'chai'
import { describe, it } from 'mocha'
import { keepsConnections, readSamples, summariseSamples, type Samples } from '../../plugin/generator/read-samples.ts'
import { samplesHeader } from '../../plugin/generator/run-order.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aUsage } from '../support/runs.ts'

describe('reading samples', () => {
  const folder = temporaryFolder()
  const read = async (lines: string, atMs?: number) => {
    const { firstLatenciesMs, laterLatenciesMs, underWayLatenciesMs, workers, ...counts } =
      await readSamples(folder.write('samples.csv', samplesHeader + lines), atMs)
    const latencies = { first: [...firstLatenciesMs], later: [...laterLatenciesMs], underWay: [...underWayLatenciesMs] }
    return { ...counts, ...latencies, workers: Object.fromEntries(workers) }
  }

  const nothing = { requests: 0, failures: 0, connections: 0, workers: {}, first: [], later: [], underWay: [] }
  const underWay = '0,100,200,7,1\n0,101,200,7,0\n50,60,500,7,0\n90,1000,ECONNRESET,,0\n100,5,200,7,0\n101,7,200,7,0\n'
  for (const [what, lines, expected, atMs] of [
    ['finds nothing below the header alone', '', nothing],
    [
      'keeps the first requests of connections apart, each sorted',
      '0,30,200,7,1\n5,9.5,200,7,0\n1,20,200,8,1\n6,100,304,8,0\n7,8,200,8,0\n',
      { first: [20, 30], later: [8, 9.5, 100], connections: 2 }
    ],
    [
      'spans from the first start to the last response, whatever the order of the lines',
      '50,10,200,7,0\n12.5,80,200,7,0\n20,30,200,7,0\n',
      { firstStartMs: 12.5, lastEndMs: 92.5 }
    ],
    [
      'counts requests and connections for each worker',
      '0,1,200,7,1\n0,1,200,7,0\n0,1,200,8,1\n0,1,500,8,0\n',
      { workers: { 7: { requests: 2, connections: 1 }, 8: { requests: 2, connections: 1 } } }
    ],
    [
      'counts errors by their kind, and their latencies nowhere',
      '0,1,500,7,1\n1,1,400,7,0\n2,1,500,7,0\n3,1,ECONNREFUSED,,0\n4,1,399,7,0\n',
      { failures: 4, failureKinds: { 400: 1, 500: 2, ECONNREFUSED: 1 }, first: [], later: [1] }
    ],
    [
      'finds only responses unattributed, not errors without a response',
      '0,1,200,,1\n1,1,500,,0\n2,1,ECONNRESET,,0\n3,1,200,7,0\n',
      { unattributed: 2 }
    ],
    ['keeps apart what was under way at a given time, whatever became of it, sorted', underWay, { underWay: [5, 60, 101, 1000] }, 100],
    ['finds nothing under way where no time is given', underWay, { underWay: [] }],
    ['leaves out a last line that was cut off while it was written', '0,10,200,7,0\n1,11,200,7,0\n2,1', { requests: 2, later: [10, 11] }]
  ] as [string, string, object, number?][]) {
    it(what, async () => expect(await read(lines, atMs)).to.deep.include(expected))
  }

  it('finds nothing in an empty file', async () => {
    expect((await readSamples(folder.write('empty.csv', ''))).requests).to.equal(0)
  })

  it('reads a file of many pieces whole, whatever lines they cut', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `${i}.125,${20_000 - i}.5,200,${i % 3},${i < 5 ? 1 : 0}\n`).join('')
    expect(rows.length).to.be.above(4 * 65_536)
    const { requests, failures, later, first, workers } = await read(rows)
    expect({ requests, failures, first: first.length }).to.eql({ requests: 20_000, failures: 0, first: 5 })
    expect(later.every((latency, i) => latency === i + 1.5)).to.equal(true)
    expect(Object.values(workers).map((worker) => worker.requests)).to.eql([6667, 6667, 6666])
  })
})

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

const summarise = (overrides?: Partial<Samples>, options?: Partial<Parameters<typeof summariseSamples>[1]>) =>
  summariseSamples(samples(overrides), { firstRequestsApart: true, workerPids: ['7', '8'], usageOf: () => null, ...options })

describe('connections', () => {
  for (const [requests, connections, kept] of [[20, 2, true], [19, 2, false], [20, 0, false]] as const) {
    it(`are ${kept ? 'kept' : 'not kept'} when ${connections} carried ${requests} requests`, () => {
      expect(keepsConnections({ requests, connections })).to.equal(kept)
    })
  }
})

describe('the summary of a run', () => {
  it('takes the quantiles by linear interpolation, to the microsecond', () => {
    expect(summarise().latencyMs).to.eql({ p50: 50.5, p95: 95.05, p99: 99.01, 'p99.9': 99.901, mean: 50.5, min: 1, max: 100 })
  })

  it('keeps the first requests on kept connections apart', () => {
    const latencyMs = { p50: 1500, p95: 1950, p99: 1990, 'p99.9': 1999, mean: 1500, min: 1000, max: 2000 }
    expect(summarise().firstRequests).to.eql({ apart: true, count: 2, latencyMs })
  })

  it('counts them in when connections are not kept, in the right order', () => {
    const { latencyMs, firstRequests } = summarise({ firstLatenciesMs: Float64Array.of(0.5, 50.5) }, { firstRequestsApart: false })
    expect(latencyMs).to.include({ min: 0.5, max: 100, p50: 50.25 })
    expect(firstRequests).to.deep.include({ apart: false, count: 2 })
  })

  it('counts them in when there is nothing else', () => {
    const { latencyMs, firstRequests } = summarise({ laterLatenciesMs: new Float64Array() })
    expect([latencyMs?.max, firstRequests.apart]).to.eql([2000, false])
  })

  it('divides the responses that count by the time they took', () => {
    expect(summarise({ failures: 2 })).to.include({ loadSeconds: 4, throughputPerSecond: 25 })
  })

  it('has no latency and no throughput without responses', () => {
    const none = new Float64Array()
    const nothing = { requests: 0, firstStartMs: Infinity, lastEndMs: -Infinity, firstLatenciesMs: none, laterLatenciesMs: none }
    const firstRequests = { apart: false, count: 0, latencyMs: null }
    expect(summarise(nothing)).to.deep.include({ loadSeconds: 0, throughputPerSecond: 0, latencyMs: null, firstRequests })
  })

  it('survives JSON', () => {
    expect(JSON.parse(JSON.stringify(summarise()))).to.eql(summarise())
  })

  const idle = { requests: 0, connections: 0, usage: null }
  const [seven, eight] = [{ pid: '7', requests: 40, connections: 1, usage: null }, { pid: '8', requests: 62, connections: 1, usage: null }]
  for (const [what, overrides, workerPids, expected] of [
    ['lists the busiest worker first, and idle ones too', {}, ['7', '8', '9'], [eight, seven, { pid: '9', ...idle }]],
    ['keeps the names of an app that names its workers itself', {}, ['100', '101', '102'], [eight, seven]],
    ['lists all workers as idle when no response told its own', { workers: new Map() }, ['7', '8'], [{ pid: '7', ...idle }, { pid: '8', ...idle }]]
  ] as [string, Partial<Samples>, string[], object[]][]) {
    it(what, () => expect(summarise(overrides, { workerPids }).workers).to.eql(expected))
  }

  it('adds to each worker what it told of itself', () => {
    const usageOf = (pid: string) => (pid === '9' ? null : aUsage({ cpu: Number(pid) }))
    const { workers } = summarise({}, { workerPids: ['7', '8', '9'], usageOf })
    expect(workers.map(({ pid, usage }) => [pid, usage?.cpu])).to.eql([['8', 8], ['7', 7], ['9', undefined]])
  })
})
