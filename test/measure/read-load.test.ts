import { expect } from 'chai'
import { summarise } from '../../plugin/measure/counts.ts'
import { readLoad } from '../../plugin/measure/read-load.ts'
import { readMetered, readMetrics } from '../../plugin/measure/read-metrics.ts'
import { samplesHeader } from '../../plugin/record/samples.ts'
import { refusal } from '../support/settings.ts'
import { temporaryFolder } from '../support/folder.ts'
import { anOutput, aSummary, ownOutput } from './some-output.ts'

/** By two clocks of one moment: of where the load was made, and of this machine since it booted. */
const [startedAtMs, originMs] = [1795279967000, 86_400_000]

describe('what Artillery’s metrics tell of a run', () => {
  const folder = temporaryFolder()
  const nothing = { count: 0, latencyMs: null }
  const read = (text: string) => readMetrics(folder.write('output.json', text), { startedAtMs, originMs })

  it('is what the plugin counted where the load was made, of the requests to the target, in parts of a millisecond', () => {
    const { all, first, later, outcome, workers, ...counts } = read(ownOutput)
    const failures = { failures: 4, failureKinds: { 500: 2, ECONNRESET: 2 } }
    // Not all of Artillery's time: from the first request to the last response.
    const times = { firstStartMs: 1000.4, lastEndMs: 3404 }
    const counted = { fromMs: times.firstStartMs, toMs: times.lastEndMs, requests: 802, served: 798 }
    expect(counts).to.eql({
      requests: 802,
      ...failures,
      counted,
      within: null,
      unattributed: 1,
      connections: 5,
      ...times,
      client: null
    })
    expect([...workers]).to.eql([
      ['5415', { requests: 300, connections: 2 }],
      ['web.1', { requests: 499, connections: 2 }]
    ])
    expect(all).to.eql({
      count: 798,
      latencyMs: { p50: 3.3955, p95: 33.1997, p99: 65.5337, 'p99.9': 164.4481, mean: 8.004, min: 0.142, max: 168.5824 }
    })
    expect([first, later].map(({ count, latencyMs }) => [count, latencyMs?.p50])).to.eql([
      [5, 9.8012],
      [793, 3.3005]
    ])
    const users = {
      errors: { ECONNRESET: 2, 'Failed capture or match': 1 },
      responses: { byStatus: { 200: 798, 500: 2 }, bytes: 0 },
      users: 4,
      skippedUsers: 3,
      shortestSessionMs: 1775.3
    }
    expect(outcome).to.eql({ ...users, beganMs: 86_400_881.8, lastArrivalMs: 86_401_629, endedMs: 86_403_404 })
  })

  it('has errors by names without secrets: who throws them gives them', () => {
    const { outcome } = read(
      anOutput(
        { 'errors.Error: token=one': 2, 'errors.Error: token=other': 1, 'errors.::error::x': 3 },
        { 'plugins.speedup.user_at': aSummary() }
      )
    )
    expect(outcome.errors).to.eql({ 'Error: token=…': 3, ': :error::x': 3 })
  })

  it('has what those met who came early, before the last of its periods, in which some left; else it is unknown', () => {
    const period = (count: number, p99: number, more = {}) => ({
      summaries: { 'vusers.session_length': aSummary({ count, p99 }), ...more }
    })
    const earlyIn = (...intermediate: object[]) => {
      const { aggregate } = JSON.parse(anOutput({}, { 'plugins.speedup.user_at': aSummary() }))
      return read(JSON.stringify({ aggregate, intermediate })).early
    }
    const [few, first, last] = [
      period(9, 800),
      period(10, 3000, { 'http.response_time': aSummary({ p99: 40 }) }),
      period(100, 9000)
    ]
    expect(earlyIn(few, first, last)).to.eql({ sessionMs: 3000, latencyMs: 40 })
    expect(earlyIn(period(10, 3000, { 'plugins.speedup.latency_us': aSummary({ p99: 6500 }) }), last)).to.eql({
      sessionMs: 3000,
      latencyMs: 6.5
    })
    expect([earlyIn(few, last), earlyIn(first), earlyIn({}, last)]).to.eql([undefined, undefined, undefined])
  })

  it('is what sent the requests: Artillery’s client, where any load thread used that', () => {
    const [lean, artillery] = [{ 'plugins.speedup.client.lean': 4 }, { 'plugins.speedup.client.artillery': 1 }]
    const summaries = { 'plugins.speedup.user_at': aSummary() }
    const used = [lean, artillery, { ...lean, ...artillery }, {}].map(
      (counters) => read(anOutput(counters, summaries)).client
    )
    const [byLean, byArtillery] = ['lean', 'artillery'].map((name) => ({ name, because: null }))
    expect(used).to.eql([byLean, byArtillery, byArtillery, null])
  })

  it('is how many users got through the flow, for what others failed, and where else they asked', () => {
    const counters = {
      'plugins.speedup.passes': 90,
      'plugins.speedup.failed_passes.500': 4,
      'plugins.speedup.failed_passes.Failed capture or match': 6,
      'plugins.speedup.passes_failed_otherwise': 6,
      'plugins.speedup.elsewhere.localhost:81': 3
    }
    const load = read(anOutput(counters, { 'plugins.speedup.user_at': aSummary() }))
    const passes = {
      through: 90,
      failed: 10,
      failedOtherwise: 6,
      failureKinds: { 500: 4, 'Failed capture or match': 6 },
      seconds: null
    }
    expect(load).to.deep.include({ passes, elsewhere: { 'localhost:81': 3 } })
    const options = { firstRequestsApart: false, workerPids: [], usageOf: () => null }
    expect(summarise(load, (part) => load[part], options)).to.deep.include({ passes, elsewhere: load.elsewhere })
  })

  it('is that users asked the target for nothing, whatever they asked elsewhere', () => {
    const summaries = { 'plugins.speedup.user_at': aSummary(), 'http.response_time': aSummary() }
    const found = read(anOutput({ 'http.requests': 9, 'http.codes.200': 9 }, summaries))
    expect(found).to.deep.include({ requests: 0, failures: 0, workers: new Map(), all: nothing })
  })

  describe('without the plugin where the load was made', () => {
    const whole = {
      'http.requests': 100,
      'http.codes.200': 90,
      'http.codes.304': 10,
      'http.responses': 100,
      'vusers.created': 4
    }
    const times = {
      'http.response_time': aSummary({ count: 100, p50: 3 }),
      'http.response_time.2xx': aSummary({ count: 90, p50: 4 })
    }
    const histograms = { ...times, 'vusers.session_length': aSummary({ min: 5 }) }

    it('is what Artillery counts itself, in whole milliseconds and without the workers', () => {
      const { all, first, later, workers, outcome, ...rest } = read(anOutput(whole, histograms))
      const client = { name: 'artillery', because: 'the plugin is not installed where the load is generated' }
      const counts = { requests: 100, failures: 0, failureKinds: {}, unattributed: 100, connections: 0 }
      const [fromMs, toMs] = [880, 3880]
      expect(rest).to.eql({
        ...counts,
        client,
        firstStartMs: fromMs,
        lastEndMs: toMs,
        counted: { fromMs, toMs, requests: 100, served: 100 },
        within: null
      })
      expect([all.count, all.latencyMs?.p50, first, later, workers.size]).to.eql([90, 4, nothing, nothing, 0])
      // It does not tell who came when.
      expect(outcome).to.include({ users: 4, shortestSessionMs: null })
    })

    const erring = {
      'http.requests': 20,
      'http.codes.200': 10,
      'http.codes.404': 5,
      'http.codes.500': 2,
      'errors.ETIMEDOUT': 3
    }
    const moved = {
      'http.response_time': aSummary({ p50: 3 }),
      'http.response_time.3xx': aSummary({ count: 10, p50: 2 })
    }
    for (const [what, counters, summaries, expected, p50] of [
      [
        'errors by their code, those without a response by Artillery’s names, and the same latencies as without errors',
        erring,
        histograms,
        { failures: 10, failureKinds: { 404: 5, 500: 2, ETIMEDOUT: 3 }, unattributed: 17 },
        4
      ],
      [
        'the latencies of redirects where there is nothing else',
        { 'http.requests': 10, 'http.codes.304': 10 },
        moved,
        { failures: 0 },
        2
      ],
      [
        'no latencies where there are neither',
        { 'http.requests': 10, 'http.codes.304': 10 },
        { 'http.response_time': aSummary() },
        { all: nothing }
      ],
      [
        'no failures of errors that cost no response',
        { ...whole, 'errors.Failed capture or match': 7 },
        histograms,
        { failures: 0, failureKinds: {} },
        4
      ],
      [
        'nothing when nobody asked for anything',
        { 'vusers.created': 4 },
        {},
        { requests: 0, failures: 0, all: nothing }
      ]
    ] as [string, Record<string, number>, typeof histograms, object, number?][]) {
      it(`has ${what}`, () => {
        const found = read(anOutput(counters, summaries))
        expect(found).to.deep.include(expected)
        expect(found.all.latencyMs?.p50).to.equal(p50)
      })
    }
  })

  for (const [what, text] of [
    ['is no JSON', '{"aggregate":'],
    ['has no metrics', '{}'],
    ['is empty', '']
  ]) {
    it(`is an error in a file that ${what}`, () => {
      const { code, message } = refusal(() => read(text))
      expect(code).to.equal('GENERATOR_FAILED')
      expect(message.replace(/\(.+\)/, '(why)')).to.equal(
        'The load generator wrote no metrics to its --output file (why). Run its command by hand with --output to see why.'
      )
    })
  }
})

