import { expect } from 'chai'
import { afterEach, beforeEach, describe, it } from 'mocha'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { quantileOfSorted } from '../../plugin/statistics/descriptive.js'
import { runScript } from './run-script.js'
/** @import { App } from './app.js' */

const appFile = fileURLToPath(new URL('./known-delay-app.js', import.meta.url))
const waitMs = 10
const requests = 500
/** Requests in which the client is still warming up, and connects. */
const early = 200
const percentiles = [0.5, 0.95, 0.99]
/** One user after another request: nothing waits for anything but the app. */
const script = {
  name: 'one user who asks again and again',
  users: 1,
  anonymous: true,
  scenario: { flow: [{ loop: [{ get: { url: '/' } }], count: requests }] }
}

describe('latency', function () {
  this.timeout(120_000)
  /** @type {ReturnType<typeof fork>} */
  let child
  /** @type {App} */
  let app
  beforeEach(async () => {
    child = fork(appFile, [String(waitMs)])
    const [{ port }] = await once(child, 'message')
    const nothing = { seen: [], connections: () => 0, close: async () => {} }
    app = { url: `http://127.0.0.1:${port}`, hostname: '127.0.0.1', port, ...nothing }
  })
  afterEach(() => child.disconnect())

  /**
   * @param {'auto' | 'artillery'} client
   * @returns quantiles of what each request took longer than the app says that it waited
   */
  async function measure(client) {
    const { samples } = await runScript({ ...script, running: app }, client)
    child.send('told')
    const [waitedMs] = await once(child, 'message')
    expect(samples.map(([, , outcome]) => outcome)).to.eql(Array(requests).fill('200'))
    expect(waitedMs).to.have.lengthOf(requests)
    const beyond = samples.map(([, latency], i) => Number(latency) - waitedMs[i])
    const sorted = Float64Array.from(beyond.slice(early)).sort()
    return percentiles.map((p) => quantileOfSorted(sorted, p))
  }

  // One after the other: two at once would delay each other.
  it('is the same for both clients: from sending a request to the first byte of its answer', async () => {
    const artillery = await measure('artillery')
    const auto = await measure('auto')
    const told = JSON.stringify({ artillery, auto })
    for (const [i, own] of artillery.entries()) {
      expect(own, told).to.be.above(0)
      expect(auto[i], told).to.be.above(0)
      expect(Math.abs(own - auto[i]), told).to.be.below(0.5)
    }
  })
})
