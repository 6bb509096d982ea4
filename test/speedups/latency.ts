import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { afterEach, beforeEach, describe, it } from 'mocha'
import { quantileOfSorted } from '../../plugin/statistics/descriptive.ts'
import { runScript } from '../parity/run-script.ts'
import type { App } from '../parity/app.ts'

const appFile = fileURLToPath(new URL('../parity/known-delay-app.js', import.meta.url))
const waitMs = 10
/** Both clients are measured in each round. */
const rounds = 2
const requests = 420
/** The first requests, in which the client still connects and warms up. */
const early = 120
/**
 * About a second. Other programs only add to a latency, for some seconds even to the median: so the least of each client's blocks counts,
 * which overlap, as no second that others left alone begins where one is counted from.
 */
const blockLength = 100
const blockStep = 10
const percentiles = [0.5, 0.95, 0.99]
/** One user, one request after another: nothing waits for anything but the app. */
const script = {
  name: 'one user who asks again and again',
  users: 1,
  anonymous: true,
  scenario: { flow: [{ loop: [{ get: { url: '/' } }], count: requests }] }
}

describe('latency', function () {
  this.timeout(240_000)
  let child: ReturnType<typeof fork>
  let app: App
  beforeEach(async () => {
    child = fork(appFile, [String(waitMs)])
    const [{ port }] = await once(child, 'message')
    const nothing = { seen: [], connections: () => 0, close: async () => {} }
    app = { url: `http://127.0.0.1:${port}`, hostname: '127.0.0.1', port, ...nothing }
  })
  afterEach(() => child.disconnect())

  /** @returns quantiles of what requests took longer than the app says that they waited: the least of all blocks */
  async function measure(client: 'auto' | 'artillery') {
    const { samples } = await runScript({ ...script, running: app }, client)
    child.send('told')
    const [waitedMs] = await once(child, 'message')
    expect(samples.map(([, , outcome]) => outcome)).to.eql(Array(requests).fill('200'))
    expect(waitedMs).to.have.lengthOf(requests)
    const beyond = samples.map(([, latency], i) => Number(latency) - waitedMs[i])
    const blocks = Array.from({ length: Math.floor((requests - early - blockLength) / blockStep) + 1 }, (_, i) => {
      const begin = early + i * blockStep
      return Float64Array.from(beyond.slice(begin, begin + blockLength)).sort()
    })
    return percentiles.map((p) => Math.min(...blocks.map((block) => quantileOfSorted(block, p))))
  }

  // It needs the machine to itself: a second test file at the same time would delay what this one measures.
  it('is the same for both clients: from sending a request to the first byte of its answer', async () => {
    const least = { artillery: percentiles.map(() => Infinity), auto: percentiles.map(() => Infinity) }
    const clients = ['artillery', 'auto'] as const
    for (let round = 0; round < rounds; round++) {
      // Neither is always the first, which meets the coldest machine.
      for (const client of round % 2 === 0 ? clients : clients.toReversed()) {
        const found = await measure(client)
        least[client] = least[client].map((own, i) => Math.min(own, found[i]))
      }
    }
    const told = JSON.stringify(least)
    for (const [i, own] of least.artillery.entries()) {
      expect(own, told).to.be.above(0)
      expect(least.auto[i], told).to.be.above(0)
      expect(Math.abs(own - least.auto[i]), told).to.be.below(0.5)
    }
  })
})
