import { once } from 'node:events'
import { readFileSync, watch, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import { afterEach, describe, it } from 'mocha'
import { temporaryFolder } from '../support/folder.ts'
import type { ThreadReport } from '../../plugin/generator/run-order.ts'

const linesOf = (file: string): ThreadReport[] => readFileSync(file, 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line))

describe('what a load thread says of itself', () => {
  const folder = temporaryFolder()
  const threads: Worker[] = []
  afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.terminate())))
  function start(telemetryFile: string, stays: boolean) {
    const thread = new Worker(new URL('./fixtures/reporting-thread.ts', import.meta.url), { workerData: { telemetryFile, stays } })
    threads.push(thread)
    return thread
  }

  /** @returns its lines, once they fit */
  async function linesThat(file: string, fit: (lines: ThreadReport[]) => boolean): Promise<ThreadReport[]> {
    const watcher = watch(file)
    try {
      while (!fit(linesOf(file))) await once(watcher, 'change')
      return linesOf(file)
    } finally {
      watcher.close()
    }
  }

  it('is a line now and then, with sums that only grow', async () => {
    const file = folder.write('grows', '')
    const { threadId } = start(file, true)
    const lines = await linesThat(file, ({ length }) => length >= 5)
    for (const [i, line] of lines.entries()) {
      expect(line).to.include({ source: 'load-thread', thread: threadId })
      if (i > 0) for (const sum of ['atMs', 'activeMs', 'idleMs'] as const) expect(line[sum], sum).to.be.at.least(lines[i - 1][sum])
    }
    const [first, last] = [lines[0], lines[lines.length - 1]]
    expect((last.activeMs + last.idleMs - first.activeMs - first.idleMs) / (last.atMs - first.atMs)).to.be.within(0.7, 1.4)
    // It had nothing to do.
    expect((last.idleMs - first.idleMs) / (last.atMs - first.atMs)).to.be.above(0.5)
  })

  it('shows for how long it was blocked, as work and as delay', async () => {
    const file = folder.write('blocked', '')
    const thread = start(file, true)
    const before = await linesThat(file, ({ length }) => length >= 2)
    thread.postMessage(400)
    const [blockedMs] = await once(thread, 'message')
    const after = await linesThat(file, ({ length }) => length >= before.length + 2)
    const [first, last] = [before[before.length - 1], after[after.length - 1]]
    expect((last.activeMs - first.activeMs) / blockedMs).to.be.above(0.7)
    expect(Number(last.loopDelayMs?.max) / blockedMs).to.be.above(0.7)
    expect(last.loopDelayMs?.p50).to.be.at.most(Number(last.loopDelayMs?.p99)).and.below(Number(last.loopDelayMs?.max))
  })

  it('comes at once, from a thread that has nothing to do, and does not keep it alive', async () => {
    const file = folder.write('ends', '')
    const thread = start(file, false)
    const { threadId } = thread
    const [code] = await once(thread, 'exit')
    expect(code).to.equal(0)
    expect(linesOf(file)).to.have.length(1)
    expect(linesOf(file)[0]).to.include({ thread: threadId, loopDelayMs: null })
  })

  it('stands in whole lines in a file that threads share', async () => {
    const file = folder.path('shared')
    writeFileSync(file, '')
    const ids = [start(file, true), start(file, true), start(file, true)].map(({ threadId }) => threadId)
    const enough = (lines: ThreadReport[]) => ids.every((id) => lines.filter(({ thread }) => thread === id).length >= 3)
    const lines = await linesThat(file, enough)
    expect(new Set(lines.map(({ thread }) => thread))).to.eql(new Set(ids))
  })
})
