import { expect } from 'chai'
import { keepsConnections, readSamples, summariseSamples, type Samples } from '../../plugin/measure/read-samples.ts'
import { RequestTimes } from '../../plugin/measure/request-times.ts'
import { samplesHeader } from '../../plugin/record/samples.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aUsage } from '../support/runs.ts'

const nobodys = { firstRequestsApart: true, workerPids: [], usageOf: () => null }

describe('reading samples', () => {
  const folder = temporaryFolder()
  const read = async (lines: string, lastArrivalMs = -Infinity) => {
    const { firstLatenciesMs, laterLatenciesMs, underWayLatenciesMs, workers, ...counts } = await readSamples(
      folder.write('samples.csv', samplesHeader + lines),
      { fromMs: -Infinity, toMs: Infinity, lastArrivalMs }
    )
    const latencies = { first: [...firstLatenciesMs], later: [...laterLatenciesMs], underWay: [...underWayLatenciesMs] }
    return { ...counts, ...latencies, workers: Object.fromEntries(workers) }
  }

  it('has figures that can be kept also of no request at all', async () => {
    const samples = await readSamples(folder.write('samples.csv', samplesHeader))
    const { inSlices: _slices, inHalves: _halves, ...summary } = summariseSamples(samples, nobodys)
    expect(summary).to.deep.include({
      loadSeconds: 0,
      throughputPerSecond: 0,
      counted: { fromMs: 0, toMs: 0, requests: 0, latencies: 0, began: 0, slowestMs: 0 }
    })
    expect(JSON.parse(JSON.stringify(summary))).to.eql(summary)
  })

  const nothing = { requests: 0, failures: 0, connections: 0, workers: {}, first: [], later: [], underWay: [] }
  const shares = { workers: { 7: { requests: 2, connections: 1 }, 8: { requests: 2, connections: 1 } } }
  const kinds = { failures: 4, failureKinds: { 400: 1, 500: 2, ECONNREFUSED: 1 }, first: [], later: [1] }
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
    ['counts requests and connections for each worker', '0,1,200,7,1\n0,1,200,7,0\n0,1,200,8,1\n0,1,500,8,0\n', shares],
    [
      'counts errors by their kind, and their latencies nowhere',
      '0,1,500,7,1\n1,1,400,7,0\n2,1,500,7,0\n3,1,ECONNREFUSED,,0\n4,1,399,7,0\n',
      kinds
    ],
    [
      'finds only responses unattributed, not errors without a response',
      '0,1,200,,1\n1,1,500,,0\n2,1,ECONNRESET,,0\n3,1,200,7,0\n',
      { unattributed: 2 }
    ],
    [
      'keeps apart what was under way at a given time, whatever became of it, sorted',
      underWay,
      { underWay: [5, 60, 101, 1000] },
      100
    ],
    ['finds nothing under way where no time is given', underWay, { underWay: [] }]
  ] as [string, string, object, number?][])
    it(what, async () => expect(await read(lines, atMs)).to.deep.include(expected))
})

/** 102 requests within 4 s */
const samples: Samples = {
  requests: 102,
  failures: 0,
  failureKinds: {},
  unattributed: 0,
  connections: 2,
  firstStartMs: 1000,
  lastEndMs: 5000,
  counted: { fromMs: 1000, toMs: 5000, requests: 102, served: 102 },
  within: null,
  leastLatencyMs: 1,
  firstLatenciesMs: Float64Array.of(1000, 2000),
  laterLatenciesMs: Float64Array.from({ length: 100 }, (_, i) => i + 1),
  underWayLatenciesMs: new Float64Array(),
  earlyLatenciesMs: new Float64Array(),
  ofRequests: new RequestTimes(),
  workers: new Map([
    ['7', { requests: 40, connections: 1 }],
    ['8', { requests: 62, connections: 1 }]
  ])
}

const summarise = (overrides?: Partial<Samples>, options?: Partial<Parameters<typeof summariseSamples>[1]>) =>
  summariseSamples(
    { ...samples, ...overrides },
    { firstRequestsApart: true, workerPids: ['7', '8'], usageOf: () => null, ...options }
  )

