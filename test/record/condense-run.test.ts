import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { samplesHeader } from '../../plugin/generator/run-order.ts'
import { condenseRun, utilizationPoints } from '../../plugin/record/condense-run.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aGenerator, aRun, aWorker } from '../support/runs.ts'
import { refusalOf } from './refusal-of.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const startedAt = '2026-11-20T12:00:00.000Z'
const originMs = Date.parse(startedAt)
const reading = (atMs: number, activeMs: number, idleMs: number) => ({ atMs: originMs + atMs, activeMs, idleMs })

const samples = ['1000.5,30,200,101,1', '1030.5,20,200,99,0', '1050.5,10,200,101,0', '1600,5,500,101,0', '2000.5,40,200,,0', '2500,0.5,ECONNRESET,,0']
const telemetry = [
  { source: 'load-thread', thread: 1, ...reading(900, 100, 0), loopDelayMs: null },
  { source: 'load-thread', thread: 2, ...reading(900, 100, 0), loopDelayMs: null },
  { source: 'client', scenario: 'primes', name: 'lean', because: null },
  { source: 'load-thread', thread: 1, ...reading(2600, 200, 1600), loopDelayMs: null },
  { source: 'load-thread', thread: 2, ...reading(2500.5, 500, 1200), loopDelayMs: null },
  { source: 'worker', pid: 101, ...reading(500, 50, 450) },
  { source: 'worker', pid: 99, ...reading(500, 50, 450) },
  { source: 'worker', pid: 101, ...reading(1500, 550, 950) },
  { source: 'worker', pid: 101, ...reading(2750, 1175, 1575) }
]

