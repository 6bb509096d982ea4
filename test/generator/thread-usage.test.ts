import { once } from 'node:events'
import { readFileSync, watch } from 'node:fs'
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
  function start(telemetryFile: string, stays: boolean = true) {
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
    const { threadId } = start(file)
    const lines = await linesThat(file, ({ length }) => length >= 5)
    for (const [i, line] of lines.entries()) {
      expect(line).to.include({ source: 'load-thread', thread: threadId })
      if (i > 0) for (const sum of ['atMs', 'activeMs', 'idleMs'] as const) expect(line[sum], sum).to.be.at.least(lines[i - 1][sum])
    }
    const grown = (sum: 'atMs' | 'activeMs' | 'idleMs') => lines[lines.length - 1][sum] - lines[0][sum]
    expect((grown('activeMs') + grown('idleMs')) / grown('atMs')).to.be.within(0.7, 1.4)
    // It had nothing to do.
    expect(grown('idleMs') / grown('atMs')).to.be.above(0.5)
  })

  it('shows for how long it was blocked, as work and as delay', async () => {
    const file = folder.write('blocked', '')
    const thread = start(file)
    const before = await linesThat(file, ({ length }) => length >= 2)
    thread.postMessage(400)
    const [blockedMs] = await once(thread, 'message')
    const after = await linesThat(file, ({ length }) => length >= before.length + 2)
    const { activeMs, loopDelayMs } = after[after.length - 1]
    expect((activeMs - before[before.length - 1].activeMs) / blockedMs).to.be.above(0.7)
    expect(Number(loopDelayMs?.max) / blockedMs).to.be.above(0.7)
    expect(loopDelayMs?.p50).to.be.at.most(Number(loopDelayMs?.p99)).and.below(Number(loopDelayMs?.max))
  })

  it('comes at once, from a thread that has nothing to do, and does not keep it alive', async () => {
    const file = folder.write('ends', '')
    const thread = start(file, false)
    const { threadId } = thread
    expect(await once(thread, 'exit')).to.eql([0])
    const [{ thread: id, loopDelayMs }, ...more] = linesOf(file)
    expect([id, loopDelayMs, more]).to.eql([threadId, null, []])
  })

  it('stands in whole lines in a file that threads share', async () => {
    const file = folder.write('shared', '')
    const ids = [start(file), start(file), start(file)].map(({ threadId }) => threadId)
    const lines = await linesThat(file, (lines) => ids.every((id) => lines.filter(({ thread }) => thread === id).length >= 3))
    expect(new Set(lines.map(({ thread }) => thread))).to.eql(new Set(ids))
  })
})