describe('what users did', () => {
  const folder = temporaryFolder()
  const readCounted = async (lines: string) => {
    const file = folder.write('samples.csv', samplesHeader + lines)
    const samples = await readSamples(file, { fromMs: 1000, toMs: 3000, lastArrivalMs: 0 })
    return { ...samples, ...summariseSamples(samples, nobodys) }
  }

  it('is told by the time that each request took of what counts, whether it has its answer in it or not', async () => {
    const { usersIn, counted } = await readCounted(
      '0,500,200,7,1\n500,1000,200,7,0\n1500,500,200,7,0\n' +
        '2000,9000,200,7,0\n2500,100,200,8,1\n900,9000,ECONNRESET,,0\n1000,500,500,7,0\n'
    )
    const ms = counted.toMs - counted.fromMs
    const expected = { first: 100 / ms, later: (500 + 500 + 1000) / ms, failed: (2000 + 500) / ms }
    for (const state of ['first', 'later', 'failed'] as const) {
      expect(usersIn?.[state]).to.be.closeTo(expected[state], 0.001)
    }
  })

  it('has the first answers that took a second or more, and requests that got none, of the whole load', async () => {
    const { lateEntries } = await readCounted(
      '0,999.9,200,7,1\n0,1000,200,7,1\n4000,7250.5,404,7,1\n0,8000,200,7,0\n' +
        '0,8000,500,7,0\n0,3000,UND_ERR_CONNECT_TIMEOUT,,0\n'
    )
    expect(lateEntries).to.eql({ count: 3, leastMs: 1000, mostMs: 7250.5 })
    expect((await readCounted('0,999,200,7,1\n2000,5,200,7,0\n')).lateEntries).to.equal(null)
  })
})

describe('a run that took turns', () => {
  const folder = temporaryFolder()

  it('counts what began in one of its slices, however late that ended, in the time of the slices', async () => {
    const slices = [
      { fromMs: 1000, toMs: 2000 },
      { fromMs: 5000, toMs: 6000 }
    ]
    const row = (startMs: number, latencyMs: number, status = '200') =>
      `${startMs},${latencyMs},${status},7,0,1,${latencyMs}\n` +
      `${startMs},${latencyMs},${status === '200' ? 'through' : status},${status === '200' ? 1 : 0},1,pass,0\n`
    const [before, between] = [row(900, 200), row(2001, 10) + row(4990, 400)]
    const counting = row(1500, 10) + row(1990, 1000) + row(5500, 30) + row(5600, 40) + row(5999, 50, '500')
    const file = folder.write('samples.csv', samplesHeader + before + between + counting)
    const samples = await readSamples(file, { fromMs: 1000, toMs: 6000, lastArrivalMs: 0, slices, byPasses: true })
    const { counted, latencyMs, throughputPerSecond, loadSeconds, requests, passes } = summariseSamples(
      samples,
      nobodys
    )
    expect(requests).to.equal(8)
    expect(counted).to.eql({
      fromMs: 1000,
      toMs: 6000,
      requests: 5,
      passes: 4.505,
      latencies: 4,
      began: 5,
      slowestMs: (10 + 1000 + 30 + 40) / 4,
      slices
    })
    const failureKinds = { 500: 1 }
    expect(passes).to.deep.include({ through: 7, failed: 1, failedOtherwise: 0, failureKinds })
    // Of those at the edges of a slice, the part within: 100 of 200 ms, 10 of 1000, 390 of 400.
    const served = [0.5 + 1 + 0.01, 0.975 + 2]
    expect([loadSeconds, throughputPerSecond]).to.eql([2, 2.243])
    expect([latencyMs?.min, latencyMs?.max]).to.eql([10, 1000])
    expect([samples.within, samples.inSlices?.throughput, samples.inSlices?.p50]).to.eql([null, served, [505, 35]])
    // Of two slices, each is a half.
    expect(samples.inHalves).to.eql(samples.inSlices)
    // Users were there for these, as long as the slices took.
    expect(samples.userMs).to.eql({ first: 0, later: 100 + 10 + 10 + 30 + 40 + 390, failed: 1 })
  })

  it('has the throughput of its users though they stay in step, wherever a slice begins and ends', async () => {
    const [users, latencyMs] = [8, 50]
    const rows = (at: number) => `${at},${latencyMs},200,7,0,1,${latencyMs}\n${at},${latencyMs},through,1,1,pass,0\n`
    const bursts = Array.from({ length: 60 }, (_, i) => rows(i * latencyMs).repeat(users))
    const file = folder.write('samples.csv', samplesHeader + bursts.join(''))
    for (const fromMs of [100, 110, 125, 149]) {
      const slices = [500, 520, 549].map((ms, i) => ({ fromMs: fromMs + 900 * i, toMs: fromMs + 900 * i + ms }))
      const samples = await readSamples(file, { fromMs, toMs: 3000, lastArrivalMs: 0, slices, byPasses: true })
      const { throughputPerSecond, loadSeconds, counted } = summariseSamples(samples, nobodys)
      expect(throughputPerSecond).to.be.closeTo((1000 * users) / latencyMs, 0.01)
      expect(counted.requests).to.equal(Math.round(throughputPerSecond * loadSeconds))
      // Of three slices, the one in the middle is of neither half.
      const [before, after] = samples.halves ?? []
      expect(before).to.be.closeTo((500 * users) / latencyMs, 0.01)
      expect(after).to.be.closeTo((549 * users) / latencyMs, 0.01)
    }
  })
})

