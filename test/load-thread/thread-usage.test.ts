import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import { temporaryFolder } from '../support/folder.ts'
import type { ThreadReport } from '../../plugin/record/telemetry.ts'

const linesOf = (file: string): ThreadReport[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

describe('what a load thread says of itself', () => {
  const folder = temporaryFolder()
  const threads: Worker[] = []
  afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.terminate())))
  function start(telemetryFile: string, stays: boolean = true) {
    const thread = new Worker(new URL('./fixtures/reporting-thread.ts', import.meta.url), {
      workerData: { telemetryFile, stays }
    })
    threads.push(thread)
    return thread
  }

  /** @returns its lines, once they fit */
  async function linesThat(file: string, fit: (lines: ThreadReport[]) => boolean): Promise<ThreadReport[]> {
    while (!fit(linesOf(file))) await delay(20)
    return linesOf(file)
  }

  it('is a whole line now and then, also in a file that threads share, with sums that only grow', async () => {
    const file = folder.write('shared', '')
    const ids = [start(file), start(file), start(file)].map(({ threadId }) => threadId)
    const ofThread = (lines: ThreadReport[], id: number) =>
      lines.filter(({ thread, source }) => thread === id && source === 'load-thread')
    /**
     * It had nothing to do, from one of its lines to the next: all of that time, and mostly idle, where nobody else had
     * the core.
     */
    const wasIdle = (line: ThreadReport, i: number, own: ThreadReport[]) => {
      const [ms, activeMs, idleMs] = (['atMs', 'activeMs', 'idleMs'] as const).map(
        (sum) => line[sum] - own[Math.max(0, i - 1)][sum]
      )
      return idleMs > 0.5 * ms && Math.abs(activeMs + idleMs - ms) < 0.2 * ms
    }
    const fits = (own: ThreadReport[]) => own.length >= 4 && own.some(wasIdle)
    const lines = await linesThat(file, (lines) => ids.every((id) => fits(ofThread(lines, id))))
    expect(new Set(lines.map(({ thread }) => thread))).to.eql(new Set(ids))
    for (const own of ids.map((id) => ofThread(lines, id))) {
      for (const sum of ['atMs', 'activeMs', 'idleMs'] as const)
        own.slice(1).forEach((line, i) => expect(line[sum], sum).to.be.at.least(own[i][sum]))
    }
  })

  it('shows for how long it was blocked, as work and as delay', async () => {
    const file = folder.write('blocked', '')
    const thread = start(file)
    const before = await linesThat(file, ({ length }) => length >= 2)
    thread.postMessage(400)
    const [blockedMs] = await once(thread, 'message')
    // Lines may have come between the reading before and the block, so those that count are the ones from now on.
    const known = linesOf(file).length
    const after = await linesThat(file, ({ length }) => length >= known + 2)
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
})
