import { openSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { readSamples } from '../../plugin/measure/read-samples.ts'
import { createAnswerNotes } from '../../plugin/load-thread/note-answers.ts'
import { openTelemetry, startRecorder } from '../../plugin/load-thread/record-load.ts'
import { SampleWriter } from '../../plugin/record/write-samples.ts'
import { lostOf, saidOn } from '../../plugin/messages/load.ts'
import { samplesHeader, eachRow, type SampleRow } from '../../plugin/record/samples.ts'
import { temporaryFolder } from '../support/folder.ts'
import { seededUniform } from '../support/random.ts'
import { serving } from '../support/serving.ts'
import { postedBy } from './in-thread.ts'

describe('the recorder of a load thread', () => {
  const folder = temporaryFolder()
  const serve = serving()

  // That all is written at a thread's end is seen by test/end-to-end/generator-metrics.test.ts, which expects every
  // request.
  it('has written what threads saw soon after, so that they may be ended at any moment', async () => {
    const times = 50
    const { target } = await serve((_request, response) => response.setHeader('x-worker-pid', '4711').end('hello'))
    const samplesFile = folder.write('samples.csv', samplesHeader)
    const asked = Array(times).fill({ path: '/' })
    await Promise.all([1, 2].map(() => postedBy('asking-thread', { target, asked, samplesFile })))
    const { requests, failures, workers } = await readSamples(samplesFile)
    expect({ requests, failures, worker: workers.get('4711')?.requests }).to.eql({
      requests: 2 * times,
      failures: 0,
      worker: 2 * times
    })
  })
})

describe('what a load thread writes', () => {
  const writers: Record<string, (file: string) => void> = {
    samples: (file) => {
      const { see, flush } = startRecorder({ samplesFile: file, originMs: 0 })
      see({ startMs: 0, endMs: 1, doneMs: 2, status: 200, user: null, ...ok })
      flush()
    },
    telemetry: (file) => openTelemetry(file)({ source: 'client', scenario: null, name: 'lean', because: null }),
    answers: (file) => createAnswerNotes(file)('GET /', 200, undefined)?.end(true)
  }
  for (const [what, write] of Object.entries(writers)) {
    it(`says of ${what} in its last words that the disk is full`, () => {
      expect(() => write('/dev/full'))
        .to.throw()
        .with.property('stack')
        .that.satisfies((words: string) => lostOf(words) === '/dev/full (ENOSPC: no space left on device, write)')
    })
  }

  it('is known to be full on another machine', () => {
    expect(() => writers.telemetry('/dev/full'))
      .to.throw()
      .with.property('stack')
      .that.satisfies((words: string) => lostOf(saidOn('load1', words))?.endsWith('write) on load1'))
  })
})

const ok = { outcome: '200', pid: '7', isFirst: false, request: 1 }

describe('the writer of samples', () => {
  const folder = temporaryFolder()
  const open = (name: string) => {
    const file = folder.write(name, samplesHeader)
    return {
      file,
      writer: new SampleWriter(openSync(file, 'a'), file),
      textSoFar: () => readFileSync(file, 'utf8').slice(samplesHeader.length)
    }
  }

  it('writes the documented form, and nothing before it is told to', () => {
    const { writer, textSoFar } = open('form.csv')
    writer.add(1649.548, 15.433, { outcome: '200', pid: '12648', isFirst: true, request: 1 }, 15.8)
    writer.add(1672.4651, 7.8099, { outcome: '404', pid: 'web-1.a', isFirst: false, request: 12 }, 7.8099)
    writer.add(1700, 0, { outcome: 'ECONNRESET', pid: '', isFirst: false, request: 2 }, 0)
    for (const gapMs of [0.999, 350.25])
      writer.add(1701, 2, { outcome: '200', pid: '7', isFirst: false, request: 3, gapMs }, 400)
    writer.addPass(1649.5, 51, { outcome: 'ECONNRESET', served: 1, requests: 3, heldMs: 0.25 })
    expect(textSoFar()).to.equal('')
    for (let i = 0; i < 2; i++) {
      writer.write()
      expect(textSoFar()).to.equal(
        '1649.548,15.433,200,12648,1,1,15.800\n1672.465,7.810,404,web-1.a,0,12,7.810\n' +
          '1700.000,0.000,ECONNRESET,,0,2,0.000\n' +
          '1701.000,2.000,200,7,0,3,400.000\n1701.000,2.000,200,7,0,3,400.000,350.250\n1649.500,51.000,ECONNRESET,1,3,pass,0.250\n'
      )
    }
  })

  it('writes every number as toFixed(3) does', () => {
    const uniform = seededUniform(13)
    const random = Array.from({ length: 20_000 }, () => (uniform() < 0.1 ? -1 : 1) * 10 ** (16 * uniform() - 4))
    const edges = [0, -0, 0.0004, -0.0004, 0.0006, 9.9996, 99.9999, 999.9994, 1e15, 1e22, -5, -12.5, NaN, Infinity]
    const numbers = [...random, ...edges, 2 ** 31 - 1, 2 ** 31 - 0.0001, 2 ** 31, 2 ** 31 + 1, 2 ** 32]
    const { writer, textSoFar } = open('numbers.csv')
    numbers.forEach((number) => writer.add(number, 1, ok, 1))
    writer.write()
    const lines = textSoFar().split('\n')
    const differing = numbers.filter((number, i) => {
      const written = lines[i].split(',')[0]
      // What is less than half a microsecond is nothing, on either side; ties, which only exist in decimals, may go
      // either way.
      if (Math.abs(number) < 0.0005) return written !== '0.000'
      const isTie = Math.abs(((Math.abs(number) * 1000) % 1) - 0.5) < 1e-3
      return written !== number.toFixed(3) && !(isTie && Math.abs(Number(written) - number) < 0.00051)
    })
    expect(differing).to.eql([])
  })

  it('writes whole lines by itself before it holds more than 64 KiB', () => {
    const { writer, textSoFar } = open('many.csv')
    let all = ''
    for (let i = 0; i < 10_000; i++) {
      writer.add(i, 1, ok, 1)
      all += `${i}.000,1.000,200,7,0,1,1.000\n`
      if (i % 100 !== 0) continue
      const written = textSoFar()
      expect(all.length - written.length).to.be.at.most(65_536)
      expect(written).to.match(/(^|\n)$/)
    }
    expect(textSoFar().length).to.be.above(65_536)
    writer.write()
    expect(textSoFar()).to.equal(all)
  })

  it('shares a file with others, line by line', async () => {
    const { file } = open('shared.csv')
    const writers = ['1', '2', '3'].map((pid) => ({ pid, writer: new SampleWriter(openSync(file, 'a'), file) }))
    for (let i = 0; i < 9000; i++) {
      const { writer, pid } = writers[(i * i) % 3]
      writer.add(i, i / 7, { ...ok, pid, isFirst: i < 3 }, i / 3)
      if (i % 50 === 0) writers[i % 3].writer.write()
    }
    for (const { writer } of writers) writer.write()
    const rows: unknown[] = []
    await eachRow(
      file,
      ({ startMs, latencyMs, outcome, pid, isFirst, wholeMs }) =>
        (rows[startMs] = [latencyMs, outcome, pid, isFirst, wholeMs])
    )
    const expected = Array.from({ length: 9000 }, (_, i) => [
      Math.round((i / 7) * 1000) / 1000,
      '200',
      writers[(i * i) % 3].pid,
      i < 3,
      Math.round((i / 3) * 1000) / 1000
    ])
    expect(rows).to.eql(expected)
  })

  it('loses nothing where each response names another worker, at length', async () => {
    const { file, writer } = open('odd.csv')
    const added = Array.from({ length: 3000 }, (_, i) => {
      return {
        outcome: i % 2 === 0 ? '200' : '500',
        pid: i % 1000 === 0 ? `${i}${'x'.repeat(100_000)}` : String(i),
        isFirst: i % 3 === 0
      }
    })
    added.forEach((ending, i) => writer.add(i, 1, { ...ending, request: 1 }, 1))
    writer.write()
    const rows: Partial<SampleRow>[] = []
    await eachRow(file, ({ outcome, pid, isFirst }) => rows.push({ outcome, pid, isFirst }))
    expect(rows).to.eql(added.map(({ pid, ...ending }) => ({ ...ending, pid: pid.slice(0, 1024) })))
  })
})
