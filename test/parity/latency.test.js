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
const percentiles = [0.5, 0.95, 0.99]
/** One user after another request: nothing waits for anything but the app. */
const script = {
  name: 'one user who asks 300 times',
  users: 1,
  anonymous: true,
  config: { plugins: { 'metrics-by-endpoint': {} } },
  scenario: { flow: [{ loop: [{ get: { url: '/' } }], count: 300 }] }
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

  /** @param {'auto' | 'artillery'} client */
  async function measure(client) {
    const { samples } = await runScript({ ...script, running: app }, client)
    child.send('told')
    const [[, ...waitedMs]] = await once(child, 'message')
    const later = samples.filter(([, , outcome, , first]) => outcome === '200' && first === '0').map(([, latency]) => Number(latency))
    expect(waitedMs, `what the app says of all requests but the first`).to.have.lengthOf(299)
    expect(later).to.have.lengthOf(299)
    return { seen: quantiles(later), waited: quantiles(waitedMs) }
  }

  // One after the other: two at once would delay each other. What an app waits longer than it should, it says itself, and that
  // is not the clients' doing.
  it('is the same for both clients: from sending a request to the first byte of its answer', async () => {
    const artillery = await measure('artillery')
    const auto = await measure('auto')
    const told = JSON.stringify({ artillery, auto })
    for (const i of percentiles.keys()) {
      const [own, other] = [artillery, auto].map(({ seen, waited }) => seen[i] - waited[i])
      expect(own, told).to.be.at.least(0)
      expect(other, told).to.be.at.least(0)
      expect(Math.abs(own - other), told).to.be.below(0.5)
    }
  })
})

/** @param {number[]} values */
function quantiles(values) {
  const sorted = Float64Array.from(values).sort()
  return percentiles.map((p) => quantileOfSorted(sorted, p))
}
