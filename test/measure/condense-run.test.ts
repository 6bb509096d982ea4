import { detailing } from '../../plugin/questions/measure.ts'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { samplesHeader } from '../../plugin/record/samples.ts'
import { condenseRun, quantiles } from '../../plugin/measure/condense-run.ts'
import { expectLike } from '../support/cases.ts'
import { temporaryFolder } from '../support/folder.ts'
import { seededNormal } from '../support/random.ts'
import { aGenerator, aRun, aWorker } from '../support/runs.ts'
import type { Run } from '../../plugin/concepts/run.ts'

const originMs = 86_400_000

const samples = [
  '1000.5,30,200,101,1',
  '1030.5,20,200,99,0',
  '1050.5,10,200,101,0',
  '1600,5,500,101,0',
  '2000.5,40,200,,0',
  '2500,0.5,ECONNRESET,,0'
]

describe('a run, condensed', () => {
  const folder = temporaryFolder()
  const one = ['0,10,200,101,0']

  const condense = (rows: string[], overrides?: Partial<Run>) => {
    const workers = [aWorker('101', { requests: 3, connections: 1 }), aWorker('99', { requests: 1, connections: 0 })]
    const counted = { fromMs: 0, toMs: 1e6, requests: rows.length, latencies: rows.length }
    const run = aRun({
      originMs,
      requests: rows.length,
      counted,
      workers,
      samples: 'run.csv',
      loadSeconds: 0,
      ...overrides
    })
    const samplesFile = folder.write('run.csv', samplesHeader + rows.map((row) => `${row}\n`).join(''))
    return condenseRun(run, { folder: dirname(samplesFile), withWorkerP95: true, detailOf: detailing([[run]]) })
  }

  it('tells when it began, what counts and what happened in between', async () => {
    const { run, beganMs, seconds, counted, quantiles: told, workerP95Ms } = await condense(samples)
    expect({ requests: run.requests, beganMs, seconds, counted }).to.eql({
      requests: 6,
      beganMs: originMs + 1000.5,
      seconds: 1.5,
      counted: 3
    })
    expect(
      told.filter(({ probability }) => [0, 0.5, 0.95, 1].includes(probability)).map(({ latencyMs }) => latencyMs)
    ).to.eql([10, 20, 38, 40])
    expect(workerP95Ms).to.eql([
      [20, null, null, null, null, null],
      [10, null, null, null, null, null]
    ])
  })

  it('has its workers in order of their numbers, then of the names that an app gave some', async () => {
    const given = ['web-b', '12', '1000', 'Web-a', '9', 'ä', 'web-a', '999'].map((pid) => aWorker(pid))
    const { run, workers: named } = await condense(samples, { workers: given })
    expect(named.map(({ pid }) => pid)).to.eql(['9', '12', '999', '1000', 'Web-a', 'web-a', 'web-b', 'ä'])
    expect(run.workers).to.eql(given)
    const { workers } = await condense(samples)
    expect(workers.map(({ usage, ...rest }) => ({ ...rest, cpu: usage?.cpu }))).to.eql([
      { pid: '99', requests: 1, connections: 0, cpu: 0.98 },
      { pid: '101', requests: 3, connections: 1, cpu: 0.98 }
    ])
  })

  const counts: [string, rows: string[], Partial<Run>, counted: number, seconds: number][] = [
    ['has no quantiles when nothing counts', ['5,10,500,101,1'], { latencyMs: null }, 0, 0.01],
    ['may have had no request at all, and still some time for an axis', [], {}, 0, 0.001],
    ['leaves out what was answered after the load had been summarised', samples, { requests: 3 }, 2, 0.06]
  ]
  for (const [title, rows, overrides, counted, seconds] of counts) {
    it(title, async () => {
      const detail = await condense(rows, overrides)
      expect([detail.counted, detail.seconds]).to.eql([counted, seconds])
      if (counted === 0) expect([detail.quantiles, detail.workerP95Ms]).to.eql([[], [[null], [null]]])
    })
  }

  it('has nothing but its figures when its load is known by Artillery’s metrics alone', async () => {
    const counted = { fromMs: 0, toMs: 1000, requests: 893, latencies: 873 }
    const overrides = {
      requests: 900,
      loadSeconds: 30,
      counted,
      failures: 7,
      firstRequests: { apart: true, count: 20, latencyMs: null },
      generator: aGenerator({ threads: 0 })
    }
    const { run, seconds, counted: shown, quantiles: told, workers, workerP95Ms } = await condense([], overrides)
    expect({ requests: run.requests, seconds, counted: shown, told, workerP95Ms }).to.eql({
      requests: 900,
      seconds: 30,
      counted: 873,
      told: [],
      workerP95Ms: [[null], [null]]
    })
    expect(workers.map(({ pid, requests }) => [pid, requests])).to.eql([
      ['99', 1],
      ['101', 3]
    ])
  })

  it('may have samples that somebody decompressed or compressed, and then names those; a last line that was cut off is left out', async () => {
    folder.write('later.csv.gz', gzipSync(`${samplesHeader}0,10,200,101,0\n5,1`))
    for (const [given, found] of [
      ['later.csv', 'later.csv.gz'],
      ['run.csv.gz', 'run.csv']
    ]) {
      const { run, counted } = await condense(one, { samples: given })
      expect({ counted, samples: run.samples }).to.eql({ counted: 1, samples: found })
    }
  })

  const copy = 'copy the whole comparison folder'
  const all = `${copy}, including samples/, which has the files of all runs.`
  const refused: [string, Partial<Run>, message: string | RegExp][] = [
    [
      'compressed samples were cut off',
      { samples: 'cut-off.csv.gz' },
      `cut-off.csv.gz cannot be read (unexpected end of file); ${all}`
    ],
    ['the samples are missing', { samples: 'samples/gone.x' }, `samples/gone.x is missing; ${all}`],
    ['a file cannot be read', { samples: '.' }, / cannot be read \(it is no file\); copy the whole comparison folder/],
    [
      'the samples were cut off',
      { requests: 7, variant: 'clustered', round: 3 },
      `run.csv has only 6 requests, but clustered had 7 in round 3: the file is truncated; ${copy} again.`
    ]
  ]
  for (const [what, overrides, expected] of refused) {
    it(`is refused when ${what}, with the name of the file`, async () => {
      folder.write('cut-off.csv.gz', gzipSync(`${samplesHeader}0,10,200,101,0\n`).subarray(0, -9))
      const { code, message } = await condense(samples, overrides).catch((error) => error)
      expect(code).to.equal('NOT_A_RECORD')
      expectLike(message, typeof expected === 'string' ? folder.path(expected) : expected)
    })
  }
})