describe('passes of users through the flow', () => {
  const folder = temporaryFolder()
  const readPasses = async (lines: string[], slices?: { fromMs: number; toMs: number }[]) => {
    const request = '100,10,200,7,0,1,10\n100,10,200,7,0,2,40\n'
    const file = folder.write('samples.csv', samplesHeader + request + lines.map((line) => `${line}\n`).join(''))
    const times = { fromMs: 0, toMs: 1000, lastArrivalMs: 0, byPasses: true, ...(slices && { slices }) }
    return summariseSamples(await readSamples(file, times), nobodys)
  }

  it('count with what was served in them by the part of their time that lies in what counts, without what held users up', async () => {
    // A half of 200 ms; a whole one; of 600 ms that a rest of 400 ms interrupted, 100 of 200.
    const slices = [{ fromMs: 0, toMs: 1000 }]
    const run = await readPasses(
      ['-100,200,through,3,3,pass,0', '200,50,500,1,2,pass,0', '900,600,through,3,3,pass,400'],
      slices
    )
    expect(run.counted).to.include({ passes: 2, requests: Math.round(1.5 + 2 + 1.5) })
    expect(run.throughputPerSecond).to.be.closeTo(1.5 + 1 + 1.5, 1e-9)
    expect(run.passes).to.eql({
      through: 2,
      failed: 1,
      failedOtherwise: 0,
      failureKinds: { 500: 1 },
      seconds: (100 + 50 + 100) / 2 / 1000
    })
  })

  it('that the end of the load cuts neither fail nor get through, and their time counts like that of the others', async () => {
    const slices = [{ fromMs: 0, toMs: 1000 }]
    const run = await readPasses(['0,500,through,2,2,pass,0', '500,500,cut,1,1,pass,0'], slices)
    expect(run.throughputPerSecond).to.be.closeTo(4, 1e-9)
    expect(run.counted.passes).to.equal(2)
    expect(run.passes).to.include({ through: 1, failed: 0 })
  })

  it('are none where each takes longer than what counts, which then tells nothing', async () => {
    const slices = [{ fromMs: 0, toMs: 1000 }]
    expect((await readPasses(['-500,2000,cut,2,2,pass,0'], slices)).counted.passes).to.equal(0)
  })

  it('fail otherwise where all that was asked for was answered, and a cause is counted by its name', async () => {
    const { passes } = await readPasses(['0,50,Failed capture or match,1,1,pass,0', '50,50,ECONNRESET,0,1,pass,0'])
    expect(passes).to.include({ failed: 2, failedOtherwise: 1 })
    expect(passes?.failureKinds).to.eql({ 'Failed capture or match': 1, ECONNRESET: 1 })
  })

  it('tell how often each request counts, and how long the slowest takes to its last byte', async () => {
    const { counted } = await readPasses(['0,50,through,2,2,pass,0'])
    expect(counted).to.deep.include({ byRequest: { 1: 1, 2: 1 }, slowestMs: 40 })
  })

  it('tell which requests were sent at all, whatever came of them', async () => {
    const file = folder.write(
      'asked.csv',
      `${samplesHeader}100,10,200,7,0,1,10\n100,10,404,7,0,2,40\n60,5,ECONNRESET,,0,3,5\n`
    )
    const { asked } = await readSamples(file)
    expect(asked).to.eql(new Set([1, 2, 3]))
  })
})

describe('how samples vary within a run', () => {
  const folder = temporaryFolder()
  const withinOf = async (rows: [startMs: number, latencyMs: number][]) => {
    const lines = rows.map(([start, latency]) => `${start},${latency},200,7,0\n`).join('')
    const file = folder.write('samples.csv', samplesHeader + lines)
    return (await readSamples(file, { fromMs: 0, toMs: 4000, lastArrivalMs: 0 })).within
  }

  it('is the variance of a metric’s logarithm over four parts of what counts, times their seconds', async () => {
    // In the parts of a second: 1, 2, 1 and 2 responses, of 10, 20, 10 and 20 ms.
    const within = await withinOf([
      [500, 10],
      [1500, 20],
      [1600, 20],
      [2500, 10],
      [3500, 20],
      [3600, 20],
      [4500, 1]
    ])
    const variance = Math.log(2) ** 2 / 3
    expect(within?.throughput).to.be.closeTo(variance, 1e-9)
    expect(within?.p95).to.be.closeTo(variance, 1e-9)
  })

  it('is unknown where a part has no response, or it is not known what counts', async () => {
    const rows: [number, number][] = [500, 1500, 2500].map((startMs) => [startMs, 10])
    expect(await withinOf(rows)).to.equal(null)
    expect((await readSamples(folder.path('samples.csv'))).within).to.equal(null)
  })
})