describe('a run, condensed', () => {
  const folder = temporaryFolder()

  const condense = (rows: string[], overrides?: Partial<Run>, withCloud = false, told: object[] = telemetry) => {
    const run = aRun({
      startedAt,
      requests: rows.length,
      workers: [aWorker('101', { requests: 3, connections: 1 }), aWorker('99', { requests: 1, connections: 0 })],
      samples: 'run.csv',
      telemetry: 'run.ndjson',
      ...overrides
    })
    const samplesFile = folder.write('run.csv', samplesHeader + rows.map((row) => `${row}\n`).join(''))
    folder.write('run.ndjson', told.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return condenseRun(run, { folder: dirname(samplesFile), withCloud })
  }

  it('tells when it began, what counts and what happened in between', async () => {
    const { run, beganMs, counted, quantiles, bins, cloud } = await condense(samples)
    expect(run.requests).to.equal(6)
    expect(beganMs).to.equal(originMs + 1000.5)
    expect(counted).to.equal(3)
    expect(quantiles.filter(({ probability }) => [0, 0.5, 0.95, 1].includes(probability)).map(({ latencyMs }) => latencyMs)).to.eql([10, 20, 38, 40])
    expect(bins).to.eql([
      { fromSeconds: 0, toSeconds: 0.25, requests: 3, failures: 0, latencyMs: { p5: 10.5, p50: 15, p95: 19.5 } },
      { fromSeconds: 0.25, toSeconds: 0.5, requests: 0, failures: 0, latencyMs: null },
      { fromSeconds: 0.5, toSeconds: 0.75, requests: 1, failures: 1, latencyMs: null },
      { fromSeconds: 0.75, toSeconds: 1, requests: 0, failures: 0, latencyMs: null },
      { fromSeconds: 1, toSeconds: 1.25, requests: 1, failures: 0, latencyMs: { p5: 40, p50: 40, p95: 40 } },
      { fromSeconds: 1.25, toSeconds: 1.5, requests: 1, failures: 1, latencyMs: null }
    ])
    expect(cloud).to.equal(null)
  })

  it('has its workers in order of their numbers, then of the names that an app gave some', async () => {
    const [pids, ordered] = [['web-b', '12', '1000', 'Web-a', '9', 'ä', 'web-a', '999'], ['9', '12', '999', '1000', 'Web-a', 'web-a', 'web-b', 'ä']]
    const given = pids.map((pid) => aWorker(pid))
    const { run, workers } = await condense(samples, { workers: given })
    expect(workers.map(({ pid }) => pid)).to.eql(ordered)
    expect(run.workers).to.eql(given)
  })

  it('has its workers in order of start, with what they told during the load', async () => {
    const { workers } = await condense(samples)
    expect(workers.map(({ usage, ...rest }) => ({ ...rest, cpu: usage?.cpu }))).to.eql([
      { pid: '99', requests: 1, connections: 0, cpu: 0.98, utilization: [] },
      { pid: '101', requests: 3, connections: 1, cpu: 0.98, utilization: [{ seconds: 0.5, utilization: 0.5 }, { seconds: 1.75, utilization: 0.5 }] }
    ])
  })

  it('has the busiest load thread, whichever that is, of those that told enough', async () => {
    const threads = telemetry.filter(({ source }) => source === 'load-thread') as { thread: number }[]
    const generatorOf = async (told: object[]) => (await condense(samples, {}, false, told)).generator
    expect(await generatorOf(telemetry)).to.eql([{ seconds: 1.5, utilization: 0.25 }])
    const swapped = threads.map((line) => ({ ...line, thread: 3 - line.thread })).sort((a, b) => a.thread - b.thread)
    expect(await generatorOf(swapped)).to.eql([{ seconds: 1.5, utilization: 0.25 }])
    expect(await generatorOf(threads.slice(0, 3))).to.eql([{ seconds: 1.6, utilization: 0.059 }])
    expect(await generatorOf(threads.slice(0, 2))).to.eql([])
    expect(await generatorOf([])).to.eql([])
  })

  it('has its dots with workers in that order, if it is the one that is shown', async () => {
    const { cloud } = await condense(samples, {}, true)
    expect(cloud).to.eql({
      dots: { seconds: [0.03, 0.05, 1], latencyMs: [20, 10, 40], worker: [0, 1, -1] },
      density: null,
      workerP95Ms: [[20, null, null, null, null, null], [10, null, null, null, null, null]]
    })
  })

  it('counts first requests where they are not apart', async () => {
    const { counted } = await condense(samples, { firstRequests: { apart: false, count: 1, latencyMs: null } })
    expect(counted).to.equal(4)
  })

  it('has no quantiles when nothing counts', async () => {
    const { counted, quantiles, bins } = await condense(['5,10,500,101,1'], { latencyMs: null })
    expect({ counted, quantiles, bins }).to.eql({ counted: 0, quantiles: [], bins: [{ fromSeconds: 0, toSeconds: 0.01, requests: 1, failures: 1, latencyMs: null }] })
  })

  it('may have had no request at all', async () => {
    const { beganMs, counted, bins, cloud } = await condense([], {}, true)
    expect({ beganMs, counted, bins: bins.length, dots: cloud?.dots?.seconds }).to.eql({ beganMs: originMs, counted: 0, bins: 1, dots: [] })
  })

  it('has nothing but its figures when its load is known by Artillery’s metrics alone', async () => {
    const overrides = { requests: 900, failures: 7, firstRequests: { apart: true, count: 20, latencyMs: null }, generator: aGenerator({ threads: 0, utilization: null, utilizations: [] }) }
    const { run, counted, quantiles, bins, workers, generator, cloud } = await condense([], overrides, true)
    expect(run).to.include({ requests: 900 })
    expect({ counted, quantiles, generator, dots: cloud?.dots?.seconds }).to.eql({ counted: 873, quantiles: [], generator: [], dots: [] })
    expect(bins).to.eql([{ fromSeconds: 0, toSeconds: 0, requests: 0, failures: 0, latencyMs: null }])
    expect(workers.map(({ pid, requests, utilization }) => [pid, requests, utilization])).to.eql([['99', 1, []], ['101', 3, []]])
  })

  it('survives JSON', async () => {
    const detail = await condense(samples, {}, true)
    expect(JSON.parse(JSON.stringify(detail))).to.eql(detail)
  })

  it('leaves out a last line that was cut off while it was written', async () => {
    folder.write('cut.csv', `${samplesHeader}0,10,200,101,0\n5,1`)
    expect((await condense(['0,10,200,101,0'], { samples: 'cut.csv' })).counted).to.equal(1)
  })

  it('may have samples that somebody decompressed or compressed, and then names those', async () => {
    folder.write('later.csv.gz', gzipSync(`${samplesHeader}0,10,200,101,0\n`))
    for (const [given, found] of [['later.csv', 'later.csv.gz'], ['run.csv.gz', 'run.csv']]) {
      const { run, counted } = await condense(['0,10,200,101,0'], { samples: given })
      expect({ counted, samples: run.samples }).to.eql({ counted: 1, samples: found })
    }
  })

  const copy = 'copy the whole folder of the comparison'
  const [missing, unreadable] = [`is missing; ${copy}, with samples/, which has the files of all runs.`, 'cannot be read (unexpected end of file)']
  const refused: [string, Partial<Run>, message: string][] = [
    ['compressed samples were cut off', { samples: 'cut-off.csv.gz' }, `cut-off.csv.gz ${missing.replace('is missing', unreadable)}`],
    ['the samples are missing', { samples: 'samples/gone.x' }, `samples/gone.x ${missing}`],
    ['the telemetry is missing', { telemetry: 'samples/gone.x' }, `samples/gone.x ${missing}`],
    ['the samples were cut off', { requests: 7, variant: 'clustered', round: 3 },
      `run.csv has only 6 requests, but clustered had 7 in round 3: the file was cut off; ${copy} again.`]
  ]
  for (const [what, overrides, message] of refused) {
    it(`is refused when ${what}, with the name of the file`, async () => {
      folder.write('cut-off.csv.gz', gzipSync(`${samplesHeader}0,10,200,101,0\n`).subarray(0, -9))
      expect(await refusalOf(condense(samples, overrides))).to.eql({ code: 'NOT_A_RECORD', message: folder.path(message) })
    })
  }

  it('names a file that cannot be read', async () => {
    expect((await refusalOf(condense(samples, { samples: '.' }))).message).to.match(/ cannot be read \(EISDIR.*\); copy the whole folder/)
  })

  it('leaves out what was answered after the load had been summarised', async () => {
    const { counted, bins } = await condense(samples, { requests: 3 })
    expect(bins.reduce((sum, { requests }) => sum + requests, 0)).to.equal(3)
    expect(counted).to.be.at.most(3)
  })
})

describe('utilization over a load', () => {
  /** Readings of an event loop, each with its utilization since the one before. */
  const readings = (told: [atMs: number, utilization: number][]) => {
    let [activeMs, idleMs, before] = [40, 300, 0]
    return told.map(([atMs, utilization]) => {
      activeMs += (atMs - before) * utilization
      idleMs += (atMs - before) * (1 - utilization)
      before = atMs
      return { atMs, activeMs, idleMs }
    })
  }
  const load = { fromMs: 1000, toMs: 3000 }

  const cases: [string, told: [number, number][], points: [number, number][]][] = [
    ['is that since the reading before, within the load and once beyond',
      [[0, 0], [900, 0.1], [1400, 0.5], [2000, 1], [2900, 0.25], [3400, 0.125], [3900, 0]], [[0.4, 0.5], [1, 1], [1.9, 0.25], [2.4, 0.125]]],
    ['ends with a reading at the very end of the load, and begins after one at its beginning',
      [[500, 0], [1000, 0], [3000, 0.5], [3500, 1]], [[2, 0.5]]],
    ['is told as far as there are readings', [[900, 0], [1400, 0.5]], [[0.4, 0.5]]],
    ['begins with the first reading where there is none before', [[1400, 0.5], [1900, 0.75]], [[0.9, 0.75]]],
    ['may be one point beyond the load', [[900, 0], [3600, 0.5], [4000, 1]], [[2.6, 0.5]]],
    ['is empty without readings', [], []],
    ['is empty of a single one', [[1400, 0.5]], []],
    ['is empty where all are before the load', [[500, 0], [900, 0.5]], []],
    ['is empty where all are after it', [[3000, 0.5], [3500, 0.5], [4000, 0.5]], []]
  ]
  for (const [name, told, points] of cases) {
    const expected = points.map(([seconds, utilization]) => ({ seconds, utilization }))
    it(name, () => expect(utilizationPoints(readings(told), load)).to.eql(expected))
  }

  it('is 0 where no time passed', () => {
    const [reading] = readings([[1400, 0.5]])
    expect(utilizationPoints([reading, { ...reading, atMs: 1500 }], load)).to.eql([{ seconds: 0.5, utilization: 0 }])
  })

  it('keeps sixty points of many, each the mean of those it stands for', () => {
    const alternating = readings(Array.from({ length: 200 }, (_, i) => [950 + 100 * i, i % 2 === 0 ? 0.2 : 0.6]))
    const long = { fromMs: 1000, toMs: 950 + 100 * 120 }
    const found = utilizationPoints(alternating, long)
    expect(found).to.have.length(60)
    found.forEach(({ utilization }) => expect(utilization).to.be.closeTo(0.4, 0.0005))
    expect(found[0].seconds).to.equal(0.15)
    expect(found[59].seconds).to.equal(11.95)
  })

  it('never has more than sixty points, and always the last', () => {
    for (const count of [59, 60, 61, 62, 119, 121, 500, 1001]) {
      const found = utilizationPoints(readings(Array.from({ length: count + 1 }, (_, i) => [1000 + 10 * i, 0.5])), { fromMs: 1000, toMs: 1000 + 10 * count })
      expect(found.length).to.be.within(Math.min(count, 30), 60)
      expect(found[found.length - 1].seconds).to.equal(count / 100)
    }
  })
})