const options = { firstRequestsApart: true, workerPids: ['5415', '5416'], usageOf: () => null }

describe('a load that was seen', () => {
  const folder = temporaryFolder()
  const ofSamples = (
    lines: string,
    {
      originMs = 0,
      lastArrivalMs = 0,
      warmUpSeconds = 0 as number | null,
      loadSeconds = null as number | null,
      isOpen = false,
      ...rest
    } = {}
  ) => {
    const times = { beganMs: originMs, lastArrivalMs, endedMs: originMs + 9000, shortestSessionMs: null, users: 100 }
    const files = { samplesFile: folder.write('samples.csv', samplesHeader + lines), originMs }
    return readLoad(files, { ...times, ...rest }, { warmUp: warmUpSeconds, load: loadSeconds, isOpen })
  }
  const ofMetrics = (text: string = ownOutput) =>
    readMetered(folder.write('metrics.json', text), { startedAtMs, originMs })
  const two = '5,5,200,1,1\n6,14,200,1,0\n'
  const foreign = anOutput({ 'http.requests': 100, 'http.codes.200': 100 }, { 'http.response_time': aSummary() })

  it('lies in the time of its samples, or of its metrics', async () => {
    expect((await ofSamples(two, { originMs: 1000, lastArrivalMs: 1007 })).span).to.eql({ fromMs: 1005, toMs: 1020 })
    expect((await ofMetrics()).span).to.eql({ fromMs: originMs + 1000.4, toMs: originMs + 3404 })
  })

  const rows = Array.from({ length: 100 }, (_, i) => `${100 * i},50,${i === 60 ? 500 : 200},1,${i === 0 ? 1 : 0}\n`)
  const countedOf = async (changes: object, count = 100) => {
    const seen = await ofSamples(rows.slice(0, count).join(''), { lastArrivalMs: 1000, ...changes })
    const { counted, requests, failures, throughputPerSecond, loadSeconds } = seen.summarise(options)
    const { fromMs, toMs, latencies } = counted
    return { fromMs, toMs, counted: counted.requests, latencies, requests, failures, throughputPerSecond, loadSeconds }
  }

  it('counts from the end of its warm-up until the first user may leave', async () => {
    const counted = await countedOf({ warmUpSeconds: 2, shortestSessionMs: 7000 })
    expect(counted).to.eql({
      fromMs: 2000,
      toMs: 8000,
      counted: 60,
      latencies: 59,
      requests: 100,
      failures: 1,
      throughputPerSecond: 9.833,
      loadSeconds: 6
    })
    expect(await countedOf({ warmUpSeconds: 0, shortestSessionMs: null }), 'nobody got through').to.include({
      counted: 90,
      toMs: 9000
    })
  })

  it('counts 1.5 s less than all where nobody says how much the warm-up is, but a third of it at most, and up to its end where some users are there for a moment only', async () => {
    expect(await countedOf({ warmUpSeconds: null })).to.include({ fromMs: 1500, counted: 75 })
    expect(await countedOf({ warmUpSeconds: null, endedMs: 3000 }, 30)).to.include({
      fromMs: 1000,
      toMs: 2950.001,
      counted: 20
    })
    expect(await countedOf({ warmUpSeconds: null, shortestSessionMs: 1000 })).to.include({
      fromMs: 1500,
      toMs: 9000,
      counted: 75
    })
  })

  it('counts what has its answer by the time that users were given, whoever leaves when, and however late the last answer comes', async () => {
    // From 0 to 9950 ms, each takes 50 ms: the one that begins at 5950 ends at 6000, when the time is up.
    expect(await countedOf({ warmUpSeconds: 2, loadSeconds: 6, shortestSessionMs: 100 }, 62)).to.include({
      fromMs: 2000,
      toMs: 6000,
      counted: 40,
      requests: 62,
      loadSeconds: 4
    })
    expect(
      await countedOf({ warmUpSeconds: 2, loadSeconds: 2.5, shortestSessionMs: null }, 62),
      'a short time'
    ).to.include({ fromMs: 2000, toMs: 2500, counted: 5 })
    expect(
      await countedOf({ warmUpSeconds: 2, loadSeconds: 8, shortestSessionMs: null }, 62),
      'a pause at its end'
    ).to.include({ toMs: 8000, counted: 42, loadSeconds: 6 })
  })

  it('of users who come at a rate has latencies of those who came in the time that counts, however long they then waited', async () => {
    // One a second is answered at once; those beside them wait until all have come.
    const waiting = Array.from(
      { length: 10 },
      (_, i) => `${1000 * i},5,200,1,0\n${1000 * i + 500},${12_000 - 1000 * i},200,1,0\n`
    ).join('')
    const summarised = async (isOpen: boolean) =>
      (await ofSamples(waiting, { loadSeconds: 8, warmUpSeconds: 2, isOpen })).summarise({
        ...options,
        firstRequestsApart: false
      })
    const [ended, began] = [await summarised(false), await summarised(true)]
    expect([ended.latencyMs?.max, ended.counted.latencies, ended.throughputPerSecond]).to.eql([5, 6, 1])
    expect([began.latencyMs?.max, began.counted.latencies, began.throughputPerSecond]).to.eql([10_000, 12, 1])
    expect([ended, began].map(({ counted }) => counted.byStart)).to.eql([undefined, true])
  })

  it('has had requests under way when the last user came; the metrics tell about those that took longest', async () => {
    const loads = [ofSamples(two, { originMs: 1000, lastArrivalMs: 1015 }), ofMetrics(), ofMetrics(anOutput({}, {}))]
    expect((await Promise.all(loads)).map(({ underWayMs }) => [...underWayMs])).to.eql([[14], [33.1997], []])
  })

  it('keeps its connections, as far as anybody counted them, and has latencies where something did not fail, unless the metrics have none', async () => {
    const found = [
      await ofMetrics(),
      await ofMetrics(foreign),
      await ofSamples('5,5,200,1,1\n6,14,500,1,0\n'),
      await ofSamples('6,14,500,1,0\n')
    ]
    expect(found.map(({ keepsConnections }) => keepsConnections)).to.eql([true, false, false, false])
    expect(found.map(({ hasLatencies }) => hasLatencies)).to.eql([true, false, true, false])
  })

  it('has the first requests apart where metrics say that connections are kept, or counted in', async () => {
    const { latencyMs, firstRequests, loadSeconds, throughputPerSecond, workers } = (await ofMetrics()).summarise(
      options
    )
    expect([latencyMs?.p50, firstRequests.latencyMs?.min, loadSeconds]).to.eql([3.3005, 5.609, 2.404])
    expect(firstRequests).to.deep.include({ apart: true, count: 5 })
    expect(throughputPerSecond).to.be.closeTo(798 / 2.4036, 0.001)
    expect(workers.map(({ pid, requests, connections }) => [pid, requests, connections])).to.eql([
      ['web.1', 499, 2],
      ['5415', 300, 2],
      ['5416', 0, 0]
    ])
    const counted = (await ofMetrics()).summarise({ ...options, firstRequestsApart: false })
    expect([counted.latencyMs?.p50, counted.firstRequests.apart]).to.eql([3.3955, false])
    const summaries = { 'http.response_time.2xx': aSummary({ p50: 7 }) }
    const lost = (await ofMetrics(anOutput({ 'http.requests': 9, 'http.codes.200': 9 }, summaries))).summarise(options)
    expect([lost.latencyMs?.p50, lost.firstRequests]).to.eql([7, { apart: false, count: 0, latencyMs: null }])
  })
})
