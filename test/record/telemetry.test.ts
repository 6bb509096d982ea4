import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { expect } from 'chai'
import { appendWorkers, readTelemetry } from '../../plugin/record/telemetry.ts'
import { readRuns } from '../../plugin/record/read-record.ts'
import { listsOfRuns } from '../../plugin/questions/concepts.ts'
import { temporaryFolder } from '../support/folder.ts'
import { aGenerator, aRun, aWorker } from '../support/runs.ts'
import { refusal } from '../support/settings.ts'

const asLines = (all: object[]) => all.map((each) => `${JSON.stringify(each)}\n`).join('')

describe('the telemetry of a run', () => {
  const folder = temporaryFolder()
  const threads = [1, 2, 1].map((thread) => ({
    source: 'load-thread',
    thread,
    atMs: 1.5,
    activeMs: 2,
    idleMs: 3,
    loopDelayMs: null
  }))

  it('holds what the app’s processes told after what the load threads did, and says which is which', () => {
    const workers: any[] = [
      { pid: 7, atMs: 1 },
      { pid: 8, atMs: 2 }
    ]
    const file = folder.write('both', asLines(threads))
    appendWorkers(file, [])
    expect(readFileSync(file, 'utf8')).to.equal(asLines(threads))
    appendWorkers(file, workers)
    expect(readTelemetry(file)).to.eql([...threads, ...workers.map((report) => ({ source: 'worker', ...report }))])
  })

  it('is read without a last line that was cut off, wherever that was', () => {
    const last = JSON.stringify(threads[0])
    for (const length of [0, 1, 20, last.length]) {
      expect(
        readTelemetry(folder.write('cut', asLines(threads) + last.slice(0, length))),
        `${length} characters`
      ).to.eql(threads)
      expect(readTelemetry(folder.write('cut', last.slice(0, length)))).to.eql([])
    }
  })
})

const runs = [aRun(), aRun({ round: 2 }), aRun({ round: 3, latencyMs: null })]
const lines = runs.map((run) => asLines([run]))

describe('the runs of a record', () => {
  it('are read in their order, before a last line that was cut off', () => {
    expect(readRuns(lines.join(''), 'runs.ndjson')).to.eql(runs)
    expect(readRuns('', 'runs.ndjson')).to.eql([])
    for (const cut of [1, 10, 200, lines[2].length - 1])
      expect(readRuns(lines.join('').slice(0, -cut), 'runs.ndjson')).to.eql(runs.slice(0, 2))
  })

  it('may not tell anything of the generator, the machine and the workers', () => {
    const silent = aRun({
      client: { name: 'lean', because: null },
      machine: null,
      generator: aGenerator({ utilization: null }),
      workers: [aWorker('1', { usage: null })]
    })
    expect(readRuns(asLines([silent]), 'runs.ndjson')).to.eql([silent])
  })

  it('are refused when a line is broken', () => {
    const broken = {
      code: 'NOT_A_RECORD',
      message: 'x/runs.ndjson is broken: line 2 is not a run; copy the whole comparison folder again.'
    }
    for (const line of [
      lines[1].slice(9),
      `${lines[1].slice(0, 99)}\n`,
      '\n',
      'null\n',
      '[]\n',
      '{"scenario":"primes"}\n'
    ]) {
      expect(
        refusal(() => readRuns(lines[0] + line + lines[2], 'x/runs.ndjson')),
        line
      ).to.eql(broken)
    }
  })

  const [texts, figures, parts] = [
    'scenario variant startedAt samples telemetry',
    'requests round loadSeconds failures throughputPerSecond',
    'latencyMs firstRequests workers generator machine counted client'
  ]
  const wrong: object[] = [
    ...[...`${texts} ${figures} ${parts}`.split(' '), ...listsOfRuns].map((key) => ({ [key]: undefined })),
    ...[-1, 0.5, '12'].map((requests) => ({ requests })),
    ...[null, [{ pid: '1', requests: 3, usage: null }]].map((workers) => ({ workers })),
    ...[{ startedAt: 'today' }, { firstRequests: null }, { samples: 7 }, { round: null }],
    ...[{ latencyMs: { p50: 1, p95: 2 } }, { generator: {} }, { machine: { cores: 2, others: 0 } }]
  ]
  for (const flaw of wrong) {
    it(`are refused when a line has ${inspect(flaw)}, which leads to the run’s files, or is shown`, () => {
      expect(refusal(() => readRuns(asLines([{ ...aRun(), ...flaw }]), 'runs.ndjson')).message).to.contain('line 1')
    })
  }
})
