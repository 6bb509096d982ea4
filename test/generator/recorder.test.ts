import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect } from 'chai'
import { afterEach, beforeEach, describe, it } from 'mocha'
import { readSamples } from '../../plugin/generator/read-samples.ts'
import { samplesHeader } from '../../plugin/generator/run-order.ts'
import { temporaryFolder } from '../support/folder.ts'

const times = 50

describe('the recorder of a load thread', () => {
  const folder = temporaryFolder()
  const server = createServer((_request, response) => response.setHeader('x-worker-pid', '4711').end('hello'))
  beforeEach(() => once(server.listen(0, '127.0.0.1'), 'listening'))
  afterEach(() => {
    server.close()
    server.closeAllConnections()
  })

  /** @param beforeTheEnd called when all have their answers */
  async function recordedBy(number: number, beforeTheEnd: (threads: Worker[]) => Promise<unknown>) {
    const samplesFile = folder.write('samples.csv', samplesHeader)
    const { port } = server.address() as import('node:net').AddressInfo
    const files = { artillery: '', samplesFile, telemetryFile: '', answersFile: null }
    const order = { ...files, originMs: Date.now(), targets: [{ url: '', hostname: '127.0.0.1', port }], pidHeader: 'x-worker-pid' }
    const threads = Array.from({ length: number }, () => new Worker(new URL('./fixtures/recording-thread.ts', import.meta.url), { workerData: { order, times } }))
    try {
      await Promise.all(threads.map((thread) => once(thread, 'message')))
      await beforeTheEnd(threads)
    } finally {
      await Promise.all(threads.map((thread) => thread.terminate()))
    }
    return readSamples(samplesFile)
  }

  it('has written what a thread saw soon after, so that it may be ended without a word', async () => {
    const { requests, failures, workers } = await recordedBy(2, () => delay(500))
    expect({ requests, failures, worker: workers.get('4711')?.requests }).to.eql({ requests: 2 * times, failures: 0, worker: 2 * times })
  })

  it('has written everything when it is told to', async () => {
    const { requests } = await recordedBy(1, ([thread]) => {
      thread.postMessage('flush')
      return once(thread, 'message')
    })
    expect(requests).to.equal(times)
  })
})