describe('the quantiles of a run', () => {
  const logNormal = (count: number) => {
    const normal = seededNormal(count)
    return Float64Array.from({ length: count }, () => 100 * Math.exp(0.4 * normal())).sort()
  }
  const named = [0, 0.5, 0.75, 0.9, 0.95, 0.99, 1]
  const probabilitiesOf = (count: number) => quantiles(logNormal(count)).map(({ probability }) => probability)

  it('stand evenly on the scale of the chart, forty to a decade, up to p99.9', () => {
    expect(probabilitiesOf(50_000))
      .to.have.length(121 + 4)
      .and.include.members([...named, 0.999])
    const places = probabilitiesOf(50_000)
      .filter((probability) => ![0.5, 0.75, 0.95, 1].includes(probability))
      .map((probability) => -Math.log10(1 - probability))
    places.forEach((place, i) => expect(place).to.be.closeTo(i / 40, 1e-9))
  })

  it('end where the sample does, but for those that have a name', () => {
    expect(probabilitiesOf(0)).to.eql([])
    expect(probabilitiesOf(1)).to.eql(named)
    expect(probabilitiesOf(10)).to.have.length(41 + 5)
    expect(probabilitiesOf(10).filter((probability) => probability > 0.9)).to.eql([0.95, 0.99, 1])
    expect([999, 1000].map((count) => probabilitiesOf(count).includes(0.999))).to.eql([false, true])
  })

  it('ascend, each probability once, interpolated to the microsecond', () => {
    for (const count of [1, 2, 19, 20, 21, 1234])
      expect(probabilitiesOf(count)).to.eql([...new Set(probabilitiesOf(count))].sort((a, b) => a - b))
    const found = new Map(
      quantiles(Float64Array.from({ length: 101 }, (_, i) => i / 3)).map(({ probability, latencyMs }) => [
        probability,
        latencyMs
      ])
    )
    expect(named.map((probability) => found.get(probability))).to.eql([0, 16.667, 25, 30, 31.667, 33, 33.333])
  })
})