describe('the summary of a run', () => {
  it('takes the quantiles by linear interpolation, to the microsecond, of kept connections’ first requests apart', () => {
    const { latencyMs, firstRequests } = summarise()
    const around = {
      p50: [40.6, 45.55, 55.45, 60.4],
      p95: [91.09, 93.07, 97.03, 99.01],
      p99: [98.218, 98.614, 99.406, 99.802],
      'p99.9': [99.822, 99.861, 99.941, 99.98]
    }
    const all = { p50: 50.5, p95: 95.05, p99: 99.01, 'p99.9': 99.901, mean: 50.5, min: 1, max: 100 }
    expect(latencyMs).to.eql({ ...all, around })
    const first = { p50: 1500, p95: 1950, p99: 1990, 'p99.9': 1999, mean: 1500, min: 1000, max: 2000 }
    expect(firstRequests).to.deep.include({ apart: true, count: 2 })
    expect(firstRequests.latencyMs).to.deep.include(first)
  })

  for (const [requests, connections, kept] of [
    [20, 2, true],
    [19, 2, false],
    [20, 0, false]
  ] as const) {
    it(`takes connections for ${kept ? 'kept' : 'not kept'} when ${connections} carried ${requests} requests`, () => {
      expect(keepsConnections({ requests, connections })).to.equal(kept)
    })
  }

  it('counts first requests in when connections are not kept, in the right order, or when there is nothing else', () => {
    const { latencyMs, firstRequests } = summarise(
      { firstLatenciesMs: Float64Array.of(0.5, 50.5) },
      { firstRequestsApart: false }
    )
    expect(latencyMs).to.include({ min: 0.5, max: 100, p50: 50.25 })
    expect(firstRequests).to.deep.include({ apart: false, count: 2 })
    const alone = summarise({ laterLatenciesMs: new Float64Array() })
    expect([alone.latencyMs?.max, alone.firstRequests.apart]).to.eql([2000, false])
  })

  it('divides the responses that count by the time they took', () => {
    expect(summarise({ counted: { ...samples.counted, served: 100 } })).to.include({
      loadSeconds: 4,
      throughputPerSecond: 25
    })
  })

  it('has no latency and no throughput without responses', () => {
    const none = new Float64Array()
    const counted = { fromMs: 0, toMs: 0, requests: 0, served: 0 }
    const nothing = { requests: 0, counted, firstLatenciesMs: none, laterLatenciesMs: none }
    const firstRequests = { apart: false, count: 0, latencyMs: null }
    expect(summarise(nothing)).to.deep.include({
      loadSeconds: 0,
      throughputPerSecond: 0,
      latencyMs: null,
      firstRequests
    })
  })

  it('knows no worker by a header that is new in most responses, or has more values than there are processes', () => {
    const named = (values: number, requests: number, each = 1): Partial<Samples> => ({
      requests,
      unattributed: 3,
      workers: new Map(Array.from({ length: values }, (_, i) => [`request-${i}`, { requests: each, connections: 1 }]))
    })
    const seen = (...given: Parameters<typeof named>) => {
      const { workers, unattributed, headerValues } = summarise(named(...given), { workerPids: ['7'] })
      return [workers.length, workers[0].pid, unattributed, headerValues]
    }
    expect(seen(2035, 2040)).to.eql([1, '7', 2038, 2035])
    expect(seen(600, 60_000, 100)).to.eql([1, '7', 60_003, 600])
    for (const [values, requests] of [
      [20, 20],
      [200, 400],
      [500, 60_000]
    ])
      expect(seen(values, requests)).to.eql([values, 'request-0', 3, undefined])
  })

  const usageOf = (pid: string) => (pid === '9' ? null : aUsage({ cpu: Number(pid) }))
  for (const [what, workers, workerPids, expected] of [
    [
      'lists the busiest worker first, and idle ones too, each with what it told of itself',
      samples.workers,
      ['7', '8', '9'],
      ['8 62 1 8', '7 40 1 7', '9 0 0 -']
    ],
    [
      'keeps the names of an app that names its workers itself',
      samples.workers,
      ['100', '101'],
      ['8 62 1 8', '7 40 1 7']
    ],
    ['lists all workers as idle when no response told its own', new Map(), ['7', '8'], ['7 0 0 7', '8 0 0 8']]
  ] as [string, Samples['workers'], string[], string[]][]) {
    it(what, () => {
      const shares = summarise({ workers }, { workerPids, usageOf }).workers
      expect(
        shares.map(({ pid, requests, connections, usage }) => `${pid} ${requests} ${connections} ${usage?.cpu ?? '-'}`)
      ).to.eql(expected)
    })
  }
})
