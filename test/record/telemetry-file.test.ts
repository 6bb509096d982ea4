import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { appendWorkers, readTelemetry } from '../../plugin/record/telemetry-file.ts'
import { temporaryFolder } from '../support/folder.ts'
import type { ThreadReport } from '../../plugin/generator/thread-usage.ts'
import type { UsageReport } from '../../plugin/app/messages.ts'

const threadLine: (thread: number) => ThreadReport = (thread) => ({ source: 'load-thread', thread, atMs: 1.5, activeMs: 2, idleMs: 3, loopDelayMs: null })
const report: (pid: number) => UsageReport = (pid) => ({
  pid, atMs: 1, activeMs: 2, idleMs: 3, cpuMs: 4, gcMs: 5, rssBytes: 6, heapBytes: 7, loopDelayMs: { p50: 8, p99: 9, max: 10 }, openConnections: 11, requestsInFlight: 12, inApp: null
})
const asLines = (all: object[]) => all.map((one) => `${JSON.stringify(one)}\n`).join('')

describe('the telemetry of a run', () => {
  const folder = temporaryFolder()

  it('is nothing in an empty file', () => {
    expect(readTelemetry(folder.write('empty', ''))).to.eql([])
  })

  it('is read line by line, as it was written', () => {
    const lines = [threadLine(1), threadLine(2), threadLine(1)]
    expect(readTelemetry(folder.write('threads', asLines(lines)))).to.eql(lines)
  })

  it('holds what the app’s processes told after what the load threads did, and says which is which', () => {
    const file = folder.write('both', asLines([threadLine(1)]))
    appendWorkers(file, [report(7), report(8)])
    expect(readTelemetry(file)).to.eql([threadLine(1), { source: 'worker', ...report(7) }, { source: 'worker', ...report(8) }])
  })

  it('stays as it is when the app told nothing', () => {
    const file = folder.write('silent', asLines([threadLine(1)]))
    appendWorkers(file, [])
    expect(readFileSync(file, 'utf8')).to.equal(asLines([threadLine(1)]))
  })

  it('is read without a last line that was cut off, wherever that was', () => {
    const whole = asLines([threadLine(1), threadLine(2)])
    for (const length of [1, 20, JSON.stringify(threadLine(3)).length]) {
      const file = folder.write('cut', whole + JSON.stringify(threadLine(3)).slice(0, length))
      expect(readTelemetry(file), `${length} characters`).to.eql([threadLine(1), threadLine(2)])
    }
    expect(readTelemetry(folder.write('cut', '{"source":"load-th'))).to.eql([])
  })
})
