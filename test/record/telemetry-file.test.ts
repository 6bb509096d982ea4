import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { describe, it } from 'mocha'
import { appendWorkers, readTelemetry } from '../../plugin/record/telemetry-file.ts'
import { temporaryFolder } from '../support/folder.ts'
import type { ThreadReport } from '../../plugin/generator/run-order.ts'
import type { UsageReport } from '../../plugin/app/messages.ts'

const threadLine: (thread: number) => ThreadReport = (thread) => ({ source: 'load-thread', thread, atMs: 1.5, activeMs: 2, idleMs: 3, loopDelayMs: null })
const report: (pid: number) => UsageReport = (pid) => ({
  pid, atMs: 1, activeMs: 2, idleMs: 3, cpuMs: 4, gcMs: 5, rssBytes: 6, heapBytes: 7, loopDelayMs: { p50: 8, p99: 9, max: 10 }, openConnections: 11, requestsInFlight: 12, inApp: null
})
const asLines = (all: object[]) => all.map((one) => `${JSON.stringify(one)}\n`).join('')

describe('the telemetry of a run', () => {
  const folder = temporaryFolder()
  const threads = [threadLine(1), threadLine(2), threadLine(1)]

  it('is read line by line, as it was written', () => {
    for (const lines of [[], threads]) expect(readTelemetry(folder.write('threads', asLines(lines)))).to.eql(lines)
  })

  it('holds what the app’s processes told after what the load threads did, and says which is which', () => {
    const file = folder.write('both', asLines(threads))
    appendWorkers(file, [])
    expect(readFileSync(file, 'utf8')).to.equal(asLines(threads))
    appendWorkers(file, [report(7), report(8)])
    expect(readTelemetry(file)).to.eql([...threads, { source: 'worker', ...report(7) }, { source: 'worker', ...report(8) }])
  })

  it('is read without a last line that was cut off, wherever that was', () => {
    const last = JSON.stringify(threadLine(3))
    for (const length of [1, 20, last.length]) {
      expect(readTelemetry(folder.write('cut', asLines(threads) + last.slice(0, length))), `${length} characters`).to.eql(threads)
      expect(readTelemetry(folder.write('cut', last.slice(0, length)))).to.eql([])
    }
  })
})
